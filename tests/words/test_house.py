"""House dictionaries: words that a table adds and bans."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escale.words import from_list
from escale.words.house import LONGEST, MOST, BadHouse, House, read_house, with_house
from escale.words.protocol import Words


@pytest.fixture
def french() -> Words:
    words = ["chat", "chats", "chaton", "pêche", "péché", "zèbre"]
    return from_list(words, "fr", [["chat", "chats", "chaton"]])


def test_a_file_is_read() -> None:
    text = "# our words\nyeet\n\n  tchoupi  # a hero\n-belote\n- \u00c9l\u00e9phant\r\n"
    with pytest.raises(BadHouse, match="line 6"):
        read_house(text, "fr")
    assert read_house(text.replace("- É", "-É"), "fr") == House(
        ("tchoupi", "yeet"), ("belote", "Éléphant")
    )
    assert read_house("", "de") == House() == read_house("\ufeff# nothing", "de")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chat\nporte-clés", "line 2: 'porte-clés' is not made of letters"),
        ("x1", "line 1: 'x1' is not made of letters"),
        ("-", "line 1: '' is not made of letters"),
        ("--chat", "line 1: '-chat' is not made of letters"),
        ("deux mots", "line 1: 'deux mots' is not made of letters"),
        ("\n" + "a" * (LONGEST + 1), f"line 2: '{'a' * LONGEST}' has more than {LONGEST} letters"),
        ("chat\nchien\nCHAT", "line 3: 'CHAT' is in line 1 already"),
        ("-pêche\n-péché", "line 2: 'péché' is in line 1 already"),
        ("pêche\n-péché", "line 2: 'péché' is both added and banned, see line 1"),
        ("-chat\nchat", "line 2: 'chat' is both added and banned, see line 1"),
        ("a1\nb2\nc3", "line 1: 'a1' is not made of letters (and 2 more)"),
        ("ok\0", "line 1: 'ok\\x00' is not made of letters"),
        ("\ud800", "line 1: '\\ud800' is not made of letters"),
    ],
)
def test_bad_lines_are_told_by_number(text: str, message: str) -> None:
    with pytest.raises(BadHouse) as problem:
        read_house(text, "fr")
    assert str(problem.value) == message


def test_all_bad_lines_are_known() -> None:
    with pytest.raises(BadHouse) as problem:
        read_house("a1\nchat\nb2", "fr")
    assert [(one.line, one.fault) for one in problem.value.problems] == [
        (1, "not-letters"),
        (3, "not-letters"),
    ]


def test_there_is_an_end_to_it() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [one + two + three + "a" for one in letters for two in letters for three in letters]
    read_house("\n".join(words[:MOST]), "fr")
    with pytest.raises(BadHouse, match=f"line {MOST + 1}: there are more than {MOST} words"):
        read_house("\n".join(words), "fr")


def test_two_spellings_of_the_same_cards_can_be_added() -> None:
    assert read_house("pêche\npéché", "fr").added == ("péché", "pêche")


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        house = read_house(text, "de")
    except BadHouse as problem:
        assert problem.problems and "\n" not in str(problem)
    else:
        with_house(from_list(["Haus"], "de"), *house)


def test_words_are_added_and_banned(french: Words) -> None:
    words = with_house(french, ["Yéti", "ABRI"], ["chaton", "zèbre"])
    assert "YETI" in words and "CHAT" in words
    assert "CHATON" not in words and "ZEBRE" not in words
    assert words.spellings("YETI") == ("Yéti",) and words.spellings("ABRI") == ("abri",)
    assert words.lemmas("YETI") == ("YETI",) and words.is_lemma("YETI")
    assert [one.lemma for one in words.readings("YETI")] == ["Yéti"]
    assert words.zipf("YETI") == 0.0
    for nothing in (words.spellings, words.lemmas, words.readings, words.family):
        assert nothing("CHATON") == ()
    assert not words.is_lemma("CHATON")
    assert list(words.all()) == ["ABRI", "CHAT", "CHATS", "PECHE", "YETI"]
    assert words.common(0.0) is words.all() and list(words.common(0.1)) == []


def test_an_added_word_has_a_family_of_its_own(french: Words) -> None:
    words = with_house(french, ["yéti"], [])
    assert words.related("YETI", "YETI") and not words.related("YETI", "CHAT")
    assert words.related("CHAT", "CHATON") and words.family("YETI") == ("yéti",)
    assert words.bases("YETI") == words.bases_as_spelt("yéti")


def test_a_banned_word_leaves_its_family(french: Words) -> None:
    words = with_house(french, [], ["chats"])
    assert set(words.family("CHAT")) == {"chat", "chaton"}


def test_another_spelling_of_a_known_word(french: Words) -> None:
    words = with_house(french, ["pèche", "pêche"], [])
    assert words.spellings("PECHE") == ("péché", "pêche", "pèche")
    assert len(words.all()) == len(french.all())


def test_nothing_changes_nothing(french: Words) -> None:
    assert with_house(french, [], []) is french


def test_the_header_tells_houses_apart(french: Words) -> None:
    house = with_house(french, ["yéti"], ["chat"])
    assert house.digest == with_house(french, ["yéti", "yéti"], ["CHAT"]).digest
    others = [
        french,
        with_house(french, ["yéti"], []),
        with_house(french, [], ["chat"]),
        with_house(french, ["yeti"], ["chat"]),
        with_house(from_list(["chat"], "fr"), ["yéti"], ["chat"]),
    ]
    assert house.digest not in {one.digest for one in others}
    assert house.id.startswith(f"{french.id}+house-") and house.language == "fr"


def test_a_table_overrules_its_host(french: Words) -> None:
    host = with_house(french, ["yéti"], ["chat"])
    table = with_house(host, ["chat"], ["yéti"])
    assert "CHAT" in table and "YETI" not in table
    assert "CHAT" not in host and "YETI" in host
    assert list(table.all()) == ["CHAT", "CHATON", "CHATS", "PECHE", "ZEBRE"]


def test_a_house_travels(french: Words) -> None:
    house = with_house(french, ["yéti"], ["chat"])
    house.all()
    copy = pickle.loads(pickle.dumps(house))
    assert copy.digest == house.digest and "YETI" in copy and "CHAT" not in copy


def test_what_no_card_can_spell_is_refused(french: Words) -> None:
    with pytest.raises(ValueError, match="letter"):
        with_house(french, ["porte-clés"], [])
