"""The hand-checked families and look-alikes of a language, hand/families_XX.txt.

One family a line, its lemmas separated by spaces; families that share a lemma are one. A line that
begins with ! holds look-alikes: no two of its lemmas are of one family. After # is a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from escale.words.build.reading import key


class Hand(NamedTuple):
    """What was decided by hand, by the names of the entries."""

    families: tuple[tuple[str, ...], ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()


class Misplaced(ValueError):
    """A line of a hand file that cannot be followed."""


def read_hand(path: Path) -> Hand:
    """Read a hand file; what is wrong with it is told with the number of the line."""
    return parse_hand(path.read_text("utf-8").splitlines(), path.name)


def parse_hand(lines: Iterable[str], name: str = "hand") -> Hand:
    together: dict[int, tuple[str, ...]] = {}
    apart: dict[int, tuple[str, ...]] = {}
    for number, marked, words in _lines(lines, name):
        (apart if marked else together)[number] = words
    leader, lines_of = _merge(together)
    for number, words in apart.items():
        for one, other in combinations(words, 2):
            if one in leader and other in leader and leader[one] == leader[other]:
                joined = ", ".join(map(str, lines_of[leader[one]]))
                raise Misplaced(
                    f"{name}:{number}: {one} and {other} are kept apart, "
                    f"but made one family by line {joined}"
                )
    return Hand(tuple(together.values()), tuple(apart.values()))


def _lines(lines: Iterable[str], name: str) -> Iterator[tuple[int, bool, tuple[str, ...]]]:
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        marked = text.startswith("!")
        words = tuple(key(word) for word in text.removeprefix("!").split())
        for word in words:
            if not word.replace("'", "").replace("-", "").isalpha():
                raise Misplaced(f"{name}:{number}: {word!r} is neither a word nor a known mark")
        if len(words) < 2:
            raise Misplaced(f"{name}:{number}: a line has two words at least")
        if len(set(words)) < len(words):
            twice = next(word for word in words if words.count(word) > 1)
            raise Misplaced(f"{name}:{number}: {twice} stands twice in the line")
        yield number, marked, words


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
