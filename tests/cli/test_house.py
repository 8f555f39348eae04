"""`escale play --house FILE`: the table's own dictionary stands in the header of the match."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.commands import escale

PLAY = ("play", "wordbank", "--seats", "you,bot:1", "--language", "fr", "--seed", "3")


def test_added_and_banned_words_are_in_the_header(tmp_path: Path) -> None:
    (tmp_path / "house.txt").write_text("# ours\nzorglub\n-maison\n", encoding="utf-8")
    ended = escale(*PLAY, "--house", "house.txt", "--save", "match.json", folder=tmp_path)
    assert ended.code == 0
    header = json.loads((tmp_path / "match.json").read_text("utf-8"))["header"]
    assert header["options"]["added"] == ["zorglub"]
    assert header["options"]["banned"] == ["maison"]
    assert "+house-" in dict(header["pins"])["lexicon"]
    assert escale("verify", "match.json", folder=tmp_path).code == 0


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "house.txt").write_text("bien\nb4d word\n", encoding="utf-8")
    ended = escale(*PLAY, "--house", "house.txt", folder=tmp_path)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "house.txt: line 2" in ended.err
