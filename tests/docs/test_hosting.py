"""What docs/hosting.md and deploy/ tell a host to type, to write and to look at is there."""

from __future__ import annotations

import os
import re
import shlex
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from escale.cli import COMMANDS, MODULES, Parser
from escale.cli.commands import bot
from escale.cli.settings import SETTINGS
from escale.cli.settings_sources import FILE, resolve_settings
from escale.games.registry import FOLDERS
from tests.served import served

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
RUN = r"^(?:ExecStart=(?:/bin/sh -c 'exec )?/opt/escale/bin/)?escale ([^'\n]*)'?$"


def _blocks(language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    assert found
    return found


def _typed() -> Iterator[str]:
    """Every command of ours that somebody is to type, or that something is to run."""
    units = [path.read_text(encoding="utf-8") for path in DEPLOY.glob("*.service")]
    for text in (*_blocks("sh"), *units):
        yield from re.findall(RUN, text, re.MULTILINE)
    for service in SERVICES.values():
        if service["image"] == "localhost/escale":
            yield shlex.join(service["command"])
    (entry,) = re.findall(r"^CMD \[(.*)\]$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    yield entry.replace('"', "").replace(",", "")


def _parser(command: str) -> Parser:
    parser = Parser(prog=f"escale {command}")
    name = MODULES.get(command, command.replace("-", "_"))
    module = import_module(f"escale.cli.commands.{name}")
    module.add_arguments(parser)
    return parser


TYPED = list(_typed())


def test_commands_of_all_kinds_were_found() -> None:
    typed = {line.split()[0] for line in TYPED}
    assert typed == {"serve", "bots", "backup", "export", "import", "tables"}


@pytest.mark.parametrize("line", TYPED)
def test_a_command_that_is_to_be_typed_can_be(line: str) -> None:
    plain = re.sub(r"\$\([^)]*\)|\$\{[^}]*\}", "told", line).replace("%i", "8081")
    command, *arguments = shlex.split(plain, comments=True)
    assert command in COMMANDS
    _parser(command).parse_args(arguments)


def test_a_command_that_is_mentioned_exists_with_its_flags() -> None:
    mentioned = re.findall(r"`escale ([a-z][a-z-]*)((?: [^`]*)?)`", GUIDE)
    assert mentioned
    for command, rest in mentioned:
        flags = {flag for action in _parser(command)._actions for flag in action.option_strings}
        assert set(re.findall(r"--[\w-]+", rest)) <= flags, (command, rest)


def test_every_variable_that_is_named_is_read() -> None:
    texts = [GUIDE, *(path.read_text(encoding="utf-8") for path in DEPLOY.iterdir())]
    named = set(re.findall(r"\bESCALE_[A-Z_]+\b", "\n".join(texts)))
    read = {setting.variable for setting in SETTINGS.values()} | {FILE, FOLDERS, bot.VARIABLE}
    assert read - {FOLDERS} <= named <= read


@pytest.mark.parametrize("block", _blocks("toml"))
def test_settings_that_are_shown_can_be_written(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("ESCALE_")]:
        monkeypatch.delenv(name)
    file = tmp_path / "escale.toml"
    file.write_text(block, encoding="utf-8")
    blank = dict.fromkeys(name.replace("-", "_") for name in SETTINGS)
    assert resolve_settings(Namespace(settings=str(file), **blank)).port is not None


def test_every_figure_that_is_told_can_be_looked_at(tmp_path: Path) -> None:
    rows = re.findall(r"^\| (`escale_.*) \| ", GUIDE, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"escale_\w+", row)}
    kinds = {kind for row in rows for kind in re.findall(r'"(\w+)"', row)}
    with served(tmp_path) as house, httpx.Client(base_url=house.url, trust_env=False) as asked:
        assert asked.get("/healthz").text == "ok"
        assert asked.get("/readyz").status_code == 200
        figures = asked.get("/metrics").text
    there = set(re.findall(r"^# TYPE (escale_\w+) ", figures, re.MULTILINE))
    created = {name for name in there if name.endswith("_created")}
    assert there - created == told
    source = "".join(path.read_text() for path in (ROOT / "src/escale/tables").rglob("*.py"))
    counted = re.findall(r'\bcounts\["([a-z ]+)"\] \+= ', source)
    assert {what.replace(" ", "_") for what in counted} == kinds - {"what"}


# Containers


def test_every_service_names_what_there_is() -> None:
    built = [one["image"] for one in SERVICES.values() if "build" in one]
    for name, service in SERVICES.items():
        assert set(service.get("depends_on", {})) <= set(SERVICES), name
        own = service["image"].startswith("localhost/")  # of this machine: nobody else is asked
        assert service["image"] in built if own else "." in service["image"], name
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            known = (DEPLOY / source).is_file() if "/" in source else source in COMPOSE["volumes"]
            assert known, volume
        if "build" in service:
            context = (DEPLOY / service["build"]["context"]).resolve()
            assert context == ROOT and (context / service["build"]["dockerfile"]).is_file()


def test_workers_and_bots_share_a_house_and_only_the_proxy_is_open() -> None:
    worker, bots = SERVICES["worker"], SERVICES["bots"]
    assert worker["environment"] == bots["environment"]
    database, broker = (worker["environment"][f"ESCALE_{one}"] for one in ("DATABASE", "BROKER"))
    assert re.search(r"@(\w+)/", database)[1] in SERVICES  # type: ignore[index]
    assert re.search(r"//(\w+):", broker)[1] in SERVICES  # type: ignore[index]
    assert [name for name, one in SERVICES.items() if "ports" in one] == ["proxy"]


def test_the_proxy_asks_the_workers_where_they_listen() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    port = str(SETTINGS["port"].usual)
    assert re.findall(r"^\s+name (\w+)$", caddy, re.MULTILINE) == ["worker"]
    assert re.findall(r"^\s+port (\w+)$", caddy, re.MULTILINE) == [port]
    assert f"EXPOSE {port}\n" in image and f"127.0.0.1:{port}/readyz" in image
    assert "ESCALE_HOST=0.0.0.0" in image and "SITE" in SERVICES["proxy"]["environment"]


def test_nothing_of_a_machine_gets_into_the_container() -> None:
    """Above all no database, no password, and no packages of another system."""
    kept_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    for name in (".git", ".venv", "node_modules", "src/escale/web/dist", "escale.sqlite*"):
        assert name in kept_out
    assert "**/.env" in kept_out
