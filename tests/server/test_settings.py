"""Settings: from flags, from the environment and from a file, and which of them counts."""

from __future__ import annotations

import os
import re
import socket
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escale.cli.commands import bots, serve
from escale.cli.settings import SETTINGS
from escale.cli.settings_sources import FILE
from escale.server.settings import Limits, Rate, Settings
from tests.cli.commands import escale

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "deploy" / "escale.toml"

WHOLE = """
host = "::1"
port = 9000
database = "there.sqlite"
broker = "redis://127.0.0.1:9/0"
origin = ["https://club.example", "https://ludo.example"]
site = ["games.example"]
proxy = "10.0.0.1"
host-key = "correct-horse-battery"
keep-days = 30
connections = 7
messages-a-second = 40
requests-a-second = 25.0
tables-a-second = 1
stuck-seconds = 3
idle-seconds = 4.5
bots = 2
bot-pause = 0
"""
AS_WRITTEN = Settings(
    host="::1",
    port=9000,
    database="there.sqlite",
    broker="redis://127.0.0.1:9/0",
    limits=Limits(
        messages=Rate(40, 120),
        requests=Rate(25, 150),
        tables=Rate(1, 120),
        uploads=Rate(64 * 1024, 6 * 1024 * 1024),
        connections=7,
        stuck_seconds=3,
    ),
    origins=("https://club.example", "https://ludo.example"),
    sites=("games.example",),
    proxies="10.0.0.1",
    host_key="correct-horse-battery",
    keep_days=30,
    idle_seconds=4.5,
    bot_workers=2,
    bot_pause=0,
)


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("ESCALE_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs the command up to the point where it would serve; the settings it came to."""
    monkeypatch.setattr(serve, "bind", lambda settings: socket.socket())
    monkeypatch.setattr(serve, "open_broker", lambda settings: None)
    monkeypatch.setattr(serve, "open_store", lambda settings, **_: None)
    monkeypatch.setattr(serve, "_welcome", lambda *_: None)
    monkeypatch.setattr(serve, "token_urlsafe", lambda _: "")  # the key of the host, by default

    def run(*arguments: str, **environment: str) -> Settings:
        found: list[Settings] = []
        monkeypatch.setattr(serve, "serve", lambda settings, *_: found.append(settings))
        with monkeypatch.context() as here:
            for name, value in environment.items():
                here.setenv(f"ESCALE_{name}", value)
            ended = escale("serve", *arguments, folder=tmp_path)
            assert ended.code == 0, ended
        return found[0]

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(WHOLE, encoding="utf-8")
    return path


# Which one counts


def test_by_default_only_this_machine_can_reach_it(opened: Any) -> None:
    assert opened() == Settings()
    assert (Settings().host, Settings().port) == ("127.0.0.1", 8080)
    assert Settings().database == "escale.sqlite"


def test_the_environment_sets_what_no_flag_does(opened: Any) -> None:
    settings = opened(HOST="0.0.0.0", PORT="9000", ORIGINS="https://a.example https://b.example")
    assert (settings.host, settings.port) == ("0.0.0.0", 9000)
    assert settings.origins == ("https://a.example", "https://b.example")


def test_a_flag_wins_over_the_environment(opened: Any) -> None:
    flags = ("--host", "::1", "--port", "7000", "--database", "here.sqlite")
    settings = opened(*flags, HOST="0.0.0.0", PORT="9000", DATABASE="there.sqlite")
    assert (settings.host, settings.port, settings.database) == ("::1", 7000, "here.sqlite")
    settings = opened("--origin", "https://a.example", "--origin", "https://b.example", ORIGINS="x")
    assert settings.origins == ("https://a.example", "https://b.example")


def test_an_empty_variable_is_as_good_as_none(opened: Any, file: Path) -> None:
    empty = {setting.variable.removeprefix("ESCALE_"): "" for setting in SETTINGS.values()}
    assert opened(**empty, SETTINGS="") == Settings()
    assert opened("--settings", str(file), **empty) == AS_WRITTEN


def test_everything_can_be_set_in_a_file(opened: Any, file: Path) -> None:
    assert set(re.findall(r"^[\w-]+", WHOLE, re.MULTILINE)) == set(SETTINGS)
    assert opened("--settings", str(file)) == AS_WRITTEN
    assert opened(SETTINGS=str(file)) == AS_WRITTEN


def test_the_file_that_a_flag_names_wins_over_that_of_the_environment(
    opened: Any, file: Path
) -> None:
    assert opened("--settings", str(file), SETTINGS="nowhere.toml") == AS_WRITTEN


OTHERS = {
    "host": ("0.0.0.0", "::"),
    "database": ("here.sqlite", "nowhere.sqlite"),
    "broker": ("rediss://cache.example", "redis://other.example"),
    "origin": ("https://other.example", "https://another.example"),
    "site": ("other.example", "another.example"),
    "proxy": ("10.0.0.2", "10.0.0.3"),
    "host-key": ("another-key-of-the-host", "a-third-key-of-the-host"),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_the_environment_wins_over_the_file_and_a_flag_over_both(
    opened: Any, file: Path, name: str
) -> None:
    other, another = OTHERS.get(name, ("11", "12"))
    variable = SETTINGS[name].variable.removeprefix("ESCALE_")
    written = ("--settings", str(file))
    by_variable, by_flag = opened(*written, **{variable: other}), opened(f"--{name}", other)
    assert by_variable != AS_WRITTEN and by_flag != Settings()
    assert opened(*written, f"--{name}", other) == by_variable
    assert opened(*written, f"--{name}", other, **{variable: another}) == by_variable
    assert opened(f"--{name}", other, **{variable: another}) == by_flag


def test_bots_take_what_concerns_them(
    monkeypatch: pytest.MonkeyPatch, file: Path, tmp_path: Path
) -> None:
    found: list[Settings] = []

    def stop(settings: Settings) -> None:
        found.append(settings)
        raise OSError("far enough")

    monkeypatch.setattr(bots, "open_broker", stop)
    assert "far enough" in escale("bots", "--settings", str(file), folder=tmp_path).err
    (settings,) = found
    taken = Settings(database="there.sqlite", broker=AS_WRITTEN.broker, bot_workers=2, bot_pause=0)
    assert settings == taken


@pytest.mark.parametrize("command", ["export", "import", "backup"])
def test_the_database_of_other_commands_comes_from_the_same_file(
    command: str, file: Path, tmp_path: Path
) -> None:
    """Nothing but the database concerns them, but a slip anywhere in the file is told."""
    file.write_text('database = "no/such.sqlite"\nport = 9000\n', encoding="utf-8")
    taken = tmp_path / "tables.jsonl"
    if command == "import":
        taken.touch()
    ended = escale(command, str(taken), "--settings", str(file), folder=tmp_path)
    assert ended.code == 2 and "no/such.sqlite" in ended.err, ended
    file.write_text('port = "http"\n', encoding="utf-8")
    ended = escale(command, str(taken), "--settings", str(file), folder=tmp_path)
    assert ended.code == 2 and f"{file}: port: " in ended.err, ended


def test_a_database_in_postgresql_is_no_file_to_copy(file: Path, tmp_path: Path) -> None:
    file.write_text('database = "postgresql://escale:secret@db.example/escale"', encoding="utf-8")
    ended = escale("backup", "copy", "--settings", str(file), folder=tmp_path)
    assert ended.code == 2 and "pg_dump" in ended.err and "secret" not in ended.err


# What is refused


def _refused(content: bytes, tmp_path: Path, *arguments: str) -> str:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    return _told(file, tmp_path, *arguments)


def _told(file: Path, tmp_path: Path, *arguments: str) -> str:
    ended = escale("serve", "--settings", str(file), *arguments, folder=tmp_path)
    assert (ended.code, ended.out) == (2, ""), ended
    assert ended.err.startswith(f"escale serve: {file}: ") and ended.err.count("\n") == 1
    assert "Traceback" not in ended.err and "Errno" not in ended.err
    return ended.err.removeprefix(f"escale serve: {file}: ").strip()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("prot = 80", "unknown setting 'prot'; do you mean port?"),
        ("bot_pause = 1", "unknown setting 'bot_pause'; do you mean bot-pause?"),
        ("origins = []", "unknown setting 'origins'; do you mean origin?"),
        ("[web]\nport = 80", "unknown setting 'web'; the settings are host, port, "),
        ('"a\\nb" = 1', r"unknown setting 'a\nb'; "),
        ('port = "80"', "port: must be a whole number, without quotes, got '80'"),
        ("port = true", "port: must be a whole number, without quotes, got True"),
        ("port = 80.0", "port: must be a whole number, without quotes, got 80.0"),
        ("port = 65536", "port: must be a number from 0 to 65535, got 65536"),
        ("port = -1", "port: must be a number from 0 to 65535, got -1"),
        ("bots = 0", "bots: must be a number from 1 to 256, got 0"),
        ('bot-pause = "1"', "bot-pause: must be a number, without quotes, got '1'"),
        ("bot-pause = nan", "bot-pause: must be a number from 0 to 60, got nan"),
        ("tables-a-second = 0", "tables-a-second: must be a number from 0.001 to 1000000, got 0"),
        ("broker = '127.0.0.1'", "broker: must begin with redis://, rediss:// or unix://, got "),
        (
            "broker = 'amqp://a:pw@b'",
            "broker: must begin with redis://, rediss:// or unix://, got ",
        ),
        ("database = ''", "database: must be a file, or begin with postgresql://, got ''"),
        (
            "database = 'mysql://ada:secret@db.example/escale'",
            "database: must be a file, or begin with postgresql://,"
            " got 'mysql://...@db.example/escale'",
        ),
        ("host = ''", "host: must not be empty, got ''"),
        ("host = 127", "host: must be a text, in quotes, got 127"),
        ("host = []", "host: must be a text, in quotes, got []"),
        ("database.file = 'x'", "database: must be a text, in quotes, got {'file': 'x'}"),
        ("origin = 'https://a.example'", "origin: must be a list of texts, in brackets, got "),
        ("origin = [1]", "origin: must be a list of texts, in brackets, got [1]"),
        ("host = localhost", "Invalid value (at line 1"),
        ("port = 1\nport = 2", "Cannot overwrite a value (at "),
    ],
    ids=lambda text: text.partition("\n")[0],
)
def test_a_line_that_cannot_be_used_is_told(line: str, told: str, tmp_path: Path) -> None:
    assert _refused(line.encode(), tmp_path).startswith(told)


def test_a_slip_is_told_even_where_a_flag_wins(tmp_path: Path) -> None:
    assert "port: " in _refused(b"port = 65536", tmp_path, "--port", "0")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    assert _told(tmp_path / "nowhere.toml", tmp_path) == "No such file or directory"
    assert _told(tmp_path, tmp_path) == "Is a directory"
    assert "not a text file" in _refused(b"host = '\xff'", tmp_path)


def test_what_is_wrong_in_the_environment_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ESCALE_PORT", "http")
    told = "escale serve: ESCALE_PORT: must be a number from 0 to 65535, got 'http'\n"
    assert escale("serve", folder=tmp_path).err == told


# What is told about them


def _flags(command: Any) -> set[str]:
    parser = ArgumentParser(add_help=False)
    command.add_arguments(parser)
    return {flag for action in parser._actions for flag in action.option_strings}


def test_the_guide_tells_of_every_setting() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(--[\w-]+)` \| `(ESCALE_\w+)` \|", guide, re.MULTILINE))
    told = {f"--{name}": setting.variable for name, setting in SETTINGS.items()}
    assert rows == {**told, "--settings": FILE}
    assert _flags(serve) == set(rows)
    assert _flags(bots) < set(rows)


def _examples() -> Iterator[str]:
    """The file as it is, and with each of its examples in turn."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    yield "\n".join(lines)
    for line in lines:
        if example := re.fullmatch(r"# (([\w-]+) = .*)", line):
            others = [one for one in lines if not one.startswith(f"{example[2]} = ")]
            yield "\n".join([*others, example[1]])


def test_every_line_of_the_example_can_be_used(opened: Any, file: Path) -> None:
    named: set[str] = set()
    for example in _examples():
        file.write_text(example, encoding="utf-8")
        named |= set(re.findall(r"^([\w-]+) = ", example, re.MULTILINE))
        opened("--settings", str(file))
    assert named == set(SETTINGS)


def test_what_the_example_calls_usual_is(opened: Any, file: Path) -> None:
    written = EXAMPLE.read_text(encoding="utf-8")
    usual = set(SETTINGS) - {
        *("database", "broker", "origin", "site", "proxy", "bots", "host-key", "keep-days"),
    }
    lines = [f"{name} = {_value(written, name)}" for name in usual]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert len(lines) == 9 and opened("--settings", str(file)) == Settings()


def _value(written: str, name: str) -> str:
    found = re.search(rf"^# {name} = (.*)$", written, re.MULTILINE)
    assert found is not None
    return found[1]
