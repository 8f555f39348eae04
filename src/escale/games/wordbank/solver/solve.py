"""`escale solve wordbank`: every placement of a position, and the best one.

Positions are untrusted input.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from escale.games.solver_input import (
    BadPosition,
    check_word,
    integer,
    json_list,
    json_object,
    read_words,
    show,
)
from escale.games.wordbank.editions import edition, words
from escale.games.wordbank.rules.pieces import Options
from escale.games.wordbank.rules.referee import Referee
from escale.games.wordbank.rules.ring import MAX_CARDS, Placement, Ring
from escale.games.wordbank.solver.moves import Moves, Scale
from escale.words import Language
from escale.words.spelling import is_plain

LANGUAGE: Final[Language] = "fr"
OPTIONS: Final[tuple[str, ...]] = ()
MAX_CAPACITY: Final = 99
MAX_HAND: Final = 999
MAX_WEIGHT: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Card:
    letter: str
    capacity: int
    stones: int


@dataclass(frozen=True, slots=True)
class Position:
    """A ring, clockwise, with the stones in hand and the words that may not be used.

    `forbidden` words are forbidden as they are written; `used` words forbid their family as well,
    as far as the caller of `answer` knows it.
    """

    cards: tuple[Card, ...]
    hand: int
    forbidden: frozenset[str]
    used: tuple[str, ...]
    weights: tuple[float, ...]

    @property
    def ring(self) -> Ring:
        letters = "".join(card.letter for card in self.cards)
        return Ring(letters, tuple(card.stones < card.capacity for card in self.cards))


def read_position(data: object) -> Position:
    """A position from decoded JSON; BadPosition if anything in it is invalid."""
    fields = json_object(data, "position", ("cards", "hand"), ("forbidden", "used", "weights"))
    rows = json_list(fields["cards"], "cards")
    if not 1 <= len(rows) <= MAX_CARDS:
        raise BadPosition(f"cards: must be 1 to {MAX_CARDS} cards, got {len(rows)}")
    return Position(
        cards=tuple(_card(row, f"cards[{k}]") for k, row in enumerate(rows)),
        hand=integer(fields["hand"], "hand", 0, MAX_HAND),
        forbidden=frozenset(_words(fields.get("forbidden", []), "forbidden")),
        used=tuple(_words(fields.get("used", []), "used")),
        weights=_weights(fields["weights"], len(rows)) if "weights" in fields else (1,) * len(rows),
    )


def answer(
    position: Position, moves: Moves, allowed: Callable[[str], bool] | None = None
) -> dict[str, Any]:
    """All placements, listed by start card, "cw" before "ccw", and cards in order of play.

    The best is the heaviest, and among equals the first of that list. `allowed` may forbid more
    words than the position names, such as the families of the used ones.
    """
    banned = position.forbidden.union(position.used)
    found = moves.placements(position.ring, position.hand, forbidden=banned, allowed=allowed)
    weigh = Scale(position.weights)
    best: dict[str, Any] | None = None
    listed = []
    for placement, word in found.items():
        row = _row(placement, word)
        listed.append(row)
        weight = weigh(sum(1 << card for card in placement.cards))
        if best is None or weight > best["weight"]:
            best = {"weight": weight, **row}
    return {"count": len(listed), "placements": listed, "best": best}


def prepare(lines: Iterable[str] | None, language: Language) -> Callable[[object], dict[str, Any]]:
    """A function that solves positions, over the words of a file or the lexicon of a language.

    Only a lexicon has families: with the words of a file, a used word forbids only itself.
    """
    if lines is not None:
        listed = Moves(read_words(lines))
        return lambda data: answer(read_position(data), listed)
    lexicon = words(Options(language=language))
    every = Moves.cached(lexicon.all(), lexicon.digest + lexicon.id)
    referee = Referee(edition(language), lexicon)

    def solve(data: object) -> dict[str, Any]:
        position = read_position(data)
        return answer(position, every, referee.not_used_up(position.used))

    return solve


def _row(placement: Placement, word: str) -> dict[str, Any]:
    return {
        "start": placement.start,
        "direction": placement.direction,
        "cards": list(placement.cards),
        "word": word,
    }


def _card(data: object, name: str) -> Card:
    fields = json_object(data, name, ("letter", "capacity", "stones"))
    letter = fields["letter"]
    if not isinstance(letter, str) or len(letter) != 1 or not is_plain(letter):
        raise BadPosition(f"{name}.letter: must be one letter from A to Z, got {show(letter)}")
    capacity = integer(fields["capacity"], f"{name}.capacity", 1, MAX_CAPACITY)
    stones = integer(fields["stones"], f"{name}.stones", 0, MAX_CAPACITY)
    if stones > capacity:
        raise BadPosition(f"{name}.stones: {stones} stones do not fit a capacity of {capacity}")
    return Card(letter, capacity, stones)


def _weights(data: object, size: int) -> tuple[float, ...]:
    rows = json_list(data, "weights")
    if len(rows) != size:
        raise BadPosition(f"weights: must be one for each of the {size} cards, got {len(rows)}")
    for k, weight in enumerate(rows):
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not number or not math.fabs(_float(weight)) <= MAX_WEIGHT:
            raise BadPosition(
                f"weights[{k}]: must be a number from -{MAX_WEIGHT} to {MAX_WEIGHT}, "
                f"got {show(weight)}"
            )
    return tuple(rows)


def _float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _words(data: object, name: str) -> Sequence[str]:
    rows = json_list(data, name)
    for k, word in enumerate(rows):
        check_word(word, f"{name}[{k}]")
    return rows
