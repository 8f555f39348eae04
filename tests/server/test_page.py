"""The built page is served: one document for all its addresses, and files that never change."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from escale.server.app import HANDLERS
from escale.server.routes import page
from tests.served import House
from tests.server.attack import http, in_time

TABLE = "0" * 24
ADDRESSES = (
    *("/", f"/table/{TABLE}", f"/table/{TABLE}/replay", "/table/nonsense"),
    *("/games/wordbank/rules", "/games/wordbank/new"),
)


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small page, as Vite would leave it."""
    (tmp_path / "assets").mkdir()
    for name, text in (
        ("index.html", "<!doctype html><title>Escale</title>"),
        ("offline.html", "<!doctype html><title>Offline</title>"),
        ("sw.js", "self.addEventListener('fetch', () => {})"),
        ("manifest.webmanifest", "{}"),
        (".built", "secret"),
        ("assets/app-1a2b.js", "export default 1;" * 100),
        ("assets/notes.map", "{}"),
    ):
        (tmp_path / name).write_text(text)
    packed = gzip.compress((tmp_path / "assets/app-1a2b.js").read_bytes())
    (tmp_path / "assets/app-1a2b.js.gz").write_bytes(packed)
    (tmp_path / "assets/app-1a2b.js.br").write_bytes(b"smaller still")
    monkeypatch.setattr(page, "built", page.BuiltFiles(tmp_path))
    return tmp_path


@pytest.fixture
def web() -> Iterator[TestClient[Litestar]]:
    with TestClient(Litestar(HANDLERS, openapi_config=None, logging_config=None)) as client:
        yield client


def test_every_address_of_the_page_is_the_same_document(
    dist: Path, web: TestClient[Litestar]
) -> None:
    for address in ADDRESSES:
        answer = web.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert "<title>Escale</title>" in answer.text
        again = web.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert web.head(address).status_code == 200


def test_what_is_not_there_is_not_found_and_says_so_by_the_page(
    dist: Path, web: TestClient[Litestar]
) -> None:
    for address in ("/nonsense", "/table", "/index.html", "/.built", "/a/b/c/d"):
        answer = web.get(address)
        assert answer.status_code == 404, address
        assert "<title>Escale</title>" in answer.text
        assert "secret" not in answer.text
    for address in ("/assets/old-9f.js", "/assets/notes.map", "/assets/app-1a2b.js.gz"):
        answer = web.get(address)
        assert (answer.status_code, answer.content) == (404, b""), address
    for address in ("/..%2f..%2fetc/passwd", "/assets/..%2findex.html", "/assets/%2e%2e/.built"):
        assert "secret" not in web.get(address).text
    assert web.get("/api/nonsense").headers["content-type"] == "application/json"


def test_files_have_their_types_and_keep(dist: Path, web: TestClient[Litestar]) -> None:
    for address, kind in (
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/offline.html", "text/html; charset=utf-8"),
    ):
        answer = web.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        assert answer.headers["cache-control"] == "no-cache"
    script = web.get("/assets/app-1a2b.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("gzip;q=0", None),
        ("", None),
    ],
)
def test_the_smallest_form_that_the_browser_takes_is_sent(
    dist: Path, web: TestClient[Litestar], accepted: str, encoding: str | None
) -> None:
    with web.stream("GET", "/assets/app-1a2b.js", headers={"Accept-Encoding": accepted}) as answer:
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["vary"] == "Accept-Encoding"
        raw = b"".join(answer.iter_raw())
    whole = (dist / "assets/app-1a2b.js").read_bytes()
    if encoding == "br":
        assert raw == b"smaller still"
    else:
        assert (gzip.decompress(raw) if encoding else raw) == whole


def test_a_page_that_was_built_again_is_seen(dist: Path, web: TestClient[Litestar]) -> None:
    assert "Escale" in web.get("/").text
    index = dist / "index.html"
    index.write_text("<!doctype html><title>Anew</title>")
    later = index.stat().st_mtime + 10
    os.utime(index, (later, later))
    assert "Anew" in web.get("/").text


def test_without_a_page_the_house_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, web: TestClient[Litestar]
) -> None:
    monkeypatch.setattr(page, "built", page.BuiltFiles(tmp_path))
    for address in ("/", "/games/wordbank/rules", "/nonsense"):
        answer = web.get(address, headers={"Accept-Language": "fr"})
        assert answer.status_code == 503
        assert "make page" in answer.text
        assert "n’est pas encore construite" in answer.text


# The real one


@in_time
async def test_the_page_finds_all_that_it_loads_and_its_policy_lets_it(house: House) -> None:
    assert (page.DIST / "index.html").is_file(), "the page is not built: make page"
    async with http(house) as web:
        answer: httpx.Response = await web.get("/")
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        for needed in ("script-src 'self'", "connect-src 'self'", "worker-src 'self'"):
            assert needed in policy
        assert "unsafe" not in policy
        loaded = re.findall(r'(?:src|href)="(/[^"]*)"', answer.text)
        assert [one for one in loaded if one.startswith("/assets/")]
        for address in loaded:
            assert (await web.get(address)).status_code == 200, address
        # Nothing inline, which the policy would not let run; nothing from elsewhere.
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)| style=| on\w+=", answer.text)
        assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text)
