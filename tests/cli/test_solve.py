"""`escale solve wordbank`: the answer to a position, and one clear line for what is none."""

from __future__ import annotations

import json
import os
from pathlib import Path
from subprocess import PIPE, run
from typing import Any

import pytest

from tests.cli.commands import Ended, escale
from tests.nursery import ESCALE

WORDS = "GO\nGOO\nOG\n"
CARDS = [{"letter": "G", "capacity": 2, "stones": 0}, {"letter": "O", "capacity": 3, "stones": 2}]
POSITION: dict[str, Any] = {"cards": CARDS, "hand": 2}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words.txt").write_text(WORDS)
    return tmp_path


def solve(folder: Path, position: Any, *more: str) -> Ended:
    text = position if isinstance(position, str) else json.dumps(position)
    return escale("solve", "wordbank", "-", *more, typed=text, folder=folder)


def with_words(folder: Path, position: Any, *more: str) -> Ended:
    return solve(folder, position, "--words", "words.txt", *more)


def test_the_answer_lists_every_placement_and_the_best(folder: Path) -> None:
    ended = with_words(folder, POSITION)
    assert ended.code == 0
    go = {"word": "GO"}
    og = {"word": "OG"}
    assert json.loads(ended.out) == {
        "count": 8,
        "placements": [
            {"start": 0, "direction": "cw", "cards": [0]} | go,
            {"start": 0, "direction": "cw", "cards": [0, 1]} | go,
            {"start": 0, "direction": "ccw", "cards": [0]} | go,
            {"start": 0, "direction": "ccw", "cards": [0, 1]} | go,
            {"start": 1, "direction": "cw", "cards": [1]} | og,
            {"start": 1, "direction": "cw", "cards": [1, 0]} | og,
            {"start": 1, "direction": "ccw", "cards": [1]} | og,
            {"start": 1, "direction": "ccw", "cards": [1, 0]} | og,
        ],
        "best": {"weight": 2, "start": 0, "direction": "cw", "cards": [0, 1]} | go,
    }


def test_forbidden_words_and_weights(folder: Path) -> None:
    ended = with_words(
        folder, POSITION | {"hand": 1, "forbidden": ["OG", "GO"], "weights": [0.5, 3]}
    )
    answer = json.loads(ended.out)
    assert answer["count"] == 2
    assert {one["word"] for one in answer["placements"]} == {"GOO"}
    assert answer["best"]["weight"] == 0.5


def test_nothing_can_be_placed(folder: Path) -> None:
    nothing = {"count": 0, "placements": [], "best": None}
    assert json.loads(with_words(folder, POSITION | {"hand": 0}).out) == nothing
    (folder / "words.txt").write_text("")
    assert json.loads(with_words(folder, POSITION).out) == nothing


def test_a_position_from_a_file_over_the_lexicon(folder: Path) -> None:
    (folder / "position.json").write_text(json.dumps(POSITION | {"used": ["GOOD"]}))
    ended = escale("solve", "wordbank", "position.json", "--language", "en", folder=folder)
    placements = json.loads(ended.out)["placements"]
    assert len(placements) == 8
    assert all("GOOD" not in one["word"] for one in placements)  # nor what contains it


def test_used_words_forbid_their_family_in_the_lexicon(folder: Path) -> None:
    position = {"cards": [{"letter": "P", "capacity": 2, "stones": 0}], "hand": 1}
    found = json.loads(solve(folder, position, "--language", "fr").out)["best"]["word"]
    again = json.loads(solve(folder, position | {"used": [found]}, "--language", "fr").out)
    from escale.words import load

    assert not load("fr").related(found, again["best"]["word"])


def test_many_positions_one_a_line(folder: Path) -> None:
    lines = f"{json.dumps(POSITION)}\n\n{json.dumps(POSITION | {'hand': 1})}\r\n"
    ended = with_words(folder, lines, "--jsonl")
    assert [json.loads(line)["count"] for line in ended.out.splitlines()] == [8, 4]


@pytest.mark.parametrize(
    ("position", "names"),
    [
        ("nonsense", "position: not JSON (line 1, column 1)"),
        ("[" * 100_000, "position: cannot be read as JSON"),
        ("", "position: not JSON"),
        ('{"seat": "S", "seat": "N"}', "position: the field 'seat' comes twice"),
        ('[{"row": 1, "row": 1}]', "position: the field 'row' comes twice"),
        ([], "position: must be an object"),
        ({"cards": CARDS}, "hand: is missing"),
        (POSITION | {"hand": True}, "hand: must be a whole number"),
        (POSITION | {"cards": []}, "cards: must be 1 to 12 cards"),
        (POSITION | {"cards": [CARDS[0] | {"letter": "é"}]}, "cards[0].letter: must be one letter"),
        (POSITION | {"cards": [CARDS[0] | {"stones": 3}]}, "cards[0].stones: 3 stones do not fit"),
        (POSITION | {"weights": [1]}, "weights: must be one for each of the 2 cards"),
        (POSITION | {"forbidden": ["x"]}, "forbidden[0]: must be a word of the letters A to Z"),
        (POSITION | {"wieghts": [1, 1]}, "unknown field 'wieghts'"),
    ],
)
def test_a_malformed_position_is_one_line_that_names_the_field(
    folder: Path, position: Any, names: str
) -> None:
    ended = with_words(folder, position)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert names in ended.err


def test_a_malformed_line_among_many_is_named(folder: Path) -> None:
    ended = with_words(folder, f"{json.dumps(POSITION)}\n{{}}\n", "--jsonl")
    assert ended.code == 2
    assert ended.err == "escale solve: line 2: cards: is missing\n"
    ended = with_words(folder, f"{json.dumps(POSITION)}\n{{x\n", "--jsonl")
    assert ended.err == "escale solve: line 2: position: not JSON (column 2)\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_one_line(folder: Path) -> None:
    (folder / "position.json").write_text(json.dumps(POSITION))
    command = [*ESCALE, "solve", "wordbank", "position.json", "--words", "words.txt"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        ended = run(command, cwd=folder, env=buffered, stdout=full, stderr=PIPE, text=True)
    assert ended.returncode == 2
    assert ended.stderr == "escale solve: standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("nowhere.json",), "nowhere.json: No such file"),
        (("-", "--words", "nowhere.txt"), "nowhere.txt: No such file"),
        (("-", "--words", "bad.txt"), "bad.txt: line 2: must be a word of the letters A to Z"),
        (("-", "--words", "binary.txt"), "binary.txt: not a text file"),
        (("-", "--language", "it"), "--language"),
        (("-", "--top", "3"), "--top: the solver of wordbank does not know it"),
        (("-", "--words", ""), "Is a directory"),
        (("-", "--top", "0"), "--top: must be a whole number from 1 to 99999999, got '0'"),
        (("-", "--top", "1" + 9 * "0"), "from 1 to 99999999, got '1000000000'"),
        (("-", "--all"), "--all: the solver of wordbank does not know it"),
    ],
)
def test_bad_files_and_options_are_one_line(
    folder: Path, arguments: tuple[str, ...], names: str
) -> None:
    (folder / "bad.txt").write_text("GO\nno\n")
    (folder / "binary.txt").write_bytes(b"\xff\xfe\x00")
    ended = escale("solve", "wordbank", *arguments, typed=json.dumps(POSITION), folder=folder)
    assert ended.code == 2
    assert ended.err.count("\n") == 1
    assert names in ended.err


def test_an_unknown_game_is_named(folder: Path) -> None:
    ended = escale("solve", "chess", "-", folder=folder)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "chess" in ended.err
