"""F16: the workshop on the page takes and refuses the same cards as the reader of files."""

from __future__ import annotations

from typing import Any

import pytest

from escale.core.codec import to_plain
from escale.games.fortboyard.cards import BadCards, Fault, read_cards
from escale.games.fortboyard.riddles import FOLDER
from escale.games.fortboyard.rules.pieces import MOST_CARDS, Riddle, Trial
from escale.games.fortboyard.tests.test_cards import GOOD, HOSTILE
from escale.words import LANGUAGES, Language
from tests.page.node import needs_node, run

pytestmark = needs_node


def riddle(**lines: str) -> str:
    given = {
        "name": '"tide"',
        "text": '"I leave twice a day and come back twice."',
        "answers": '["the sea"]',
        **lines,
    }
    return "[[riddle]]\n" + "".join(f"{field} = {value}\n" for field, value in given.items())


def trial(name: str, text: str = '"Blow it out from three steps away."') -> str:
    return f"[[trial]]\nname = {name}\ntext = {text}\n"


Case = tuple[Language, str, list[tuple[int, Fault]]]
CASES: dict[str, Case] = {
    "nothing": ("en", "# nothing yet\n", []),
    "good": ("en", GOOD, []),
    "good, from another system": ("en", GOOD.replace("\n", "\r\n"), []),
    "blanks in a header": ("en", riddle().replace("[[riddle]]", " [[ riddle ]]  # ours"), []),
    "outside of a card": ("en", 'title = "ours"\n' + GOOD[1:], [(1, "no-card")]),
    "no such header": ("en", "[[ridle]]\n", [(1, "unknown-header")]),
    "a header that every object has": ("en", "[[toString]]\n", [(1, "unknown-header")]),
    "no such field": ("en", riddle(hint='"wet"'), [(5, "unknown-field")]),
    "a strange field": ("en", riddle(**{'"("': "1"}), [(1, "unknown-field")]),
    "all is missing": ("en", "[[riddle]]\n", [(1, "missing")] * 3),
    "a name is no text": ("en", trial("3"), [(2, "not-text")]),
    "a date is no text": ("en", trial('"Day"', "2024-02-29"), [(3, "not-text")]),
    "no name": ("en", trial('" "'), [(2, "bad-name")]),
    "a name of two lines": ("en", trial(r'"The\ncandle"'), [(2, "bad-name")]),
    "a name with what nobody sees": ("en", trial('"The\u200bcandle"'), [(2, "bad-name")]),
    "a name in French": ("fr", trial('"Qui a soufflé\u00a0?"'), []),
    "a name of 40": ("en", trial(f'"{"é" * 40}"'), []),
    "a name of 40 smileys": ("en", trial(f'"{chr(0x1F600) * 40}"'), []),
    "a name of 41": ("en", trial(f'"{"é" * 41}"'), [(2, "bad-name")]),
    "a name twice": ("en", trial('"Candle"') + trial('" Candle "'), [(5, "twice")]),
    "a name for each sort": ("en", riddle(name='"Candle"') + trial('"Candle"'), []),
    "a name of the box": ("en", trial('"bataille"'), [(2, "twice")]),
    "a riddle with a name of the box": ("en", riddle(name='"bataille"'), []),
    "a text of 10": ("en", trial('"Candle"', '" 0123456789 "'), []),
    "a text of 9": ("en", trial('"Candle"', '" 012345678 "'), [(3, "text-length")]),
    "a text of 400": ("en", trial('"Candle"', f'"{"a" * 400}"'), []),
    "a text of 401": ("en", trial('"Candle"', f'"{"a" * 401}"'), [(3, "text-length")]),
    "a theme": ("en", riddle(theme='"sea"'), []),
    "no such theme": ("en", riddle(theme='"kitchen"'), [(5, "bad-theme")]),
    "too difficult": ("en", riddle(difficulty="5"), [(5, "bad-difficulty")]),
    "no whole difficulty": ("en", riddle(difficulty="2.0"), [(5, "bad-difficulty")]),
    "a difficulty in words": ("en", riddle(difficulty='"2"'), [(5, "bad-difficulty")]),
    "yes is not true": ("en", riddle(one_answer_only='"yes"'), [(5, "not-yes-or-no")]),
    "answers are a list": ("en", riddle(answers='"sea"'), [(4, "not-answers")]),
    "no answer": ("en", riddle(answers="[]"), [(4, "not-answers")]),
    "figures are no text": ("en", riddle(answers='["sea", 7]'), [(4, "not-answers")]),
    "21 answers": ("en", riddle(answers=str(["sea"] * 21)), [(4, "not-answers")]),
    "an answer without a letter": ("en", riddle(answers='["..."]'), [(4, "empty-answer")]),
    "an answer of 60": ("en", riddle(answers=f'["{"a" * 60}"]'), []),
    "an answer of 61": ("en", riddle(answers=f'["{"a" * 61}"]'), [(4, "long-answer")]),
    "given away": ("en", riddle(answers='["day"]'), [(4, "answer-in-text")]),
    "given away, with an article": ("en", riddle(answers='["The DAY"]'), [(4, "answer-in-text")]),
    "only a part of a word": ("en", riddle(answers='["the wi"]'), []),
    "a letter may occur": ("en", riddle(answers='["a"]'), []),
    "given away, without the accent": (
        "fr",
        riddle(text='"On dit que l’Été revient."', answers='["ete"]'),
        [(4, "answer-in-text")],
    ),
    "given away, in figures": (
        "fr",
        riddle(text='"Les 365 jours de l’année."', answers='["trois cent soixante-cinq"]'),
        [(4, "answer-in-text")],
    ),
    "given away, without the dots": (
        "de",
        riddle(text='"Zwölf Brüder sind wir."', answers='["12 Brueder"]'),
        [(4, "answer-in-text")],
    ),
    "an article is no number": ("de", riddle(answers='["ein Tag"]'), []),
    "another alphabet": ("en", riddle(answers='["ключ"]'), []),
    "too many": (
        "en",
        "".join(trial(f'"{number}"') for number in range(MOST_CARDS + 1)),
        [(3 * MOST_CARDS + 1, "too-many")],
    ),
    "a hopeless file": ("en", "[[trial]]\n" * 1000, [(1 + n // 2, "missing") for n in range(100)]),
    "an open quote": ("en", riddle(name='"tide'), [(2, "not-toml")]),
    "a line twice": ("en", riddle() + 'name = "ebb"\n', [(5, "not-toml")]),
    "an escape that TOML learnt later": ("en", trial(r'"The \e"'), [(2, "not-toml")]),
    "no escape between single quotes": ("en", trial(r"'The \e'"), []),
}


def by_reader(text: str, language: Language) -> tuple[Any, list[tuple[int, str]]]:
    try:
        cards = read_cards(text, language)
    except BadCards as error:
        return None, [(problem.line, problem.fault) for problem in error.problems]
    return [[untagged(card) for card in pile] for pile in (cards.riddles, cards.trials)], []


def untagged(card: Riddle | Trial) -> dict[str, Any]:
    plain = to_plain(card)
    assert isinstance(plain, dict)
    return {field: value for field, value in plain.items() if field != "kind"}


def by_page(files: list[tuple[str, Language]]) -> list[tuple[Any, list[tuple[int, str]]]]:
    return [
        (
            None if read["problems"] else [read["riddles"], read["trials"]],
            [(problem["line"], problem["fault"]) for problem in read["problems"]],
        )
        for read in run("cards.mjs", {"files": files})
    ]


@pytest.fixture(scope="module")
def on_the_page() -> dict[str, tuple[Any, list[tuple[int, str]]]]:
    read = by_page([(text, language) for language, text, _ in CASES.values()])
    return dict(zip(CASES, read, strict=True))


@pytest.mark.parametrize("case", CASES)
def test_F16_a_card_is_good_or_bad_wherever_it_is_read(case: str, on_the_page: Any) -> None:
    language, text, expected = CASES[case]
    cards, problems = by_reader(text, language)
    also_cards, also_problems = on_the_page[case]
    assert also_cards == cards
    assert sorted(also_problems) == sorted(problems)
    assert sorted(problems) == sorted(expected)


def test_F16_the_riddles_of_the_fort_are_good_on_the_page_too() -> None:
    files = [
        ((FOLDER / "riddles" / f"{one}.toml").read_text(encoding="utf-8"), one) for one in LANGUAGES
    ]
    for (text, language), read in zip(files, by_page(files), strict=True):
        assert read == by_reader(text, language)


def test_F16_a_hostile_card_is_refused_on_the_page_too() -> None:
    read = by_page([(f"{GOOD}[[riddle]]\n{line}\n", "en") for line, _ in HOSTILE.values()])
    for what, (_, problems) in zip(HOSTILE, read, strict=True):
        assert problems, what
        assert all(line in (21, 22) for line, _ in problems), what
