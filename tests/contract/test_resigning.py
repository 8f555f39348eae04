"""Every game can be given up: the house has the words for it, and its files and kit know it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from escale.core.event import Resigned
from escale.core.game import LANGUAGES, Game
from escale.core.match import Match, Player
from escale.core.play import Ruling
from escale.games import matchfile
from escale.games.arena import seeded_match
from escale.games.registry import game_names, load_game
from escale.games.texts import passage, texts
from escale.games.transcript import event_in_words, transcript
from escale.testing import violations
from tests.contract.hush.game import GAME

GAMES = [GAME, *map(load_game, game_names())]


def given_up(game: Game[Any, Any, Any]) -> Match[Any, Any, Any]:
    players = [Player(name) for name in ("Ada", "Bo", "Cleo", "Dan", "Eve")[: game.box.fewest]]
    match = seeded_match(game, game.options(), players, 1)
    match.extend(match.begin())
    for seat in range(1, game.box.fewest):
        events = match.resign(seat, match.now + 100)
        assert isinstance(events, tuple)
        match.extend(events)
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_it_is_told_in_every_language(game: Game[Any, Any, Any], language: str) -> None:
    say = texts(game, language, ["Ada", "Bo"])
    assert "Bo" in event_in_words(Resigned(1), say)
    told = transcript(game, given_up(game).record, language)
    assert event_in_words(Resigned(1), say) in told
    assert say("endings.resigned") in told
    assert told.endswith(say("told.winner", seat=0) + "\n")
    assert passage(game, language, "house-resign")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_its_file_can_be_written_read_and_proved(game: Game[Any, Any, Any]) -> None:
    match = given_up(game)
    again = matchfile.from_json(matchfile.to_json(match.record), game)[1]
    assert again == match.record
    assert matchfile.reopen(game, again).score == match.score


def test_alone_at_a_table_nobody_is_said_to_win() -> None:
    alone = replace(GAME, box=replace(GAME.box, fewest=1))
    match = seeded_match(alone, alone.options(), [Player("Ada")], 1)
    given_up = match.resign(0)
    assert not isinstance(given_up, Ruling)
    match.extend(given_up)
    assert transcript(GAME, match.record).endswith(
        "The game is over: the others resigned.\nAda: 0\n"
    )


@pytest.fixture
def box(tmp_path: Path) -> Path:
    folder = tmp_path / "hush"
    shutil.copytree(Path(str(GAME.folder)), folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_a_recorded_match_may_be_one_that_was_given_up(box: Path) -> None:
    file = box / "recorded" / "resigned.json"
    file.write_text(matchfile.to_json(given_up(GAME).record), encoding="utf-8")
    assert violations(replace(GAME, folder=box), only=["recorded"]) == []
    file.rename(file.with_name("sweep-2.json"))
    found = violations(replace(GAME, folder=box), only=["recorded"])
    assert [one.message for one in found] == [
        "the match ends by resigned: its file name must begin with that"
    ]


def test_a_told_match_is_given_up_as_the_referee_allows(box: Path) -> None:
    plain = json.loads(matchfile.to_json(given_up(GAME).record))
    plain["header"]["commitment"] = ""
    file = box / "recorded" / "worked-example.json"
    file.write_text(json.dumps(plain), encoding="utf-8")
    assert violations(replace(GAME, folder=box), only=["recorded"]) == []
    place = len(plain["log"]) - 1
    plain["log"].insert(place, {"kind": "Resigned", "seat": 0, "at": 999})
    file.write_text(json.dumps(plain), encoding="utf-8")
    found = violations(replace(GAME, folder=box), only=["recorded"])
    assert [one.message for one in found] == [f"event {place}: match-over"]
