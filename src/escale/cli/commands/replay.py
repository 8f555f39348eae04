"""`escale replay FILE`: shows a match event by event, or prints its transcript."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from escale.cli import inputs
from escale.cli.terminal.console import OK, console, system_language
from escale.cli.terminal.keyboard import Keyboard, Keys, single_keys
from escale.cli.terminal.screen import Screen
from escale.cli.terminal.texts import clean, load_texts
from escale.core.event import Event, Rewound, seen_event
from escale.core.game import LANGUAGES, Game
from escale.core.match import Record, standing
from escale.core.play import Awaits, Players
from escale.core.rules import Rules
from escale.games.matchfile import BadMatchFile, at_start
from escale.games.transcript import event_in_words, transcript


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", help="a match file")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--at", type=int, metavar="N", help="begin after event N")
    parser.add_argument(
        "--plain", action="store_true", help="print the whole match as sentences and end"
    )


def run(args: Namespace) -> int:
    game, record = inputs.match(args.file)
    steps = Steps.of(game, record, args.file)
    last = len(record.log)
    if args.at is not None and not 0 <= args.at <= last:
        raise inputs.BadInput(f"--at: this match has events 0 to {last}, not {args.at}")
    own = getattr(record.header.options, "language", None)
    language = args.language or own or system_language()
    out = console(plain=args.plain)
    terminal = None if game.terminal is None else game.terminal()
    say = load_texts(game, language, [player.name for player in record.header.players], terminal)
    shown = ReplayScreen(steps, Screen(out, game, say, terminal, sentences=args.plain))
    if Keyboard(out).live and not args.plain:
        _step_through(shown, out, args.at or 0)
    elif args.at is not None:
        out.print(shown.step(args.at))
    else:
        lines = transcript(game, record, language).rstrip().split("\n")
        out.print("\n".join(map(clean, lines)), soft_wrap=True)
    return OK


@dataclass(frozen=True, slots=True)
class Steps:
    """Every state of a match, and whom it awaited: number n is after the first n events."""

    rules: Rules[Any, Any, Any]
    log: tuple[Event[Any], ...]
    states: tuple[Any, ...]
    awaits: tuple[Awaits, ...]

    @classmethod
    def of(cls, game: Game[Any, Any, Any], record: Record[Any, Any], path: str) -> Steps:
        states: list[Any] = []
        try:
            match = at_start(game, record.header)
            awaits = [match.awaits]
            states.append(match.state)
            for event in record.log:
                match.extend([event])
                awaits.append(match.awaits)
                states.append(match.state)
            return cls(match.rules, record.log, tuple(states), tuple(awaits))
        except BadMatchFile as problem:
            raise inputs.BadInput(f"{path}: {problem}") from None
        except (
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
        ):
            # Rules expect events that they have allowed; a file can hold any others.
            raise inputs.BadInput(f"{path}: log[{len(states) - 1}]: cannot happen here") from None

    @property
    def last(self) -> int:
        return len(self.log)


class ReplayScreen:
    def __init__(self, steps: Steps, screen: Screen) -> None:
        self.steps = steps
        self.screen = screen
        self.say = screen.say
        self.stops = self._decisions()
        self._standing = {place for place, _ in standing(steps.log)}

    def step(self, number: int) -> RenderableType:
        """The last event, and the board as a spectator sees it."""
        return Group(self._happened(number), self.screen.board(self.steps.states[number]))

    def place(self, number: int) -> str:
        return self.say("replay.place", number=number, last=self.steps.last)

    def _happened(self, number: int) -> Text:
        if number == 0:
            return Text(self.say("replay.start"))
        event = seen_event(self.steps.log[number - 1], None)
        text = self._news(number) or event_in_words(event, self.say)
        if number - 1 in self._standing or isinstance(event, Rewound):
            return self.screen.wrapped(clean(text))
        return self.screen.wrapped(f"{clean(text)} {self.say('replay.taken-back')}", "dim strike")

    def _news(self, number: int) -> str:
        steps = self.steps
        before = max(one for one in self.stops if one < number)
        news = self.screen.news(
            steps.rules, steps.states[before], steps.log[before:number], steps.states[number]
        )
        reasons = [self.say.refusal(one.ruling) for one in news if not one.ruling]
        return " ".join([*(one.line for one in news), *reasons])

    def _decisions(self) -> list[int]:
        """The start, every step at which somebody had to decide, and the end."""
        awaits = enumerate(self.steps.awaits)
        waits = [number for number, one in awaits if isinstance(one, Players)]
        return sorted({0, *waits, self.steps.last})


def _step_through(shown: ReplayScreen, out: Console, at: int) -> None:
    typed = ""
    keys = Keys()
    with single_keys() as able, out.screen(hide_cursor=able) as page:
        while True:
            hint = shown.say("replay.keys" if able else "replay.lines")
            head = Text.assemble((f"{shown.place(at)}  ", "bold"), (f"{hint}  {typed}", "dim"))
            page.update(Group(head, shown.step(at)))
            pressed = _pressed(keys if able else None)
            if pressed == "quit":
                return
            if pressed.isdecimal():
                typed += pressed
                if able:
                    continue
            if typed and (pressed == "next" or not able):
                at = min(int(typed), shown.steps.last)
            else:
                at = _moved(shown.stops, at, pressed)
            typed = ""


def _pressed(keys: Keys | None) -> str:
    names = {"": "next", "n": "next", "p": "previous", "q": "quit"}
    try:
        if keys is not None:
            return keys.next()
        line = input().strip().lower()
    except (EOFError, KeyboardInterrupt):
        return "quit"
    return names.get(line, line)


def _moved(stops: list[int], at: int, pressed: str) -> int:
    match pressed:
        case "next":
            return next((one for one in stops if one > at), at)
        case "previous":
            return next((one for one in reversed(stops) if one < at), at)
        case "first":
            return stops[0]
        case "last":
            return stops[-1]
    return at
