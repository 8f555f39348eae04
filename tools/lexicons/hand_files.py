"""Reads the hand-checked files in `hand/`: words added, words refused, and families.

`families_XX.txt` has one family a line, its lemmas separated by spaces; families that share a lemma
are merged. A line that begins with ! lists look-alikes: no two of them belong to one family. In all
files # starts a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tools.lexicons.reading import key

HAND = Path(__file__).parent / "hand"


class HandFamilies(NamedTuple):
    """Hand-checked families and look-alikes, by the keys of their entries."""

    families: tuple[tuple[str, ...], ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()


class HandFileError(ValueError):
    """An invalid line in a hand-checked file; the message has its number."""


def hand_lines(name: str) -> list[str]:
    """The lines of a hand-checked file, without comments and empty lines."""
    lines = (HAND / name).read_text("utf-8").splitlines()
    return list(filter(None, map(_without_comment, lines)))


def hand_words(name: str) -> list[str]:
    return [word for line in hand_lines(name) for word in line.split()]


def refused_readings(language: str) -> dict[str, list[str]]:
    """`number:numb` in the file of refused words: number is a word, but not as a form of numb."""
    entries = (word.partition(":") for word in hand_words(f"refused_{language}.txt"))
    return {form: lemmas.split(",") for form, colon, lemmas in entries if colon}


def read_families(path: Path) -> HandFamilies:
    return parse_families(path.read_text("utf-8").splitlines(), path.name)


def parse_families(lines: Iterable[str], name: str = "hand") -> HandFamilies:
    together: dict[int, tuple[str, ...]] = {}
    apart: dict[int, tuple[str, ...]] = {}
    for number, marked, words in _lines(lines, name):
        (apart if marked else together)[number] = words
    leader, lines_of = _merge(together)
    for number, words in apart.items():
        for one, other in combinations(words, 2):
            if one in leader and other in leader and leader[one] == leader[other]:
                joined = ", ".join(map(str, lines_of[leader[one]]))
                raise HandFileError(
                    f"{name}:{number}: {one} and {other} are look-alikes here, "
                    f"but one family by line {joined}"
                )
    return HandFamilies(tuple(together.values()), tuple(apart.values()))


def _lines(lines: Iterable[str], name: str) -> Iterator[tuple[int, bool, tuple[str, ...]]]:
    for number, line in enumerate(lines, start=1):
        text = _without_comment(line)
        if not text:
            continue
        marked = text.startswith("!")
        words = tuple(key(word) for word in text.removeprefix("!").split())
        for word in words:
            if not word.replace("'", "").replace("-", "").isalpha():
                raise HandFileError(f"{name}:{number}: {word!r} is not a word")
        if len(words) < 2:
            raise HandFileError(f"{name}:{number}: a line needs at least two words")
        if len(set(words)) < len(words):
            twice = next(word for word in words if words.count(word) > 1)
            raise HandFileError(f"{name}:{number}: {twice} occurs twice in the line")
        yield number, marked, words


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()


def _merge(families: dict[int, tuple[str, ...]]) -> tuple[dict[str, int], dict[int, list[int]]]:
    """Word -> first line of its whole family, and the lines that made each family."""
    leader: dict[str, int] = {}
    lines_of: dict[int, list[int]] = {}
    members: dict[int, list[str]] = {}
    for number, words in families.items():
        met = sorted({leader[word] for word in words if word in leader})
        home = met[0] if met else number
        lines_of.setdefault(home, []).append(number)
        members.setdefault(home, []).extend(word for word in words if word not in leader)
        for other in met[1:]:
            lines_of[home] += lines_of.pop(other)
            members[home] += members.pop(other)
        lines_of[home].sort()
        leader |= dict.fromkeys(members[home], home)
    return leader, lines_of
