"""How a lexicon keeps what it knows of a form, so that most forms share a few thousand shapes.

A shape is a text with one line a spelling, the most frequent first:

    marks TAB reading,reading,...

The marks turn the folded form into the spelling: `^` a capital at the beginning, `é` the first E
is an é, `1é` the second. `!` before them says that the spelling is the entry of other forms and
not itself a word to play. A reading is a letter for the part of speech and then `=` (the spelling
is its own entry), or what turns the folded form into the folded entry: `2IR` takes off two letters
and adds IR. A dot before that stands for each entry to skip, where the folded entry is that of
several: péché comes after pêche.
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
    """A dictionary entry, seen from one of its forms: cut off letters, add some, skip entries."""

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
    """A shape, read. Asked of every word that is looked up, so its answers are ready-made."""

    __slots__ = ("entries", "is_entry", "lines")

    def __init__(self, text: str) -> None:
        self.lines = tuple(map(_read_line, text.split("\n")))
        playable = [line for line in self.lines if line.playable]
        self.is_entry = any(line.is_entry for line in playable)
        # Which entries it is a form of.
        entries = (entry for line in playable for entry in self.entries_of(line))
        self.entries = tuple(dict.fromkeys(entries))

    def entries_of(self, line: Line) -> list[Entry]:
        """Those of one spelling; an entry of the form itself by its place among them."""
        own = [one for one in self.lines if one.is_entry]
        return [one.entry or Entry(0, "", own.index(line)) for one in line.readings]

    def entry_line(self, skip: int) -> Line:
        return [line for line in self.lines if line.is_entry][skip]


def write_line(marks: str, playable: bool, readings: list[tuple[Pos, str]]) -> str:
    told = ",".join(_LETTER_OF[pos] + change for pos, change in readings)
    return f"{'' if playable else '!'}{marks}\t{told}"


def write_change(word: str, entry: str, skip: int) -> str:
    """What leads from a folded form to its folded entry."""
    same = len(entry)
    while not word.startswith(entry[:same]):
        same -= 1
    change = "" if word == entry else f"{len(word) - same}{entry[same:]}"
    return "." * skip + change


def write_marks(word: str, spelling: str, language: Language, umlauts: Umlauts) -> str:
    """What leads from a folded form to a spelling."""
    plain, place = word.lower(), 0
    marks = "^" if spelling[0].isupper() else ""
    if spelling[1:] == plain[1:] and spelling[0].lower() == plain[0]:
        return marks  # as most words
    for letter in spelling.lower():
        folded = letters(letter, language, umlauts)
        if folded != letter:
            marks += f"{_nth(plain, folded, place) or ''}{letter}"
        place += len(folded)
    if read_marks(word, marks, language, umlauts) != spelling:
        raise ValueError(f"{spelling!r} has capitals where no word has any")
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
        raise ValueError(f"{change!r} leads to no entry")
    skipped, cut, add = match.groups()
    return Entry(int(cut or 0), add, len(skipped))
