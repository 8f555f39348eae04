"""Read a Hunspell dictionary and write out every form of an entry.

Only what changes the letters of a word is here: prefixes, suffixes, their conditions, their cross
product and their own further affixes. Suggestions, compounds and case are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

# A suffix that takes a suffix that takes a suffix: Hunspell stops after two.
_DEPTH = 2


class Entry(NamedTuple):
    """A line of the .dic file."""

    stem: str
    flags: tuple[str, ...]


class Rule(NamedTuple):
    """One way to put an affix on a stem."""

    strip: str
    add: str
    flags: tuple[str, ...]
    condition: re.Pattern[str]


class Affix(NamedTuple):
    """All rules of a flag; `crosses` if it goes with affixes at the other end of the word."""

    prefix: bool
    crosses: bool
    rules: tuple[Rule, ...]


class Grammar(NamedTuple):
    """The .aff file: its affixes, and the flag of stems that are no words by themselves."""

    affixes: dict[str, Affix]
    needs_affix: str | None
    flag_length: int

    def flags(self, text: str) -> tuple[str, ...]:
        """Cut "a0p+" into "a0" and "p+"."""
        step = self.flag_length
        return tuple(text[at : at + step] for at in range(0, len(text), step))

    def entry(self, line: str) -> Entry:
        """A line of a .dic file, without its morphological fields."""
        stem, _, flags = (line.split() or [""])[0].partition("/")
        return Entry(stem, self.flags(flags))

    def forms(self, entry: Entry) -> Iterator[str]:
        """Every form of an entry; one may come several times."""
        if self.needs_affix is None or self.needs_affix not in entry.flags:
            yield entry.stem
        yield from self._suffixed(entry, depth=_DEPTH)
        for flag in entry.flags:
            affix = self.affixes.get(flag)
            if affix is None or not affix.prefix:
                continue
            others = entry.flags if affix.crosses else ()
            for longer in _applied(affix, entry.stem):
                yield longer.stem
                # The suffixes of the stem go on the prefixed stem too: kilo-gramme-s.
                both = Entry(longer.stem, others + longer.flags)
                yield from self._suffixed(both, depth=_DEPTH, crossing=True)

    def _suffixed(self, entry: Entry, depth: int, crossing: bool = False) -> Iterator[str]:
        for flag in entry.flags:
            affix = self.affixes.get(flag)
            if affix is None or affix.prefix or (crossing and not affix.crosses):
                continue
            for longer in _applied(affix, entry.stem):
                yield longer.stem
                if depth > 1 and longer.flags:
                    yield from self._suffixed(longer, depth - 1, crossing)


def _applied(affix: Affix, stem: str) -> Iterator[Entry]:
    for rule in affix.rules:
        if not rule.condition.search(stem):
            continue
        if affix.prefix and stem.startswith(rule.strip):
            yield Entry(rule.add + stem[len(rule.strip) :], rule.flags)
        elif not affix.prefix and stem.endswith(rule.strip):
            yield Entry(stem[: len(stem) - len(rule.strip)] + rule.add, rule.flags)


def read_grammar(path: Path, wanted: Callable[[str], bool] = lambda _add: True) -> Grammar:
    """The affixes of a .aff file in UTF-8; rules that add something unwanted are left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    length = 2 if "FLAG long" in lines else 1
    grammar = Grammar({}, _setting(lines, "NEEDAFFIX"), length)
    heads: dict[str, tuple[bool, bool]] = {}
    rules: dict[str, list[Rule]] = {}
    for line in lines:
        kind, *parts = line.split() or [""]
        if kind not in ("SFX", "PFX"):
            continue
        flag = parts[0]
        if flag not in heads:
            heads[flag] = (kind == "PFX", parts[1] == "Y")
            rules[flag] = []
            continue
        strip, added, condition = (*parts[1:], ".")[:3]
        add, _, further = added.partition("/")
        if not wanted(add):
            continue
        pattern = f"^(?:{condition})" if kind == "PFX" else f"(?:{condition})$"
        rules[flag].append(
            Rule(_letters(strip), _letters(add), grammar.flags(further), re.compile(pattern))
        )
    for flag, (prefix, crosses) in heads.items():
        grammar.affixes[flag] = Affix(prefix, crosses, tuple(rules[flag]))
    return grammar


def read_entries(path: Path, grammar: Grammar) -> Iterator[Entry]:
    """The lines of a .dic file in UTF-8, whose first line is only their number."""
    with path.open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            if line.strip():
                yield grammar.entry(line)


def _setting(lines: list[str], name: str) -> str | None:
    for line in lines:
        words = line.split()
        if len(words) > 1 and words[0] == name:
            return words[1]
    return None


def _letters(text: str) -> str:
    return "" if text == "0" else text
