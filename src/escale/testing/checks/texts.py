"""Checks that all languages have the same texts, placeholders and rulebook anchors."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

from escale.core.game import LANGUAGES, Game
from escale.games.texts import ANCHOR, CHOICE, GAP, Text, flat, text_folders
from escale.testing.subject import Finding, Findings, Subject

OPENED = re.compile(r"\{(\w+)[:}]")


def same_texts(subject: Subject) -> Findings:
    """All languages have the same keys, and each text the same placeholders."""
    yield from map(Finding, differences(subject.game.folder))
    for part in subject.game.parts:
        yield from (Finding(f"{part.name}/{one}") for one in differences(part))
    yield from map(Finding, repetitions(subject.game))


def same_anchors(subject: Subject) -> Findings:
    """The three rulebooks have the same anchors in the same order, each once."""
    yield from map(Finding, anchor_differences(subject.game.folder, house=False))


def read_texts(folder: Traversable, language: str) -> dict[str, Text]:
    """All texts of a folder in one language, by key."""
    file = folder / "texts" / f"{language}.toml"
    return flat(tomllib.loads(file.read_text(encoding="utf-8")))


def texts_of(game: Game[Any, Any, Any], language: str) -> dict[str, Text]:
    """All texts of a game and of its parts in one language, by key."""
    return {
        key: text
        for folder in text_folders(game)
        for key, text in read_texts(folder, language).items()
    }


def placeholders(text: Text) -> frozenset[str]:
    """The placeholders of a text; one with two forms also needs a count to choose by."""
    found = {name for form in forms(text) for name in OPENED.findall(form)}
    return frozenset(found if isinstance(text, str) else found | {"count"})


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def differences(folder: Traversable) -> Iterator[str]:
    """Where the texts of a folder differ between languages."""
    tables = {language: read_texts(folder, language) for language in LANGUAGES}
    for key in sorted(set().union(*tables.values())):
        missing = [language for language in LANGUAGES if key not in tables[language]]
        if missing:
            yield f"texts/{missing[0]}.toml: {key} is missing"
            continue
        empty = [one for one in LANGUAGES if not all(forms(tables[one][key]))]
        if empty:
            yield f"texts/{empty[0]}.toml: {key} is empty"
        odd = [one for one in LANGUAGES if any(map(_broken, forms(tables[one][key])))]
        if odd:
            yield f"texts/{odd[0]}.toml: {key} has a brace that opens or closes no placeholder"
        wanted = placeholders(tables["en"][key])
        for language in LANGUAGES:
            found = placeholders(tables[language][key])
            if found != wanted:
                yield (
                    f"texts/{language}.toml: {key} has the placeholders {_listed(found)},"
                    f" but in English {_listed(wanted)}"
                )


def _broken(form: str) -> bool:
    return bool(re.search(r"[{}]", GAP.sub("", CHOICE.sub(r"\2\3", form))))


def repetitions(game: Game[Any, Any, Any]) -> Iterator[str]:
    """Keys that several folders of the game define: only one definition would be used."""
    for language in LANGUAGES:
        texts: dict[str, str] = {}  # by key: the folder that has it
        tables: dict[str, str] = {}  # by the beginning of a key
        for folder in text_folders(game):
            own = read_texts(folder, language)
            for key in own:
                known = [texts[one] for one in (key, *_tables_of(key)) if one in texts]
                if key in tables:
                    known.append(tables[key])
                if known:
                    file = f"{folder.name}/texts/{language}.toml"
                    yield f"{file}: {key} is already defined in {known[0]}"
            texts |= dict.fromkeys(own, folder.name)
            tables |= {table: folder.name for key in own for table in _tables_of(key)}


def _tables_of(key: str) -> tuple[str, ...]:
    """`a.b.c` stands in the table `a` and in the table `a.b`."""
    parts = key.split(".")
    return tuple(".".join(parts[:count]) for count in range(1, len(parts)))


def anchor_differences(folder: Traversable, *, house: bool) -> Iterator[str]:
    """Where the rulebooks of a folder differ between languages."""
    found = {}
    for language in LANGUAGES:
        book = (folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
        found[language] = ANCHOR.findall(book)
        for anchor, times in Counter(found[language]).items():
            if times > 1:
                yield f"rulebook/{language}.md: the anchor {anchor} occurs {times} times"
            if anchor.startswith("house-") != house:
                yield f"rulebook/{language}.md: {anchor}: only rules of the house begin with house-"
    for language in LANGUAGES:
        if found[language] != found["en"]:
            yield (
                f"rulebook/{language}.md: the anchors are {', '.join(found[language])},"
                f" but in English {', '.join(found['en'])}"
            )


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"
