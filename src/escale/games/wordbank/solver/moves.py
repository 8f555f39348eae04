"""Every placement that a ring allows (ruling W4), exactly and at once.

    >>> moves = Moves(["GROUPIES", "SPECIFIQUE", "FIDELISER"])
    >>> ring = Ring("GSEIRFI")
    >>> len(moves.reachable(ring, hand=20))
    96
    >>> moves.best(ring, hand=20)
    (5, Placement(start=0, direction='ccw', cards=(0, 4, 3, 2, 1)), 'GROUPIES')

`reachable` and `outcomes` ask what the vocabulary allows as a whole, and do not depend on its size.
`placements`, `best` and `witness` add words, and leave out words that may not be used.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Container, Sequence
from functools import lru_cache
from pathlib import Path

from escale.games.wordbank.rules.ring import DIRECTIONS, Direction, Placement, Ring, fits, in_order
from escale.games.wordbank.solver import kernel, table_file
from escale.games.wordbank.solver.kernel import CARD_BITS, CARD_MASK
from escale.games.wordbank.solver.subsequences import DEPTH, Table, build
from escale.games.wordbank.solver.tails import Spelling, Tails
from escale.games.wordbank.solver.witnesses import Allowed, Search, Witnesses

__all__ = ["Direction", "Moves", "Placement", "Ring", "decode", "fits", "in_order", "order"]


def order(placement: Placement) -> tuple[int, bool, tuple[int, ...]]:
    """How placements are listed: by start card, "cw" before "ccw", cards in order of play."""
    return placement.start, placement.direction == "ccw", placement.cards


@lru_cache(maxsize=8192)
def decode(size: int, code: int) -> Placement:
    """The placement behind a code of `Moves.reachable`, on a ring of `size` cards."""
    lane, cards = code >> CARD_BITS, code & CARD_MASK
    start, direction = lane >> 1, DIRECTIONS[lane & 1]
    further = (card for card in in_order(size, start, direction) if cards >> card & 1)
    return Placement(start, direction, (start, *further))


class Moves:
    """The moves of one vocabulary: A-Z words, preferred ones first. Threads may share it."""

    def __init__(self, words: Sequence[str], *, table: Table | None = None) -> None:
        self.words = words
        self._table = table
        self._tails: Tails | None = None
        self._witnesses: Witnesses | None = None
        self._making = threading.RLock()

    @classmethod
    def cached(
        cls, words: Sequence[str], digest: str | None = None, folder: Path | None = None
    ) -> Moves:
        """Moves whose table is kept in the user's cache, under a digest that names these words."""
        name = table_file.digest_of(words) if digest is None else digest
        return cls(words, table=table_file.cached(words, name, folder))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.words, self._table)

    @property
    def table(self) -> Table:
        """The subsequence trie, built at the first question."""
        if self._table is None:
            with self._making:
                self._table = self._table or build(self.words)
        return self._table

    def reachable(self, ring: Ring, hand: int) -> list[int]:
        """The code of every placement that some word allows: `lane << CARD_BITS | cards`.

        A lane is twice the start card, plus one for "ccw"; cards are bits. `decode` gives the
        Placement.
        """
        limit = min(hand, sum(ring.free))
        if limit < 1:
            return []
        if limit > DEPTH:
            return self._reachable_without_table(ring, limit)
        usable, bits = 0, []
        for card, (letter, free) in enumerate(zip(ring.letters, ring.free, strict=True)):
            if free:
                usable |= 1 << card
                bits.append(1 << ord(letter) - 65)
        return kernel.ask(self.table, len(ring.letters), usable, limit, bits)

    def outcomes(self, ring: Ring, hand: int) -> set[int]:
        """The sets of cards, as bits, that placements use: all that the board sees of a move."""
        return {code & CARD_MASK for code in self.reachable(ring, hand)}

    def placements(
        self,
        ring: Ring,
        hand: int,
        *,
        forbidden: Container[str] = (),
        allowed: Allowed | None = None,
    ) -> dict[Placement, str]:
        """Every placement that a word allows which is not forbidden, with that word, in `order`."""
        codes = self.reachable(ring, hand)
        proofs = self._search(forbidden, allowed).cover(ring, codes)
        size = len(ring.letters)
        named = ((decode(size, code), word) for code, word in proofs.items())
        return dict(sorted(named, key=lambda item: order(item[0])))

    def best(
        self,
        ring: Ring,
        hand: int,
        weights: Sequence[float] | None = None,
        *,
        forbidden: Container[str] = (),
        allowed: Allowed | None = None,
    ) -> tuple[float, Placement, str] | None:
        """The heaviest placement, the first in `order` among equals, and its preferred word."""
        size = len(ring.letters)
        weigh = Scale([1] * size if weights is None else weights)
        search = self._search(forbidden, allowed)
        missed: set[str] = set()
        by_weight: dict[float, list[int]] = {}
        codes = self.reachable(ring, hand)
        weight_of = {cards: weigh(cards) for cards in {code & CARD_MASK for code in codes}}
        for code in codes:
            by_weight.setdefault(weight_of[code & CARD_MASK], []).append(code)
        for weight in sorted(by_weight, reverse=True):
            for placement in sorted((decode(size, code) for code in by_weight[weight]), key=order):
                sequence = "".join(ring.letters[card] for card in placement.cards)
                if sequence in missed:
                    continue
                word = search.find(sequence)
                if word is not None:
                    return weight, placement, word
                missed.add(sequence)
        return None

    def witness(
        self,
        ring: Ring,
        placement: Placement,
        *,
        forbidden: Container[str] = (),
        allowed: Allowed | None = None,
    ) -> str | None:
        """The preferred word for one placement, or None. Free spaces are not looked at."""
        sequence = "".join(ring.letters[card] for card in placement.cards)
        word = self._search(forbidden, allowed).find(sequence)
        if word is None or not fits(
            word, ring.letters, placement.start, placement.direction, placement.cards
        ):
            return None
        return word

    def _search(self, forbidden: Container[str], allowed: Allowed | None) -> Search:
        if self._witnesses is None:
            with self._making:
                self._witnesses = self._witnesses or Witnesses(self.words)
        if allowed is None:
            return Search(self._witnesses, lambda word: word not in forbidden)
        return Search(self._witnesses, lambda word: word not in forbidden and allowed(word))

    def _reachable_without_table(self, ring: Ring, limit: int) -> list[int]:
        if self._tails is None:
            with self._making:
                self._tails = self._tails or Tails.of(Spelling.of(self.words))
        size = len(ring.letters)
        codes: list[int] = []
        for start in range(size):
            for turn, direction in enumerate(DIRECTIONS):
                cards = (start, *in_order(size, start, direction))
                letters = [
                    ord(ring.letters[card]) - 65 if ring.free[card] else -1 for card in cards
                ]
                for chosen in self._tails.walk(letters, limit):
                    marks = sum(1 << card for k, card in enumerate(cards) if chosen >> k & 1)
                    codes.append((2 * start + turn) << CARD_BITS | marks)
        return codes


class Scale:
    """Weighs a set of cards. Whole numbers stay whole; others are summed, then rounded once."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = weights
        whole = all(isinstance(weight, int) for weight in weights)
        self._total = sum if whole else math.fsum

    def __call__(self, cards: int) -> float:
        return self._total(weight for card, weight in enumerate(self._weights) if cards >> card & 1)


def _restored(words: Sequence[str], table: Table | None) -> Moves:
    return Moves(words, table=table)
