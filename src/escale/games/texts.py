"""The texts of a game and its rulebook, in each language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from escale.core.game import LANGUAGES, Game
from escale.core.play import Ruling
from escale.games.registry import HOUSE

Text: TypeAlias = str | Mapping[str, str]
"""A sentence with placeholders, or its singular and plural forms."""

ANCHOR = re.compile(r'<a id="([a-z0-9-]+)"></a>')

YOU = {"fr": "vous", "en": "you", "de": "du"}
CHOICE = re.compile(r"\{(\w+):((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}")
GAP = re.compile(r"(?:\b([Dd]|[Qq]u)e )?\{(\w+)\}")
VOWEL = re.compile(r"[aeiouœæ]\w|y[^aeiouy\W]", re.IGNORECASE)
MUTE_H = re.compile(r"h(?:e(?:[cnr]|l[^gm])|i[lp]|o(?:m|no|ra|rt)|u[bg]|y)", re.IGNORECASE)
"""How the names begin that elide in spite of their H: Hélène, Henri, Hippolyte, Honoré, Hugo. The
others keep theirs, as most of those from other languages do: Hans, Harry, Heidi, Helmut."""


class Name(str):
    """What a sentence calls a player; `you` if it is the one who reads it."""

    you: bool

    def __new__(cls, text: str, *, you: bool = False) -> Name:
        name = super().__new__(cls, text)
        name.you = you
        return name


def elides(text: str) -> bool:
    """Whether French `de` and `que` lose their e before it. A letter by itself keeps them."""
    letters = unicodedata.normalize("NFD", text[:4])
    plain = "".join(one for one in letters if not unicodedata.combining(one))
    return bool(VOWEL.match(plain) or MUTE_H.match(plain))


class Texts:
    """The texts of one game (and those common to all games) in one language.

    A text is a sentence with placeholders. A detail called `seat` or `player` that is a seat number
    becomes the name of that player. A text that depends on a number has two forms:
    `stones = { one = "{count} stone", other = "{count} stones" }`. One that depends on whether the
    player is its reader (`you`, a seat) has a choice: `"{seat:You pass|{seat} passes}."`
    """

    def __init__(
        self,
        language: str,
        *tables: Mapping[str, Text],
        names: Sequence[str] = (),
        you: int | None = None,
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self.you = you
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
        filled = GAP.sub(self._filler(details), CHOICE.sub(_chooser(details), text))
        first = GAP.match(text)
        if not first or not is_you(details[first[2]]):
            return filled
        # What begins with "you" stands for you, as in "you (blue)"; a sentence has a capital.
        return Name(filled[0].upper() + filled[1:] if text.endswith(".") else filled, you=True)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def keys(self) -> frozenset[str]:
        return frozenset(self._texts)

    def name(self, seat: int) -> Name:
        if seat == self.you:
            return Name(YOU[self.language], you=True)
        return Name(self.names[seat] if seat < len(self.names) else str(seat + 1))

    @property
    def labels(self) -> tuple[Name, ...]:
        """The names as they stand alone, in a table or before a colon."""
        return tuple(
            Name(YOU[self.language].capitalize(), you=True) if seat == self.you else Name(name)
            for seat, name in enumerate(self.names)
        )

    def refusal(self, ruling: Ruling) -> str:
        return self("refusals." + ruling.reason, **dict(ruling.details))

    def _is_one(self, count: str | int) -> bool:
        return count == 1 or (self.language == "fr" and count == 0)

    def _filler(self, details: Mapping[str, str | int]) -> Callable[[re.Match[str]], str]:
        def fill(gap: re.Match[str]) -> str:
            before, text = gap[1], str(details[gap[2]])
            if before and self.language == "fr" and elides(text):
                return f"{before}’{text}"
            return f"{before}e {text}" if before else text

        return fill


def is_you(detail: str | int) -> bool:
    """Whether a name is that of the reader."""
    return isinstance(detail, Name) and detail.you


def _chooser(details: Mapping[str, str | int]) -> Callable[[re.Match[str]], str]:
    return lambda choice: choice[2] if is_you(details[choice[1]]) else choice[3]


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
    game: Game[Any, Any, Any] | None,
    language: str,
    names: Sequence[str] = (),
    *more: Any,
    you: int | None = None,
) -> Texts:
    """The texts common to all games, of a game (if any), and of further folders with texts/.

    `you` is the seat of the reader: sentences about it say "you".
    """
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {language!r}")
    folders = [HOUSE, *([] if game is None else text_folders(game)), *more]
    return Texts(language, *(_by_key(folder, language) for folder in folders), names=names, you=you)


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
