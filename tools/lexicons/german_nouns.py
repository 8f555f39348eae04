"""German nouns and their forms, without names.

Three layers: the table of nouns, whose tags tell names; nouns that only the dictionary (with a
gloss that is not of a name) has; and compounds that only Wikidata has, if both parts are known.
Wikidata mixes names in, and compounds have no end: so the last layer takes no other words, and no
very long ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.lexicons.german_stock import NAME_HINT, SHORT_SENSE, Stock, is_name, noun_shape

NAME_TAG = re.compile(
    r"Toponym|name|Abkürzung|Affix|Suffix|Präfix|Gebundenes|Wortverbindung|Buchstabe|Symbol"
    r"|Redewendung|Geflügelt|Deklinierte|Partikel"
)
# Names by their first gloss, words by use.
KEPT = frozenset(
    "Mitte Altstadt Hauptbahnhof Marktplatz Kapelle Nikolaus Heide Wasserfall Weiler Rubel Galle "
    "Wedel Werder Pascal Mekka Barbe Mäander Michel Freistadt Dörfler Quint Azubi Alu Web Sonne "
    "Fische Jungfrau Zwillinge Nobelpreis Soko Hanse Galaxis Polarstern Zivi Öffi Bussi Esperanto "
    "Botox Europarat Gewürztraminer Supergau Bachblüten Weltjugendtag Weltklimarat Chimära "
    "Banlieue Beam Bergdorf Elfenbeinturm Hallig Haltepunkt Grenzstadt Grenzdorf Ländchen Marsch "
    "Marschland Mädchenname Männername Frauenname Jungenname Taufname Örtlichkeit Purgatorium "
    "Stromschlag Weltstadt Schwemmland Randgebirge Zauberland Genua Havanna Matz Lagunenstadt "
    "Nordseeinsel Ostseeinsel Südseeinsel Flusshafen Westmacht Balkanstaat Lotus Peer Ebola "
    "Bundesverfassungsgericht Erinnye Morgenstern Abendstern Siebengestirn Covid".split()
)
LINKS = ("", "s", "es", "n", "en", "er", "e", "ens", "ns")
# Longer nouns must be met in what people write: compounds have no end.
LONGEST = 15
LONGEST_COMPOUND = 10  # of those that only Wikidata has
SHORTEST_HEAD = 4
SHORT_HEADS = frozenset(
    "Ort Bau Amt Tag Hof Weg Rat Rad Zug Bad Box Mut Not Art Uhr Tor Tür Arm Hut Eis Fuß Gut Kur "
    "Ruf Ehe Öl Fee Hub Job Kuh Müll See Ton Typ Weh Wut Zoo Zeh Abo Akt Arzt Ast Bus Cup Fan "
    "Fax Fon Gas Ohr Opa Oma Pol Pop Reh Sau Set Sex Tee Tod Wal Haar".split()
)
# Second parts that are no words of their own.
BOUND_HEADS = {
    "nahme": ("", "n"),
    "nehmer": ("", "s", "n"),
    "nehmerin": ("", "nen"),
    "geber": ("", "s", "n"),
    "geberin": ("", "nen"),
    "gebung": ("", "en"),
    "mache": ("", "n"),
    "legung": ("", "en"),
    "werdung": ("", "en"),
}
FIRST_PARTS = frozenset(
    "ab an auf aus bei durch ein fern fort gegen gesamt groß grund haupt her hin hinter hoch ideal "
    "klein lieblings miss mit mono multi mikro makro mini maxi super über um un unter ur vor nach "
    "neben nicht neu ober pseudo quasi anti auto bio öko ko re rück sonder spezial standard "
    "teil tief voll vize weg weiter wieder wohl zentral zu zurück zusammen zwischen ex extra "
    "elektro foto photo geo hydro infra inter kardio meta neo neuro para psycho radio semi sub "
    "tele thermo trans ultra video audio hetero homo hyper tri bi di vor zwei drei vier fünf sechs "
    "sieben acht neun zehn halb allein fehl fest frei ganz kurz lang leer rein rund schnell "
    "schwer selbst alt jung bunt rot grün blau gelb weiß schwarz braun grau roh warm kalt heiß "
    "außen innen hinten vorn links rechts nord süd ost west".split()
)
# Endings that make a noun of a known word, and its forms.
DERIVED = {
    "ung": ("", "en"),
    "heit": ("", "en"),
    "keit": ("", "en"),
    "schaft": ("", "en"),
    "ion": ("", "en"),
    "ität": ("", "en"),
    "ei": ("", "en"),
    "ie": ("", "n"),
    "ik": ("", "en"),
    "ur": ("", "en"),
    "in": ("", "nen"),
    "ismus": ("",),
    "er": ("", "s", "n"),
    "chen": ("", "s"),
    "lein": ("", "s"),
    "ist": ("", "en"),
    "ling": ("", "s", "e", "en"),
}
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
            if name and lemma not in KEPT:
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
