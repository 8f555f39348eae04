"""What a host installs from this repository is locked: versions, and the digests of the files."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WANTED: dict[str, list[Any]] = {
    "run": PROJECT["project"]["dependencies"],
    "scale": [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["scale"],
    ],
    "build": [*PROJECT["dependency-groups"]["build"], *PROJECT["build-system"]["requires"]],
}
SYSTEMS = [
    {"python_version": version, "python_full_version": f"{version}.0", "sys_platform": system}
    for version in ("3.11", "3.12", "3.13", "3.14")
    for system in ("linux", "darwin")
]


def locked(name: str) -> list[tuple[Requirement, int]]:
    """Each line, and how many digests it has."""
    text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
    lines = text.replace("\\\n", " ").splitlines()
    return [
        (Requirement(line.partition("--hash")[0].strip()), line.count("--hash=sha256:"))
        for line in lines
    ]


@pytest.mark.parametrize("name", WANTED)
def test_every_file_has_a_digest_and_no_place(name: str) -> None:
    assert all(digests for _, digests in locked(name))
    assert all(re.fullmatch(r"==[^,*]+", str(line.specifier)) for line, _ in locked(name))
    assert "://" not in (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: "-".join(one.values()))
@pytest.mark.parametrize("name", WANTED)
def test_what_the_project_needs_is_locked_for_every_python(
    name: str, system: dict[str, str]
) -> None:
    here = {
        canonicalize_name(line.name): next(iter(line.specifier)).version
        for line, _ in locked(name)
        if line.marker is None or line.marker.evaluate(system)
    }
    for text in WANTED[name]:
        if isinstance(text, str):
            wanted = Requirement(text)
            assert wanted.specifier.contains(here[canonicalize_name(wanted.name)]), text


def test_hosts_install_nothing_else() -> None:
    """`tested` in the Makefile is for those who change Escale."""
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("$(VENV)/played:")[2]
    container = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    installs = [
        line
        for text in (recipe.partition("$(VENV)/tested:")[0], container, guide)
        for line in text.splitlines()
        if re.search(r"(pip|\(PIP\))( --\S+)* (install|wheel) ", line) and "|" not in line
    ]
    assert len(installs) >= 10
    assert [line for line in installs if not re.search("--require-hashes|--no-deps", line)] == []
