"""F16: reads a host's cards from a TOML file, and reports all mistakes with their lines.

    [[riddle]]
    name = "tide"
    text = "I leave twice a day and come back twice."
    answers = ["the tide", "ebb and flow"]

    [[trial]]
    name = "The candle"
    text = "Blow it out from three steps away."

A riddle may also say its `theme`, its `difficulty` and `one_answer_only`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

from escale.core.codec import to_plain
from escale.games.fortboyard.answers.phrases import ways
from escale.games.fortboyard.rules.pieces import (
    ANSWER_LENGTH,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_ANSWERS,
    MOST_CARDS,
    THEMES,
    Cards,
    Riddle,
    Trial,
    printable,
)
from escale.games.fortboyard.trials import NAMES as IN_THE_BOX
from escale.words import Language
from escale.words.folding import check_language

SHORTEST_TEXT = 10
LONGEST_CARD = 10_000  # characters, with the TOML syntax; valid cards are much shorter
MOST_PROBLEMS = 100  # reported at once
SHORTEST_GIVEAWAY = 3  # letters: the letter T may occur in a riddle about it

Fault = Literal[
    "not-toml",
    "no-card",
    "unknown-header",
    "missing",
    "unknown-field",
    "not-text",
    "bad-name",
    "twice",
    "text-length",
    "bad-theme",
    "bad-difficulty",
    "not-answers",
    "empty-answer",
    "long-answer",
    "answer-in-text",
    "not-yes-or-no",
    "too-many",
    "long-card",
]
_SAID: dict[Fault, str] = {
    "not-toml": "this is not written as TOML: {detail}",
    "no-card": "a card begins with [[riddle]] or [[trial]], but {detail!r} stands outside of one",
    "unknown-header": "{detail} is no kind of card; write [[riddle]] or [[trial]]",
    "missing": "{detail} is missing",
    "unknown-field": "a card has no field {detail}",
    "not-text": "{detail} must be a text between quotes",
    "bad-name": f"a name has 1 to {LONGEST_NAME} characters and stands on one line",
    "twice": "the name {detail!r} is used already",
    "text-length": f"the text must have {SHORTEST_TEXT} to {LONGEST_TEXT} characters",
    "bad-theme": f"the theme must be one of {', '.join(THEMES)}",
    "bad-difficulty": "the difficulty must be 1, 2, 3 or 4",
    "not-answers": f"answers must be a list of 1 to {MOST_ANSWERS} texts in square brackets",
    "empty-answer": "the answer {detail!r} has neither letters nor figures",
    "long-answer": f"the answer {{detail!r}} has more than {ANSWER_LENGTH} characters",
    "answer-in-text": "the answer {detail!r} occurs in the question",
    "not-yes-or-no": "one_answer_only must be true or false",
    "too-many": f"there are more than {MOST_CARDS} cards of this sort",
    "long-card": f"a card is written in at most {LONGEST_CARD} characters",
}

_FIELDS = {
    "riddle": ("name", "text", "answers", "theme", "difficulty", "one_answer_only"),
    "trial": ("name", "text"),
}
_NEEDED = ("name", "text", "answers")
_HEADER = re.compile(r"\s*(\[\[.*?\]\])\s*(#.*)?")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


class Problem(NamedTuple):
    """A mistake in a card."""

    line: int
    fault: Fault
    detail: str = ""
    card: str = ""  # the name of the card, if it has one

    def __str__(self) -> str:
        card = f"{self.card}: " if self.card else ""
        return f"line {self.line}: {card}{_SAID[self.fault].format(detail=self.detail)}"


class BadCards(ValueError):
    """The file of cards is invalid. The message has one line for each problem."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class _Block(NamedTuple):
    """The lines of one card, beginning with its header."""

    header: str
    line: int
    lines: list[str]

    def line_of(self, field: str) -> int:
        for number, text in enumerate(self.lines):
            if re.match(rf"\s*{re.escape(field)}\s*=", text):
                return self.line + number
        return self.line


def as_options(text: str, language: str) -> dict[str, Any]:
    """The cards of a file as plain data for the options of a table."""
    cards = read_cards(text, cast(Language, language))
    return {"riddles": to_plain(cards.riddles), "own_trials": to_plain(cards.trials)}


def read_cards(text: str, language: Language) -> Cards:
    """The cards of a file. Raises BadCards with all its mistakes."""
    check_language(language)
    problems: list[Problem] = []
    riddles: dict[str, Riddle] = {}
    trials: dict[str, Trial] = {}
    for block in _blocks(text, problems):
        if len(problems) >= MOST_PROBLEMS:
            break
        table = _table(block, problems)
        if table is None:
            continue
        sort = block.header.strip("[]")
        found = [*_problems(table, sort, language)]
        name = table.get("name")
        card = name.strip() if isinstance(name, str) else ""
        same: Mapping[str, object] = riddles if sort == "riddle" else trials
        if card in same or (sort == "trial" and card in IN_THE_BOX):
            found.append(("twice", "name", card))
        elif len(same) == MOST_CARDS:
            found.append(("too-many", "", ""))
        problems += (
            Problem(block.line_of(field), fault, detail, card) for fault, field, detail in found
        )
        if found:
            continue
        table |= {"name": card, "text": table["text"].strip()}
        if sort == "trial":
            trials[card] = Trial(**table)
        else:
            table["answers"] = tuple(table["answers"])
            riddles[card] = Riddle(**{"theme": "own", "difficulty": 2, **table})
    if problems:
        raise BadCards(sorted(problems)[:MOST_PROBLEMS])
    return Cards(tuple(riddles.values()), tuple(trials.values()))


def _blocks(text: str, problems: list[Problem]) -> Iterator[_Block]:
    """Split the file into cards, so that a mistake in one does not hide mistakes in others."""
    block: _Block | None = None
    outside = False
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")  # as editors count
    for number, line in enumerate(lines, start=1):
        header = _HEADER.fullmatch(line)
        if header:
            if block:
                yield block
            block = _Block(header[1].replace(" ", ""), number, [line])
        elif block:
            block.lines.append(line)
        elif line.strip() and not line.lstrip().startswith("#") and not outside:
            problems.append(Problem(number, "no-card", line.strip()[:LONGEST_NAME]))
            outside = True  # report only the first
    if block:
        yield block


def _table(block: _Block, problems: list[Problem]) -> dict[str, Any] | None:
    if block.header not in ("[[riddle]]", "[[trial]]"):
        problems.append(Problem(block.line, "unknown-header", block.header[:LONGEST_NAME]))
        return None
    if sum(map(len, block.lines)) > LONGEST_CARD:
        problems.append(Problem(block.line, "long-card"))
        return None
    try:
        return tomllib.loads("\n".join(block.lines[1:]))
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        # An unclosed quote is reported at the end of the text; the mistake is in the card.
        line = block.line + int(at[1]) if at and at[1] else block.line
        problems.append(Problem(line, "not-toml", _AT.sub("", str(error))))
    except RecursionError:
        problems.append(Problem(block.line, "not-toml", "brackets within brackets within brackets"))
    except ValueError:
        problems.append(Problem(block.line, "not-toml", "a number is too long"))
    return None


_Found = tuple[Fault, str, str]  # the fault, its field, the detail


def _problems(table: Mapping[str, Any], sort: str, language: Language) -> Iterator[_Found]:
    for field in _FIELDS[sort]:
        if field in _NEEDED and field not in table:
            yield "missing", "", field
    for field in table:
        if field not in _FIELDS[sort]:
            yield "unknown-field", field, field
    for field in ("name", "text"):
        if not isinstance(table.get(field, ""), str):
            yield "not-text", field, field
    name, text = table.get("name"), table.get("text")
    if isinstance(name, str) and not (0 < len(name.strip()) <= LONGEST_NAME and printable(name)):
        yield "bad-name", "name", name
    if isinstance(text, str) and not SHORTEST_TEXT <= len(text.strip()) <= LONGEST_TEXT:
        yield "text-length", "text", ""
    if sort == "riddle":
        if table.get("theme", "own") not in THEMES:
            yield "bad-theme", "theme", ""
        difficulty = table.get("difficulty", 1)
        if type(difficulty) is not int or difficulty not in range(1, 5):
            yield "bad-difficulty", "difficulty", ""
        if not isinstance(table.get("one_answer_only", False), bool):
            yield "not-yes-or-no", "one_answer_only", ""
        if "answers" in table:
            question = text if isinstance(text, str) else ""
            yield from _answer_problems(table["answers"], question, language)


def _answer_problems(answers: object, question: str, language: Language) -> Iterator[_Found]:
    if (
        not isinstance(answers, list)
        or not 1 <= len(answers) <= MOST_ANSWERS
        or not all(isinstance(answer, str) for answer in answers)
    ):
        yield "not-answers", "answers", ""
        return
    for answer in answers:
        if len(answer) > ANSWER_LENGTH:
            yield "long-answer", "answers", answer
        elif not ways(answer, language):
            yield "empty-answer", "answers", answer
        elif occurs(answer, question, language):
            yield "answer-in-text", "answers", answer


def occurs(answer: str, question: str, language: Language) -> bool:
    """Whether the question contains the answer, word for word."""
    asked = [f" {' '.join(way)} " for way in ways(question, language)]
    given = [" ".join(way) for way in ways(answer, language)]
    return any(
        f" {way} " in question
        for way in given
        for question in asked
        if len(way) >= SHORTEST_GIVEAWAY
    )
