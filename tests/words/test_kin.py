"""Pairs of everyday words that must not be refused as kin, and pairs that must be."""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.words import Language, fold, load
from escale.words.spelling import as_announced

APART: dict[Language, str] = {
    "de": """
sie/Siedlung nach/Geburt über/messen Mann/Leute Verletzung/letzte Gast/Gas heute/Heu gelten/gelb
nutzen/Nudel lassen/Laser singen/Besen hoch/Karat vor/Serie setzen/Sieb Garten/gären Rind/Rinde
Herd/Herde Kohl/Kohle Reis/Reise Schrank/Schranke
Hauptstadt/Stadt Hauptstadt/Haupt Hochhaus/Haus Hochhaus/hoch Haustür/Haus Haustür/Tür
Anstrengung/streng ebenda/Ebene Händchen/vorhanden anwenden/auswendig Abgrund/Mitbegründer
benennen/nämlich Freiheit/freilich Agent/deaktivieren Angriff/Begriff erfassen/Gefäß
Schlager/Zuschlag Einwand/notwendig Ermittler/inmitten eigenständig/Eigentum
Lebewesen/Leben Kaufmann/kaufen kurzfristig/kurz kurzfristig/kurzzeitig Flugzeug/fliegen
Denkweise/denken Schreibweise/schreiben Grundriss/reißen Wahnsinn/Sinn Gastgeber/Ratgeber
Wein/Weinen Schal/Schale Back/Backe Scheu/Scheuer Miss/vermissen Kunde/verkünden
stellenweise/Zustellung unbegründet/Untergrund
""",
    "en": """
miss/remission should/shoulder her/herring optic/biopic super/superman fund/fundraising
novelist/novelty racer/racial be/bing pol/polly fabric/fabrication installing/installment
inn/inning wick/wicked mar/mars team/teammate field/midfielder bore/unbearable
""",
    "fr": """
bleu/blé tas/tasse échec/chou mine/minaret mener/ramen révéler/vêler consommer/consœur
prendre/passer poster/présenter chuter/contrôler saler/soigner rester/regretter expliquer/emmener
aller/allier plus/plaire mat/mature tu/tué pot/pote entrain/entraîner neuvième/renouveau
fermeté/fermier fondé/fondu optimisation/optimisme dévoiler/voilier haie/haineux
confinement/confins citadelle/citoyen cartographie/carton métro/métropole vis/visible vit/vue
van/vanne coule/couloir partageant/partant fonds/profond porte/transporter marchand/supermarché
""",
}
KIN: dict[Language, str] = {
    "de": "voll/völlig früh/Frühling fremd/Fremdling freiwillig/Freiwilliger Grundlage/grundlegend",
    "en": "goose/gosling",
    "fr": "un/unique qualité/qualifier chaos/chaotique joindre/joignable lune/alunir",
}


def listed(pairs: dict[Language, str]) -> list[tuple[Language, str, str]]:
    found = []
    for language, text in pairs.items():
        for pair in text.split():
            one, other = pair.split("/")
            found.append((language, one, other))
    return found


@pytest.mark.parametrize(("language", "one", "other"), listed(APART))
def test_unrelated_words_are_not_kin(language: Language, one: str, other: str) -> None:
    words = load(language)
    assert fold(one, language) in words and fold(other, language) in words
    assert not words.related(as_announced(one, words), as_announced(other, words))


@pytest.mark.parametrize(("language", "one", "other"), listed(KIN))
def test_learned_stems_and_changed_vowels_are_kin(language: Language, one: str, other: str) -> None:
    words = load(language)
    assert words.related(as_announced(one, words), as_announced(other, words))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "crossfit climatosceptique doomscrolling écoanxiété vélotaf"),
        ("en", "doomscrolling fatberg cwtch braai braaied naartjie eejit tradie"),
        ("de", "schwömme verschwömmen begönne Sockenschublade Sockenschubladen Nudelrezepte"),
    ],
)
def test_new_and_regional_words_and_rare_forms_are_known(language: Language, words: str) -> None:
    known = load(language)
    assert [word for word in words.split() if fold(word, language) not in known] == []


@pytest.mark.parametrize(("language", "wrong"), [("fr", 1), ("en", 5), ("de", 6)])
def test_no_more_of_the_judged_pairs_are_wrong(language: Language, wrong: int) -> None:
    """`wrong`: in the sample as it was judged."""
    text = (Path(__file__).parent / f"judged_kin_{language}.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    assert len(rows) == 1000
    words = load(language)
    said = [verdict == "1" for one, other, verdict, _ in rows if words.related(one, other)]
    assert len(said) >= 950
    assert said.count(False) <= wrong


def test_the_first_lexicons_are_there_for_the_matches_that_began_with_them() -> None:
    for language, one, other in (("fr", "BLEU", "BLE"), ("de", "HOCH", "KARAT")):
        first = load(language, version=1)  # type: ignore[arg-type]
        assert first.id == f"escale-{language}-1"
        assert first.related(one, other)
