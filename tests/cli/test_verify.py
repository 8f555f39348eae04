"""`escale verify`: a match that holds, and one that was tampered with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from escale.core.chance import pledge
from escale.core.match import Match, Player
from escale.games.arena import seeded_key
from escale.games.matchfile import to_json
from escale.games.wordbank.editions import FOLDER
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Options
from tests.cli.commands import escale

MATCH = (FOLDER / "recorded" / "ran-out.json").read_text(encoding="utf-8")


def verify(folder: Path, text: str, *more: str) -> tuple[int, str, str]:
    (folder / "match.json").write_text(text, encoding="utf-8")
    ended = escale("verify", "match.json", *more, folder=folder)
    return ended.code, ended.out, ended.err


@pytest.mark.parametrize(
    ("language", "says"), [("fr", "Tirages"), ("en", "Draws"), ("de", "Ziehungen")]
)
def test_a_finished_match_is_proved(tmp_path: Path, language: str, says: str) -> None:
    code, out, _ = verify(tmp_path, MATCH, "--language", language)
    assert code == 0
    assert out.startswith("·"), "no tick: nobody's salt is in it"
    assert says in out


def salted(**changes: str) -> str:
    """A match of Ada, whose salt is in, and Bob, whose is not; names may be changed afterwards."""
    salt, secret, options = seeded_key("salt"), seeded_key("secret"), Options(language="en")
    players = [Player("Ada", pledge=pledge(salt)), Player("Bob", pledge=pledge(seeded_key("?")))]
    header = GAME.header("salted", options, players, secret)
    match = Match(GAME.rules(options), header, secret)
    told = match.salt(0, salt)
    assert isinstance(told, tuple)
    match.extend(told)
    match.extend(match.unsalt())
    match.extend(match.begin())
    resigned = match.resign(1)
    assert isinstance(resigned, tuple)
    match.extend(resigned)
    plain = json.loads(to_json(match.record))
    for player in plain["header"]["players"]:
        player["name"] = changes.get(player["name"], player["name"])
    return json.dumps(plain)


def test_it_says_whose_salts_are_in(tmp_path: Path) -> None:
    code, out, _ = verify(tmp_path, salted())
    assert code == 0
    assert out.startswith("✓")
    assert "Salts in the draws: Ada." in out
    assert "Without a salt: Bob." in out


def test_exchanged_names_are_found(tmp_path: Path) -> None:
    code, out, _ = verify(tmp_path, salted(Ada="Bob", Bob="Ada"))
    assert code == 1
    assert "Names, seats or options" in out


def test_an_altered_draw_is_found(tmp_path: Path) -> None:
    first = MATCH.index('"result": [') + len('"result": [')
    end = MATCH.index("]", first)
    drawn = MATCH[first:end].split(", ")
    swapped = ", ".join([drawn[1], drawn[0], *drawn[2:]])
    code, out, _ = verify(tmp_path, MATCH[:first] + swapped + MATCH[end:])
    assert code == 1
    assert out.startswith("✗ 1.")


def test_an_altered_move_is_found(tmp_path: Path) -> None:
    code, out, _ = verify(tmp_path, MATCH.replace('"seat": 0', '"seat": 1', 1))
    assert code == 1
    assert out.startswith("✗")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "not JSON"),
        ("{}", "no match file"),
        (MATCH.replace('"game": "wordbank"', '"game": "chess"'), "chess"),
        (MATCH.replace('"version": 3', '"version": 99'), "header.version"),
        (MATCH.replace('["lexicon", "', '["lexicon", "other'), "header.pins: lexicon"),
        (MATCH.replace('"kind": "Announce"', '"kind": "Cheat"', 1), "action.kind"),
    ],
)
def test_a_file_that_is_no_match_is_one_line(tmp_path: Path, text: str, names: str) -> None:
    code, out, err = verify(tmp_path, text)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert names in err
