"""The forms of German verbs.

Separable verbs are given in their joined forms: aufstehen, aufzustehen, aufgestanden, aufstehend,
and those of a subordinate clause ("wenn ich aufstehe, weil sie aufstand"). "Steh auf" is two words.
Participles are declined (die aufgestandenen), and the infinitive is a noun too (des Aufstehens).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tools.lexicons.german_stock import Stock, one_word
from tools.lexicons.language_tables import word_list

SEPARABLE = word_list("de", "separable")
INSEPARABLE = word_list("de", "inseparable")
FREE = word_list("de", "free_prefixes")
DECLINED = ("e", "em", "en", "er", "es")
NO_PARTICIPLE = frozenset("dürfen können mögen müssen sollen wollen".split())
# Strong verbs whose second subjunctive is not made from their past (schwamm, but schwömme), or has
# two shapes: the tables have one of them at most.
SUBJUNCTIVES = dict(pair.split(":") for pair in word_list("de", "subjunctives"))


class Verb:
    """All the forms of one verb; the participles apart, for they are declined."""

    def __init__(self, infinitive: str) -> None:
        self.infinitive = infinitive
        self.forms: set[str] = {infinitive}
        self.participles: set[str] = set()

    def spelled(self) -> Iterator[str]:
        yield from self.forms
        for participle in self.participles:
            yield participle
            yield from (participle + ending for ending in DECLINED)

    def prefixed(self, prefix: str, *, separable: bool) -> Verb:
        """aufstehen from stehen, verstehen from stehen."""
        made = Verb(prefix + self.infinitive)
        made.forms.update(prefix + form for form in self.forms)
        if separable:
            made.forms.add(f"{prefix}zu{self.infinitive}")
            made.participles.update(prefix + one for one in self.participles)
        else:
            for one in self.participles:
                made.participles.add(prefix + (one if one.endswith("nd") else bare(one, self)))
        return made


def bare(participle: str, verb: Verb) -> str:
    """standen from gestanden; studiert and gehört of gehören have no ge to lose."""
    plain = not verb.infinitive.startswith("ge")
    return participle[2:] if plain and participle.startswith("ge") else participle


def verbs(stock: Stock, more: dict[str, set[str]]) -> dict[str, Verb]:
    """Every verb of the table of verbs, and those that only the dictionary has.

    `more` has forms by hand: hing beside hängte, and so abhing.
    """
    known: dict[str, Verb] = {}
    for infinitive, table in stock.verbs.items():
        right = stock.reformed(infinitive)
        if not right.endswith("n") or not one_word(right) or right != right.lower():
            continue
        if right in stock.glosses or stock.attested(right) or base_of(right, stock.verbs):
            verb = from_table(right, table, stock)
            if right in known:
                verb.forms |= known[right].forms
                verb.participles |= known[right].participles
            known[right] = verb
    for infinitive, forms in more.items():
        if infinitive in known:
            known[infinitive].forms |= forms
    missing = [
        word
        for word in stock.glosses
        if word.islower()
        and one_word(word)
        and word not in known
        and word.endswith("n")
        # trocken, offen: an adjective has an -em.
        and not stock.attested(word + "em")
    ]
    # Short ones first: zurückzucken is made from zucken.
    for word in sorted(missing, key=lambda one: (len(one), one)):
        if found := from_rule(word, known, stock):
            known[word] = found
    # Prefixes join freely: herumdrehen is in no dictionary, but people write it.
    for simple in [one for one in known if len(one) > 4 and base_of(one, known) is None]:
        for prefix in FREE:
            word = prefix + simple
            # Not Mitbürgern, Wegrändern: forms of nouns.
            if word not in known and stock.met(word) and word.capitalize() not in stock.said:
                known[word] = known[simple].prefixed(prefix, separable=True)
    for infinitive in sorted(known, key=lambda one: (len(one), one)):
        complete(known[infinitive], known, stock)
        known[infinitive].forms |= subjunctive(infinitive, known)
    return known


def complete(verb: Verb, known: dict[str, Verb], stock: Stock) -> None:
    """What the tables forgot and somebody recorded: auseinanderzusetzen, durchdacht, abhing."""
    base = base_of(verb.infinitive, known)
    if base is None:
        return
    prefix, simple, _ = base
    for prefixes, separable in ((SEPARABLE, True), (INSEPARABLE, False)):
        if prefix not in prefixes:
            continue
        other = known[simple].prefixed(prefix, separable=separable)
        verb.forms |= {form for form in other.forms if stock.attested(form)}
        # Declined: durchflogen alone may be the past of durchfliegen.
        verb.participles |= {one for one in other.participles if stock.attested(one + "em")}


def subjunctive(infinitive: str, known: dict[str, Verb]) -> set[str]:
    """schwömme, and so verschwömme and mitschwömmest."""
    prefix, simple = "", infinitive
    if simple not in SUBJUNCTIVES and (base := base_of(infinitive, known)):
        prefix, simple, _ = base
    if simple not in SUBJUNCTIVES:
        return set()
    stems = SUBJUNCTIVES[simple].split(",")
    return {prefix + stem + end for stem in stems for end in ("e", "est", "en", "et")}


def from_table(infinitive: str, table: dict[str, Any], stock: Stock) -> Verb:
    verb = Verb(infinitive)
    prefix = ""

    def take(value: Any) -> None:
        nonlocal prefix
        if isinstance(value, str):
            verb.forms.add(value)
        elif isinstance(value, list):
            if len(value) == 2 and infinitive.startswith(value[1]):
                # ["stehe", "auf"]: a subordinate clause joins them.
                verb.forms.add(value[1] + stock.reformed(value[0]))
                prefix = value[1]
            else:
                for one in value:
                    take(one)
        elif isinstance(value, dict):
            for one in value.values():
                take(one)

    for name, value in table.items():
        if name in ("PA1", "PA2"):
            verb.participles.update([value] if isinstance(value, str) else value or [])
        elif name not in ("INF", "hasPrefix"):
            take(value)
    stem = infinitive.removesuffix("en")
    if infinitive.endswith("en") and (stem + "e") in verb.forms and len(stem) > 2:
        # schreib, arbeit(e): the short imperative and the spoken first person.
        if not stem.endswith(("d", "t", "m", "n")) or stock.attested(stem):
            verb.forms.add(stem)
    elif re.search("e[lr]n$", infinitive):
        # ich sammle, ich sammele; ich wandre is rarer.
        verb.forms.update((infinitive[:-1] + "e", infinitive[:-1]))
        if infinitive.endswith("eln"):
            verb.forms.add(infinitive[:-3] + "le")
    if prefix and not any(form.startswith(prefix + "zu") for form in verb.forms):
        verb.forms.add(f"{prefix}zu{infinitive.removeprefix(prefix)}")
    drop_noun(verb, stock)
    verb.forms = {stock.reformed(form) for form in verb.forms}
    verb.participles = {stock.reformed(form) for form in verb.participles}
    if infinitive in NO_PARTICIPLE:
        verb.forms |= verb.participles
        verb.participles = set()
    return verb


def drop_noun(verb: Verb, stock: Stock) -> None:
    """Rahm and Haus are nouns to everybody, not what one calls to somebody who is to rahmen."""
    stem = verb.infinitive[: -2 if verb.infinitive.endswith("en") else -1]
    if stem.capitalize() in stock.glosses:
        verb.forms.discard(stem)


def base_of(infinitive: str, known: Any) -> tuple[str, str, bool] | None:
    """The prefix (the longest) and the verb it stands before, and whether it separates."""
    found = [
        (prefix, infinitive[len(prefix) :], separable)
        for prefixes, separable in ((SEPARABLE, True), (INSEPARABLE, False))
        for prefix in prefixes
        if infinitive.startswith(prefix) and infinitive[len(prefix) :] in known
    ]
    return max(found, key=lambda one: (len(one[0]), one[2]), default=None)


def from_rule(word: str, known: dict[str, Verb], stock: Stock) -> Verb | None:
    """The verb by that name, if it is one: from its base, or regular and met in that shape."""
    if base := base_of(word, known):
        prefix, simple, separable = base
        if len(simple) > 3 or simple in ("tun", "sein"):
            return known[simple].prefixed(prefix, separable=separable)
    if not re.search(r"(e|l|r)n$", word):
        return None
    verb = regular(word)
    drop_noun(verb, stock)
    met = {form for form in verb.forms | verb.participles if stock.attested(form)} - {word}
    return verb if len(met) >= 2 else None


def regular(infinitive: str) -> Verb:
    verb = Verb(infinitive)
    soft = infinitive.endswith("en")
    stem = infinitive[:-2] if soft else infinitive[:-1]
    link = "e" if soft and re.search(r"([dt]|[^aeiouäöülrmnh][mn])$", stem) else ""
    hissing = stem.endswith(("s", "ß", "z", "x"))
    verb.forms |= {stem + "e", f"{stem}{link}{'' if hissing else 's'}t", stem + link + "t"}
    verb.forms |= {f"{stem}{link}t{end}" for end in ("e", "est", "en", "et")}
    if soft:
        verb.forms |= {stem + "est", stem + "et"} | (set() if link else {stem})
    else:
        verb.forms.add(stem)
        if infinitive.endswith("eln"):
            verb.forms.add(stem[:-2] + "le")
    verb.participles.add(infinitive + "d")
    weak = stem + link + "t"
    unstressed = infinitive.endswith("ieren") or infinitive.startswith(INSEPARABLE[:7])
    verb.participles.add(weak if unstressed else "ge" + weak)
    return verb
