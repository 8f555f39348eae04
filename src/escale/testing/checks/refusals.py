"""Checks that every refusal has a text and an anchor in the rulebook, in every language."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any

from escale.core.game import LANGUAGES
from escale.core.play import Ruling
from escale.games.registry import HOUSE
from escale.games.texts import anchors, texts
from escale.testing.checks.purity import parsed, rules_modules
from escale.testing.checks.texts import placeholders, read_texts, texts_of
from escale.testing.random_play import NAMES
from escale.testing.subject import Finding, Findings, Subject


@dataclass(frozen=True, slots=True)
class RefusalCall:
    """A call of `refused` in the source. `details` is None if they are not literal."""

    reason: str
    anchor: str
    details: frozenset[str] | None
    place: str


def refusals(subject: Subject) -> Findings:
    """Refusals in play and in the source have texts that fit their details, and known anchors."""
    written = list(written_refusals(subject))
    met = {_shape(ruling): (ruling, place) for ruling, place in _met(subject)}
    for language in LANGUAGES:
        tables = read_texts(HOUSE, language) | texts_of(subject.game, language)
        places = set(anchors(subject.game, language))
        for one in written:
            key = f"refusals.{one.reason}"
            if key not in tables:
                yield Finding(f"texts/{language}.toml: {key} is missing", one.place)
            elif one.details is not None and not placeholders(tables[key]) <= one.details:
                unknown = ", ".join(sorted(placeholders(tables[key]) - one.details))
                yield Finding(
                    f"texts/{language}.toml: {key} has unknown placeholders: {unknown}", one.place
                )
            if one.anchor not in places:
                yield Finding(
                    f"rulebook/{language}.md: the anchor {one.anchor} is missing", one.place
                )
        say = texts(subject.game, language, NAMES)
        for ruling, place in met.values():
            if f"refusals.{ruling.reason}" not in tables:
                yield Finding(f"texts/{language}.toml: refusals.{ruling.reason} is missing", place)
                continue
            try:
                say(f"refusals.{ruling.reason}", **dict(ruling.details))
            except (KeyError, ValueError, IndexError) as problem:
                yield Finding(
                    f"texts/{language}.toml: refusals.{ruling.reason} cannot be formatted with the"
                    f" details {dict(ruling.details)}: {type(problem).__name__} {problem}",
                    place,
                )
            if ruling.anchor not in places:
                yield Finding(
                    f"rulebook/{language}.md: the anchor {ruling.anchor} is missing", place
                )


def _shape(ruling: Ruling) -> tuple[str, str, tuple[str, ...]]:
    return ruling.reason, ruling.anchor, tuple(name for name, _ in ruling.details)


def _met(subject: Subject) -> Iterator[tuple[Ruling, str]]:
    """All refusals by `check`, and those that final states contain."""
    for one in subject.attempts:
        if isinstance(one.ruling, Ruling) and not one.ruling:
            yield one.ruling, one.run.place(one.moment.number)
    for run in subject.runs:
        if run.refused:
            yield run.refused[-1], run.place(run.refused[0])
        for moment in run.moments[-1:]:
            for ruling in _rulings(moment.state):
                yield ruling, run.place(moment.number)


def _rulings(value: Any) -> Iterator[Ruling]:
    if isinstance(value, Ruling):
        if not value:
            yield value
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from _rulings(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _rulings(getattr(value, field.name))


def written_refusals(subject: Subject) -> Iterator[RefusalCall]:
    """Every `refused("reason", "anchor", ...)` in the game's folder and in its rules."""
    sources = dict(_python_files(subject.game.folder))
    for module in rules_modules(subject):
        name = (inspect.getsourcefile(module) or "").replace("\\", "/").rpartition("/")[2]
        sources.setdefault(name, inspect.getsource(module))
    for name, source in sources.items():
        for node in _calls(source):
            if _name(node.func) == "refused" and len(node.args) >= 2:
                reason, anchor = node.args[0], node.args[1]
                if isinstance(reason, ast.Constant) and isinstance(anchor, ast.Constant):
                    given = [word.arg for word in node.keywords]
                    details = None if None in given else frozenset(filter(None, given))
                    place = f"{name}, line {node.lineno}"
                    yield RefusalCall(str(reason.value), str(anchor.value), details, place)


@lru_cache(maxsize=256)
def _calls(source: str) -> tuple[ast.Call, ...]:
    return tuple(node for node in ast.walk(parsed(source)) if isinstance(node, ast.Call))


def _python_files(folder: Any) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda one: str(one.name)):
        if entry.is_dir() and entry.name not in ("tests", "__pycache__"):
            yield from _python_files(entry)
        elif entry.name.endswith(".py"):
            yield entry.name, entry.read_text(encoding="utf-8")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
