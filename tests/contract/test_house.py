"""The house keeps the part of the contract that is its own: its texts and its rulebook."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from escale.core import match, proof
from escale.core.game import LANGUAGES
from escale.games.shelf import HOUSE
from escale.games.texts import ANCHOR, rulebook, texts
from escale.testing.checks.texts import anchor_differences, differences, read_texts


def calls(module, name):
    """The arguments of each call of a function in a module of core, as far as they are literal."""
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
            yield [one.value for one in node.args if isinstance(one, ast.Constant)]


def test_the_three_languages_say_the_same():
    assert list(differences(HOUSE)) == []
    assert list(anchor_differences(HOUSE, house=True)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_core_has_a_text_and_a_place_in_the_rulebook(language):
    refusals = list(calls(match, "refused"))
    assert len(refusals) >= 6
    for reason, anchor in refusals:
        assert f"refusals.{reason}" in texts(None, language)
        assert f'<a id="{anchor}"></a>' in rulebook(None, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_that_a_proof_can_find_has_a_text(language):
    source = Path(proof.__file__).read_text(encoding="utf-8")
    reasons = {one for given in calls(proof, "Problem") for one in given if one}
    reasons |= set(re.findall(r'return "([a-z-]+)"', source))
    assert len(reasons) >= 8
    for reason in reasons:
        assert f"problems.{reason}" in texts(None, language)


def said(language):
    """Everything that the house says, text by text."""
    for forms in read_texts(HOUSE, language).values():
        yield from forms.values()
    yield ANCHOR.sub("", rulebook(None, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_shouts(language):
    assert [text for text in said(language) if "!" in text] == []


def test_french_has_its_spaces():
    assert [text for text in said("fr") if re.search("(?<!\u00a0)[:;?»]", text)] == []
