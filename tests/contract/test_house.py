"""The house keeps the part of the contract that is its own: its texts and its rulebook."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.core import proof
from escale.core.game import LANGUAGES
from escale.games.registry import HOUSE
from escale.games.texts import ANCHOR, rulebook, texts
from escale.testing.checks.texts import anchor_differences, differences, forms, read_texts


def calls(file: Any, name: str) -> Iterator[Any]:
    """The arguments of each call of a function in a module, as far as they are literal."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
            yield [one.value for one in node.args if isinstance(one, ast.Constant)]


def test_the_three_languages_say_the_same() -> None:
    assert list(differences(HOUSE)) == []
    assert list(anchor_differences(HOUSE, house=True)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("folder", "least"), [("core", 6), ("tables", 50), ("server", 3)])
def test_every_refusal_has_a_text_and_a_place_in_the_rulebook(
    language: Any, folder: Any, least: Any
) -> None:
    files = (Path(escale.__file__).parent / folder).rglob("*.py")
    refusals = [one for file in files for one in calls(file, "refused")]
    assert len(refusals) >= least
    for reason, anchor in refusals:
        assert f"refusals.{reason}" in texts(None, language), reason
        assert f'<a id="{anchor}"></a>' in rulebook(None, language), anchor


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_that_a_proof_can_find_has_a_text(language: Any) -> None:
    file = Path(proof.__file__)
    source = file.read_text(encoding="utf-8")
    reasons = {one for given in calls(file, "Problem") for one in given if one}
    reasons |= set(re.findall(r'return "([a-z-]+)"', source))
    assert len(reasons) >= 8
    for reason in reasons:
        assert f"problems.{reason}" in texts(None, language)


def said(language: Any) -> Iterator[Any]:
    """Everything that the house says, text by text."""
    for text in read_texts(HOUSE, language).values():
        yield from (re.sub(r"\{\w+:", "{", form) for form in forms(text))
    yield ANCHOR.sub("", rulebook(None, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_shouts(language: Any) -> None:
    assert [text for text in said(language) if "!" in text] == []


def test_french_has_its_spaces() -> None:
    assert [text for text in said("fr") if re.search("(?<!\u00a0)[:;?»]", text)] == []
