"""`escale verify`: a match that holds, and one that was tampered with."""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.games.wordbank.editions import FOLDER
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
    assert out.startswith("✓")
    assert says in out


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
        (MATCH.replace('"version": 1', '"version": 99'), "header.version"),
        (MATCH.replace('["lexicon", "', '["lexicon", "other'), "header.pins: lexicon"),
        (MATCH.replace('"kind": "Announce"', '"kind": "Cheat"', 1), "action.kind"),
    ],
)
def test_a_file_that_is_no_match_is_one_line(tmp_path: Path, text: str, names: str) -> None:
    code, out, err = verify(tmp_path, text)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert names in err
