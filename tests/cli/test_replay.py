"""`escale replay`: the whole match as a text, or step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Person, escale
from tests.cli.test_play import CAR, PASS, log_of, play, table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a word, a pass, and the pass taken back."""
    folder = table(tmp_path_factory.mktemp("matches"))
    ended = play(folder, f"{CAR}{PASS}/u\n\n{PASS}")
    assert ended.code == 0, ended.err
    return folder


def test_a_pipe_gets_the_whole_match_as_text(folder: Path) -> None:
    ended = escale("replay", "a.json", folder=folder)
    assert ended.code == 0 and ended.err == ""
    assert "Ben annonce" in ended.out
    assert "Coffre 1" in ended.out


def test_one_moment_in_another_language(folder: Path) -> None:
    ended = escale("replay", "a.json", "--at", "4", "--language", "de", folder=folder)
    assert "Ben sagt CAR an" in ended.out
    assert "─ 7 ─" in ended.out


def test_what_was_taken_back_is_said_to_be(folder: Path) -> None:
    out = escale("replay", "a.json", "--at", "5", folder=folder).out
    assert "repris plus tard" in out


def test_a_match_that_was_given_up(tmp_path: Path) -> None:
    play(table(tmp_path), f"{CAR}/resign\no\n")
    out = escale("replay", "a.json", folder=tmp_path).out
    assert "Ana abandonne." in out
    assert "Ben gagne." in out
    last = len(log_of(tmp_path / "a.json"))
    for at in (last - 1, last):
        assert "Ana abandonne." in escale("replay", "a.json", "--at", str(at), folder=tmp_path).out


@pytest.mark.parametrize(
    ("arguments", "named"), [(("a.json", "--at", "99"), "99"), (("none.json",), "none.json")]
)
def test_bad_input(arguments: tuple[str, ...], named: str, folder: Path) -> None:
    ended = escale("replay", *arguments, folder=folder)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert named in ended.err


def test_a_log_that_cannot_be_is_refused(folder: Path) -> None:
    text = (folder / "a.json").read_text(encoding="utf-8")
    (folder / "bad.json").write_text(
        text.replace('"kind": "Pass"', '"kind": "Vote", "accept": true')
    )
    assert escale("replay", "bad.json", folder=folder).code in (0, 2)
    (folder / "worse.json").write_text(text.replace('"start": 0', '"start": 77'))
    ended = escale("replay", "worse.json", folder=folder)
    assert (ended.code, ended.err.count("\n")) == (2, 1)


def test_keys_step_through_at_a_terminal(folder: Path) -> None:
    with Person("replay", "a.json", folder=folder) as person:
        person.waits_for("0 sur")
        person.types("\x1b[C\x1b[C")
        person.waits_for("4 sur")
        person.types("\x1b[D")
        person.waits_for("3 sur")
        person.types("5\n")
        person.waits_for("5 sur")
        person.types("\x1b[H")
        person.waits_for("0 sur")
        person.types("q")
        assert person.leaves() == 0
