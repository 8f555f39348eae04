"""The texts of a game and its rulebook, in each language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from escale.core.game import LANGUAGES, Game
from escale.core.play import Ruling
from escale.games.registry import HOUSE

Text: TypeAlias = str | Mapping[str, str]
"""A sentence with placeholders, or its singular and plural forms."""

ANCHOR = re.compile(r'<a id="([a-z0-9-]+)"></a>')


class Texts:
    """The texts of one game (and those common to all games) in one language.

    A text is a sentence with placeholders. A detail called `seat` or `player` that is a seat number
    becomes the name of that player. A text that depends on a number has two forms:
    `stones = { one = "{count} stone", other = "{count} stones" }`.
    """

    def __init__(
        self, language: str, *tables: Mapping[str, Text], names: Sequence[str] = ()
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self._texts: dict[str, Text] = {}
        for table in tables:
            self._texts.update(table)

    def __call__(self, key: str, /, **details: str | int) -> str:
        for detail in ("seat", "player"):
            seat = details.get(detail)
            if isinstance(seat, int):
                details[detail] = self.name(seat)
        text = self._texts[key]
        if not isinstance(text, str):
            text = text["one" if self._is_one(details["count"]) else "other"]
        return text.format_map(details)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def keys(self) -> frozenset[str]:
        return frozenset(self._texts)

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else str(seat + 1)

    def refusal(self, ruling: Ruling) -> str:
        return self("refusals." + ruling.reason, **dict(ruling.details))

    def _is_one(self, count: str | int) -> bool:
        return count == 1 or (self.language == "fr" and count == 0)


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Text]:
    """The texts of a TOML table and of its subtables, by their full keys."""
    found: dict[str, Text] = {}
    for key, value in table.items():
        if isinstance(value, str) or set(value) == {"one", "other"}:
            found[prefix + key] = value
        else:
            found.update(flat(value, f"{prefix}{key}."))
    return found


def texts(
    game: Game[Any, Any, Any] | None, language: str, names: Sequence[str] = (), *more: Any
) -> Texts:
    """The texts common to all games, of a game (if any), and of further folders with texts/."""
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {language!r}")
    folders = [HOUSE, *([] if game is None else text_folders(game)), *more]
    return Texts(language, *(_by_key(folder, language) for folder in folders), names=names)


def text_folders(game: Game[Any, Any, Any]) -> tuple[Any, ...]:
    """The folders of a game that have texts/: its own, and those of its parts."""
    return (game.folder, *game.parts)


@cache
def _table(folder: Any, language: str) -> dict[str, Any]:
    with (folder / "texts" / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _by_key(folder: Any, language: str) -> dict[str, Text]:
    """Cached: every message at a table needs it."""
    return flat(_table(folder, language))


def tables(game: Game[Any, Any, Any], language: str) -> dict[str, Any]:
    """The same texts as nested tables; those of the game override the common ones."""
    merged: dict[str, Any] = _table(HOUSE, language)
    for folder in text_folders(game):
        merged = _over(merged, _table(folder, language))
    return merged


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**below, **above}
    for key in below.keys() & above.keys():
        if isinstance(below[key], Mapping) and isinstance(above[key], Mapping):
            is_text = "one" in above[key] and "other" in above[key]  # singular and plural
            merged[key] = above[key] if is_text else _over(below[key], above[key])
    return merged


def rulebook(game: Game[Any, Any, Any] | None, language: str) -> str:
    """The rulebook of a game, or (None) the rules common to all games, in Markdown."""
    folder = HOUSE if game is None else game.folder
    book: str = (folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    return book


def anchors(game: Game[Any, Any, Any], language: str) -> tuple[str, ...]:
    """All anchors that a refusal can point to: of the game's rulebook and of the common rules."""
    return tuple(ANCHOR.findall(rulebook(game, language) + rulebook(None, language)))


def passage(game: Game[Any, Any, Any], language: str, anchor: str) -> str:
    """The sentence or paragraph of the rulebook at an anchor."""
    for book in (rulebook(game, language), rulebook(None, language)):
        for paragraph in re.split(r"\n(?=<a id|- <a id|#)|\n\n", book):
            if f'<a id="{anchor}"></a>' in paragraph:
                return ANCHOR.sub("", paragraph).strip().lstrip("-# ").strip()
    raise KeyError(anchor)
