"""What can be typed at every prompt, in the language of play and in English."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from escale.cli.terminal.texts import load_texts
from escale.games.texts import Texts

NAMES = (
    *("help", "rules", "board", "history", "hint", "undo", "deal", "save"),
    *("pass", "resign", "quit"),
)


class CommandEntered(Exception):
    """A command that ends the question: `undo`, `deal`, `pass`, `resign`, `quit`, `board`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    rest: str
    certain: bool  # typed with a slash, or with more than a word: no password is meant


class Commands:
    def __init__(self, say: Texts) -> None:
        english = load_texts(None, "en")
        self._names: dict[str, str] = {}
        for one in (english, say):  # the language of play wins
            for name in NAMES:
                for word in one(f"commands.{name}").split():
                    self._names[plain(word)] = name
        self._back = {plain(word) for word in say("commands.back").split()} | {"b"}

    def find(self, line: str) -> Command | None:
        first, _, rest = line.partition(" ")
        name = self._names.get(plain(first.removeprefix("/")))
        if name is None:
            return None
        certain = first.startswith("/") or not first.isalpha() or _is_argument(name, rest)
        return Command(name, rest.strip(), certain)

    def goes_back(self, line: str) -> bool:
        return plain(line.removeprefix("/")) in self._back


def plain(word: str) -> str:
    """Accents and capitals do not matter in what a person types."""
    parts = unicodedata.normalize("NFD", word.casefold())
    return "".join(one for one in parts if not unicodedata.combining(one))


def _is_argument(name: str, rest: str) -> bool:
    """`rules stones` and `save FILE` take something; `RULES 1 cw` is a move."""
    return name in ("rules", "save") and bool(rest) and not rest[0].isdigit()
