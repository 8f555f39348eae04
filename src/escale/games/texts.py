"""What a game says, in each language, and the rulebook that it cites."""

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
"""A sentence with gaps, or its two forms."""

ANCHOR = re.compile(r'<a id="([a-z0-9-]+)"></a>')


class Texts:
    """The texts of one game (and of the house) in one language.

    A detail called `seat` or `player` that is a place at the table is said by the name of who sits
    there. A text is a sentence with gaps. Where it depends on a number, it has two forms:
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
    """The texts of a table and of those inside it, each by its whole key."""
    found: dict[str, Text] = {}
    for key, value in table.items():
        if isinstance(value, str) or set(value) == {"one", "other"}:
            found[prefix + key] = value
        else:
            found.update(flat(value, f"{prefix}{key}."))
    return found


def texts(
    game: Game[Any, Any, Any] | None,
    language: str,
    names: Sequence[str] = (),
    *more: Any,
) -> Texts:
    """The texts of a game, or of the house alone, and of any more folders that have some."""
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {language!r}")
    folders = [HOUSE, *([] if game is None else speaking(game)), *more]
    return Texts(language, *(_by_key(folder, language) for folder in folders), names=names)


def speaking(game: Game[Any, Any, Any]) -> tuple[Any, ...]:
    """The folders with texts/ of a game: its own, and those of its parts."""
    return (game.folder, *game.parts)


@cache
def _table(folder: Any, language: str) -> dict[str, Any]:
    with (folder / "texts" / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _by_key(folder: Any, language: str) -> dict[str, Text]:
    """Once: whoever says a word at a table asks for all its texts."""
    return flat(_table(folder, language))


def tables(game: Game[Any, Any, Any], language: str) -> dict[str, Any]:
    """The same texts, of the game over those of the house, as the tables that they stand in."""
    merged: dict[str, Any] = _table(HOUSE, language)
    for folder in speaking(game):
        merged = _over(merged, _table(folder, language))
    return merged


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**below, **above}
    for key in below.keys() & above.keys():
        if isinstance(below[key], Mapping) and isinstance(above[key], Mapping):
            is_text = "one" in above[key] and "other" in above[key]  # two forms of one text
            merged[key] = above[key] if is_text else _over(below[key], above[key])
    return merged


def rulebook(game: Game[Any, Any, Any] | None, language: str) -> str:
    """The rulebook of a game, or of the house, in Markdown."""
    folder = HOUSE if game is None else game.folder
    book: str = (folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    return book


def anchors(game: Game[Any, Any, Any], language: str) -> tuple[str, ...]:
    """All places that a refusal can point to: in the game's rulebook and in the house's."""
    return tuple(ANCHOR.findall(rulebook(game, language) + rulebook(None, language)))


def passage(game: Game[Any, Any, Any], language: str, anchor: str) -> str:
    """The sentence or paragraph of the rulebook that stands behind an anchor."""
    for book in (rulebook(game, language), rulebook(None, language)):
        for paragraph in re.split(r"\n(?=<a id|- <a id|#)|\n\n", book):
            if f'<a id="{anchor}"></a>' in paragraph:
                return ANCHOR.sub("", paragraph).strip().lstrip("-# ").strip()
    raise KeyError(anchor)
