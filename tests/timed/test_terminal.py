"""People and bots at one keyboard, against the clock: nobody keeps the others waiting."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from escale.cli.terminal.autosave import Autosave
from escale.cli.terminal.bot_plans import BotPlans
from escale.cli.terminal.keyboard import Interrupted, Keyboard
from escale.cli.terminal.screen import Screen
from escale.cli.terminal.seating import Place, begin
from escale.cli.terminal.session import Session
from escale.cli.terminal.texts import load_texts
from escale.core.bots import Later
from escale.core.game import Game
from escale.core.secrecy import View
from escale.games.terminal import Desk, News
from tests.cli.commands import Person, escale

Gong = Game[Any, Any, Any]


def struck(path: Path) -> list[tuple[int, ...]]:
    log = json.loads(path.read_text(encoding="utf-8"))["log"]
    return [
        (event["seat"], event["action"]["note"], event["at"])
        if event["kind"] == "Acted"
        else (event["at"],)
        for event in log
        if event["kind"] in ("Acted", "Elapsed")
    ]


def test_where_only_bots_are_awaited_the_terminal_waits_for_their_moment(
    gong: Gong, tmp_path: Path
) -> None:
    game = ("play", "gong", "--seats", "you,bot:5,bot:5", "--option", "rounds=1")
    ended = escale(*game, "--save", "a.json", typed="1\n", folder=tmp_path)
    assert ended.code == 0
    first, second, third = struck(tmp_path / "a.json")
    assert first[:2] == (0, 1) and first[2] < 300
    assert second[:2] == (1, 3) and 300 <= second[2] < 600
    assert third[:2] == (2, 2) and second[2] + 300 <= third[2]  # note 3 was taken: asked anew


def test_a_bot_acts_while_a_person_types_and_what_was_typed_stays(
    gong: Gong, tmp_path: Path
) -> None:
    game = ("play", "gong", "--seats", "you,bot:2", "--option", "rounds=1", "--language", "en")
    with Person(*game, "--save", "a.json", folder=tmp_path) as ada:
        ada.waits_for("Note (1, 2)")
        ada.types("1")
        ada.waits_for("strikes note 2")
        ada.waits_for("Note (1, 2)")
        ada.waits_for("1")
        ada.types("\r")
        ada.waits_for("Silence returns")
    assert [event[:2] for event in struck(tmp_path / "a.json")] == [(1, 2), (0, 1)]


def test_a_note_that_a_bot_has_taken_meanwhile_is_refused_in_words(
    gong: Gong, tmp_path: Path
) -> None:
    game = ("play", "gong", "--seats", "you,bot:5", "--option", "rounds=1", "--language", "en")
    with Person(*game, "--save", "a.json", folder=tmp_path) as ada:
        ada.waits_for("Note (1, 2)")
        ada.waits_for("strikes note 2")
        ada.types("2\r")
        ada.waits_for("This note is taken.")
        ada.waits_for("Note")
        ada.types("1\r")
        ada.waits_for("Silence returns")


# A session without a terminal


class Typed(Keyboard):
    """Lines that were written down before. In place of one, something may happen."""

    def __init__(self, *lines: str | Callable[[], None]) -> None:
        super().__init__(Console(file=io.StringIO()))
        self.lines = list(lines)
        self.prompts: list[str] = []

    def line(self, prompt: str, seconds: float | None = None, typed: str = "") -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if isinstance(line, str):
            return line
        line()
        raise Interrupted


class Drawing:
    """What a game may bring for the terminal, as little of it as there can be."""

    folder = None

    def draw(self, view: View[Any], say: Any, names: Sequence[str], width: int) -> str:
        return f"[{view.seat}]"

    def news(self, before: Any, after: Any, say: Any, names: Sequence[str]) -> list[News]:
        return [News(f"{before.seen.struck} {after.seen.struck}")]

    def ask(self, view: View[Any], say: Any, names: Sequence[str], desk: Desk) -> Any:
        line = desk.read(f"{names[view.seat or 0]}?")
        return strike(int(line)) if line else None


def strike(note: int) -> Any:
    from gong.rules import Strike  # on the shelf while a test lasts

    return Strike(note)


def session(game: Gong, keyboard: Keyboard, terminal: Any, *kinds: str) -> tuple[Session, Any]:
    places = tuple(Place(kind, name) for kind, name in zip(kinds, "ABCD", strict=False))
    match = begin(game, game.options(rounds=1), places, seed=1)
    out = Console(file=io.StringIO(), width=80)
    names = [player.name for player in match.header.players]
    screen = Screen(out, game, load_texts(game, "en", names), terminal, sentences=False)
    return Session(match, screen, keyboard, Autosave(match, screen, None)), out


def heard(out: Any) -> str:
    told: str = out.file.getvalue()
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told)


def test_people_hand_the_keyboard_over_where_something_is_hidden(gong: Gong) -> None:
    keyboard = Typed("", "2", "", "1")
    made, _ = session(gong, keyboard, Drawing(), "person", "person")
    made.play()
    assert [prompt.split(") ")[-1] for prompt in keyboard.prompts] == [
        "A, press Enter when you are ready. ›",
        "A? ›",
        "B, press Enter when you are ready. ›",
        "B? ›",
    ]


def test_unless_the_game_says_that_there_is_no_need(gong: Gong) -> None:
    class Open(Drawing):
        def private(self, view: View[Any]) -> bool:
            return view.seat == 1

    keyboard = Typed("2", "", "1")
    made, _ = session(gong, keyboard, Open(), "person", "person")
    made.play()
    assert [prompt.split(") ")[-1][:2] for prompt in keyboard.prompts] == ["A?", "B,", "B?"]


def test_the_game_says_who_is_asked_first(gong: Gong) -> None:
    class Backwards(Drawing):
        def private(self, view: View[Any]) -> bool:
            return False

        def first(self, view: View[Any], seats: tuple[int, ...]) -> int:
            assert view.seat is None
            return seats[-1]

    keyboard = Typed("3", "2", "1")
    made, _ = session(gong, keyboard, Backwards(), "person", "person", "person")
    made.play()
    assert [prompt.split(") ")[-1][0] for prompt in keyboard.prompts] == ["C", "B", "A"]
    assert made.match.score is not None and made.match.score.winners == (2,)


def test_what_bots_do_behind_a_private_screen_is_told_to_everybody_afterwards(gong: Gong) -> None:
    made: Session

    def two_seconds() -> None:
        made._began -= 2

    keyboard = Typed("", two_seconds, "1", "", "2")
    made, out = session(gong, keyboard, Drawing(), "person", "person", "bot:2")
    made.play()
    bot_strikes = "(0, 0, 0) (0, 0, 3)"
    assert heard(out).count(bot_strikes) == 2
    assert made.match.score is not None and made.match.score.points == (1, 2, 3)


def test_a_deadline_leaves_the_question(gong: Gong) -> None:
    class Open(Drawing):
        def private(self, view: View[Any]) -> bool:
            return False

    made: Session

    def eleven_seconds() -> None:
        made._began -= 11

    keyboard = Typed("2", eleven_seconds)
    made, _ = session(gong, keyboard, Open(), "person", "person")
    made.play()
    assert made.match.score is not None and made.match.score.points == (2, 0)


def test_plans_of_those_who_are_not_asked_anew_are_kept(gong: Gong) -> None:
    match = begin(gong, gong.options(), tuple(Place("bot:2", name) for name in "ABC"), seed=1)
    plans = BotPlans(match)
    plans.make((0, 1, 2), lambda seat: Later(strike(seat + 1), 1000 * (seat + 1)), lambda: 0)
    first = plans.first()
    assert first is not None and (first.seat, first.at) == (0, 1000)
    plans.take(first)
    events = match.act(0, first.action, first.at)
    assert isinstance(events, tuple)
    plans.extend(events)
    then = plans.first()
    assert then is not None and (then.seat, then.at) == (1, 2000)
    plans.extend(match.elapse(10_000))
    assert plans.first() is None


def test_whoever_is_brought_somewhere_else_thinks_anew(elsewhere: Gong) -> None:
    seats = tuple(Place("bot:2", name) for name in "AB")
    match = begin(elsewhere, elsewhere.options(), seats, seed=1)
    plans = BotPlans(match)
    plans.make((0, 1), lambda seat: Later(strike(seat + 1), 1000 * (seat + 1)), lambda: 0)
    events = match.act(0, strike(1), 1000)
    assert isinstance(events, tuple)
    plans.extend(events)
    assert plans.first() is None
