"""Plain data: there and back, and nothing that does not fit."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escale.core import codec
from escale.core.codec import LARGEST_NUMBER, LONGEST_TEXT, Malformed, from_plain, to_plain
from escale.core.secrecy import HIDDEN, Own, Shown, view

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    name: str = "dot"


@dataclass(frozen=True, slots=True)
class Line:
    ends: tuple[Dot, Dot]


@dataclass(frozen=True, slots=True)
class Picture:
    shapes: Shown[tuple[Dot | Line, ...]]
    kinds: Shown[frozenset[str]]
    mode: Shown[Literal["day", "night"]]
    best: Own[tuple[int | None, ...]]
    inner: Shown[Picture | None] = None

    def __post_init__(self) -> None:
        if len(self.shapes) > 50:
            raise ValueError("shapes: too many")


@dataclass(frozen=True, slots=True)
class Wrapped(Generic[T]):
    value: T
    more: tuple[T, ...] = ()


dots = st.builds(Dot, st.integers(-LARGEST_NUMBER, LARGEST_NUMBER), st.text(max_size=20))
lines = st.builds(Line, st.tuples(dots, dots))
pictures = st.recursive(
    st.none(),
    lambda inner: st.builds(
        Picture,
        st.lists(dots | lines, max_size=5).map(tuple),
        st.frozensets(st.text(max_size=3), max_size=3),
        st.sampled_from(["day", "night"]),
        st.lists(st.none() | st.integers(0, 9), max_size=3).map(tuple),
        inner,
    ),
    max_leaves=3,
).filter(lambda picture: picture is not None)


@given(pictures)
def test_there_and_back_through_json(picture: Picture) -> None:
    text = json.dumps(to_plain(picture))
    assert from_plain(Picture, json.loads(text)) == picture


@given(pictures)
def test_a_view_keeps_its_gaps(picture: Picture) -> None:
    seen = view(picture, 0).seen
    text = json.dumps(to_plain(seen))
    assert from_plain(Picture, json.loads(text), hidden=True) == seen


def test_gaps_are_refused_where_a_whole_value_is_wanted() -> None:
    with pytest.raises(Malformed, match="whole number"):
        from_plain(Dot, {"x": {"kind": "Hidden"}})
    assert from_plain(Dot, {"x": {"kind": "Hidden"}}, hidden=True) == Dot(HIDDEN)  # type: ignore[arg-type]


def test_generic_classes_are_read_with_their_types() -> None:
    kind = Wrapped[Dot | Line]
    value = Wrapped(Dot(1), (Line((Dot(2), Dot(3))),))
    assert from_plain(kind, to_plain(value)) == value
    with pytest.raises(Malformed, match="kind: must be one of Dot, Line"):
        from_plain(kind, {"value": {"kind": "Picture"}})


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ([], "value: must be an object"),
        ({}, "x: is missing"),
        ({"x": 1, "z": 2}, "z: is not a field of Dot"),
        ({"x": "1"}, "x: must be a whole number"),
        ({"x": True}, "x: must be a whole number"),
        ({"x": 1.0}, "x: must be a whole number"),
        ({"x": None}, "x: must be a whole number"),
        ({"x": LARGEST_NUMBER + 1}, "x: must be a number of at most"),
        ({"x": 1, "name": "n" * (LONGEST_TEXT + 1)}, "name: must be a text of at most"),
        ({"x": 1, "kind": "Line"}, "kind: must be Dot"),
    ],
)
def test_what_does_not_fit_is_named(plain: Any, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        from_plain(Dot, plain)


def picture(**changes: Any) -> dict[str, Any]:
    return {"shapes": [], "kinds": [], "mode": "day", "best": [], **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"shapes": {}}, "shapes: must be a list"),
        ({"shapes": [{"kind": "Line", "ends": []}]}, r"shapes\[0\].ends: must be a list of 2"),
        ({"shapes": [{"x": 1}]}, r"shapes\[0\].kind: must be one of Dot, Line"),
        ({"shapes": [3]}, r"shapes\[0\]: must be Dot or Line"),
        ({"mode": "dusk"}, "mode: must be one of day, night"),
        ({"best": ["x"]}, r"best\[0\]: must be a whole number or null"),
        ({"shapes": [{"kind": "Dot", "x": 1}] * 51}, "shapes: too many"),
        ({"inner": picture(mode=3)}, "inner.mode: must be one of"),
    ],
)
def test_the_place_of_a_mistake_is_told(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(Malformed, match=message):
        from_plain(Picture, picture(**changes))


@pytest.mark.parametrize("value", [1.5, [1], {"a": 1}, object()])
def test_what_has_no_plain_form_is_a_mistake_of_the_program(value: object) -> None:
    with pytest.raises(TypeError, match="no plain form"):
        to_plain(value)


def test_a_type_without_plain_form_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="no plain form"):
        from_plain(list[int], [1])


# --- Every class is written in its own way ------------------------------------------------------


class Suit(IntEnum):
    HEARTS = 1


class Pair(NamedTuple):
    first: int
    second: Dot


class Word(str):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """No fields at all."""


@dataclass(frozen=True, slots=True)
class Dearer(Dot):
    price: int = 3


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (None, None),
        (True, True),
        (7, 7),
        ("seven", "seven"),
        (HIDDEN, {"kind": "Hidden"}),
        ((), []),
        ((1, (HIDDEN, None)), [1, [{"kind": "Hidden"}, None]]),
        (frozenset({3, 1, 2}), [1, 2, 3]),
        (frozenset(), []),
        (frozenset({(2, 1), (1, 2)}), [[1, 2], [2, 1]]),
        (Nothing(), {"kind": "Nothing"}),
        (Dot(1), {"kind": "Dot", "x": 1, "name": "dot"}),
        (Dearer(1), {"kind": "Dearer", "x": 1, "name": "dot", "price": 3}),
        ((Dot(1), Dearer(2)), [to_plain(Dot(1)), to_plain(Dearer(2))]),
        (Wrapped(Dot(1)), {"kind": "Wrapped", "value": to_plain(Dot(1)), "more": []}),
        (Pair(1, Dot(2)), [1, to_plain(Dot(2))]),
    ],
)
def test_the_plain_form_of_a_value(value: object, plain: object) -> None:
    for _ in range(2):  # the first of a class, and those after it
        assert json.dumps(to_plain(value)) == json.dumps(plain)


@pytest.mark.parametrize("value", [Suit.HEARTS, Word("word")])
def test_numbers_and_texts_of_a_finer_kind_stay_what_they_are(value: object) -> None:
    assert to_plain(value) is value
    assert to_plain((value,))[0] is value


def test_nobody_else_holds_what_was_written() -> None:
    for value in (HIDDEN, (1, 2), Dot(1)):
        assert to_plain(value) is not to_plain(value)


@pytest.mark.parametrize("value", [Dot, (1, [2]), Dot(1.5), frozenset({1.5}), b"x"])  # type: ignore[arg-type]
def test_what_has_no_plain_form_is_found_everywhere(value: object) -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="no plain form"):
            to_plain(value)


@dataclass(frozen=True, slots=True)
class Two:
    one: int
    other: int


def test_threads_may_read_the_first_value_of_a_class_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file is verified in a thread while the event loop reads the log of a table."""
    reader, calls, read = codec._reader, count(), list[Two]()

    def interrupted(kind: Any, hidden: bool) -> Any:
        if kind is int and next(calls) == 1:  # one of the two fields is prepared
            with ThreadPoolExecutor(1) as pool:
                read.append(pool.submit(from_plain, Two, {"one": 1, "other": 2}).result())
        return reader(kind, hidden)

    monkeypatch.setattr(codec, "_reader", interrupted)
    assert from_plain(Two, {"one": 3, "other": 4}) == Two(3, 4)
    assert read == [Two(1, 2)]
