"""How far a table can trust the words: figures over lists that nobody tuned the lexicons on.

    python -m tests.words.evaluate            prints the figures
    python -m tests.words.evaluate --record   also keeps them, so that a later drop fails the tests
    python -m tests.words.evaluate --lists unseen   the same over the second, later lists

Only totals are told, never which words failed: a pair that somebody mends by hand no longer says
anything about the pairs that nobody has looked at.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from math import floor, sqrt
from pathlib import Path
from typing import NamedTuple

from escale.words import LANGUAGES, Language, Words, fold, load
from escale.words.spelling import as_announced

HERE = Path(__file__).parent
RECORDED = HERE / "recorded_figures.toml"

# What the lexicons are meant to reach.
AIMS = {"precision": 0.97, "recall": 0.93, "accepted": 0.99, "refused": 0.98}
MEANING = {
    "precision": "pairs said to have the same base that have it",
    "recall": "pairs with the same base that are said to have it",
    "accepted": "valid words accepted",
    "refused": "invalid words refused",
}

Recorded = Mapping[str, Mapping[str, float]]


class Pair(NamedTuple):
    one: str
    other: str
    kin: bool


class Member(NamedTuple):
    word: str
    valid: bool


class Figure(NamedTuple):
    """So many right out of so many."""

    right: int
    of: int

    @property
    def value(self) -> float:
        # Nothing tried is nothing shown to work.
        return self.right / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval: honest near 1, where the plain one goes beyond it."""
        if not self.of:
            return 0.0, 1.0
        z, n, p = 1.96, self.of, self.value
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)


class BadList(ValueError):
    """An evaluation list that cannot be trusted, and the line to look at."""


def pairs(language: Language, text: str | None = None, lists: str = "evaluation") -> list[Pair]:
    """The hand-judged pairs: a word, another, and whether a table would call them one base."""
    name = f"{lists}_families_{language}.tsv"
    found: list[Pair] = []
    seen: dict[frozenset[str], int] = {}
    for number, cells in _rows(name, 3, text):
        one, other, mark = cells
        key = frozenset(_folded(word, language, name, number) for word in (one, other))
        if len(key) == 1:
            raise BadList(f"{name}:{number}: both words are played with the same letters")
        if key in seen:
            raise BadList(f"{name}:{number}: the pair of line {seen[key]} again")
        seen[key] = number
        found.append(Pair(one, other, mark == "1"))
    return found


def members(language: Language, text: str | None = None, lists: str = "evaluation") -> list[Member]:
    """The hand-judged words: a word, and whether a dictionary has it."""
    name = f"{lists}_members_{language}.tsv"
    found: list[Member] = []
    seen: dict[str, int] = {}
    for number, (word, mark) in _rows(name, 2, text):
        key = _folded(word, language, name, number)
        if key in seen:
            raise BadList(f"{name}:{number}: the word of line {seen[key]} again")
        seen[key] = number
        found.append(Member(word, mark == "1"))
    return found


def look_alike(pair: Pair, language: Language) -> bool:
    """Four first letters in common, or one word inside the other."""
    one, other = sorted((fold(pair.one, language), fold(pair.other, language)), key=len)
    return one in other or (len(one) >= 4 and one[:4] == other[:4])


def figures(words: Words, lists: str = "evaluation") -> dict[str, Figure]:
    """What the lexicon of one language gets right, as the referee asks it: by spelling."""
    language = words.language

    def related(pair: Pair) -> bool:
        return words.related(as_announced(pair.one, words), as_announced(pair.other, words))

    def known(member: Member) -> bool:
        return fold(member.word, language) in words

    said = [(pair.kin, related(pair)) for pair in pairs(language, lists=lists)]
    judged = [(member.valid, known(member)) for member in members(language, lists=lists)]
    both = sum(kin and yes for kin, yes in said)
    return {
        "precision": Figure(both, sum(yes for _, yes in said)),
        "recall": Figure(both, sum(kin for kin, _ in said)),
        "accepted": Figure(sum(v and yes for v, yes in judged), sum(v for v, _ in judged)),
        "refused": Figure(
            sum(not v and not yes for v, yes in judged), sum(not v for v, _ in judged)
        ),
    }


def drops(measured: Mapping[str, Mapping[str, Figure]], recorded: Recorded) -> list[str]:
    """Every figure that is below what was recorded, or that was never recorded."""
    found = []
    for language, by_name in measured.items():
        for name, figure in by_name.items():
            before = recorded.get(language, {}).get(name)
            if before is None:
                found.append(f"{language} {name}: not recorded")
            elif figure.value < before:
                found.append(f"{language} {name}: {figure.value:.4f}, recorded {before:.4f}")
    return found


def table(measured: Mapping[str, Mapping[str, Figure]]) -> str:
    """The figures as a player of numbers wants to read them."""
    lines = ["language  figure     right /  of   value   95 % interval    aim"]
    for language, by_name in measured.items():
        for name, figure in by_name.items():
            low, high = figure.interval
            verdict = "" if figure.value >= AIMS[name] else "  below the aim"
            lines.append(
                f"{language:8}  {name:9}  {figure.right:5} / {figure.of:3}  {figure.value:6.4f}"
                f"  {low:.4f}-{high:.4f}  {AIMS[name]:5.2f}{verdict}"
            )
    lines += ["", *(f"{name}: {meaning}" for name, meaning in MEANING.items())]
    return "\n".join(lines) + "\n"


def recorded_text(measured: Mapping[str, Mapping[str, Figure]]) -> str:
    """The figures to hold from now on. Rounded down: rounding must not make a drop."""
    lines = ["# Written by `python -m tests.words.evaluate --record`; a lower figure fails."]
    for language, by_name in measured.items():
        lines += ["", f"[{language}]"]
        lines += [f"{name} = {floor(f.value * 10_000) / 10_000}" for name, f in by_name.items()]
    return "\n".join(lines) + "\n"


def recorded() -> Recorded:
    """The figures to hold; empty as long as nobody has recorded any."""
    if not RECORDED.exists():
        return {}
    kept: dict[str, dict[str, float]] = tomllib.loads(RECORDED.read_text("utf-8"))
    return kept


def main(
    arguments: list[str] | None = None, source: Callable[[Language], Words] = load
) -> dict[str, dict[str, Figure]]:
    parser = argparse.ArgumentParser(prog="python -m tests.words.evaluate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--record", action="store_true", help="keep the figures")
    parser.add_argument("--lists", choices=("evaluation", "unseen"), default="evaluation")
    chosen = parser.parse_args(arguments)
    measured = {str(language): figures(source(language), chosen.lists) for language in LANGUAGES}
    sys.stdout.write(table(measured))
    if chosen.record and chosen.lists == "evaluation":
        RECORDED.write_text(recorded_text(measured), "utf-8")
        sys.stdout.write(f"recorded in {RECORDED.name}\n")
    return measured


def _rows(name: str, columns: int, text: str | None) -> Iterator[tuple[int, list[str]]]:
    whole = (HERE / name).read_text("utf-8") if text is None else text
    for number, line in enumerate(whole.splitlines(), 1):
        cells = line.split("\t")
        if len(cells) != columns or cells[-1] not in ("0", "1"):
            raise BadList(f"{name}:{number}: wanted {columns} cells, the last one 0 or 1")
        yield number, cells


def _folded(word: str, language: Language, name: str, number: int) -> str:
    try:
        return fold(word, language)
    except ValueError as wrong:
        raise BadList(f"{name}:{number}: {wrong}") from wrong


if __name__ == "__main__":
    main()
