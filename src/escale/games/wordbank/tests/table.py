"""A small table to try rules on: chosen cards, chosen words, hand-told draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from escale.core.event import Acted, Drawn, Elapsed
from escale.core.match import may_act
from escale.core.play import EVERYBODY, Over, Ruling, Score
from escale.core.secrecy import Seat
from escale.games.wordbank.rules.pieces import Action, Announce, Edition, Options, Safe
from escale.games.wordbank.rules.rules import State, WordBank
from escale.words import Language, from_list

FAMILIES: dict[Language, list[tuple[str, ...]]] = {
    "fr": [("protéger", "protection", "protecteur")],
    "en": [("protect", "protection", "protective")],
    "de": [("schützen", "Schutz")],
}
WORDS: dict[Language, list[str]] = {
    "fr": "groupies spécifique fidéliser protéger protection protecteur port portion été œil"
    " ire fer fi fiers sire si ris rire gris grise grief serif".split(),
    "en": "groupies specific firefighter protect protection protective port portion support"
    " ire fir fire fireman sire rise grief serif".split(),
    "de": "schützen Schutz Straße Ärger griff Reise Reis".split(),
}
EXAMPLE = tuple(Safe(*card) for card in zip("GSEIRFI", (2, 3, 4, 3, 3, 3, 3), strict=True))
"""The ring of the worked example, clockwise; the I after E has 3 spaces."""


def rules(
    language: Language = "fr", pile: tuple[Safe, ...] = EXAMPLE, version: int = 2
) -> WordBank:
    words = from_list(WORDS[language], language, FAMILIES[language])
    edition = Edition("test", language, "AE", language == "en", pile)
    return WordBank(edition, words, version)


class Table:
    """Plays by the rules, with draws told by the test instead of an oracle."""

    def __init__(
        self,
        seats: int = 3,
        *,
        ring: tuple[Safe, ...] = EXAMPLE,
        then: tuple[Safe, ...] = (),
        language: Language = "fr",
        version: int = 2,
        **options: Any,
    ) -> None:
        """The pile holds `ring` and `then`, and is drawn in that order."""
        self.rules = rules(language, (*ring, *then), version)
        self.options = Options(language=language, **{"starter": 0, **options})
        self.state: State = self.rules.setup(self.options, seats)
        self.draw(*range(len(ring)))

    def draw(self, *result: int) -> None:
        self.state = self.rules.step(self.state, Drawn(result, EVERYBODY, self.state.now))

    def wait(self, seconds: int) -> None:
        self.state = self.rules.step(self.state, Elapsed(self.state.now + 1000 * seconds))

    def refusal(self, seat: Seat, action: Action) -> Ruling:
        return may_act(self.rules, self.state, seat, action)

    def act(self, seat: Seat, action: Action) -> None:
        ruling = self.refusal(seat, action)
        assert ruling, ruling
        self.state = self.rules.step(self.state, Acted(seat, action, self.state.now))

    def say(self, seat: Seat, word: str, direction: Any, *cards: int) -> None:
        """Announce a word; the first card is the start card."""
        self.act(seat, Announce(word, cards[0], direction, cards[1:]))

    def give(self, **changes: Any) -> None:
        """Set the table up in the middle of a game."""
        self.state = replace(self.state, **changes)

    @property
    def letters(self) -> str:
        return "".join(safe.letter for safe in self.state.ring)

    @property
    def turn(self) -> Seat:
        awaits = self.rules.awaits(self.state)
        (seat,) = awaits.seats  # type: ignore[union-attr]
        return seat

    @property
    def last(self) -> Ruling:
        """The ruling on the last turn."""
        return self.state.history[-1].ruling

    def score(self) -> Score | None:
        """The score if the game is over."""
        awaits = self.rules.awaits(self.state)
        return awaits.score if isinstance(awaits, Over) else None


def stones(ring: tuple[Safe, ...], *lying: tuple[Seat, ...]) -> tuple[Safe, ...]:
    """The ring with these stones on its cards."""
    padded = (*lying, *[()] * (len(ring) - len(lying)))
    return tuple(replace(safe, stones=on) for safe, on in zip(ring, padded, strict=True))
