"""`escale arena`: the same seed, the same games, whatever the number of processes."""

from __future__ import annotations

import json

import pytest

from escale.games.arena import interval
from tests.cli.commands import escale

ARENA = ("arena", "wordbank", "--bots", "3,1", "--games", "6", "--seed", "3", "--json")


def test_the_result_as_json() -> None:
    ended = escale(*ARENA, "--processes", "1")
    assert ended.code == 0
    result = json.loads(ended.out)
    assert list(result) == ["game", "games", "seed", "bots", "turns"]
    assert (result["game"], result["games"], result["seed"]) == ("wordbank", 6, 3)
    assert [bot["bot"] for bot in result["bots"]] == ["3", "1"]
    assert sum(bot["wins"] for bot in result["bots"]) == 6
    for bot in result["bots"]:
        assert list(bot) == ["bot", "wins", "share", "low", "high"]
        assert bot["low"] <= bot["share"] <= bot["high"]
    assert result["bots"][0]["share"] > result["bots"][1]["share"]
    assert result["turns"] > 2


def test_processes_change_nothing() -> None:
    quick = [one if one != "3,1" else "1,1" for one in ARENA]  # bots that think for a moment
    one, two = (escale(*quick, "--processes", number) for number in ("1", "2"))
    assert one.out == two.out


def test_another_seed_other_games() -> None:
    other = [one if one != "3" else "4" for one in ARENA]
    assert escale(*ARENA).out != escale(*other, "--processes", "1").out


def test_a_table_for_people() -> None:
    ended = escale(*ARENA[:-1], "--processes", "1", "--language", "de")
    assert ended.code == 0
    assert "95 % interval" in ended.out
    assert "By seat: seat 1" in ended.out


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("--bots", "9,1"), "not '9'"),
        (("--bots", "1"), "takes 2 to 5, not 1"),
        (("--games", "0"), "--games"),
        (("--option", "referee=none"), "option referee"),
        (("--option", "nonsense"), "option 'nonsense'"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], names: str) -> None:
    ended = escale("arena", "wordbank", *arguments)
    assert ended.code == 2
    assert ended.err.count("\n") == 1
    assert names in ended.err


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0)],
)
def test_the_interval_is_wilsons(share: float, games: int, low: float, high: float) -> None:
    assert interval(share, games) == pytest.approx((low, high), abs=1e-4)
