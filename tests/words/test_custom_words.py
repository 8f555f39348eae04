"""Custom words: those that a table adds and bans."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escale.words import from_list, load
from escale.words.custom_words import (
    LONGEST,
    MOST,
    BadCustomWords,
    CustomWords,
    read_custom_words,
    with_custom_words,
)
from escale.words.protocol import Reading, Words


@pytest.fixture
def french() -> Words:
    words = ["chat", "chats", "chaton", "pêche", "péché", "zèbre"]
    return from_list(words, "fr", [["chat", "chats", "chaton"]])


def test_a_file_is_read() -> None:
    text = "# our words\nyeet\n\n  tchoupi  # a hero\n-belote\n- \u00c9l\u00e9phant\r\n"
    with pytest.raises(BadCustomWords, match="line 6"):
        read_custom_words(text, "fr")
    assert read_custom_words(text.replace("- É", "-É"), "fr") == CustomWords(
        ("tchoupi", "yeet"), ("belote", "Éléphant")
    )
    assert (
        read_custom_words("", "de") == CustomWords() == read_custom_words("\ufeff# nothing", "de")
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chat\nporte-clés", "line 2: 'porte-clés' contains something that is not a letter"),
        ("x1", "line 1: 'x1' contains something that is not a letter"),
        ("-", "line 1: '' contains something that is not a letter"),
        ("--chat", "line 1: '-chat' contains something that is not a letter"),
        ("-deux mots", "line 1: 'deux mots' contains something that is not a letter"),
        ("kob k0bs", "line 1: 'k0bs' contains something that is not a letter"),
        ("a ≠ b ≠ c", "line 1: 'a ≠ b ≠ c': there must be one word on each side of ≠"),
        ("bleu ≠", "line 1: 'bleu ≠': there must be one word on each side of ≠"),
        ("bleu ≠ b-é", "line 1: 'b-é' contains something that is not a letter"),
        ("kob kobs\n\nKobs != kob", "line 3: 'Kobs != kob': line 1 says the opposite"),
        ("kob ≠ kobs\nkob kobs", "line 2: 'kob kobs': line 1 says the opposite"),
        ("kob kobs\nkobs kob", "line 2: 'kobs kob' is already in line 1"),
        ("a ≠ b\nb != a", "line 2: 'b != a' is already in line 1"),
        ("a b c\nd e\nc d b", "line 3: 'c d b' is already in line 1"),
        ("a b c\nd e\nc ≠ b", "line 3: 'c ≠ b': line 1 says the opposite"),
        ("d ≠ e\na ≠ b\nc b a", "line 3: 'c b a': line 2 says the opposite"),
        ("kob kob", "line 1: 'kob kob' is already in line 1"),
        ("-kobs\nkob kobs", "line 2: 'kobs' is both added and banned, see line 1"),
        ("\n" + "a" * (LONGEST + 1), f"line 2: '{'a' * LONGEST}' has more than {LONGEST} letters"),
        ("chat\nchien\nCHAT", "line 3: 'CHAT' is already in line 1"),
        ("-pêche\n-péché", "line 2: 'péché' is already in line 1"),
        ("pêche\n-péché", "line 2: 'péché' is both added and banned, see line 1"),
        ("-chat\nchat", "line 2: 'chat' is both added and banned, see line 1"),
        ("a1\nb2\nc3", "line 1: 'a1' contains something that is not a letter (and 2 more)"),
        ("ok\0", "line 1: 'ok\\x00' contains something that is not a letter"),
        ("\ud800", "line 1: '\\ud800' contains something that is not a letter"),
    ],
)
def test_bad_lines_are_told_by_number(text: str, message: str) -> None:
    with pytest.raises(BadCustomWords) as problem:
        read_custom_words(text, "fr")
    assert str(problem.value) == message


def test_words_of_one_line_may_be_in_another_one() -> None:
    read = read_custom_words("a b\nb c\nc ≠ a", "fr")
    assert (read.kin, read.not_kin) == ((("a", "b"), ("b", "c")), (("c", "a"),))


def test_a_line_of_many_words_is_one_family(french: Words) -> None:
    words = [
        chr(97 + n // 26 // 26) + chr(97 + n // 26 % 26) + chr(97 + n % 26) for n in range(MOST)
    ]
    read = read_custom_words(" ".join(words), "fr")
    assert len(read.kin) == MOST - 1
    own = with_custom_words(french, *read)
    assert own.related(words[1], words[-1]) and not own.related(words[1], "chat")
    with pytest.raises(BadCustomWords, match="line 2: there are more than"):
        read_custom_words(" ".join(words) + "\nchat chats", "fr")


def test_all_bad_lines_are_known() -> None:
    with pytest.raises(BadCustomWords) as problem:
        read_custom_words("a1\nchat\nb2", "fr")
    assert [(one.line, one.fault) for one in problem.value.problems] == [
        (1, "not-letters"),
        (3, "not-letters"),
    ]


def test_there_is_an_end_to_it() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [one + two + three + "a" for one in letters for two in letters for three in letters]
    read_custom_words("\n".join(words[:MOST]), "fr")
    with pytest.raises(BadCustomWords, match=f"line {MOST + 1}: there are more than {MOST} words"):
        read_custom_words("\n".join(words), "fr")


def test_two_spellings_of_the_same_cards_can_be_added() -> None:
    assert read_custom_words("pêche\npéché", "fr").added == ("péché", "pêche")


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        custom = read_custom_words(text, "de")
    except BadCustomWords as problem:
        assert problem.problems and "\n" not in str(problem)
    else:
        with_custom_words(from_list(["Haus"], "de"), *custom)


def test_words_are_added_and_banned(french: Words) -> None:
    words = with_custom_words(french, ["Yéti", "ABRI"], ["chaton", "zèbre"])
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
    words = with_custom_words(french, ["yéti"], [])
    assert words.related("YETI", "YETI") and not words.related("YETI", "CHAT")
    assert words.related("CHAT", "CHATON") and words.family("YETI") == ("yéti",)
    assert words.bases("YETI") == words.bases_as_spelt("yéti")


def test_a_banned_word_leaves_its_family(french: Words) -> None:
    words = with_custom_words(french, [], ["chats"])
    assert set(words.family("CHAT")) == {"chat", "chaton"}


def test_another_spelling_of_a_known_word(french: Words) -> None:
    words = with_custom_words(french, ["pèche", "pêche"], [])
    assert words.spellings("PECHE") == ("péché", "pêche", "pèche")
    assert len(words.all()) == len(french.all())


def test_nothing_changes_nothing(french: Words) -> None:
    assert with_custom_words(french, [], []) is french


def test_the_digest_depends_on_the_words(french: Words) -> None:
    custom = with_custom_words(french, ["yéti"], ["chat"])
    assert custom.digest == with_custom_words(french, ["yéti", "yéti"], ["CHAT"]).digest
    others = [
        french,
        with_custom_words(french, ["yéti"], []),
        with_custom_words(french, [], ["chat"]),
        with_custom_words(french, ["yeti"], ["chat"]),
        with_custom_words(from_list(["chat"], "fr"), ["yéti"], ["chat"]),
    ]
    assert custom.digest not in {one.digest for one in others}
    assert custom.id.startswith(f"{french.id}+house-") and custom.language == "fr"


def test_a_table_overrules_its_host(french: Words) -> None:
    host = with_custom_words(french, ["yéti"], ["chat"])
    table = with_custom_words(host, ["chat"], ["yéti"])
    assert "CHAT" in table and "YETI" not in table
    assert "CHAT" not in host and "YETI" in host
    assert list(table.all()) == ["CHAT", "CHATON", "CHATS", "PECHE", "ZEBRE"]


def test_custom_words_can_be_pickled(french: Words) -> None:
    custom = with_custom_words(french, ["yéti"], ["chat"])
    custom.all()
    copy = pickle.loads(pickle.dumps(custom))
    assert copy.digest == custom.digest and "YETI" in copy and "CHAT" not in copy


def test_what_no_card_can_spell_is_refused(french: Words) -> None:
    with pytest.raises(ValueError, match="letter"):
        with_custom_words(french, ["porte-clés"], [])


def test_a_file_declares_kin_and_not_kin() -> None:
    text = "kob kobs kobien\nbleu ≠ blé\nchat != chaton # no\nyéti"
    assert read_custom_words(text, "fr") == CustomWords(
        added=("yéti",),
        kin=(("kob", "kobs"), ("kob", "kobien")),
        not_kin=(("bleu", "blé"), ("chat", "chaton")),
    )


def test_a_word_is_added_with_its_forms(french: Words) -> None:
    words = with_custom_words(french, [], [], [("kob", "kobs"), ("kob", "Kobien")])
    assert all(one in words for one in ("KOB", "KOBS", "KOBIEN"))
    assert words.readings("KOBS") == (Reading("kobs", "kob", "other"),)
    assert words.lemmas("KOBS") == ("KOB",)
    assert words.is_lemma("KOB") and not words.is_lemma("KOBS")
    assert words.related("KOBS", "Kobien") and not words.related("kob", "chat")
    assert set(words.family("KOB")) == {"kob", "kobs", "Kobien"}
    assert set(words.all()) == {*french.all(), "KOB", "KOBS", "KOBIEN"}


def test_families_are_joined(french: Words) -> None:
    words = with_custom_words(french, [], [], [("chat", "zèbre"), ("yéti", "chaton")])
    assert words.related("zèbre", "chaton") and words.related("YETI", "ZEBRE")
    assert set(words.family("ZEBRE")) == {"chat", "chats", "chaton", "zèbre", "yéti"}
    assert not words.related("zèbre", "pêche")
    assert not french.related("zèbre", "chat")


def test_words_that_are_not_kin_stay_kin_to_the_others(french: Words) -> None:
    words = with_custom_words(french, [], [], (), [("chat", "chaton")])
    assert not words.related("chat", "chaton") and not words.related("CHATON", "CHAT")
    assert words.related("chat", "chats") and words.related("chats", "chaton")
    assert words.family("CHAT") == ("chat", "chats")


def test_not_kin_holds_for_all_forms() -> None:
    words = with_custom_words(load("fr"), [], [], (), [("chanter", "chanson")])
    assert load("fr").related("chantait", "chansons")
    assert not words.related("chantait", "chansons")
    assert words.related("chantait", "chanteur")


def test_families_are_a_part_of_the_digest(french: Words) -> None:
    digests = {
        with_custom_words(french, [], [], *changes).digest
        for changes in (
            ([("chat", "zèbre")],),
            ([("chaton", "zèbre")],),
            ([("zèbre", "chaton")],),
            ((), [("chat", "chaton")]),
            ((), [("chats", "chaton")]),
        )
    }
    assert len(digests) == 5
    one = with_custom_words(french, [], [], [("chat", "zèbre")], [("chat", "chaton")])
    copy = pickle.loads(pickle.dumps(one))
    assert copy.digest == one.digest and copy.related("zèbre", "chats")
