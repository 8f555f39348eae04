"""How a lexicon encodes the spellings and readings of a form: a few thousand shared shapes.

A shape is a text with one line a spelling, the most frequent first:

    marks TAB reading,reading,...

The marks turn the folded form into the spelling: `^` a capital at the beginning, `é` the first E
is an é, `1é` the second. A leading `!` marks a spelling that is the entry of other forms but not
itself playable. A reading is a letter for the part of speech and then `=` (the spelling is its own
entry), or the change from the folded form to the folded entry: `2IR` removes two letters and adds
IR. Each dot before that skips one entry, where several entries fold to the same form: péché comes
after pêche.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from escale.words.folding import fold
from escale.words.protocol import Language, Pos, Umlauts

_LETTER_OF: Mapping[Pos, str] = {
    "noun": "n",
    "verb": "v",
    "adjective": "j",
    "adverb": "d",
    "other": "o",
}
_POS_OF: Mapping[str, Pos] = {letter: pos for pos, letter in _LETTER_OF.items()}
_MARK = re.compile(r"(\d*)(\D)")
_CHANGE = re.compile(r"(\.*)(\d*)([A-Z]*)")


class Entry(NamedTuple):
    """A dictionary entry relative to one of its forms: letters to cut and add, entries to skip."""

    cut: int
    add: str
    skip: int

    def form(self, word: str) -> str:
        return word[: len(word) - self.cut] + self.add


class ReadAs(NamedTuple):
    pos: Pos
    entry: Entry | None  # None: the spelling is its own entry


class Line(NamedTuple):
    marks: str
    playable: bool
    readings: tuple[ReadAs, ...]

    @property
    def is_entry(self) -> bool:
        return any(reading.entry is None for reading in self.readings)


class Shape:
    """A decoded shape. Every look-up uses one, so its answers are precomputed."""

    __slots__ = ("entries", "is_entry", "lines")

    def __init__(self, text: str) -> None:
        self.lines = tuple(map(_read_line, text.split("\n")))
        playable = [line for line in self.lines if line.playable]
        self.is_entry = any(line.is_entry for line in playable)
        entries = (entry for line in playable for entry in self.entries_of(line))
        self.entries = tuple(dict.fromkeys(entries))

    def entries_of(self, line: Line) -> list[Entry]:
        """The entries of one spelling; one of the form itself by its index among them."""
        own = [one for one in self.lines if one.is_entry]
        return [one.entry or Entry(0, "", own.index(line)) for one in line.readings]

    def entry_line(self, skip: int) -> Line:
        return [line for line in self.lines if line.is_entry][skip]


def write_line(marks: str, playable: bool, readings: list[tuple[Pos, str]]) -> str:
    listed = ",".join(_LETTER_OF[pos] + change for pos, change in readings)
    return f"{'' if playable else '!'}{marks}\t{listed}"


def write_change(word: str, entry: str, skip: int) -> str:
    """The change from a folded form to its folded entry."""
    same = len(entry)
    while not word.startswith(entry[:same]):
        same -= 1
    change = "" if word == entry else f"{len(word) - same}{entry[same:]}"
    return "." * skip + change


def write_marks(word: str, spelling: str, language: Language, umlauts: Umlauts) -> str:
    """The marks that turn a folded form into a spelling."""
    plain, place = word.lower(), 0
    marks = "^" if spelling[0].isupper() else ""
    if spelling[1:] == plain[1:] and spelling[0].lower() == plain[0]:
        return marks  # the common case
    for letter in spelling.lower():
        folded = letters(letter, language, umlauts)
        if folded != letter:
            marks += f"{_nth(plain, folded, place) or ''}{letter}"
        place += len(folded)
    if read_marks(word, marks, language, umlauts) != spelling:
        raise ValueError(f"{spelling!r} has a capital inside the word")
    return marks


def read_marks(word: str, marks: str, language: Language, umlauts: Umlauts) -> str:
    """The spelling of a folded form."""
    plain = word.lower()
    small = marks.removeprefix("^")
    if small:
        pieces, done = [], 0
        for count, letter in _MARK.findall(small):
            folded = letters(letter, language, umlauts)
            place = plain.find(folded)
            for _ in range(int(count or 0)):
                place = plain.find(folded, place + 1)
            pieces += [plain[done:place], letter]
            done = place + len(folded)
        plain = "".join(pieces) + plain[done:]
    return plain[0].upper() + plain[1:] if marks.startswith("^") else plain


@cache
def letters(letter: str, language: Language, umlauts: Umlauts) -> str:
    """What a small letter is folded to, in small letters: é -> e, ß -> ss."""
    return fold(letter, language, umlauts).lower()


def _nth(plain: str, part: str, place: int) -> int:
    """How many times `part` begins before `place`."""
    return sum(plain.startswith(part, start) for start in range(place))


def _read_line(line: str) -> Line:
    marks, _, readings = line.partition("\t")
    read = tuple(
        ReadAs(_POS_OF[one[0]], None if one[1:] == "=" else _read_change(one[1:]))
        for one in readings.split(",")
    )
    return Line(marks.removeprefix("!"), not marks.startswith("!"), read)


def _read_change(change: str) -> Entry:
    match = _CHANGE.fullmatch(change)
    if match is None:
        raise ValueError(f"{change!r} is not a valid change")
    skipped, cut, add = match.groups()
    return Entry(int(cut or 0), add, len(skipped))
