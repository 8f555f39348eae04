"""How a move is typed: the word, then one of its ways by number; or cell by cell."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.phases import top
from escale.core.secrecy import View
from escale.games.kreuzwort.consider import plain_first
from escale.games.kreuzwort.editions import edition
from escale.games.kreuzwort.rules.no_way import why_no_way
from escale.games.kreuzwort.rules.pieces import (
    FEWEST_LETTERS,
    Action,
    Announce,
    Answer,
    PutBack,
    change,
    points,
)
from escale.games.kreuzwort.rules.placing import gained, problem
from escale.games.kreuzwort.rules.rules import Contest, State
from escale.games.kreuzwort.solver.fitting import Move, moves
from escale.games.kreuzwort.terminal.drawing import contested, draw_laid, own_side
from escale.games.kreuzwort.terminal.looks import cell_name, cell_named
from escale.games.terminal import Desk, read_accept
from escale.words.folding import fold
from escale.words.spelling import capitals, letters

MOST_SHOWN = 9
NUMBERS = {"": 1} | {str(number): number for number in range(1, MOST_SHOWN + 1)}
GIVE_UP = ("-", "–")


def ask(view: View[State], say: Say, names: Sequence[str], desk: Desk) -> Action | None:
    phase = top(view.seen)
    if isinstance(phase, Contest):
        desk.show(contested(phase, view.seen, say, names), say("entry.price"))
        accept = read_accept(say, desk, "entry.answer")
        return None if accept is None else Answer(accept)
    return _Entry(view, say, desk).word()


class _Entry:
    """The entry of one word. Nothing is sent before the player confirms."""

    def __init__(self, view: View[State], say: Say, desk: Desk) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.state = view.seen
        self.position = view.seen.position(view.seat)
        self.side = own_side(view)
        self.say = say
        self.desk = desk

    def word(self) -> Action | None:
        return self._typed(self.desk.read(self.say("entry.word"), free=True))

    def _typed(self, typed: str) -> Action | None:
        if not typed:
            return None
        if typed in GIVE_UP:
            return self._put_back()
        word, *path = typed.split()
        return self._cell_by_cell(word, path) if path else self._by_number(word)

    def _put_back(self) -> Action | None:
        """An empty line keeps the turn; a word that is typed instead is looked for."""
        line = self.desk.read(self.say("entry.confirm-put-back"), free=True)
        if line in GIVE_UP:
            return PutBack()
        return self.word() if not line or self.desk.goes_back(line) else self._typed(line)

    def _by_number(self, typed: str) -> Action | None:
        language = self.state.options.language
        try:
            word = fold(typed, language, edition(language).umlauts)
        except ValueError:  # the rules say why
            return Announce(typed, (0, 0), (0, 0))
        if len(word) < FEWEST_LETTERS:
            return Announce(typed, (0,), (0,))
        found = moves(self.position, word)
        if not found:
            why = why_no_way(word, self.position)
            reason = self.say("refusals." + why.reason, **dict(why.details))
            self.desk.show(self.say("entry.no-way", word=capitals(typed), reason=reason))
            return self.word()
        found = plain_first(self.state, self.seat, found)[:MOST_SHOWN]
        while True:
            self._list(found)
            line = self.desk.read(self.say("entry.choose"))
            if self.desk.goes_back(line):
                return self.word()
            number = NUMBERS.get(line, 0)
            if not 1 <= number <= len(found):
                self.desk.show(self.say("entry.no-such-way"))
                continue
            move = found[number - 1]
            announce = Announce(typed, move.cells, move.sources)
            if self._is_confirmed(announce):
                return announce

    def _is_confirmed(self, move: Announce) -> bool:
        """The word is seen on the board before it is announced."""
        self.desk.sketch(draw_laid(self.view, move))
        word, taken = capitals(move.word), gained(move, self.state.at)
        count, rise = points(taken), change(taken, self.side)
        return not self.desk.read(self.say("entry.confirm", word=word, count=count, change=rise))

    def _list(self, found: Sequence[Move]) -> None:
        table = Table.grid(padding=(0, 2))
        for number, move in enumerate(found, start=1):
            table.add_row(
                Text(f" {number}", style="bold"),
                Text(self.say("entry.points", count=move.score), style="bold"),
                self.say("entry.score", change=change(gained(move, self.state.at), self.side)),
                self._path(move),
            )
        self.desk.show(table)

    def _path(self, move: Move) -> str:
        """`e5 f5<b9 g5`: f5 gets the pyramid of b9, the others are used in place."""
        steps = []
        for cell, source in zip(move.cells, move.sources, strict=True):
            name = cell_name(self.side, cell)
            steps.append(name if cell == source else f"{name}<{cell_name(self.side, source)}")
        return " ".join(steps)

    def _cell_by_cell(self, word: str, path: Sequence[str]) -> Action | None:
        cells, sources = [], []
        for step in path:
            where, _, origin = step.partition("<")
            cell, source = (cell_named(self.side, name) for name in (where, origin or where))
            if cell is None or source is None:
                self.desk.show(self.say("entry.whole-line"))
                return self.word()
            cells.append(cell)
            sources.append(source)
        move = Announce(word, tuple(cells), tuple(sources))
        if self._can_lie(move) and not self._is_confirmed(move):
            return self.word()
        return move  # the rules refuse what cannot be laid, and say why

    def _can_lie(self, move: Announce) -> bool:
        language, both = self.state.options.language, self.state.options.ring == "both"
        word = letters(move.word, language, edition(language).umlauts)
        state = self.state
        return bool(problem(word, move, self.side, state.at, state.empty, both_ends=both))
