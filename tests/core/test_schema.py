"""JSON Schema of plain data: it takes what is written, and refuses what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Generic, Literal, TypeVar

import jsonschema_rs
import pytest
from hypothesis import given

from escale.core.codec import LARGEST_NUMBER, LONGEST_TEXT, Malformed, from_plain, to_plain
from escale.core.event import Event, seen_event
from escale.core.game import Game
from escale.core.match import Record
from escale.core.schema import schema
from escale.core.secrecy import HIDDEN, BySeat, Counted, Own, Shown, view
from escale.games.registry import load_game
from escale.games.wordbank.rules.pieces import Options
from escale.testing import play
from escale.testing.subject import other_options
from tests.contract.boxes import BOXES
from tests.contract.hush.game import GAME
from tests.core.highest import Bid, Highest, State
from tests.core.test_codec import Dot, Line, Nothing, Picture, Wrapped, pictures

T = TypeVar("T")
NUMBER = {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER}
TEXT = {"type": "string", "maxLength": LONGEST_TEXT}


@cache
def validator(kind: Any, hidden: bool = False) -> jsonschema_rs.Draft202012Validator:
    described = schema(kind, hidden=hidden)
    jsonschema_rs.meta.validate(described)
    return jsonschema_rs.Draft202012Validator(described)


def fits(kind: Any, plain: Any, *, hidden: bool = False) -> bool:
    return validator(kind, hidden).is_valid(plain)


def bare(kind: Any, *, hidden: bool = False) -> dict[str, Any]:
    described = schema(kind, hidden=hidden)
    assert described.pop("$schema") == "https://json-schema.org/draft/2020-12/schema"
    return described


# --- The form -----------------------------------------------------------------------------------


def dot(*required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "kind": {"const": "Dot"},
            "x": NUMBER,
            "name": {**TEXT, "default": "dot"},
        },
        "required": list(required),
        "additionalProperties": False,
    }


ITEMS = {"type": "array", "maxItems": 100_000}


@pytest.mark.parametrize(
    ("kind", "described"),
    [
        (int, NUMBER),
        (str, TEXT),
        (bool, {"type": "boolean"}),
        (None.__class__, {"type": "null"}),
        (Literal["day", 2], {"enum": ["day", 2]}),
        (Shown[int], NUMBER),
        (int | None, {"anyOf": [NUMBER, {"type": "null"}]}),
        (tuple[int, ...], {**ITEMS, "items": NUMBER}),
        (frozenset[str], {**ITEMS, "items": TEXT, "uniqueItems": True}),
        (
            tuple[int, str],
            {
                "type": "array",
                "prefixItems": [NUMBER, TEXT],
                "items": False,
                "minItems": 2,
                "maxItems": 2,
            },
        ),
        (tuple[()], {"type": "array", "items": False, "minItems": 0, "maxItems": 0}),
        (Dot, dot("x")),
        (Dot | None, {"anyOf": [dot("x"), {"type": "null"}]}),  # one class need not say its name
    ],
)
def test_the_schema_of_a_type(kind: Any, described: dict[str, Any]) -> None:
    assert bare(kind) == described


def test_one_of_several_classes_says_its_name() -> None:
    first, second = bare(Dot | Line)["oneOf"]
    assert first == dot("kind", "x")
    assert second["required"] == ["kind", "ends"]
    assert list(bare(Dot | Line | int)) == ["anyOf"]


def test_fields_keep_their_order_and_the_name_of_the_class_is_first() -> None:
    names = list(bare(Options)["properties"])
    assert names[:4] == ["kind", "language", "referee", "starter"]
    assert bare(Options)["required"] == []
    assert bare(Options)["properties"]["referee"] == {
        "enum": ["dictionary", "friendly", "table"],
        "default": "dictionary",
    }


FIRST = Dot(1)


@dataclass(frozen=True, slots=True)
class Defaults:
    dot: Dot = FIRST
    made: tuple[int, ...] = field(default_factory=lambda: (1, 2))


def test_defaults_are_plain() -> None:
    properties = bare(Defaults)["properties"]
    assert properties["dot"]["default"] == {"kind": "Dot", "x": 1, "name": "dot"}
    assert properties["made"]["default"] == [1, 2]
    assert fits(Defaults, {})


def test_in_a_view_every_value_may_be_a_gap() -> None:
    gap = {"const": {"kind": "Hidden"}}
    assert bare(int, hidden=True) == {"anyOf": [NUMBER, gap]}
    assert bare(int | None, hidden=True) == {"anyOf": [NUMBER, {"type": "null"}, gap]}
    assert bare(Dot | Nothing, hidden=True)["oneOf"][-1] == gap
    assert bare(tuple[int, ...], hidden=True)["anyOf"][0]["items"] == {"anyOf": [NUMBER, gap]}
    for kind in (int, tuple[int, int], frozenset[int], Dot, Picture, Literal[1], Dot | None):
        assert fits(kind, to_plain(HIDDEN), hidden=True)
        assert not fits(kind, to_plain(HIDDEN))


# --- Classes that contain themselves ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tree(Generic[T]):
    fruit: T
    branches: tuple[Tree[T], ...] = ()


@dataclass(frozen=True, slots=True)
class Hen:
    laid: tuple[Egg, ...]


@dataclass(frozen=True, slots=True)
class Egg:
    inside: Hen | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    colour: str


@dataclass(frozen=True, slots=True)
class Branch:
    ends: tuple[Leaf | Branch, ...]


def test_a_class_within_itself_is_referred_to() -> None:
    assert bare(Picture)["$ref"] == "#/$defs/Picture"
    assert list(bare(Picture)["$defs"]) == ["Picture"]
    assert "$defs" not in bare(Line)
    assert fits(Tree[int], to_plain(Tree(1, (Tree(2, (Tree(3),)),))))
    assert not fits(Tree[int], to_plain(Tree(1, (Tree(2, (Tree("3"),)),))))


def test_the_same_class_with_other_types_is_another() -> None:
    both = tuple[Tree[int], Tree[str]]
    assert list(bare(both)["$defs"]) == ["Tree", "Tree_"]
    assert fits(both, to_plain((Tree(1, (Tree(2),)), Tree("a", (Tree("b"),)))))
    wrong: Any = Tree("b")
    assert not fits(both, to_plain((Tree(1, (wrong,)), Tree("a"))))


@pytest.mark.parametrize("kind", [Hen, Egg, tuple[Hen, ...] | Egg, tuple[Egg | Hen, ...]])
def test_two_classes_within_each_other(kind: Any) -> None:
    value = Hen((Egg(), Egg(Hen((Egg(Hen(())),)))))
    inner: Any = {Hen: value, Egg: Egg(value)}.get(kind, (value,))
    plain = to_plain(inner)
    assert fits(kind, plain)
    text = json.dumps(plain).replace('"laid": []', '"laid": [3]')
    assert not fits(kind, json.loads(text))


def test_a_reference_within_a_choice_says_its_name_too() -> None:
    assert fits(Branch, {"ends": [{"kind": "Branch", "ends": [{"kind": "Leaf", "colour": "a"}]}]})
    assert not fits(Branch, {"ends": [{"ends": []}]})
    assert not fits(Branch, {"ends": [{"kind": "Leaf", "ends": []}]})


@pytest.mark.parametrize("kind", [list[int], dict, float, Any, tuple[list[int], ...]])
def test_a_type_without_plain_form_is_a_mistake_of_the_program(kind: Any) -> None:
    with pytest.raises(TypeError, match="no plain form"):
        schema(kind)


# --- What is written fits -----------------------------------------------------------------------


@given(pictures)
def test_pictures_fit(picture: Picture) -> None:
    assert fits(Picture, to_plain(picture))
    assert fits(Picture, to_plain(view(picture, 0).seen), hidden=True)


@dataclass(frozen=True, slots=True)
class Purse:
    coins: Counted[frozenset[int]]
    owner: Own[tuple[str, ...]]
    purses: BySeat[tuple[Dot, ...]]


def test_a_set_of_which_only_the_number_is_seen_fits() -> None:
    purse = Purse(frozenset({1, 2, 5}), ("a", "b"), (Dot(1), Dot(2)))
    plain = to_plain(view(purse, 0).seen)
    assert len(plain["coins"]) == 3
    assert fits(Purse, plain, hidden=True)


CHANGED = {name: game for name, (game, _) in BOXES.items() if game.actions != GAME.actions}
CHANGED |= {name: game for name, (game, _) in BOXES.items() if game.state != GAME.state}
TOYS = {"Hush": GAME, **CHANGED}


def games() -> Iterator[tuple[str, Game[Any, Any, Any], Any, int]]:
    for name, game in TOYS.items():
        yield from ((name, game, game.options(), seats) for seats in (2, 4))
        yield from ((name, game, options, 3) for options in other_options(game.options))
    wordbank = load_game("wordbank")
    words = Options(language="en", added=("wug",), banned=("word",), starter=1)
    yield "Word Bank", wordbank, words, 2
    yield "Word Bank", wordbank, Options(referee="table", cards=(("A", 3),) * 30), 5


@cache
def written(number: int) -> tuple[tuple[str, Any, Any, bool], ...]:
    """Options, actions, states, views and events of a random match, plain, with their types."""
    _, game, options, seats = list(games())[number]
    run = play(game, options, seats, number, most_events=120)
    events: Any = Event[game.actions]  # type: ignore[name-defined, misc]
    found: list[tuple[str, Any, Any, bool]] = [("options", game.options, options, False)]
    for moment in run.spread(25):
        found.append(("state", game.state, moment.state, False))
        found += [("action", game.actions, action, False) for _, action in moment.samples]
        for seat in (None, *range(seats)):
            found.append(("view", game.state, view(moment.state, seat).seen, True))
    for event in run.log:
        for seat in (None, *range(seats)):
            found.append(("event", events, seen_event(event, seat), True))
    found.append(("record", Record[game.options, game.actions], run.record, False))  # type: ignore[name-defined]
    return tuple((what, kind, to_plain(value), hidden) for what, kind, value, hidden in found)


NUMBERS = range(len(list(games())))


def test_there_are_toys_with_other_states_and_actions() -> None:
    assert {"Hush", "WhenLeaks", "ActionWithoutSlots", "LaysFaceUp"} <= set(TOYS)


@pytest.mark.parametrize("number", NUMBERS)
def test_whatever_a_match_writes_fits(number: int) -> None:
    kinds = set()
    for what, kind, plain, hidden in written(number):
        errors = list(validator(kind, hidden).iter_errors(plain))
        assert not errors, (what, plain, errors[0])
        kinds.add(what)
    assert kinds == {"options", "action", "state", "view", "event", "record"}


# --- What cannot be read does not fit -----------------------------------------------------------

WRONG: tuple[Any, ...] = (
    *(None, True, 1, -3, 1.5, LARGEST_NUMBER + 1, -LARGEST_NUMBER - 1, "no", "x" * 10_001),
    *([], [None], {}, {"kind": "Hidden"}, {"kind": "Nonsense"}, {"kind": 3}, "cw"),
)


def spoiled(plain: Any, rng: Random) -> Any:
    """The same with one thing changed somewhere inside: mostly nonsense, now and then allowed."""
    if isinstance(plain, dict) and plain and rng.random() < 0.9:
        name = rng.choice(list(plain))
        chance = rng.random()
        if chance < 0.08:
            return {key: value for key, value in plain.items() if key != name}
        if chance < 0.16:
            return {**plain, "more": 1}
        return {**plain, name: spoiled(plain[name], rng)}
    if isinstance(plain, list) and plain and rng.random() < 0.8:
        place = rng.randrange(len(plain))
        if rng.random() < 0.1:
            return plain[:place] + plain[place + 1 :]
        return [*plain[:place], spoiled(plain[place], rng), *plain[place + 1 :]]
    return rng.choice(WRONG)


def readable(kind: Any, plain: Any, hidden: bool) -> bool:
    try:
        from_plain(kind, plain, hidden=hidden)
    except Malformed:
        return False
    return True


@pytest.mark.parametrize("number", NUMBERS)
def test_it_fits_exactly_if_it_can_be_read(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By type: what a class checks for itself is left aside."""
    monkeypatch.setattr(Options, "__post_init__", lambda _: None)
    monkeypatch.setattr("escale.core.match.Header.__post_init__", lambda _: None)
    rng = Random(number)
    seen = {True: 0, False: 0}
    for what, kind, plain, hidden in written(number):
        for _ in range(4):
            other = spoiled(plain, rng)
            can = readable(kind, other, hidden)
            assert fits(kind, other, hidden=hidden) is can, (what, other)
            seen[can] += 1
    assert min(seen.values()) > 20


@given(pictures)
def test_a_spoiled_picture_that_cannot_be_read_does_not_fit(picture: Picture) -> None:
    plain = to_plain(picture)
    rng = Random(len(str(plain)))
    for _ in range(8):
        other = spoiled(plain, rng)
        assert readable(Picture, other, False) or not fits(Picture, other)


@pytest.mark.parametrize(
    "plain",
    [
        *([], {}, {"x": 1, "z": 2}, {"x": "1"}, {"x": True}, {"x": 1.5}, {"x": None}),
        *({"x": LARGEST_NUMBER + 1}, {"x": 1, "name": "n" * (LONGEST_TEXT + 1)}),
        {"x": 1, "kind": "Line"},
    ],
)
def test_what_the_codec_refuses_does_not_fit(plain: Any) -> None:
    assert not readable(Dot, plain, False)
    assert not fits(Dot, plain)


def test_a_toy_without_options_has_schemas_too() -> None:
    state = Highest().setup(None, 2)
    assert fits(State, to_plain(state))
    assert fits(State, to_plain(view(state, 0).seen), hidden=True)
    assert fits(Bid, {"number": 3})
    assert fits(type(None), None)
    assert fits(Wrapped[Dot | Line], to_plain(Wrapped(Dot(1), (Line((Dot(2), Dot(3))),))))
