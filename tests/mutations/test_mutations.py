"""The tests of the rules notice when a rule is wrong: each ruling is broken once on purpose.

A game takes part by a file here, `<game>.toml`, with the number of its rulings, the tests that
must notice, and the changes.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import escale
from tests.mutations.judge import Judge, judge

HERE = Path(__file__).parent
PACKAGE = Path(escale.__file__).parent
GAMES: dict[str, dict[str, Any]] = {
    file.stem: tomllib.loads(file.read_text("utf-8")) for file in sorted(HERE.glob("*.toml"))
}
MUTATIONS = [(game, one) for game, table in GAMES.items() for one in table["mutation"]]


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("broken")
    unneeded = shutil.ignore_patterns("data", "__pycache__", "dist", "web")
    shutil.copytree(PACKAGE, folder / "escale", ignore=unneeded)
    return folder


@pytest.fixture(scope="session")
def runner(copy: Path) -> Iterator[Judge]:
    with judge(copy) as one:
        yield one


def rule_tests(copy: Path, game: str) -> list[Path]:
    return [copy / "escale" / "games" / game / "tests" / one for one in GAMES[game]["tests"]]


@cache
def outcome_without_a_change(runner: Judge, copy: Path, game: str) -> int:
    """What is compiled here serves all that follow, which change one file each."""
    return runner.outcome(rule_tests(copy, game), compiled=True)


@contextmanager
def broken(copy: Path, game: str, mutation: dict[str, str]) -> Iterator[None]:
    place = Path("games") / game / mutation["file"]
    file = copy / "escale" / place
    text = file.read_text("utf-8")
    assert text.count(mutation["old"]) == 1, f"{mutation['old']!r} is not there exactly once"
    file.write_text(text.replace(mutation["old"], mutation["new"]), "utf-8")
    try:
        yield
    finally:
        shutil.copy2(PACKAGE / place, file)


@pytest.mark.parametrize("game", GAMES)
def test_without_a_change_the_rules_pass(copy: Path, runner: Judge, game: str) -> None:
    assert outcome_without_a_change(runner, copy, game) == 0


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_change_for_every_ruling(game: str) -> None:
    rulings = {mutation["ruling"].split()[0] for mutation in GAMES[game]["mutation"]}
    assert set(GAMES[game]["rulings"]) <= rulings
    assert len(GAMES[game]["mutation"]) >= 20


@pytest.mark.parametrize(
    ("game", "mutation"), MUTATIONS, ids=[f"{game} {one['ruling']}" for game, one in MUTATIONS]
)
def test_the_rule_tests_notice(
    copy: Path, runner: Judge, game: str, mutation: dict[str, str]
) -> None:
    assert outcome_without_a_change(runner, copy, game) == 0
    with broken(copy, game, mutation):
        assert runner.outcome(rule_tests(copy, game), compiled=False) == 1
