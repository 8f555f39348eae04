"""Finds candidate pairs of related entries, and weighs the evidence for each.

Candidates share a stem (or differ by a prefix). The reliability of an ending or a prefix is learned
from the glosses: a pattern whose pairs mention each other, or have similar glosses, far more often
than words that merely begin alike is trusted for pairs without glosses as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.lexicons.clusters import Link
from tools.lexicons.evidence import DEFINED, LEVELS, MENTION, UNKNOWN, Evidence
from tools.lexicons.stems import Pattern, Shapes, endings, pattern, split

# A stem has so many letters at least; a shorter one needs a pattern seen so often in the glosses.
SHORTEST = 3
SURE_LENGTH = 4
OFTEN = 8
# A pattern that is in no list of affixes is believed after so many pairs that mention each other.
SEEN = 3
LENGTHS = 6
RARE = Pattern("?", ("", ""))
# How many pairs the trust in a pattern at large counts for.
LEAN = 3.0
# Words that share so many letters and differ by known endings are kin.
LONG = 7
# A link is strong if the glosses mention each other. Otherwise both endings must be listed, and it
# weighs so much: with a mention in one gloss, or without one and with a stem of so many letters.
MENTIONED = 200
UNMENTIONED, FULL_LENGTH = 350, 6


class Candidate(NamedTuple):
    one: int
    other: int
    pattern: Pattern
    length: int


def links(shapes: Shapes, evidence: Evidence) -> list[Link]:
    """All candidates with their weights: hundredths of the logarithm (base 2) of the odds."""
    found = candidates(shapes, evidence)
    if not found:
        return []
    pairs = sorted(found)
    levels = np.array([evidence.level(*pair) for pair in pairs], dtype=np.int64)
    kinds = [f"{shapes.kinds[one]}-{shapes.kinds[other]}" for one, other in pairs]
    background = _background(shapes, evidence, found)
    odds = _odds([found[pair] for pair in pairs], levels, background, kinds)
    return [
        Link(
            *pair,
            int(weight),
            pair in evidence.mutual or _strong(shapes, found[pair], int(level), int(weight)),
        )
        for pair, level, weight in zip(pairs, levels, odds, strict=True)
    ]


def _strong(shapes: Shapes, candidate: Candidate, level: int, weight: int) -> bool:
    ends = (end.removeprefix("2") for end in candidate.pattern.ends)
    if candidate.pattern == RARE or not shapes.suffixes.issuperset(ends):
        return False
    if level >= MENTION:
        return candidate.length >= SURE_LENGTH and weight >= MENTIONED
    return candidate.length >= FULL_LENGTH and weight >= UNMENTIONED


def candidates(shapes: Shapes, evidence: Evidence) -> dict[tuple[int, int], Candidate]:
    learned = _learned(shapes, evidence)
    found: dict[tuple[int, int], Candidate] = {}
    for source in (
        _by_ending(shapes, learned),
        _by_prefix(shapes),
        _by_both(shapes),
        _by_mention(shapes, evidence),
    ):
        for candidate in source:
            pair = (min(candidate[:2]), max(candidate[:2]))
            found.setdefault(pair, candidate)
    return found


def _learned(shapes: Shapes, evidence: Evidence) -> Counter[Pattern]:
    """The pairs of endings of words that mention each other."""
    met: Counter[Pattern] = Counter()
    for one, other in evidence.mentions:
        stem, left, right = split(shapes.words[one], shapes.words[other])
        if len(stem) >= SHORTEST and max(len(left), len(right)) <= 9:
            shape = pattern(stem, left, right)
            # Several hundred thousand pairs: ask about compounds only what may be a pattern.
            if shape in met or not (shapes.compound(stem, left) or shapes.compound(stem, right)):
                met[shape] += 1
    return Counter({one: times for one, times in met.items() if times >= SEEN})


def _by_ending(shapes: Shapes, learned: Counter[Pattern]) -> Iterator[Candidate]:
    listed = shapes.suffixes | {"2" + end for end in shapes.suffixes if end}
    known = listed | {end for one in learned for end in one.ends}
    groups: dict[str, list[tuple[str, str]]] = {}
    for word in sorted(shapes.ids):
        for stem, end in endings(word, known, SHORTEST):
            groups.setdefault(stem, []).append((word, end))
    for stem, members in groups.items():
        enough = 0 if len(stem) >= SURE_LENGTH else OFTEN
        for at, (word, end) in enumerate(members):
            for other, its in members[:at]:
                # Only the longest common stem counts, so that each pair has one pattern.
                if end[:1] == its[:1]:
                    continue
                shape = pattern(stem, end, its)
                both = shape.ends[0] in listed and shape.ends[1] in listed
                if learned[shape] >= enough and (both or learned[shape]):
                    yield from _all(shapes, word, other, shape, len(stem))
    for word, several in shapes.ids.items():
        if len(several) > 1:  # they differ by accents only
            yield from _all(shapes, word, word, Pattern("", ("", "")), len(word))


def _by_prefix(shapes: Shapes) -> Iterator[Candidate]:
    for word in sorted(shapes.ids):
        for before, rest in shapes.unprefixed(word, SHORTEST):
            # Bio-logie and socio-logie are two words made alike, not two forms of logie.
            if rest in shapes.ids and rest not in shapes.suffixes and shapes.alike(word, rest):
                short = "." if len(rest) <= SURE_LENGTH else ""
                yield from _all(shapes, word, rest, Pattern(before + short, ("", "")), len(rest))


def _by_both(shapes: Shapes) -> Iterator[Candidate]:
    """A prefix and an ending at once: lourd, a-lourd-ir."""
    for word in sorted(shapes.ids):
        for before, rest in shapes.unprefixed(word, SURE_LENGTH + 1):
            for stem, end in endings(rest, shapes.suffixes, SURE_LENGTH):
                for final in ("", "e"):
                    if end and end != final and stem + final in shapes.ids:
                        shape = pattern(stem, end, final, before)
                        yield from _all(shapes, word, stem + final, shape, len(stem))


def _by_mention(shapes: Shapes, evidence: Evidence) -> Iterator[Candidate]:
    """One word defined by another of the same stem, with endings that are met nowhere else."""
    for one, other in sorted(evidence.mentions):
        shared = shapes.explained(shapes.words[one], shapes.words[other])
        if shared:
            yield Candidate(one, other, RARE, shared)


def _all(shapes: Shapes, word: str, other: str, shape: Pattern, length: int) -> Iterator[Candidate]:
    for one in shapes.ids[word]:
        for two in shapes.ids[other]:
            if one < two or (word != other and one != two):
                yield Candidate(min(one, two), max(one, two), shape, length)


def _background(
    shapes: Shapes, evidence: Evidence, found: dict[tuple[int, int], Candidate]
) -> NDArray[np.float64]:
    """How often each level of evidence is met between words that merely begin alike."""
    groups: dict[str, list[int]] = {}
    for number, word in enumerate(shapes.words):
        groups.setdefault(word[:SHORTEST], []).append(number)
    counts = np.ones(LEVELS)
    for members in groups.values():
        for at in range(len(members)):
            one, other = members[at], members[(7 * at + 3) % len(members)]
            pair = (min(one, other), max(one, other))
            if pair not in found and one != other:
                counts[evidence.level(one, other)] += 1
    counts[UNKNOWN] = 0
    counts /= counts.sum()
    return counts


def _odds(
    found: list[Candidate],
    levels: NDArray[np.int64],
    false_level: NDArray[np.float64],
    kinds: list[str],
) -> NDArray[np.int64]:
    """Expectation-maximisation over pairs (are they related?) and patterns (how reliable?).

    The reliability of a pattern is the share of its pairs that are related, by length of the stem
    and part of speech, smoothed towards more general cells where pairs are few. It uses only sums,
    products and quotients in a fixed order, so the result is the same on every machine.
    """
    free = np.array([one.pattern != RARE for one in found])
    lengths = np.array(
        [min(max(one.length - SHORTEST, 0), LENGTHS - 1) for one in found], dtype=np.int64
    )
    known = (levels != UNKNOWN) & free
    # From general to specific: each cell is smoothed towards the one before it.
    cells = [
        lengths,
        _numbered([one.pattern for one in found]),
        _numbered([(one.pattern, min(one.length, 7)) for one in found]),
        _numbered(
            [
                (one.pattern, min(one.length, 7), kind)
                for one, kind in zip(found, kinds, strict=True)
            ]
        ),
    ]
    sizes = [np.bincount(cell, known) for cell in cells]
    # The distribution for related words is estimated from pairs with a long common stem.
    sure = known & (np.array([one.length for one in found]) >= LONG)
    at_large = np.bincount(levels[sure], minlength=LEVELS) + 1.0
    at_large[UNKNOWN] = 0
    at_large /= at_large.sum()
    shape = cells[1]
    met = np.zeros((len(sizes[1]), LEVELS))
    np.add.at(met, (shape[sure], levels[sure]), 1)
    met = (met + LEAN * 5 * at_large) / (met.sum(axis=1, keepdims=True) + LEAN * 5)
    says = np.where(known, met[shape, levels] / np.where(known, false_level[levels], 1), 1.0)
    prior = np.full(len(found), 0.5)
    odds = says
    for _ in range(30):
        odds = prior / (1 - prior) * says
        kin = odds / (1 + odds) * known
        prior = np.full(len(found), 0.3)
        for cell, size in zip(cells, sizes, strict=True):
            prior = (np.bincount(cell, kin, len(size))[cell] + LEAN * prior) / (size[cell] + LEAN)
    # Pairs selected because one mentions the other: weighed by rule, not learned.
    strength = np.where(levels == DEFINED, 4.0, 1.0) * np.array([1, 2, 6, 12, 20, 20])[lengths]
    odds = np.where(free, odds, strength)
    return np.round(100 * np.log2(odds)).astype(np.int64)


def _numbered(keys: list[Any]) -> NDArray[np.int64]:
    numbers = {one: at for at, one in enumerate(sorted(set(keys)))}
    return np.array([numbers[one] for one in keys], dtype=np.int64)
