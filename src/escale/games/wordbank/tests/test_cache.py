"""What a table's own dictionary costs must not add up: anybody may bring one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from escale.games.wordbank import editions
from escale.games.wordbank.bots import levels
from escale.games.wordbank.rules.pieces import Options
from escale.games.wordbank.solver import table_file


def test_only_the_tables_that_were_used_last_stay_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_file, "MOST_FILES", 3)
    for number in range(5):
        table_file.cached([f"WORD{'A' * number}"], f"digest {number}", tmp_path)
        for age, file in enumerate(sorted(tmp_path.iterdir(), key=os.path.getmtime)):
            os.utime(file, (age, age))
        table_file.cached(["WORD"], "digest 0", tmp_path)
    assert len(list(tmp_path.glob("*.table"))) == 3
    before = {file: file.stat().st_ino for file in tmp_path.iterdir()}
    table_file.cached(["WORD"], "digest 0", tmp_path)
    assert {file: file.stat().st_ino for file in tmp_path.iterdir()} == before, "it is still there"


def test_only_some_vocabularies_stay_in_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(levels, "MOST_VOCABULARIES", 2)
    monkeypatch.setattr(levels, "_vocabularies", {})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for word in ("ZUTALORS", "ZUTENCORE", "ZUTTOUJOURS"):
        levels.vocabulary(editions.words(Options(added=(word,))), 1)
    assert len(levels._vocabularies) == 2
