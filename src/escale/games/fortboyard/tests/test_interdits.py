"""Les interdits: sentence by sentence of its card, and who may say what when."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale.core.bots import planned
from escale.core.secrecy import hides_nothing
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.interdits.bot import choose, phrases
from escale.games.fortboyard.trials.interdits.forbidden import said_in
from escale.games.fortboyard.trials.interdits.rules import (
    CARD,
    LONGEST,
    MOST_SHOWN,
    SLOW_MS,
    AskQuestion,
    Object,
    Reply,
)
from escale.words import LANGUAGES, Language

PLAYERS = (3, 4, 5, 6)


def table(players: int = 4, **given: Any) -> Table:
    return Table(CARD, players, **given)


def test_during_one_hourglass_and_whoever_lasts_has_won() -> None:
    one = table(options=Options(hourglass=45))
    assert CARD.hourglass == 1
    assert one.deadline == 45_000
    one.act(2, AskQuestion("Tu dors ?"), after=44_000)
    one.wait()
    assert one.now == 45_000
    assert one.won is True


def test_the_candidate_answers_what_the_others_ask_in_the_order_in_which_they_asked() -> None:
    one = table()
    assert one.waits_for == (1, 2, 3)
    assert one.refusal(0, Reply("peut-être")) == "not-your-turn"
    one.act(3, AskQuestion("Tu dors ?"))
    one.act(1, AskQuestion(" Tu es sûr ? "))
    one.act(0, Reply("cela dépend"))
    assert [question.asker for question in one.phase.queue] == [1]
    (exchange,) = one.phase.said
    assert (exchange.asker, exchange.question, exchange.reply) == (3, "Tu dors ?", "cela dépend")
    assert one.phase.queue[0].text == "Tu es sûr ?"


@pytest.mark.parametrize("reply", ["oui", "Non.", "Peut-être, ou alors non"])
def test_a_forbidden_word_ends_it_at_once(reply: str) -> None:
    one = table()
    one.act(1, AskQuestion("Tu dors ?"))
    one.act(0, Reply(reply))
    assert one.won is False
    assert "says-forbidden" in one.news


@pytest.mark.parametrize(
    ("language", "reply", "word"),
    [
        ("fr", "Ouiii !", "Ouiii"),
        ("fr", "non-non", "non"),
        ("fr", "nonnon", "nonnon"),
        ("fr", "Mouais…", "Mouais"),
        ("fr", "nan", "nan"),
        ("fr", "Mais si", "si"),
        ("fr", "Bien sûr que si !", "si"),
        ("fr", "C’est non", "non"),
        ("fr", "Si tu veux", ""),
        ("fr", "un ouistiti qui nage en janvier, nonobstant", ""),
        ("en", "YES", "YES"),
        ("en", "well, nope", "nope"),
        ("en", "naaah", "naaah"),
        ("en", "not now, at noon, I know nobody yesterday", ""),
        ("de", "Na ja", "ja"),
        ("de", "Neeein", "Neeein"),
        ("de", "Nö", "Nö"),
        ("de", "jaja", "jaja"),
        ("de", "Oh doch", "doch"),
        ("de", "Das ist doch klar, im Januar", ""),
        ("de", "Eine feine Sache, ne gute Idee, mein Jo-Jo", ""),
    ],
)
def test_forbidden_are_yes_no_and_their_kin_in_the_language_of_the_table(
    language: Language, reply: str, word: str
) -> None:
    assert said_in(reply, language) == word
    one = table(options=Options(language=language))
    one.act(1, AskQuestion("?a"))
    one.act(0, Reply(reply))
    assert one.won is (False if word else None)


def test_a_reply_made_to_confuse_the_ear_is_judged_in_no_time() -> None:
    """A pattern of patterns would try more ways than there are atoms."""
    for text in ("nonn" * 29 + "x", "no" * 59 + "x", "n" * 119 + "x"):
        assert not said_in(text, "fr")


@pytest.mark.parametrize("players", PLAYERS)
def test_the_majority_of_the_others_calls_the_candidate_too_slow(players: int) -> None:
    one = table(players)
    one.act(1, AskQuestion("Tu dors ?"))
    assert one.refusal(2, Object("slow", 0)) == "not-slow"
    one.wait()
    assert one.now == SLOW_MS
    needed = (players - 1) // 2 + 1
    for seat in range(1, needed):
        one.act(seat, Object("slow", 0))
        assert one.won is None
        assert one.refusal(seat, Object("slow", 0)) in ("does-not-fit", "not-now", "not-your-turn")
    one.act(needed, Object("slow", 0))
    assert one.won is False
    assert "too-slow" in one.news


def test_with_doubled_time_the_candidate_may_take_twice_as_long() -> None:
    one = table(doubled=(0,))
    one.act(1, AskQuestion("Tu dors ?"))
    assert one.deadline == 2 * SLOW_MS


def test_the_wait_begins_when_a_question_is_the_first_in_the_queue() -> None:
    one = table()
    one.act(1, AskQuestion("Tu dors ?"))
    one.act(2, AskQuestion("Tu es sûr ?"), after=1000)
    one.act(0, Reply("peut-être"), after=3000)
    assert one.deadline == 4000 + SLOW_MS
    one.act(0, Reply("qui sait"), after=1000)
    assert one.deadline == 60_000


def test_a_reply_silences_those_who_objected_to_the_wait() -> None:
    one = table()
    one.act(1, AskQuestion("Tu dors ?"))
    one.wait()
    one.act(2, Object("slow", 0))
    one.act(0, Reply("peut-être"))
    assert one.phase.objections == ()
    assert one.refusal(3, Object("slow", 0)) == "too-late"
    assert one.refusal(3, Object("slow", 1)) == "not-slow"


@pytest.mark.parametrize("players", PLAYERS)
def test_the_majority_of_the_others_calls_it_always_the_same(players: int) -> None:
    one = table(players)
    for reply in ("Cela dépend.", "cela DEPEND"):
        one.act(1, AskQuestion("Tu dors ?"))
        assert one.refusal(2, Object("same", one.phase.bout)) == "not-same"
        one.act(0, Reply(reply))
    for seat in range(1, (players - 1) // 2 + 1):
        one.act(seat, Object("same", 2))
        assert one.won is None
    one.act(players - 1, Object("same", 2))
    assert one.won is False
    assert "too-same" in one.news


def test_objections_for_different_reasons_are_not_added() -> None:
    one = table(3)
    for _ in range(2):
        one.act(1, AskQuestion("Tu dors ?"))
        one.act(0, Reply("peut-être"))
    one.act(1, Object("same", 2))
    one.act(1, AskQuestion("Tu es sûr ?"))
    one.wait()
    one.act(2, Object("slow", 2))
    assert one.won is None
    assert one.phase.objectors("same") == (1,)


def test_another_reply_is_another_matter() -> None:
    one = table(3)
    for reply in ("peut-être", "peut-être", "qui sait"):
        one.act(1, AskQuestion("Tu dors ?"))
        one.act(0, Reply(reply))
    assert one.refusal(1, Object("same", 2)) == "too-late"
    assert one.refusal(1, Object("same", 3)) == "not-same"


def test_whoever_has_asked_waits_for_the_reply() -> None:
    one = table()
    one.act(1, AskQuestion("Tu dors ?"))
    assert 1 not in one.waits_for
    one.act(2, AskQuestion("Tu es sûr ?"))
    one.wait()  # everybody may object now
    assert one.refusal(1, AskQuestion("Et là ?")) == "one-question"
    one.act(0, Reply("peut-être"))
    one.act(1, AskQuestion("Et là ?"))


@pytest.mark.parametrize("text", ["", "   ", "…", "👍", "a\nb", "a\u202eb", "a" * (LONGEST + 1)])
def test_a_text_must_be_one_that_can_be_read(text: str) -> None:
    one = table()
    assert one.refusal(1, AskQuestion(text)) in ("say-something", "does-not-fit")
    one.act(1, AskQuestion("Tu dors ?"))
    assert one.refusal(0, Reply(text)) in ("say-something", "does-not-fit")


@pytest.mark.parametrize("action", [Reply("peut-être"), Object("slow", 0)])
def test_each_side_has_its_own_part(action: Any) -> None:
    one = table()
    one.act(1, AskQuestion("Tu dors ?"))
    one.wait()
    seat = 1 if isinstance(action, Reply) else 0
    assert one.refusal(seat, action) == "not-now"
    assert one.refusal(0, AskQuestion("Et toi ?")) == "not-now"


def test_the_state_stays_small() -> None:
    one = table(options=Options(hourglass=120))
    for number in range(MOST_SHOWN + 5):
        one.act(1, AskQuestion(f"Question {number} ?"))
        one.act(0, Reply(f"cela fait {number}"))
    assert len(one.phase.said) == MOST_SHOWN
    assert one.phase.bout == MOST_SHOWN + 5


def test_nothing_is_secret_here() -> None:
    one = table()
    one.act(1, AskQuestion("Tu dors ?"))
    assert hides_nothing(one.phase)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_play_ends(players: int) -> None:
    assert {table(players).play_by_lot(seed) for seed in range(40)} == {True, False}


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_much_to_ask_and_only_slip_where_they_mean_to(language: Language) -> None:
    lists = phrases(language)
    assert len(set(lists.questions)) == 60
    assert len(set(lists.replies)) > MOST_SHOWN
    assert all(0 < len(text) <= LONGEST for text in (*lists.questions, *lists.replies))
    assert not [text for text in lists.replies if said_in(text, language)]
    assert not [text for text in lists.slips if not said_in(text, language)]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_bots_plan_what_is_allowed_and_plan_it_again_when_asked_anew(level: int) -> None:
    one = table()
    one.act(1, AskQuestion("Tu dors ?"))
    one.wait()
    for seat in one.waits_for:
        choice = choose(level, one.rules, one.view(seat), Random(1))
        action, _ = planned(choice)
        assert not one.refusal(seat, action)
        assert choose(level, one.rules, one.view(seat), Random(2)) == choice


def test_the_better_a_bot_the_longer_it_holds_out() -> None:
    wins = {
        level: sum(
            table(now=997 * game).play_with_bots(choose, (level, 2, 2, 2), game)
            for game in range(60)
        )
        for level in (1, 2, 4)
    }
    assert 0 < wins[1] < wins[2] < wins[4] < 60
