"""The list of what a host installs, as CycloneDX wants it (an SBOM), in build/sbom.cdx.json.

Python's packages are those that are really there after an installation; to them come the packages
from npm whose code or fonts the page carries, which its build has noted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation import make_schemabased_validator
from license_expression import AND, OR, get_spdx_licensing

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "sbom.cdx.json"
LOCK = ROOT / "package-lock.json"
CARRIED = "lib/python*/site-packages/escale/web/dist/.packages"
VERSION = SchemaVersion.V1_6

# Of those that tell their licence in words only; read in the file that they bring.
LICENCES = {"rich-click": "MIT", "segno": "BSD-3-Clause"}
if sys.version_info < (3, 11, 3):  # there the client of Redis needs one more
    LICENCES["async-timeout"] = "Apache-2.0"

ALLOWED = frozenset(
    "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC LGPL-2.1-or-later LGPL-3.0-only MIT"
    " MPL-2.0 OFL-1.1 PSF-2.0 Zlib".split()
)

Component = dict[str, Any]


def written(python: Path) -> dict[str, Any]:
    """Of the environment of this Python."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", str(python)]
    how = ["--pyproject", str(ROOT / "pyproject.toml"), "--sv", VERSION.to_version()]
    plain = ["--of", "JSON", "--output-reproducible", "--no-validate", "-o", "-"]
    told = subprocess.run([*command, *how, *plain], check=True, capture_output=True, text=True)
    whole: dict[str, Any] = json.loads(told.stdout)
    for component in whole["components"]:
        if component["name"] in LICENCES:
            component["licenses"] = [{"expression": LICENCES[component["name"]]}]
    (noted,) = python.parents[1].glob(CARRIED)
    carried = list(map(_carried, noted.read_text(encoding="utf-8").split()))
    whole["components"] += carried
    own = whole["metadata"]["component"]["bom-ref"]
    needed = next(one for one in whole["dependencies"] if one["ref"] == own)
    needed["dependsOn"] = sorted([*needed["dependsOn"], *(one["bom-ref"] for one in carried)])
    whole["dependencies"] += [{"ref": one["bom-ref"]} for one in carried]
    text = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    wrong = make_schemabased_validator(OutputFormat.JSON, VERSION).validate_str(text)
    if wrong is not None:
        raise ValueError(f"the list is not valid: {wrong}")
    BUILT.parent.mkdir(exist_ok=True)
    BUILT.write_text(text, encoding="utf-8")
    return whole


def _carried(name: str) -> Component:
    locked = json.loads(LOCK.read_text(encoding="utf-8"))["packages"][f"node_modules/{name}"]
    purl = f"pkg:npm/{quote(name)}@{locked['version']}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": locked["version"],
        "purl": purl,
        "licenses": [{"expression": locked["license"]}],
    }


def licence(component: Component) -> str:
    """As one expression; what is told in several ways must hold in all of them."""
    told = [_name(one) for one in component.get("licenses", [])]
    return " AND ".join(f"({one})" for one in told if one)


def _name(one: dict[str, Any]) -> str:
    """Classifiers (License :: ...) say no more than the name that stands beside them."""
    name: str = one.get("expression") or one["license"].get("id") or one["license"]["name"]
    return "" if name.startswith("License ::") else name


@cache
def allowed(expression: str) -> bool:
    """Whether Escale can be shared together with this. An unknown licence is not allowed."""

    def holds(part: Any) -> bool:
        if isinstance(part, AND):
            return all(map(holds, part.args))
        if isinstance(part, OR):
            return any(map(holds, part.args))
        return str(part) in ALLOWED

    return bool(expression) and holds(_spdx().parse(expression))


_spdx = cache(get_spdx_licensing)
