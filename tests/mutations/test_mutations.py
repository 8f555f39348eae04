"""The tests notice faults: each rule and each guard is broken once on purpose.

`games/NAME.toml` breaks the rules of a game: it lists the rulings, the tests that must notice
(in the game's own folder) and the changes. `machinery/NAME.toml` breaks tables, server or store:
each change names the tests (node ids below the root of the repository) that must notice it.

`noticed_by.json` says which test noticed a change of the rules the last time: it is run first, and
the others only if it passes. It saves time and proves nothing; write it again with
`ESCALE_RECORD_MUTATIONS=1 python -m pytest tests/mutations`.
"""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import escale
from tests.mutations.judge import Judge, judge

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = Path(escale.__file__).parent
ENOUGH = 20  # mutations of a game or a part of the machinery
HINTS = HERE / "noticed_by.json"
RECORD = "ESCALE_RECORD_MUTATIONS" in os.environ
NOTICED_BY: dict[str, str] = {} if RECORD else json.loads(HINTS.read_text("utf-8"))


def _read(folder: str) -> dict[str, dict[str, Any]]:
    files = sorted((HERE / folder).glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text("utf-8")) for file in files}


GAMES = _read("games")
MACHINERY = _read("machinery")
RULES = [(game, one) for game, table in GAMES.items() for one in table["mutation"]]
GUARDS = [(part, one) for part, table in MACHINERY.items() for one in table["mutation"]]


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("broken")
    unneeded = shutil.ignore_patterns("data", "dist", "web")  # bytecode is needed
    shutil.copytree(PACKAGE, folder / "escale", ignore=unneeded)
    (folder / "escale" / "words" / "data").symlink_to(PACKAGE / "words" / "data")
    return folder


@pytest.fixture(scope="session")
def runner(copy: Path) -> Iterator[Judge]:
    with judge(copy) as one:
        yield one


def rule_tests(copy: Path, game: str) -> tuple[str, ...]:
    folder = copy / "escale" / "games" / game / "tests"
    return tuple(str(folder / one) for one in GAMES[game]["tests"])


def likely_tests(game: str) -> tuple[str, ...]:
    """Those that noticed the last time."""
    names = (f"{game} {one['ruling']}" for one in GAMES[game]["mutation"])
    return tuple({NOTICED_BY[name] for name in names if name in NOTICED_BY})


def guard_tests(part: str) -> tuple[str, ...]:
    """All that a list names, each once: they run unchanged in one go."""
    named = dict.fromkeys(
        one for mutation in MACHINERY[part]["mutation"] for one in mutation["tests"]
    )
    return tuple(str(ROOT / one) for one in named)


def record(name: str, failed: str) -> None:
    found = {**json.loads(HINTS.read_text("utf-8")), name: failed}
    HINTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")


@contextmanager
def broken(copy: Path, folder: str, mutation: dict[str, str]) -> Iterator[None]:
    place = Path(folder) / mutation["file"]
    file = copy / "escale" / place
    text = file.read_text("utf-8")
    assert text.count(mutation["old"]) == 1, f"{mutation['old']!r} is not there exactly once"
    file.write_text(text.replace(mutation["old"], mutation["new"]), "utf-8")
    try:
        yield
    finally:
        shutil.copy2(PACKAGE / place, file)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_change_for_every_ruling(game: str) -> None:
    rulings = {mutation["ruling"].split()[0] for mutation in GAMES[game]["mutation"]}
    assert set(GAMES[game]["rulings"]) <= rulings
    assert len(GAMES[game]["mutation"]) >= ENOUGH


@pytest.mark.parametrize("part", MACHINERY)
def test_every_part_of_the_machinery_has_enough_changes(part: str) -> None:
    assert len(MACHINERY[part]["mutation"]) >= ENOUGH


@pytest.mark.parametrize("game", GAMES)
def test_the_tests_of_a_game_pass_while_nothing_is_broken(
    copy: Path, runner: Judge, game: str
) -> None:
    """Those that noticed the last time: a failure below is then due to the change."""
    assert runner.run(rule_tests(copy, game), likely_tests(game), compiled=True).code == 0


@pytest.mark.parametrize("part", MACHINERY)
def test_the_tests_of_the_machinery_pass_while_nothing_is_broken(runner: Judge, part: str) -> None:
    assert runner.run(guard_tests(part), compiled=True).code == 0


@pytest.mark.parametrize(
    ("game", "mutation"), RULES, ids=[f"{game} {one['ruling']}" for game, one in RULES]
)
def test_the_rule_tests_notice(
    copy: Path, runner: Judge, game: str, mutation: dict[str, str]
) -> None:
    name, tests = f"{game} {mutation['ruling']}", rule_tests(copy, game)
    if name in NOTICED_BY:
        with broken(copy, f"games/{game}", mutation):
            if runner.run([str(copy / NOTICED_BY[name])]).code == 1:
                return
    assert runner.run(tests, compiled=True).code == 0
    with broken(copy, f"games/{game}", mutation):
        outcome = runner.run(tests)
    if RECORD and outcome.failed:
        record(name, outcome.failed)
    assert outcome.code == 1


@pytest.mark.parametrize(
    ("part", "mutation"), GUARDS, ids=[f"{part} {one['what']}" for part, one in GUARDS]
)
def test_the_machinery_tests_notice(
    copy: Path, runner: Judge, part: str, mutation: dict[str, Any]
) -> None:
    with broken(copy, part, mutation):
        assert runner.run([str(ROOT / one) for one in mutation["tests"]]).code == 1
