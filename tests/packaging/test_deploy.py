"""What is ready to use is judged by the programs that it is for."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.packaging.checkers import LOUD, checker
from tests.served import served
from tests.servers.ports import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SOON = 30.0

Checker = Callable[[str, str], str]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    def find(name: str, what: str) -> str:
        found = checker(name, tmp_path_factory.mktemp(name))
        if found is None:
            pytest.skip(LOUD.format(name=name.upper(), what=what))
        return found

    return find


def _block(start: str) -> str:
    found = re.search(rf"^```\w*\n({re.escape(start)}.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


# systemd


UNITS = {path.name: path.read_text(encoding="utf-8") for path in DEPLOY.glob("*.service")}


@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_unit(name: str, program: Checker, tmp_path: Path) -> None:
    verify = [program("systemd-analyze", name), "verify"]
    unit = tmp_path / name
    unit.write_text(UNITS[name].replace("/opt/escale/bin/escale", "/bin/true"), encoding="utf-8")
    ended = subprocess.run([*verify, unit], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout + ended.stderr) == (0, "")
    unit.write_text(unit.read_text().replace("DynamicUser=yes", "DynamicUser=perhaps"))
    ended = subprocess.run([*verify, unit], capture_output=True, text=True)
    assert "perhaps" in ended.stderr  # it has looked


def test_all_units_are_as_careful() -> None:
    kept = re.compile(
        r"^(?:NoNew|Protect|Private|Restrict|Dynamic|User|Load|Cache|Env|Cap|UMask|Lock|System).*",
        re.MULTILINE,
    )
    first, *others = (kept.findall(text) for text in UNITS.values())
    assert len(first) > 20 and all(sorted(one) == sorted(first) for one in others)


# Proxies


def _proxied(caddy: str, house: str, site: str) -> str:
    host, _, port = house.removeprefix("http://").partition(":")
    there = caddy.replace("name worker", f"name {host}").replace("port 8080", f"port {port}")
    there = there.replace("127.0.0.1:8080", f"{host}:{port}").replace("games.example", site)
    return f"{{\n\tadmin off\n}}\n{there.replace('{$SITE}', site)}"


@pytest.mark.parametrize("which", ["deploy", "guide"])
def test_caddy_passes_pages_and_sockets_and_keeps_the_figures(
    which: str, program: Checker, tmp_path: Path
) -> None:
    caddy = program("caddy", "The Caddyfile")
    text = (DEPLOY / "Caddyfile").read_text() if which == "deploy" else _block("games.example")
    file, port = tmp_path / "Caddyfile", free_port()
    own = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with served(tmp_path, "--proxy", "127.0.0.1") as house:
        file.write_text(_proxied(text, house.url, f"http://127.0.0.1:{port}"), encoding="utf-8")
        command = [caddy, "run", "--adapter", "caddyfile", "--config", str(file)]
        with (tmp_path / "caddy.log").open("w") as log:
            running = subprocess.Popen(command, stdout=log, stderr=log, env=own)
        try:
            _look(f"http://127.0.0.1:{port}")
        finally:
            running.terminate()
            running.wait(SOON)


def _look(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False) as asked:
        _until_open(asked)
        assert asked.get("/readyz").status_code == 200
        assert asked.get("/metrics").status_code == 403
        wanted = {"id": "t", "game": "wordbank", "seats": ["me", "open"], "name": "Ada"}
        made = asked.post("/api/tables", json=wanted, headers={"Origin": url})
        assert made.status_code == 201, made.text
        table = made.json()["table"]

    async def sit() -> None:
        place = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with connect(place, proxy=None, origin=url) as line:  # type: ignore[arg-type]
            assert json.loads(await line.recv())["kind"] == "update"

    asyncio.run(sit())


def _until_open(asked: httpx.Client) -> None:
    until = time.monotonic() + SOON
    while True:
        try:
            asked.get("/healthz")
            return
        except httpx.TransportError:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_nginx_understands_what_the_guide_tells_it(program: Checker, tmp_path: Path) -> None:
    nginx = program("nginx", "What the guide tells nginx")
    certify = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=games.example".split()
    files = ["-keyout", "games.example.key", "-out", "games.example.pem"]
    subprocess.run([*certify, *files], cwd=tmp_path, check=True, capture_output=True)
    block = _block("server {").replace("/etc/ssl", str(tmp_path)).replace("443", str(free_port()))
    logs = "error_log stderr; pid nginx.pid; events {}\n"
    temporary = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = tmp_path / "nginx.conf"
    file.write_text(f"{logs}http {{ access_log off; {temporary}\n{block}\n}}", encoding="utf-8")
    test = [nginx, "-t", "-p", str(tmp_path), "-c", str(file), "-e", "stderr"]
    ended = subprocess.run(test, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
