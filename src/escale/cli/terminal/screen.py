"""Prints a match to the console: the board, news, refusals, the rulebook and the score."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from escale.cli.terminal.prompt_commands import NAMES, plain
from escale.core.chance import Roll
from escale.core.event import Acted, Drawn, Elapsed, Event, Resigned, seen_event
from escale.core.game import Game
from escale.core.play import Chance, Ruling, Score
from escale.core.rules import Rules
from escale.core.secrecy import Seat, view
from escale.games.terminal import News, Terminal
from escale.games.texts import ANCHOR, Texts, passage, rulebook
from escale.games.transcript import event_in_words

NARROWEST_DRAWING = 40  # below this only sentences are readable


class Screen:
    """One match on one console, as the seat `eyes` may see it; None: as everybody may."""

    def __init__(
        self,
        console: Console,
        game: Game[Any, Any, Any],
        say: Texts,
        terminal: Terminal | None,
        *,
        sentences: bool,
        eyes: Seat | None = None,
    ) -> None:
        self.console = console
        self.game = game
        self.say = say
        self.terminal = terminal
        self.eyes = eyes
        self.sentences = sentences or console.width < NARROWEST_DRAWING

    def show(self, *lines: RenderableType) -> None:
        for line in lines:
            self.console.print(self.wrapped(line) if isinstance(line, str) else line)

    def wrapped(self, text: str, style: str = "", indent: str = "") -> Text:
        """Rich would break a line at the space before a French colon; this does not."""
        lines = [
            fill(line, self.console.width, initial_indent=indent, subsequent_indent=indent)
            for line in text.split("\n")
        ]
        return Text("\n".join(lines), style=style)

    def note(self, key: str, **details: str | int) -> None:
        self.show(self.wrapped(self.say(key, **details), "dim"))

    def warn(self, text: str) -> None:
        self.show(self.wrapped(text, "bold red"))

    def heading(self, text: str) -> None:
        self.show("", text if self.sentences else Rule(Text(text, style="bold"), style="dim"))

    def board(self, state: Any, seat: Seat | None = None) -> RenderableType:
        """The board as one seat sees it, or as `eyes` does."""
        seen = view(state, self.eyes if seat is None else seat)
        if self.terminal is not None and not self.sentences:
            return self.terminal.draw(seen, self.say, self.say.labels, self.console.width)
        return "\n".join(self.game.describe(seen, self.say))

    def news(
        self, rules: Rules[Any, Any, Any], before: Any, events: Sequence[Event[Any]], after: Any
    ) -> tuple[News, ...]:
        """The effects of events, one line each."""
        gave_up = [event for event in events if isinstance(event, Resigned)]
        resigned = [News(event_in_words(event, self.say)) for event in gave_up]
        if self.terminal is not None:
            views = view(before, self.eyes), view(after, self.eyes)
            return *self.terminal.news(*views, self.say, self.say.labels), *resigned
        news: list[News] = []
        for event in events:
            if isinstance(event, Acted | Drawn | Elapsed):
                # A draw by index means nothing to a reader; the board shows what was drawn.
                awaits = rules.awaits(before)
                if not isinstance(awaits, Chance) or isinstance(awaits.ask, Roll):
                    seen = seen_event(event, self.eyes)
                    news.append(News(event_in_words(seen, self.say)))
                before = rules.step(before, event)
        return *news, *resigned

    def show_news(self, news: tuple[News, ...]) -> None:
        for one in news:
            self.show(one.line)
            if not one.ruling:
                self.refusal(one.ruling)

    def refusal(self, ruling: Ruling) -> None:
        """The reason, and the sentence of the rulebook behind it."""
        self.warn(f"✗ {self.say.refusal(ruling)}")
        book = passage(self.game, self.say.language, ruling.anchor)
        quoted = self.say("play.rulebook", sentence=book.replace("\n", " "))
        self.show(self.wrapped(quoted, "italic dim", indent="  "))

    def help(self) -> None:
        table = Table.grid(padding=(0, 2))
        for name in NAMES:
            words = self.say(f"commands.{name}").split()
            shown = "  ".join(f"/{word}" if word.isalpha() else word for word in words)
            table.add_row(Text(shown, style="bold"), self.say(f"about-commands.{name}"))
        if "entry.help" in self.say:
            self.show(self.say("entry.help"), "")
        self.show(table, "")
        self.note("play.help-more")

    def rules(self, word: str) -> None:
        books = [rulebook(self.game, self.say.language), rulebook(None, self.say.language)]
        if not word:
            self.show(Markdown("\n\n".join(ANCHOR.sub("", book) for book in books)))
            return
        found = [one for book in books for one in _passages(book) if plain(word) in plain(one)]
        if not found:
            self.note("play.not-in-rulebook", word=word)
        self.show(*(Markdown(f"- {one}") for one in found))

    def score(self, score: Score, kinds: tuple[str, ...]) -> None:
        table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column("")
        table.add_column(self.say("score.player"))
        table.add_column(self.say("score.points"), justify="right")
        order = sorted(range(len(score.points)), key=lambda seat: seat not in score.winners)
        for seat in order:
            star = "★" if seat in score.winners else ""
            kind = "" if kinds[seat] == "person" else f" ({kinds[seat].replace(':', ' ')})"
            table.add_row(star, self.say.labels[seat] + kind, str(score.points[seat]))
        self.heading(self.say("endings." + score.ending))
        names = [self.say.labels[seat] for seat in score.winners]
        won = ""
        if len(names) == 1:
            won = self.say("told.winner", seat=names[0])
        elif names:
            won = self.say("told.winners", names=", ".join(names))
        self.show("", Text(won, style="bold"), "", table, "")


def _passages(book: str) -> Iterator[str]:
    """The sentences and paragraphs of a rulebook, one by one, without headings."""
    for part in re.split(r"\n(?=<a id|- <a id|#)|\n\n", book):
        text = ANCHOR.sub("", part).strip()
        if text and not text.startswith(("#", "|")):
            yield " ".join(text.removeprefix("- ").split())
