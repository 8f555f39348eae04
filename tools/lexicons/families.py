"""Assigns every entry of a language to a family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from escale.words.family_links import Kind
from tools.lexicons.clusters import Link, cluster
from tools.lexicons.evidence import MENTION, Evidence
from tools.lexicons.family_links import Family, Used, used_links
from tools.lexicons.hand_files import HandFamilies
from tools.lexicons.links import links
from tools.lexicons.reading import Affixes, LemmaInfo, key
from tools.lexicons.stems import Shapes

# Weight of a relation that a source declares.
DECLARED = 500
# Threshold: subtracted from the weight of every link.
DOUBT = 120
# Limits of a link's weight.
MOST, LEAST = 600, -600
# Dissimilar glosses are evidence only from this frequency on: those of rare words are short.
FAMILIAR = 2.5


def families(
    lemmas: Mapping[str, LemmaInfo],
    glosses: Mapping[str, Sequence[str]],
    relations: Iterable[tuple[str, str]],
    affixes: Affixes,
    hand: HandFamilies,
    forms: Mapping[str, Sequence[str]] | None = None,
    used: list[Family] | None = None,
) -> dict[str, int]:
    """The family of each entry: a number from 0, the same for all that are kin.

    The links by which entries came into one family are added to `used`.

    `forms` tells the entries of inflected forms, by names; with it a gloss may mention a word in
    any form ("qui protège").
    """
    names = sorted(lemmas)
    number = {name: at for at, name in enumerate(names)}
    evidence = Evidence(names, lemmas, glosses, forms or {})
    familiar = [lemmas[name].zipf >= FAMILIAR for name in names]
    weighed = {
        link[:2]: _tempered(link, familiar[link.one] and familiar[link.other])
        for link in links(Shapes(names, lemmas, affixes), evidence)
    }
    relations = list(relations)
    for pair in relations:
        one, other = (number.get(key(word)) for word in pair)
        if one is not None and other is not None and one != other:
            pair_of = min(one, other), max(one, other)
            weighed[pair_of] = Link(*pair_of, DECLARED, strong=True)
    together = [_known(line, number) for line in hand.families]
    apart = [_known(line, number) for line in hand.apart]
    leaders = cluster(
        len(names),
        weighed.values(),
        [line for line in together if len(line) > 1],
        [line for line in apart if len(line) > 1],
    )
    if used is not None:
        declared = {frozenset(map(key, pair)) for pair in relations}
        within = (
            Used(
                *pair,
                link.weight,
                _kind({names[one] for one in pair} in declared, evidence.level(*pair)),
            )
            for pair, link in weighed.items()
            if link.weight > 0 and leaders[pair[0]] == leaders[pair[1]]
        )
        used += used_links(names, leaders, together, within, lambda one: lemmas[names[one]].zipf)
    count: dict[int, int] = {}
    return {
        name: count.setdefault(leader, len(count))
        for name, leader in zip(names, leaders, strict=True)
    }


def _tempered(link: Link, familiar: bool) -> Link:
    weight = link.weight - DOUBT
    tempered = max(LEAST, min(MOST, weight)) if weight > 0 or familiar else 0
    return link._replace(weight=tempered, strong=link.strong and weight > 0)


def _kind(declared: bool, level: int) -> Kind:
    return "declared" if declared else "gloss" if level >= MENTION else "endings"


def _known(line: Sequence[str], number: Mapping[str, int]) -> list[int]:
    return [number[word] for word in line if word in number]
