"""What we ship: all of it is listed, declared, has a reason, and may be shared."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging import sbom

ROOT = Path(__file__).parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REASONS = (ROOT / "docs/decisions/0002-dependencies.md").read_text(encoding="utf-8")
PAGE = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
TO_BUILD, TO_CHECK = PAGE["dependencies"], PAGE["devDependencies"]


@pytest.fixture(scope="module")
def listed(host: Path) -> dict[str, Any]:
    sbom.BUILT.unlink(missing_ok=True)
    sbom.written(host)
    whole: dict[str, Any] = json.loads(sbom.BUILT.read_text(encoding="utf-8"))
    return whole


@pytest.fixture(scope="module")
def installed(host: Path) -> dict[str, Distribution]:
    (packages,) = host.parents[1].glob("lib/python*/site-packages")
    found = distributions(path=[str(packages)])
    return {canonicalize_name(one.name): one for one in found}


def _listed(whole: dict[str, Any], kind: str) -> dict[str, str]:
    of_kind = [one for one in whole["components"] if one["purl"].startswith(f"pkg:{kind}/")]
    return {canonicalize_name(one["name"]): one["version"] for one in of_kind}


def test_all_that_is_installed_is_listed_with_its_version(
    listed: dict[str, Any], installed: dict[str, Distribution]
) -> None:
    there = {name: one.version for name, one in installed.items() if name != "escale"}
    assert len(there) > 20 and _listed(listed, "pypi") == there
    own = listed["metadata"]["component"]
    assert (own["name"], own["version"]) == ("escale", DECLARED["project"]["version"])


def test_nothing_is_there_that_no_declared_package_needs(
    listed: dict[str, Any], installed: dict[str, Distribution]
) -> None:
    project = DECLARED["project"]
    named = [*project["dependencies"], *project["optional-dependencies"]["scale"]]
    assert set(_needed(named, installed)) == set(_listed(listed, "pypi"))


def _needed(named: list[str], installed: dict[str, Distribution]) -> set[str]:
    """These, what they need, and so on; with the extras that each is asked for."""
    done: set[tuple[str, str]] = set()
    waiting = [(Requirement(line), "") for line in named]
    while waiting:
        wanted, extra = waiting.pop()
        if wanted.marker and not wanted.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(wanted.name)
        for asked in {"", *wanted.extras}:
            if (name, asked) not in done:
                done.add((name, asked))
                lines = installed[name].requires or []
                waiting += [(Requirement(line), asked) for line in lines]
    return {name for name, _ in done}


def test_the_page_brings_what_its_build_has_noted(listed: dict[str, Any]) -> None:
    shipped = set(_listed(listed, "npm"))
    assert shipped >= {"svelte", "smol-toml"}
    assert shipped.isdisjoint(map(canonicalize_name, TO_CHECK))
    notice = _plain((ROOT / "NOTICE").read_text(encoding="utf-8"))
    for one in listed["components"]:
        if one["purl"].startswith("pkg:npm/"):
            assert _plain(one["name"].rpartition("/")[2]) in notice, one["name"]


def test_every_licence_is_told_and_may_be_shared(listed: dict[str, Any]) -> None:
    told = {one["name"]: sbom.licence(one) for one in listed["components"]}
    assert {name: text for name, text in told.items() if not sbom.allowed(text)} == {}
    assert {name for name in sbom.LICENCES if name not in told} == set()


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("MIT AND (BSD-2-Clause OR GPL-3.0-only)", True),
        ("MIT AND GPL-3.0-only", False),
        ("AGPL-3.0-or-later", False),
        ("GPL-2.0-only OR LicenseRef-Proprietary", False),
        ("", False),
    ],
)
def test_licences_are_weighed(expression: str, allowed: bool) -> None:
    assert sbom.allowed(expression) is allowed


def test_the_list_names_everything_once_and_nothing_of_this_machine(listed: dict[str, Any]) -> None:
    named = [listed["metadata"]["component"]["bom-ref"]]
    named += [one["bom-ref"] for one in listed["components"]]
    assert len(set(named)) == len(named)
    assert {one["ref"] for one in listed["dependencies"]} == set(named)
    text = sbom.BUILT.read_text(encoding="utf-8")
    assert "file:" not in text and str(Path.home()) not in text and str(ROOT) not in text


# What is declared


def _plain(text: str) -> str:
    return f" {re.sub(r'[^a-z0-9]+', ' ', text.lower())} "


def _names(lines: Iterable[Any]) -> Iterator[str]:
    return (Requirement(line).name for line in lines if isinstance(line, str))


def test_every_package_that_runs_has_its_reason() -> None:
    project = DECLARED["project"]
    lines = chain(project["dependencies"], *project["optional-dependencies"].values())
    bold = " ".join(re.findall(r"\*\*(.*?)\*\*", REASONS, re.DOTALL))
    assert [name for name in _names(lines) if _plain(name) not in _plain(bold)] == []


def test_every_package_to_build_or_to_develop_is_accounted_for() -> None:
    groups = DECLARED["dependency-groups"].values()
    lines = chain(DECLARED["build-system"]["requires"], *groups)
    npm = [name.rpartition("/")[2] for name in (*TO_BUILD, *TO_CHECK)]
    assert [one for one in (*_names(lines), *npm) if _plain(one) not in _plain(REASONS)] == []


def test_the_packages_of_the_page_are_pinned_by_digest_and_not_by_place() -> None:
    text = sbom.LOCK.read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    packages.pop("")
    assert len(packages) > 20
    for name, one in packages.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", one["version"]), name
        assert re.fullmatch(r"sha512-[\w+/]{86}==", one["integrity"]), name
        assert one.get("dev") or sbom.allowed(one["license"]), name  # dev: never shipped
    assert "resolved" not in text and "registry" not in text
