"""A refusal says why: every reason has its words, every anchor its place in the rulebook."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from escale.core.game import LANGUAGES
from escale.core.play import Ruling
from escale.games.registry import HOUSE
from escale.games.texts import anchors, texts
from escale.testing.checks.purity import rules_modules
from escale.testing.checks.texts import gaps, read_texts, texts_of
from escale.testing.playing import NAMES
from escale.testing.trial import Finding, Findings, Trial


@dataclass(frozen=True, slots=True)
class Written:
    """A call of `refused` in the code. `details` None: they cannot be read off the code."""

    reason: str
    anchor: str
    details: frozenset[str] | None
    place: str


def refusals(trial: Trial) -> Findings:
    """Refusals, met and written, have texts that fit their details, and anchors that exist."""
    written = list(written_refusals(trial))
    met = {_shape(ruling): (ruling, place) for ruling, place in _met(trial)}
    for language in LANGUAGES:
        tables = read_texts(HOUSE, language) | texts_of(trial.game, language)
        places = set(anchors(trial.game, language))
        for one in written:
            key = f"refusals.{one.reason}"
            if key not in tables:
                yield Finding(f"texts/{language}.toml: {key} is missing", one.place)
            elif one.details is not None and not gaps(tables[key]) <= one.details:
                unknown = ", ".join(sorted(gaps(tables[key]) - one.details))
                yield Finding(f"texts/{language}.toml: nothing fills {unknown} of {key}", one.place)
            if one.anchor not in places:
                yield Finding(f"rulebook/{language}.md: no anchor {one.anchor}", one.place)
        say = texts(trial.game, language, NAMES)
        for ruling, place in met.values():
            if f"refusals.{ruling.reason}" not in tables:
                yield Finding(f"texts/{language}.toml: refusals.{ruling.reason} is missing", place)
                continue
            try:
                say(f"refusals.{ruling.reason}", **dict(ruling.details))
            except (KeyError, ValueError, IndexError) as problem:
                yield Finding(
                    f"texts/{language}.toml: refusals.{ruling.reason} cannot be said with the"
                    f" details {dict(ruling.details)}: {type(problem).__name__} {problem}",
                    place,
                )
            if ruling.anchor not in places:
                yield Finding(f"rulebook/{language}.md: no anchor {ruling.anchor}", place)


def _shape(ruling: Ruling) -> tuple[str, str, tuple[str, ...]]:
    return ruling.reason, ruling.anchor, tuple(name for name, _ in ruling.details)


def _met(trial: Trial) -> Iterator[tuple[Ruling, str]]:
    """All refusals that the referee gave, and those that states remember."""
    for one in trial.tries:
        if isinstance(one.ruling, Ruling) and not one.ruling:
            yield one.ruling, one.run.place(one.moment.number)
    for run in trial.runs:
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


def written_refusals(trial: Trial) -> Iterator[Written]:
    """Every `refused("reason", "anchor", ...)` in the game's folder and in its rules."""
    sources = dict(_python_files(trial.game.folder))
    for module in rules_modules(trial):
        name = (inspect.getsourcefile(module) or "").replace("\\", "/").rpartition("/")[2]
        sources.setdefault(name, inspect.getsource(module))
    for name, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and _name(node.func) == "refused" and len(node.args) >= 2:
                reason, anchor = node.args[0], node.args[1]
                if isinstance(reason, ast.Constant) and isinstance(anchor, ast.Constant):
                    given = [word.arg for word in node.keywords]
                    details = None if None in given else frozenset(filter(None, given))
                    place = f"{name}, line {node.lineno}"
                    yield Written(str(reason.value), str(anchor.value), details, place)


def _python_files(folder: Any) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda one: str(one.name)):
        if entry.is_dir() and entry.name not in ("tests", "__pycache__"):
            yield from _python_files(entry)
        elif entry.name.endswith(".py"):
            yield entry.name, entry.read_text(encoding="utf-8")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
