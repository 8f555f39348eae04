"""Three languages, one game: the same texts with the same gaps, the same rulebook places."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from escale.core.game import LANGUAGES
from escale.games.texts import ANCHOR
from escale.testing.trial import Finding, Findings, Trial

Forms = dict[str, str]
"""The forms of one text: "one" and "other", or a single one named ""."""


def same_texts(trial: Trial) -> Findings:
    """The three languages have the same keys, and each text the same gaps in all three."""
    yield from map(Finding, differences(trial.game.folder))


def same_anchors(trial: Trial) -> Findings:
    """The three rulebooks have the same anchors in the same order, each once."""
    yield from map(Finding, anchor_differences(trial.game.folder, house=False))


def read_texts(folder: Any, language: str) -> dict[str, Forms]:
    """All texts of a folder in one language, by key."""
    file = folder / "texts" / f"{language}.toml"
    return _flat(tomllib.loads(file.read_text(encoding="utf-8")))


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Forms]:
    flat: dict[str, Forms] = {}
    for key, value in table.items():
        if isinstance(value, str):
            flat[prefix + key] = {"": value}
        elif set(value) == {"one", "other"}:
            flat[prefix + key] = value
        else:
            flat.update(_flat(value, f"{prefix}{key}."))
    return flat


def gaps(forms: Forms) -> frozenset[str]:
    """The names of what fills a text; a text with two forms needs a count to choose by."""
    found = {
        name.partition(".")[0].partition("[")[0]
        for form in forms.values()
        for _, name, _, _ in Formatter().parse(form)
        if name is not None
    }
    return frozenset(found | ({"count"} if "one" in forms else set()))


def differences(folder: Any) -> Iterator[str]:
    """Where the languages of a folder do not agree."""
    tables = {language: read_texts(folder, language) for language in LANGUAGES}
    for key in sorted(set().union(*tables.values())):
        missing = [language for language in LANGUAGES if key not in tables[language]]
        if missing:
            yield f"texts/{missing[0]}.toml: {key} is missing"
            continue
        empty = [one for one in LANGUAGES if not all(tables[one][key].values())]
        if empty:
            yield f"texts/{empty[0]}.toml: {key} is empty"
        wanted = gaps(tables["en"][key])
        for language in LANGUAGES:
            found = gaps(tables[language][key])
            if found != wanted:
                yield (
                    f"texts/{language}.toml: {key} has the gaps {_listed(found)},"
                    f" and in English {_listed(wanted)}"
                )


def anchor_differences(folder: Any, *, house: bool) -> Iterator[str]:
    """Where the rulebooks of a folder do not agree."""
    found = {}
    for language in LANGUAGES:
        book = (folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
        found[language] = ANCHOR.findall(book)
        for anchor, times in Counter(found[language]).items():
            if times > 1:
                yield f"rulebook/{language}.md: the anchor {anchor} occurs {times} times"
            if anchor.startswith("house-") != house:
                yield f"rulebook/{language}.md: only anchors of the house begin with house-"
    for language in LANGUAGES:
        if found[language] != found["en"]:
            yield (
                f"rulebook/{language}.md: the anchors are {', '.join(found[language])},"
                f" and in English {', '.join(found['en'])}"
            )


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"
