"""What WordNet tells of English words: their kinds, their glosses, their relatives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.lexicons.reading import Pos

_KINDS: dict[str, Pos] = {
    "n": "noun",
    "v": "verb",
    "a": "adjective",
    "s": "adjective",
    "r": "adverb",
}
# "+": derivationally related; "\": an adjective of a noun, an adverb of an adjective; "<": a
# participle of a verb. WordNet calls an adjective a near relative of the noun "=" (heavy, weight)
# too, but by meaning, so that is left out.
_KIN = frozenset("+\\<")

_Place = tuple[str, str]  # a file and where in it
_Link = tuple[int, _Place, int]  # which word here, which sense, which word there


class Sense(NamedTuple):
    """One meaning (a synset) and the words for it."""

    words: tuple[str, ...]
    pos: Pos
    gloss: str
    kin: tuple[tuple[str, str], ...]  # a word of this sense, a word of another


def read(folder: Path) -> list[Sense]:
    """All senses, with their relations resolved to (own word, other word)."""
    raw: dict[_Place, tuple[Sense, list[_Link]]] = {}
    for name, letter in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        for line in (folder / f"data.{name}").read_text("utf-8").splitlines():
            if line.startswith(" "):  # the licence
                continue
            offset, sense, links = _sense(line)
            raw[letter, offset] = sense, links
    return [_resolved(sense, links, raw) for sense, links in raw.values()]


def word(text: str) -> bool:
    """A word one can play: no name, no hyphen, no phrase."""
    return text.isalpha() and text.islower()


def kinds(senses: list[Sense]) -> dict[str, set[Pos]]:
    found: dict[str, set[Pos]] = {}
    for sense in senses:
        for one in filter(word, sense.words):
            found.setdefault(one, set()).add(sense.pos)
    return found


def glosses(senses: list[Sense]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for sense in senses:
        for one in filter(word, sense.words):
            found.setdefault(one, []).append(sense.gloss)
    return found


def relations(senses: list[Sense]) -> Iterator[tuple[str, str]]:
    """Declared relatives that also look it: WordNet joins apian to bee, and fearfully to awful."""
    for sense in senses:
        for own, other in sense.kin:
            if word(own) and word(other) and own != other and _look_related(own, other):
                yield own, other


def _look_related(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one[:3] == other[:3] or (len(short) > 3 and short[:4] in long)


def _sense(line: str) -> tuple[str, Sense, list[_Link]]:
    facts, _, gloss = line.partition(" | ")
    fields = facts.split()
    offset, kind = fields[0], _KINDS[fields[2]]
    count = int(fields[3], 16)
    # "(p)" and the like tell where an adjective may stand, not how it is spelt.
    words = tuple(one.partition("(")[0] for one in fields[4 : 4 + 2 * count : 2])
    links = []
    start = 5 + 2 * count
    for at in range(start, start + 4 * int(fields[4 + 2 * count]), 4):
        symbol, target, letter, numbers = fields[at : at + 4]
        own, other = int(numbers[:2], 16), int(numbers[2:], 16)
        if symbol in _KIN and own and other:
            links.append((own - 1, ("a" if letter == "s" else letter, target), other - 1))
    # After the definition come examples in quotation marks.
    definition = gloss.partition('; "')[0].strip()
    return offset, Sense(words, kind, definition, ()), links


def _resolved(
    sense: Sense, links: list[_Link], raw: dict[_Place, tuple[Sense, list[_Link]]]
) -> Sense:
    kin = tuple((sense.words[own], raw[place][0].words[other]) for own, place, other in links)
    return sense._replace(kin=kin)
