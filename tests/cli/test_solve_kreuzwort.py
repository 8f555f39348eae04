"""`escale solve kreuzwort` as it is typed: files, words, options, and one line for what is bad."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import escale

# CAT is worth 3 + 1 + 2; nobody may use the Z beneath the C.
CELLS: list[dict[str, Any]] = [
    {"row": 4, "col": 4, "printed": "E", "printed_colour": "black", "stack": [["A", 1, "black"]]},
    {"row": 8, "col": 2, "stack": [["Z", 9, "S"], ["C", 3, "S"]]},
    {"row": 1, "col": 1, "printed": "", "stack": [["T", 2, "grey"]]},
]
POSITION: dict[str, Any] = {"seat": "S", "through": False, "cells": CELLS}
CAT = {
    "word": "CAT",
    "score": 6,
    "cells": [[4, 3], [4, 4], [4, 5]],
    "from": [[8, 2], None, [1, 1]],
}
CA = {"word": "CA", "score": 4, "cells": [[4, 3], [4, 4]], "from": [[8, 2], None]}
WORDS = b"\xef\xbb\xbfCAT\r\n\r\nCA\r\nCAT\r\nA\r\nTACOS\r\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words.txt").write_bytes(WORDS)
    (tmp_path / "lower.txt").write_text("CAT\ncat\n")
    (tmp_path / "p.json").write_text(json.dumps(POSITION))
    (tmp_path / "none.json").write_text(json.dumps(POSITION | {"seat": "N"}))
    lines = [json.dumps(POSITION), '{"seat": "S"', json.dumps(POSITION)]
    (tmp_path / "many.jsonl").write_text("\n".join(lines))
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("p.json --words words.txt", {"best_score": 6, "best_move": CAT, "top": [CAT]}),
        (
            "p.json --words words.txt --all --top 9",
            {"best_score": 6, "best_move": CAT, "top": [CAT, CA], "words": {"CAT": 6, "CA": 4}},
        ),
        ("none.json --words words.txt", {"best_score": None, "best_move": None, "top": []}),
    ],
)
def test_the_answer(folder: Path, typed: str, answer: dict[str, Any]) -> None:
    ended = escale("solve", "kreuzwort", *typed.split(), folder=folder)
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out) == answer


def test_over_a_lexicon(folder: Path) -> None:
    ended = escale("solve", "kreuzwort", "p.json", "--language", "en", folder=folder)
    assert json.loads(ended.out)["best_score"] == 6


@pytest.mark.parametrize(
    ("typed", "answers", "line"),
    [
        ("p.json --top 0", 0, "--top: must be a whole number from 1 to 99999999, got '0'"),
        ("p.json --all", 0, "--all: needs --words FILE"),
        ("p.json --words lower.txt", 0, "lower.txt: line 2: must be a word of the letters A to Z"),
        ("no.json --words words.txt", 0, "no.json: No such file or directory"),
        ("many.jsonl --words words.txt --jsonl", 1, "line 2: position: not JSON"),
    ],
)
def test_what_is_bad_is_one_line(folder: Path, typed: str, answers: int, line: str) -> None:
    ended = escale("solve", "kreuzwort", *typed.split(), folder=folder)
    assert ended.code == 2
    assert ended.out.count("\n") == answers
    assert ended.err.count("\n") == 1
    assert line in ended.err


def test_the_example_of_the_documentation(folder: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "games" / "kreuzwort.md"
    blocks = re.findall(r"^```json\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    position, answer = blocks
    (folder / "list.txt").write_text("RAPS\nRAT\nTAPS\n")
    wishes = ("--words", "list.txt", "--top", "2", "--all")
    ended = escale("solve", "kreuzwort", "-", *wishes, typed=position, folder=folder)
    assert json.loads(ended.out) == json.loads(answer)
