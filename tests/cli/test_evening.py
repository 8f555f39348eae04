"""A whole evening of Les Clés de Fort Boyard around one laptop, with somebody who types for all."""

from __future__ import annotations

import io
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from escale.cli import main
from escale.cli.terminal.keyboard import Keyboard
from tests.cli.commands import LOUD, QUIET, Person, escale

ANSWERS = (
    (r"1: open the chest", "1"),
    (r"which card, 1 to", "4"),
    (r"1 for a trial, 2 for a riddle", "2"),
    (r"1 for a riddle, to make up", "1"),
    (r"has \w+ won\? 1: yes", "1"),
    (r"Answer, or Enter", "+"),
    (r"Save the match", ""),
    (r"Enter", ""),
)
"""What is typed, by what the question says; the first that fits."""


class Typist:
    """Reads the last question on the screen and types what it asks for."""

    def __init__(self, screen: io.StringIO, *, right: Iterator[bool]) -> None:
        self._screen = screen
        self._right = right

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        question = self._screen.getvalue().rsplit("\n", 1)[-1]
        keys = re.search(r"for (\d+) red key", question)
        if keys:
            return " ".join(["1"] * int(keys[1])) + "\n"
        if "has Ada won" in question and not next(self._right):
            return "2\n"
        return next(typed for asked, typed in ANSWERS if re.search(asked, question)) + "\n"


def evening(*options: str, seed: int, plain: bool = False) -> str:
    screen = io.StringIO()
    kept = {name: value for name, value in os.environ.items() if name not in LOUD}
    typist = Typist(screen, right=iter([False] * 4 + [True] * 1000))
    with (
        patch.dict(os.environ, kept | QUIET, clear=True),
        patch.object(sys, "stdin", typist),
        redirect_stdout(screen),
    ):
        seats = ("--seats", "you:Ada,you:Ben,you:Cleo", "--language", "en")
        chosen = [part for option in ("trials=table", *options) for part in ("--option", option)]
        chosen += ["--plain"] if plain else []
        code = main(("play", "fortboyard", *seats, "--seed", str(seed), *chosen))
    assert code == 0
    return screen.getvalue()


@pytest.fixture(scope="module")
def told() -> str:
    return evening("plan=SPOGAPGOAPGTPO", seed=2)


@pytest.mark.parametrize(
    "line",
    [
        r"begins\.",
        r"fans out the trials, face down: ▒1 ▒2",
        r"draws a trial: ",
        r"Enter: everybody is ready",
        r"turns the hourglass",
        r"has said it\.",
        r"wins the trial",
        r"loses the trial",
        r"reads a riddle to",
        r"⚂ ⚁|⚀ ⚂|accepts Ben’s answer",
        r"opens the chest with 4 keys",
        r"walks to square \d+: tiger",
        r"In the chest: \d+",
        r"puts 2 red keys back",
        r"The chest is empty",
        r"(Ada|Ben|Cleo) wins\.",
    ],
)
def test_all_that_makes_an_evening_is_on_the_screen(told: str, line: str) -> None:
    assert re.search(line, told)


def test_the_answer_is_only_on_the_readers_card(told: str) -> None:
    """The reader has the keyboard alone until the hourglass is turned; then everybody looks."""
    races = told.split("turns the hourglass.\n")[1:]
    open_to_all = [race.split("Please hand over")[0] for race in races]
    assert any("Answer, or Enter" in race for race in open_to_all)
    assert not any("Right:" in race for race in open_to_all)
    assert "Right:" in told


def test_what_notes_are_worth_is_seen_at_the_end_only(told: str) -> None:
    before, after = told.split("The chest is empty")
    assert "boyards" not in before
    assert re.search(r"boyards\s", after)


def test_the_sand_runs_on_the_screen_and_what_is_typed_stays(tmp_path: Path) -> None:
    """At a real terminal: the reader's card is handed over, then one line counts the seconds."""
    seats = ("--seats", "you:Ada,you:Ben,you:Cleo", "--language", "en", "--seed", "5")
    options = ("--option", "trials=table", "--option", "plan=SGGGGGGGGGGGGT")
    with Person("play", "fortboyard", *seats, *options, folder=tmp_path) as person:
        for name in ("Ada", "Ben", "Cleo"):
            person.waits_for(f"{name}: Enter rolls the die, to see who begins")
            person.types("\r")
        person.waits_for("Enter rolls the die. ›")
        person.types("\r")
        person.waits_for("Please hand over the keyboard to")
        person.types("\r")
        person.waits_for("Right: ")
        person.waits_for("Read it aloud")
        person.types("\r")
        person.waits_for("⧗ 59 s")
        person.types("fo")
        person.waits_for("Answer, or Enter ›")
        person.waits_for("⧗ 57 s")
        person.types("g\r")
        person.waits_for("answers “fog”. That is not it.")
        person.types("0\r")
        person.waits_for("Please hand over the keyboard to")
        person.types("\r")
        person.waits_for("Right: ")
        person.waits_for("Enter: hide it again")
        person.types("\r")
        person.waits_for("Answer, or Enter ›")
        person.types("+\r")
        person.waits_for("’s answer. The card says")
        person.waits_for("wins 2 keys")


def test_an_answer_that_the_dice_overtake_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter is pressed, and before it is heard the dice roll by themselves: it stands there still,
    for the riddle is the same."""
    monkeypatch.chdir(tmp_path)  # the match is kept there when nothing more is typed
    question, standing = "Answer, or Enter", []
    read = Keyboard.line

    def busy(keyboard: Keyboard, prompt: str, seconds: float | None, typed: str) -> str:
        if question not in prompt:
            return read(keyboard, prompt, seconds, typed)
        standing.append(typed)
        if len(standing) > 1:
            raise EOFError
        time.sleep(1.2)
        return "fog"

    with patch.object(Keyboard, "line", busy):
        told = evening("plan=SGGGGGGGGGGGGT", "roll_pace=1", seed=5)
    assert standing == ["", "fog"]
    assert "answers" not in told


def test_where_only_sentences_are_wanted_the_secrets_stay_secret_too() -> None:
    told = evening("plan=SPOGAPGOAPGTPO", "hourglass=30", seed=2, plain=True)
    assert "seconds of sand are left. Enter: the trial is over." in told
    assert "⧗" not in told and "┌" not in told
    private = r"Please hand over.*?turns the hourglass\."
    open_to_all = re.sub(private, "", told, flags=re.DOTALL).split("The chest is empty")[0]
    assert "The answer, for you as the reader" in told
    assert "The answer, for you as the reader" not in open_to_all
    assert "boyards" in told and "boyards" not in open_to_all


def test_an_evening_that_is_resumed_shows_the_card_in_the_middle_of_which_it_was_left(
    tmp_path: Path,
) -> None:
    seats = ("--seats", "you:Ada,you:Ben,you:Cleo", "--language", "en", "--seed", "5")
    options = ("--option", "trials=table", "--option", "plan=SPPPPPPPPPPPPT")
    begun = escale(
        *("play", "fortboyard", *seats, *options, "--save", "a.json"),
        typed="\n" * 6,
        folder=tmp_path,
    )
    assert "turns the hourglass" in begun.out.splitlines()[-2]
    resumed = escale("play", "--resume", "a.json", "--language", "en", folder=tmp_path)
    assert "Candidate: ② Ben" in resumed.out
