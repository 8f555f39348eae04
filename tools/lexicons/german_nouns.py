"""German nouns and their forms, without names.

Three layers: the table of nouns, whose tags tell names; nouns that only the dictionary (with a
gloss that is not of a name) has; and compounds that only Wikidata has, if both parts are known.
Wikidata mixes names in, and compounds have no end: so the last layer takes no other words, and no
very long ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from tools.lexicons.german_stock import NAME_HINT, SHORT_SENSE, Stock, is_name, noun_shape
from tools.lexicons.language_tables import table, word_list

NAME_TAG = re.compile(
    r"Toponym|name|Abkürzung|Affix|Suffix|Präfix|Gebundenes|Wortverbindung|Buchstabe|Symbol"
    r"|Redewendung|Geflügelt|Deklinierte|Partikel"
)
NO_NAMES = frozenset(word_list("de", "no_names"))
LINKS = ("", "s", "es", "n", "en", "er", "e", "ens", "ns")
# Longer nouns must be met in what people write: compounds have no end.
LONGEST = 15
LONGEST_COMPOUND = 10  # of those that only Wikidata has
SHORTEST_HEAD = 4
SHORT_HEADS = frozenset(word_list("de", "short_heads"))
BOUND_HEADS: dict[str, list[str]] = table("de")["bound_heads"]
FIRST_PARTS = frozenset(word_list("de", "first_parts"))
HOUSEHOLD_FIRST = word_list("de", "household_first")
HOUSEHOLD_SECOND = word_list("de", "household_second")
DERIVED: dict[str, list[str]] = table("de")["derived"]
GUESSED = ("s", "es", "e", "en", "n", "er", "ern", "se", "ses", "sen", "nen")


class Nouns:
    """Lemma to its forms; the lemma among them."""

    def __init__(self, stock: Stock, verbs: set[str]) -> None:
        self.stock = stock
        self.verbs = verbs
        self.forms: dict[str, set[str]] = {}
        self.names: set[str] = set()
        self._table()
        self._heads = {
            lemma.lower(): forms
            for lemma, forms in self.forms.items()
            if len(lemma) >= SHORTEST_HEAD or lemma in SHORT_HEADS
        }
        for head, tails in BOUND_HEADS.items():
            self._heads.setdefault(head, {(head + tail).capitalize() for tail in tails})
        self._words = (
            {lemma.lower() for lemma in self.forms}
            | FIRST_PARTS
            | {form.lower() for forms in self.forms.values() for form in forms}
        )
        self._words |= {verb[:-2] if verb.endswith("en") else verb[:-1] for verb in verbs}
        self._words |= {word for word in stock.glosses if word.islower()}
        self._dictionary()
        self._compounds()
        self._household()

    def __iter__(self) -> Iterator[tuple[str, str]]:
        for lemma in sorted(self.forms):
            for form in sorted(self.forms[lemma]):
                yield form, lemma

    def _table(self) -> None:
        tagged: set[str] = set()
        for row in self.stock.nouns:
            lemma = row["lemma"]
            if not noun_shape(lemma) or self._too_long(lemma, LONGEST):
                continue
            if self.stock.swiss(lemma) or self.stock.reformed(lemma) != lemma:
                continue
            gloss = self.stock.glosses.get(lemma, "")
            name = NAME_TAG.search(row["pos"]) or (gloss and is_name(gloss))
            if name and lemma not in NO_NAMES:
                tagged.add(lemma)
                continue
            forms = self.forms.setdefault(lemma, {lemma})
            for column, form in row.items():
                if column in ("lemma", "pos") or column.startswith("genus"):
                    continue
                if noun_shape(form) and not self.stock.swiss(form):
                    forms.add(self.stock.reformed(form))
        self.names = tagged - self.forms.keys()

    def _dictionary(self) -> None:
        listed = set(self.stock.lexeme_nouns)
        for lemma, gloss in self.stock.glosses.items():
            if lemma in self.forms or lemma in self.names or not noun_shape(lemma):
                continue
            if self._too_long(lemma, LONGEST):
                continue
            if self.stock.swiss(lemma) or is_name(gloss) or SHORT_SENSE.search(gloss):
                continue
            if forms := self.compound(lemma):
                self.forms[lemma] = forms
                continue
            if lemma not in listed and NAME_HINT.search(gloss):
                continue
            guesses = {lemma + ending for ending in GUESSED} | derived_forms(lemma)
            self.forms[lemma] = {lemma} | {one for one in guesses if one in self.stock.said}

    def _compounds(self) -> None:
        # Wikidata first, then what people write, if it is plainly made of a known word.
        listed = set(self.stock.lexeme_nouns)
        for lemma in (*self.stock.lexeme_nouns, *sorted(self._made() - listed)):
            if lemma in self.forms or lemma in self.names or not noun_shape(lemma):
                continue
            if lemma in self.stock.glosses or self.stock.swiss(lemma):
                continue
            if self._too_long(lemma, LONGEST_COMPOUND):
                continue
            if lemma in listed and (forms := self.compound(lemma)):
                self.forms[lemma] = forms
            elif self._derived(lemma):
                self.forms[lemma] = {
                    one for one in derived_forms(lemma) if one == lemma or self.stock.attested(one)
                }

    def _household(self) -> None:
        """Everyday nouns join freely: Sockenschublade, Nudelrezept."""
        for first, second in product(HOUSEHOLD_FIRST, HOUSEHOLD_SECOND):
            lemma = first + second.lower()
            if lemma not in self.forms and lemma not in self.names and second in self.forms:
                self.forms[lemma] = {first + form.lower() for form in self.forms[second]}

    def _made(self) -> set[str]:
        """Nouns of a kind that any verb or adjective can make, where people write them."""
        stems = {verb[:-2] if verb.endswith("en") else verb[:-1] for verb in self.verbs}
        made = {stem + "ung" for stem in stems if len(stem) > 3}
        plain = {word for word in self.stock.glosses if word.islower()}
        for word in plain | set(self.stock.adjectives.values()):
            made |= {word + ending for ending in ("heit", "keit", "igkeit")}
        return {noun.capitalize() for noun in made if self.stock.met(noun)}

    def _too_long(self, lemma: str, longest: int) -> bool:
        return len(lemma) > longest and not self.stock.met(lemma)

    def compound(self, lemma: str) -> set[str] | None:
        """The forms of Haustür by those of Tür, if Haus and Tür are words."""
        whole = lemma.lower()
        for cut in range(2, len(whole) - 1):
            head = self._heads.get(whole[cut:])
            if head is not None and self._is_part(whole[:cut]):
                return {lemma[:cut] + form.lower() for form in head}
        return None

    def _is_part(self, first: str) -> bool:
        for link in LINKS:
            part = first.removesuffix(link)
            if not first.endswith(link) or part not in self._words:
                continue
            if len(part) > 2 or part in FIRST_PARTS:
                return True
        # Two parts before the head: Blutspende-bus.
        for cut in range(3, len(first) - 2):
            if first[:cut] in self._words and first[cut:] in self._words:
                return True
        return False

    def _derived(self, lemma: str) -> bool:
        """Chiffrierung of chiffrieren, Müllsünderin of Müllsünder."""
        whole = lemma.lower()
        for ending in ("ung", "heit", "igkeit", "keit", "tum", "in", "er", "chen", "lein"):
            if not whole.endswith(ending):
                continue
            stem = whole.removesuffix(ending)
            if ending in ("ung", "er"):
                return stem + "en" in self.verbs or stem + "n" in self.verbs
            if len(stem) > 2 and stem in self._words:
                return True
        return False


def derived_forms(lemma: str) -> set[str]:
    for ending, tails in DERIVED.items():
        if lemma.endswith(ending):
            return {lemma + tail for tail in tails}
    return {lemma}
