"""How a player of Word Bank types a move: the word, then where its stones go, then yes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.phases import top
from escale.core.play import Ruling
from escale.core.secrecy import View
from escale.games.terminal import Desk, RoomDesk, read_accept
from escale.games.wordbank.editions import edition
from escale.games.wordbank.rules.pieces import Action, Announce, Appeal, Safe, Vote
from escale.games.wordbank.rules.ring import Direction, Placement, fits, in_order
from escale.games.wordbank.rules.rules import Contest, State, WordBank
from escale.games.wordbank.solver.ways import closing, largest, ways, with_letters, with_numbers
from escale.games.wordbank.terminal.drawing import ARROWS, contested, why
from escale.words.folding import fold
from escale.words.spelling import capitals

MOST_SHOWN = 9
SMALL_NUMBERS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
CLOCKWISE = ("cw", "↻", "+", "h", "u")  # horaire, im Uhrzeigersinn
ANTICLOCKWISE = ("ccw", "↺", "-", "a", "g")  # antihoraire, gegen den Uhrzeigersinn


def ask(view: View[State], say: Say, names: Sequence[str], desk: Desk) -> Action | None:
    phase = top(view.seen)
    if isinstance(phase, Contest):
        desk.show(contested(phase, view.seen, say, names))
        prompt = "entry.vote-on-appeal" if phase.against else "entry.vote"
        accept = read_accept(say, desk, prompt)
        return None if accept is None else Vote(accept)
    return _announced(view, say, desk, desk.read(say("entry.word"), free=True))


def ask_again(
    rules: WordBank,
    view: View[State],
    refused: Action,
    ruling: Ruling,
    say: Say,
    names: Sequence[str],
    desk: RoomDesk,
) -> Action | None:
    """After a refusal because of a family: why, and a way to disagree."""
    if not isinstance(refused, Announce) or ruling.reason != "same-base":
        return ask(view, say, names, desk)
    for line in why(refused.word, ruling, view.seen, say):
        desk.show(line)
    if not any(offer.action is Appeal for offer in rules.offers(view)):
        return ask(view, say, names, desk)
    bots_alone = desk.people == (view.seat,)
    typed = desk.read(say("entry.disagree-bots" if bots_alone else "entry.disagree"), free=True)
    if typed == "!":
        return Appeal(refused.word, refused.start, refused.direction, refused.cards)
    return _announced(view, say, desk, typed)


def _announced(view: View[State], say: Say, desk: Desk, typed: str) -> Announce | None:
    if not typed:
        return None
    word, *rest = typed.split()
    return _Entry(view, say, desk, word).announce(rest)


class _Entry:
    """The entry of one word. Nothing is sent before the player confirms."""

    def __init__(self, view: View[State], say: Say, desk: Desk, word: str) -> None:
        assert view.seat is not None
        self.state = view.seen
        self.seat = view.seat
        self.ring: tuple[Safe, ...] = view.seen.ring
        self.hand = view.seen.hands[view.seat]
        self.say = say
        self.desk = desk
        self.typed = word

    def announce(self, rest: Sequence[str]) -> Announce | None:
        """The move of a whole line, or the one that is chosen step by step."""
        language = self.state.options.language
        try:
            word = fold(self.typed, language, edition(language).umlauts)
        except ValueError:  # the rules say why
            return Announce(self.typed, 0, "cw")
        found = ways(word, self.ring, self.hand)
        if not found:
            letters = " ".join(safe.letter for safe in self.ring)
            self.desk.show(self.say("entry.no-start", letter=word[0], letters=letters))
            return self.again()
        if rest:
            return self._whole_line(word, rest)
        return self._step_by_step(found)

    def again(self, typed: str = "") -> Announce | None:
        """Another word, without the table being shown again."""
        typed = typed or self.desk.read(self.say("entry.word"), free=True)
        if not typed:
            return None
        self.typed, *rest = typed.split()
        return self.announce(rest)

    def _whole_line(self, word: str, rest: Sequence[str]) -> Announce | None:
        """`PROTEGER 1 ccw 4 3`: the start card, the direction, the others in any order."""
        line = _Line.of(rest, len(self.ring))
        if line is None:
            self.desk.show(self.say("entry.whole-line"))
            return self.again()
        others = in_order(len(self.ring), line.start, line.direction)
        cards = (line.start, *(card for card in others if card in line.cards))
        way = Placement(line.start, line.direction, cards)
        if not fits(word, [safe.letter for safe in self.ring], way.start, way.direction, cards):
            self.desk.show(self.say("entry.does-not-fit", word=word))
            return self.again()
        move = self._confirmed(way)
        if isinstance(move, Announce):
            return move
        return self.again("" if self.desk.goes_back(move) else move)

    def _step_by_step(self, found: list[Placement]) -> Announce | None:
        shown = largest(found)[:MOST_SHOWN]
        self._list(shown)
        line = self.desk.read(self.say("entry.choose"))
        while not self.desk.goes_back(line):
            matching = self._matching(line, shown, found)
            if len(matching) == 1:
                move = self._confirmed(matching[0])
                if isinstance(move, Announce):
                    return move
                if not self.desk.goes_back(move):
                    line = move  # another choice
                    continue
                shown = largest(found)[:MOST_SHOWN]
            elif matching:
                shown = matching[:MOST_SHOWN]  # the same letters on other safes: which of them?
            else:
                self.desk.show(self.say("entry.no-such-way"))
            self._list(shown)
            line = self.desk.read(self.say("entry.choose"))
        return self.again()

    def _list(self, shown: Sequence[Placement]) -> None:
        table = Table.grid(padding=(0, 2))
        for number, way in enumerate(shown, start=1):
            closed = closing(self.ring, way)
            letters = " ".join(self.ring[card].letter for card in closed)
            table.add_row(
                Text(f" {number}", style="bold"),
                self._way(way),
                Text(self.say("entry.stones", count=len(way.cards)), style="dim"),
                self.say("entry.closes", letters=letters) if closed else "",
            )
        self.desk.show(table)

    def _matching(
        self, line: str, shown: list[Placement], found: list[Placement]
    ) -> list[Placement]:
        """The ways that are meant: the first, one by its number, or a smaller set of safes."""
        parts = line.replace(",", " ").split()
        if not parts:
            return shown[:1]
        if len(parts) == 1 and line.isdecimal():
            return shown[int(line) - 1 : int(line)] if int(line) else []
        if all(part.isdecimal() for part in parts):
            return with_numbers(found, [int(part) for part in parts])
        return with_letters(found, self.ring, "".join(parts).upper())

    def _way(self, way: Placement) -> str:
        """`↺ G₁ R₅ I₄`: the small figures tell the safes with the same letter apart."""
        cards = (
            self.ring[card].letter + str(card + 1).translate(SMALL_NUMBERS) for card in way.cards
        )
        return f"{ARROWS[way.direction]} {' '.join(cards)}"

    def _confirmed(self, way: Placement) -> Announce | str:
        """Show the consequences and ask; returns the move, or what was typed instead of yes."""
        count, left = len(way.cards), self.hand - len(way.cards)
        parts = [self.say("entry.place", count=count, way=self._way(way))]
        for card in closing(self.ring, way):
            parts.append(self._closes(self.ring[card]))
        parts.append(self.say("entry.left", count=left))
        if left == 0:
            even = self.state.options.even_turns
            parts.append(self.say("entry.last-round" if even else "entry.last-turn"))
        self.desk.show(" ".join(parts))
        line = self.desk.read(self.say("entry.confirm", word=capitals(self.typed)))
        if line:
            return line
        return Announce(self.typed, way.start, way.direction, way.cards[1:])

    def _closes(self, safe: Safe) -> str:
        mine = safe.stones.count(self.seat) + 1
        others = len(safe.stones) + 1 - mine
        key = "entry.closes-with-others" if others else "entry.closes-alone"
        return self.say(key, letter=safe.letter, count=mine, others=others)


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    direction: Direction
    cards: frozenset[int]

    @classmethod
    def of(cls, parts: Sequence[str], size: int) -> _Line | None:
        """None: these are not a start card, a direction and cards of this ring."""
        signs = [part.lower() for part in parts if not part.isdecimal()]
        cards = [int(part) - 1 for part in parts if part.isdecimal()]
        if not cards or len(signs) > 1 or not all(0 <= card < size for card in cards):
            return None
        sign = signs[0] if signs else "cw"
        if sign not in (*CLOCKWISE, *ANTICLOCKWISE):
            return None
        direction: Direction = "cw" if sign in CLOCKWISE else "ccw"
        return cls(cards[0], direction, frozenset(cards[1:]) - {cards[0]})
