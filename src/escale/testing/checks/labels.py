"""Checks that everything a player can see or choose has a text; docs/texts.md lists the keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from escale.core.game import LANGUAGES, Game
from escale.games.transcript import key, value_key
from escale.testing.checks.texts import placeholders, texts_of
from escale.testing.fuzzing import action_kinds
from escale.testing.subject import Finding, Findings, Subject, listed_values


def labels(subject: Subject) -> Findings:
    """Box, actions, inputs, events, options, values and endings have texts in every language."""
    game = subject.game
    for language in LANGUAGES:
        texts = texts_of(game, language)
        for wanted, allowed in needed(game):
            if wanted not in texts:
                yield Finding(f"texts/{language}.toml: {wanted} is missing")
            elif not placeholders(texts[wanted]) <= allowed:
                unknown = ", ".join(sorted(placeholders(texts[wanted]) - allowed))
                yield Finding(
                    f"texts/{language}.toml: {wanted} has unknown placeholders: {unknown}"
                )


def needed(game: Game[Any, Any, Any]) -> Iterator[tuple[str, frozenset[str]]]:
    """The keys that a game must have, each with the placeholders that are filled in."""
    nothing: frozenset[str] = frozenset()
    yield "box.title", nothing
    yield "box.about", nothing
    for kind in action_kinds(game.actions):
        names = frozenset(one.name for one in fields(kind))
        yield f"actions.{key(kind.__name__)}", nothing
        yield f"events.{key(kind.__name__)}", names | {"player"}
        for name in sorted(names):
            yield f"inputs.{key(name)}", nothing
        yield from _values(kind)
    for option in fields(game.options):
        yield f"options.{key(option.name)}", nothing
    yield from _values(game.options)
    for ending in game.box.endings:
        yield f"endings.{ending}", nothing


def _values(kind: type[Any]) -> Iterator[tuple[str, frozenset[str]]]:
    for name, values in listed_values(kind).items():
        for value in values:
            if value is None or isinstance(value, bool | str):
                yield value_key(name, value), frozenset()
