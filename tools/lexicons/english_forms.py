"""From an English form to the entries it may belong to, where no list of lemmas knows it.

Only entries that are words themselves are offered, so a rule here can join too much but never
invent a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator

from tools.lexicons.language_tables import table
from tools.lexicons.reading import Pos

_LEARNED: list[tuple[str, str]] = table("en")["pairs"]["learned_plurals"]
_SHORT = re.compile(r"^[^aeiou]*[aeiou][^aeiouwxy]$")


def inflected(
    form: str, words: Container[str], kinds: Callable[[str], frozenset[Pos]]
) -> Iterator[tuple[str, Pos]]:
    """The entries that `form` is a plural, a verb form or a degree of, by spelling alone.

    `kinds` tells what is known of a word, and may know nothing.
    """
    if form.endswith("s"):
        yield from _with_s(form, words, kinds)
    elif form.endswith(("ed", "ing")):
        for base in verbs(form, words):
            # Nouns turn into verbs all the time (pigeoned), unless the form is known otherwise.
            if _can_be(kinds(base), "verb") or not kinds(form):
                yield base, "verb"
    elif form.endswith(("er", "est")):
        yield from _degrees(form, words, kinds)
    for ending, end in _LEARNED:
        base = form.removesuffix(ending) + end
        if form.endswith(ending) and len(form) > len(ending) + 2 and base in words:
            yield base, "noun"


def verbs(form: str, words: Container[str]) -> list[str]:
    """hoping -> hope, hopping -> hop, hopped -> hop, tried -> try."""
    ending = "ing" if form.endswith("ing") else "ed"
    other = "ed" if ending == "ing" else "ing"
    stem = form.removesuffix(ending)
    tries = [stem, stem + "e"]
    # "Wining" is no form of win, which would double its last letter.
    if stem + "e" in words and _SHORT.search(stem):
        tries = [stem + "e"]
    if len(stem) > 3 and stem[-1] == stem[-2]:
        tries.append(stem[:-1])
    if stem.endswith("i") and ending == "ed":
        tries = [stem[:-1] + "y"]
    # A verb has both: without "winged" there is no verb behind "evening" or "daring".
    partner = (stem[:-1] + "y" if stem.endswith("i") else stem) + other
    if stem.endswith("y") and other == "ed":
        partner = stem[:-1] + "ied" if stem[:-1] + "ied" in words else partner
    return [base for base in tries if len(base) > 1 and base in words and partner in words]


def _with_s(
    form: str, words: Container[str], kinds: Callable[[str], frozenset[Pos]]
) -> Iterator[tuple[str, Pos]]:
    # A known word in -us or -is is no plural (genus, basis); an unknown one is (gnus, emojis).
    known = form.endswith(("us", "is")) and bool(kinds(form))
    tries = [] if known or form.endswith("ss") else [form[:-1]]
    if form.endswith("ies"):
        tries = [form[:-3] + "y", form[:-1]]
    elif form.endswith("es") and form[:-2].endswith(("s", "x", "z", "ch", "sh", "o")):
        tries = [form[:-2], form[:-1]]
        if form.endswith(("sses", "zzes")):
            tries.append(form[:-3])
    for base in tries:
        if base not in words or len(base) < 2:
            continue
        own = kinds(base)
        verb = any(one in words for one in (base + "ing", base.removesuffix("e") + "ing"))
        if "verb" in own or (verb and not own):
            yield base, "verb"
        # Something that only takes -ing is a verb; whatever else takes -s is a noun.
        if "noun" in own or not own or own == {"adjective"}:
            yield base, "noun"
        return


def _degrees(
    form: str, words: Container[str], kinds: Callable[[str], frozenset[Pos]]
) -> Iterator[tuple[str, Pos]]:
    ending = "er" if form.endswith("er") else "est"
    stem = form.removesuffix(ending)
    # A degree comes in pairs; "teacher" has no "teachest" beside it.
    if stem + ("est" if ending == "er" else "er") not in words:
        return
    tries = [stem, stem + "e"]
    if len(stem) > 2 and stem[-1] == stem[-2]:
        tries.append(stem[:-1])
    if stem.endswith("i"):
        tries = [stem[:-1] + "y"]
    for base in tries:
        if base in words and len(base) > 2 and _can_be(kinds(base), "adjective"):
            yield base, "adjective"
            return


def _can_be(known: frozenset[Pos], pos: Pos) -> bool:
    return not known or pos in known
