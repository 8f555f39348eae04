"""The audit finds holes that are known, and never takes silence for good news.

The tools are the real ones; those whom they ask are played here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.packaging import audit
from tests.packaging.audit import Audit, of_page, of_python, told

SHIPPED = [
    {"name": name, "version": "1.0", "purl": f"pkg:{kind}/{name}@1.0"}
    for kind, name in (("pypi", "Good_One"), ("pypi", "bad-one"), ("npm", "bad-one"))
]
NOBODY = "http://127.0.0.1:9/"
OSV_HOLE = {
    "vulns": [{"id": "HOLE-1", "affected": [{"package": {"name": "bad-one", "ecosystem": "PyPI"}}]}]
}
NPM_HOLE = {
    "bad-one": [
        {
            "id": 1,
            "url": "https://example.org/1",
            "title": "a hole",
            "severity": "high",
            "vulnerable_versions": "<2",
            "cwe": [],
            "cvss": {"score": 0, "vectorString": None},
        }
    ]
}


class _Service(BaseHTTPRequestHandler):
    """Knows of one hole, as OSV does (one package a question) and as npm does (all at once)."""

    hole = True

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        npm = "advisories" in self.path
        bad = self.hole and (npm or json.loads(body)["package"]["name"] == "bad-one")
        answer: Any = (NPM_HOLE if npm else OSV_HOLE) if bad else {}
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(params=[True, False], ids=["a hole", "no hole"])
def hole(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def service(hole: bool) -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), type("Told", (_Service,), {"hole": hole})) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    package = {"name": "page", "version": "1.0.0", "dependencies": {"bad-one": "1.0.0"}}
    locked = {"": package, "node_modules/bad-one": {"version": "1.0.0"}}
    lock = {"name": "page", "version": "1.0.0", "lockfileVersion": 3, "packages": locked}
    (tmp_path / "package.json").write_text(json.dumps(package))
    (tmp_path / "package-lock.json").write_text(json.dumps(lock))
    return tmp_path


def _osv(url: str) -> tuple[str, ...]:
    return ("-s", "osv", "--osv-url", url)


def test_a_known_hole_of_a_python_package_is_found(service: str, hole: bool) -> None:
    found = ("bad-one==1.0 has HOLE-1",) if hole else ()
    both = ("Good_One==1.0", "bad-one==1.0")
    one = of_python(SHIPPED, [_osv(service)])
    assert replace(one, asked=tuple(sorted(one.asked))) == Audit(both, found)
    again = of_python(SHIPPED, [_osv(NOBODY), _osv(service)])
    assert again.holes == found and again.unknown == ()


def test_a_known_hole_of_the_page_is_found(service: str, hole: bool, page: Path) -> None:
    one = of_page(page, f"--registry={service}")
    assert one == Audit(("bad-one",), ("bad-one has a high one",) if hole else ())


def test_where_nobody_answers_it_is_said_loudly(page: Path) -> None:
    for one, count in (
        (of_python(SHIPPED, [_osv(NOBODY)]), 2),
        (of_page(page, f"--registry={NOBODY}"), 1),
    ):
        assert one.asked == () and one.holes == () and len(one.unknown) == count
        assert f"NOT AUDITED: {count} packages of x.\n" in told("x", one)
        assert one.why and "0 known holes" not in told("x", one)


def test_a_package_that_a_service_does_not_know_was_not_audited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """pip-audit itself counts it among those without a hole."""
    known = [{"name": "good-one", "version": "1.0", "vulns": []}]
    skipped = [{"name": "bad-one", "skip_reason": "not found"}]
    monkeypatch.setattr(audit, "_pip_audit", lambda *_: known + skipped)
    one = of_python(SHIPPED, [()])
    assert one == Audit(("Good_One==1.0",), (), ("bad-one==1.0",), "not found")
    said = told("x", one)
    assert "NOT AUDITED: 1 packages of x (bad-one==1.0)." in said
    assert "1 packages of x: 0 known holes" in said
