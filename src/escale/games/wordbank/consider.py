"""Answers a board's questions about a word that is being typed: where its stones can go.

No dictionary is consulted, so the answers do not reveal whether a word is valid; only the friendly
referee, who warns before stones are placed, warns here too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from escale.core.codec import Malformed, to_plain
from escale.core.secrecy import View
from escale.games.wordbank.rules.pieces import LONGEST_WORD, Announce, Played, Safe
from escale.games.wordbank.rules.ring import DIRECTIONS, Direction, Placement
from escale.games.wordbank.rules.rules import State, WordBank
from escale.games.wordbank.solver.ways import best_first, closing, placements
from escale.words.folding import fold
from escale.words.kinship import Link, why_related
from escale.words.protocol import Words
from escale.words.spelling import capitals

MOST_RELATIVES = 12


@dataclass(frozen=True, slots=True)
class Question:
    """A word or the beginning of one, and the cards that the player wants to use or not."""

    word: str
    start: int | None = None
    fixed: tuple[int, ...] = ()  # to be used; later ones take precedence over earlier ones
    out: tuple[int, ...] = ()  # not to be used

    @classmethod
    def of(cls, plain: dict[str, Any], size: int) -> Question:
        unknown = set(plain) - {"word", "start", "fixed", "out"}
        if unknown:
            raise Malformed(f"not a part of a question: {', '.join(sorted(map(str, unknown)))}")
        word, start = plain.get("word"), plain.get("start")
        if not isinstance(word, str) or not 1 <= len(word) <= LONGEST_WORD:
            raise Malformed(f"word: must be a text of 1 to {LONGEST_WORD} letters")
        cards = {name: _cards(name, plain.get(name, []), size) for name in ("fixed", "out")}
        if start is not None:
            (start,) = _cards("start", [start], size)
        return cls(word, start, cards["fixed"], cards["out"])


def _cards(name: str, plain: object, size: int) -> tuple[int, ...]:
    if not isinstance(plain, list) or len(plain) > size:
        raise Malformed(f"{name}: must be cards of the ring")
    for card in plain:
        if type(card) is not int or not 0 <= card < size:
            raise Malformed(f"{name}: must be cards of the ring, numbered from 0 to {size - 1}")
    return tuple(dict.fromkeys(plain))


def consider(rules: WordBank, view: View[State], question: object) -> dict[str, Any]:
    """The best placement of a word in each direction, and every card that it reaches."""
    if view.seat is None:
        raise Malformed("only a player can ask about a word")
    if not isinstance(question, dict):
        raise Malformed("a question must be an object")
    if question == {"used": True}:
        return {"used": _used(rules, view.seen)}
    if set(question) == {"why", "turn"}:
        return {"why": _why(rules, view.seen, question["why"], question["turn"])}
    state = view.seen
    asked = Question.of(question, len(state.ring))
    try:
        spelt = _spelt(rules, asked.word)
    except ValueError:
        return _empty_answer(len(state.ring))
    word = "".join(folded for _, folded in spelt)
    found = list(placements(word, state.ring, state.hands[view.seat]))
    starts = sorted({way.start for way in found})
    if asked.start in starts:
        found = [way for way in found if way.start == asked.start]
    best = {direction: _best(state.ring, found, direction, asked) for direction in DIRECTIONS}
    answer: dict[str, Any] = {
        "word": word,
        "spelt": spelt,
        "starts": starts,
        "reach": [_directions(found, card) for card in range(len(state.ring))],
    }
    for direction, way in best.items():
        answer[direction] = way and _told(state, view.seat, word, way, asked)
    if state.options.referee == "friendly":
        answer |= _warned(rules, state, asked.word, next(filter(None, best.values()), None))
    return answer


def _empty_answer(size: int) -> dict[str, Any]:
    """The answer for what is no word; the rules explain why when it is announced."""
    nothing: dict[str, Any] = dict.fromkeys(DIRECTIONS)
    return nothing | {"word": "", "spelt": [], "starts": [], "reach": [[] for _ in range(size)]}


def _spelt(rules: WordBank, typed: str) -> list[list[str]]:
    """Each letter as it was typed, and the card letters that it plays as."""
    edition = rules.edition
    whole = capitals(unicodedata.normalize("NFC", typed))
    return [[letter, fold(letter, edition.language, edition.umlauts)] for letter in whole]


def _directions(found: Iterable[Placement], card: int) -> list[Direction]:
    reached = {way.direction for way in found if card in way.cards}
    return [direction for direction in DIRECTIONS if direction in reached]


def _best(
    ring: Sequence[Safe], found: Sequence[Placement], direction: Direction, asked: Question
) -> Placement | None:
    """Most stones, then most safes closed. If not all wishes can be met, the latest are."""
    left = [way for way in found if way.direction == direction]
    wishes = [(card, True) for card in reversed(asked.fixed)]
    wishes += [(card, False) for card in reversed(asked.out)]
    for card, wanted in wishes:
        left = [way for way in left if (card in way.cards) == wanted] or left
    return min(left, key=lambda way: best_first(ring, way), default=None)


def _told(state: State, seat: int, word: str, way: Placement, asked: Question) -> dict[str, Any]:
    closes = closing(state.ring, way)
    left = state.hands[seat] - len(way.cards)
    return {
        "start": way.start,
        "cards": list(way.cards),
        "letters": "".join(state.ring[card].letter for card in way.cards),
        "read": _read(word, [state.ring[card].letter for card in way.cards]),
        "closes": [
            {
                "card": card,
                "letter": state.ring[card].letter,
                "stones": [*state.ring[card].stones, seat],
            }
            for card in closes
        ],
        "left": left,
        "ends": _ends(state, seat, left, len(closes)),
        "fixed": [card for card in asked.fixed if card in way.cards],
        "out": [card for card in asked.out if card not in way.cards],
    }


def _read(word: str, letters: Iterable[str]) -> list[int]:
    """Which letter of the word is read on each card: the first that can be."""
    read: list[int] = []
    for letter in letters:
        read.append(word.index(letter, read[-1] + 1 if read else 0))
    return read


def _ends(state: State, seat: int, left: int, closed: int) -> str:
    """`turn`: the game ends with it; `round`: with this round; empty: it goes on."""
    if closed == len(state.ring) and not state.pile:
        return "turn"
    if left and 0 not in state.hands:
        return ""
    last_of_round = (seat + 1) % state.seats == state.first
    return "round" if state.options.even_turns and not last_of_round else "turn"


def _warned(rules: WordBank, state: State, typed: str, way: Placement | None) -> dict[str, Any]:
    """A friendly referee: the proper spelling, and what would be wrong with the word."""
    referee = rules.referee(state.options)
    known = referee.words is not None and referee.folded(typed) in referee.words
    answer: dict[str, Any] = {
        "spelling": referee.spelling(typed) if known else None,
        "warning": None,
    }
    if way:
        move = Announce(typed, way.start, way.direction, way.cards[1:])
        ruling = referee.incorrect(state.ring, state.history, move)
        answer["warning"] = None if ruling else to_plain(ruling)
    return answer


def _used(rules: WordBank, state: State) -> list[dict[str, Any]]:
    """The words that are used up, the latest first, each with some of its family."""
    words = rules.referee(state.options).words
    return [
        {
            "turn": turn,
            "seat": played.seat,
            "word": capitals(played.spelling),
            "family": _relatives(words.family(played.word), played) if words else [],
        }
        for turn, played in reversed(list(enumerate(state.history, start=1)))
        if played.ruling
    ]


def _why(rules: WordBank, state: State, typed: object, turn: object) -> list[dict[str, str]]:
    """Why a word has the same base as that of a turn, link by link.

    Only about refusals: otherwise it would be a way to consult the dictionary.
    """
    if not isinstance(typed, str) or not 1 <= len(typed) <= LONGEST_WORD:
        raise Malformed(f"why: must be a text of 1 to {LONGEST_WORD} letters")
    if type(turn) is not int or not 1 <= turn <= len(state.history):
        raise Malformed("turn: must be a turn of this game")
    referee = rules.referee(state.options)
    word, used = referee.folded(typed), state.history[turn - 1]
    refused = {one.word for one in state.history if one.ruling.reason == "same-base"}
    told = state.options.referee == "friendly" or word in refused
    if not (told and word and used.ruling and referee.words and word in referee.words):
        return []
    return [
        {"kind": link.kind, "one": capitals(link.one), "other": capitals(link.other)}
        for link in why_same_base(referee.words, word, referee.spelling(typed), used)
    ]


def why_same_base(words: Words, word: str, spelling: str, used: Played) -> tuple[Link, ...]:
    """The links from a word to a used one; by their letters if version 1 of the rules saw some."""
    return why_related(words, spelling, used.spelling) or why_related(words, word, used.word)


def _relatives(family: Sequence[str], played: Played) -> list[str]:
    return [word for word in family if word.lower() != played.spelling.lower()][:MOST_RELATIVES]
