"""`python -m tools.lexicons`: what it writes, what `--check` compares, what it refuses."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from escale.words import Language
from escale.words.lexicon import file_of
from tests.words.small_lexicons import random_vocabulary
from tools.lexicons import __main__ as tool
from tools.lexicons.sources import SourceError
from tools.lexicons.writer import lexicon


def test_it_writes_a_lexicon_and_compares_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "first"

    def build(language: Language, folder: Path, sources: Path, log: Callable[[str], None]) -> Path:
        log("building")
        path = file_of(language, folder)
        path.write_bytes(lexicon(name, *random_vocabulary(language, 20))[0])
        return path

    monkeypatch.setattr(tool, "build", build)
    arguments = ["fr", "--folder", str(tmp_path)]
    assert tool.main(arguments) == 0 and capsys.readouterr() == ("", "building\n")
    before = file_of("fr", tmp_path).read_bytes()
    assert tool.main([*arguments, "--check"]) == 0
    name = "second"
    capsys.readouterr()
    assert tool.main([*arguments, "--check"]) == 1
    assert file_of("fr", tmp_path).read_bytes() == before
    built, shipped = (line.split()[1] for line in capsys.readouterr().out.splitlines())
    assert built != shipped == hashlib.sha256(before).hexdigest()


def test_it_compares_the_links_of_families_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(language: Language, folder: Path, *_: object) -> Path:
        path = file_of(language, folder)
        path.write_bytes(b"the same")
        path.with_suffix(".links").write_bytes(links)
        return path

    monkeypatch.setattr(tool, "build", build)
    arguments = ["fr", "--folder", str(tmp_path)]
    links = b"before"
    assert tool.main(arguments) == 0 == tool.main([*arguments, "--check"])
    links = b"after"
    assert tool.main([*arguments, "--check"]) == 1


def test_it_names_a_source_that_cannot_be_fetched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(*_: object) -> Path:
        raise SourceError("word-lists cannot be fetched: no network")

    monkeypatch.setattr(tool, "build", build)
    with pytest.raises(SystemExit) as stop:
        tool.main(["fr", "--check"])
    assert stop.value.code == 2 and "word-lists cannot be fetched" in capsys.readouterr().err
