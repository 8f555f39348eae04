"""Every sentence of the rules and every ruling, W1 to W13, each by the test that names it."""

from __future__ import annotations

import pytest

from escale.core.chance import Draw, Pick
from escale.core.event import Acted, Drawn
from escale.core.play import EVERYBODY, Chance, Players
from escale.core.secrecy import HIDDEN, view
from escale.games.wordbank.pieces import COLOURS, Announce, Options, Pass, Safe, Vote
from escale.games.wordbank.rules import Contest
from escale.games.wordbank.tests.table import EXAMPLE, Table, rules, stones

O = Safe("O", 3)
X = Safe("X", 2)


# --- Set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each"), [(2, 20), (3, 18), (4, 15), (5, 12)])
def test_W1_stones_by_number_of_players(seats: int, each: int) -> None:
    assert Table(seats).state.hands == (each,) * seats


def test_W1_five_colours() -> None:
    assert COLOURS == ("blue", "white", "pink", "orange", "green")


def test_setup_seven_cards_are_drawn_from_the_pile_into_a_ring() -> None:
    game = rules(pile=(*EXAMPLE, O, X))
    state = game.setup(Options(starter=0), 2)
    assert game.awaits(state) == Chance(Draw(count=7, size=9), to=EVERYBODY)
    state = game.step(state, Drawn((8, 6, 5, 4, 3, 2, 1), EVERYBODY))
    assert "".join(safe.letter for safe in state.ring) == "XIFRIES"
    assert [safe.letter for safe in state.pile] == ["G", "O"]
    assert all(safe.stones == () for safe in state.ring)


def test_setup_the_pile_has_no_order_that_could_leak() -> None:
    table = Table(2, then=(O, X))
    assert table.state.pile == (O, X)
    table.give(ring=stones(EXAMPLE, (), (), (), (1, 1)))
    table.say(0, "ire", "cw", 3)
    assert table.rules.awaits(table.state) == Chance(Draw(count=1, size=2), to=EVERYBODY)


def test_W11_the_table_names_the_starter() -> None:
    assert Table(4, starter=2).turn == 2


def test_W11_otherwise_chance_decides() -> None:
    table = Table(4, starter=None)
    assert table.rules.awaits(table.state) == Chance(Pick(4), to=EVERYBODY)
    table.draw(3)
    assert table.turn == 3


def test_W11_a_starter_who_does_not_sit_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 4"):
        Table(3, starter=4)


def test_W12_play_goes_clockwise_seat_by_seat() -> None:
    table = Table(3, starter=1)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        table.act(table.turn, Pass())
    assert turns == [1, 2, 0, 1]


def test_W12_nobody_plays_out_of_turn() -> None:
    assert Table(3).refusal(1, Pass()).reason == "not-your-turn"


# --- Create a password --------------------------------------------------------------------------


def test_a_password_begins_with_the_letter_of_its_start_card() -> None:
    table = Table()
    table.say(0, "groupies", "cw", 1)
    assert table.last.reason == "wrong-first-letter"
    assert dict(table.last.details)["letter"] == "S"


def test_one_stone_goes_on_the_start_card() -> None:
    table = Table()
    table.say(0, "groupies", "cw", 0)
    assert table.state.ring[0].stones == (0,)
    assert table.state.hands[0] == 17


def test_the_player_chooses_the_direction() -> None:
    for direction, cards in (("cw", (0, 4, 6)), ("ccw", (0, 4, 3))):
        table = Table()
        table.say(0, "groupies", direction, *cards)
        assert table.last


def test_W4_letters_may_be_left_out_but_keep_their_order() -> None:
    table = Table()
    table.say(0, "groupies", "cw", 0, 1, 4)  # S stands before R on the way, but R before S in it
    assert table.last.reason == "letters-out-of-order"


def test_W4_the_order_of_the_ring_counts_not_the_order_of_naming() -> None:
    table = Table()
    table.say(0, "groupies", "ccw", 0, 1, 2, 3, 4)
    assert table.last
    assert table.state.history[-1].letters == "GRIES"


def test_W4_fewer_cards_than_the_word_allows() -> None:
    table = Table()
    table.say(0, "groupies", "ccw", 0, 3)
    assert table.last
    assert [len(safe.stones) for safe in table.state.ring] == [1, 0, 0, 1, 0, 0, 0]


def test_W4_every_letter_of_the_word_serves_once() -> None:
    table = Table()
    table.say(0, "grief", "cw", 0, 3, 6)  # one I in the word, two I's on the ring
    assert table.last.reason == "letters-out-of-order"


def test_W4_one_stone_a_card() -> None:
    ruling = Table().refusal(0, Announce("grief", 0, "ccw", (3, 3)))
    assert ruling.reason == "one-stone-a-safe"
    assert Table().refusal(0, Announce("grief", 0, "ccw", (0,))).reason == "one-stone-a-safe"


def test_W4_never_past_the_start_card_again() -> None:
    table = Table()
    # S E I F I, then on past S to the E: the only E was served, and S ends the rotation.
    table.say(0, "spécifique", "cw", 1, 2, 3, 5, 6, 0)
    assert table.last.reason == "letters-out-of-order"


def test_W4_never_more_cards_than_stones_in_hand() -> None:
    table = Table()
    table.give(hands=(4, 18, 18))
    ruling = table.refusal(0, Announce("groupies", 0, "ccw", (4, 3, 2, 1)))
    assert ruling.reason == "not-enough-stones"
    assert dict(ruling.details) == {"count": 4}
    assert table.refusal(0, Announce("groupies", 0, "ccw", (4, 3, 2)))


@pytest.mark.parametrize("card", [-1, 7, 10**9])
def test_W4_only_cards_of_the_ring(card: int) -> None:
    assert Table().refusal(0, Announce("groupies", card, "cw")).reason == "no-such-safe"
    assert Table().refusal(0, Announce("groupies", 0, "cw", (card,))).reason == "no-such-safe"


# --- Letters ------------------------------------------------------------------------------------


def test_W3_accents_and_ligatures_play_as_plain_letters() -> None:
    table = Table(ring=(Safe("E", 3), Safe("T", 3), Safe("E", 3), O, X, X, Safe("L", 2)))
    table.say(0, "été", "cw", 0, 1, 2)
    assert table.last
    assert table.state.history[-1].word == "ETE"
    table.say(1, "œil", "cw", 3, 6)
    assert table.last
    assert table.state.history[-1].word == "OEIL"


def test_W3_umlauts_and_sharp_s() -> None:
    ring = (Safe("A", 3), Safe("E", 3), Safe("S", 3), Safe("S", 3), Safe("R", 3), O, X)
    table = Table(ring=ring, language="de")
    table.say(0, "Ärger", "cw", 0, 1, 4)
    assert table.last
    table.say(1, "Straße", "cw", 2, 3)
    assert table.last
    assert table.state.history[-1].word == "STRASSE"


def test_W3_the_proper_spelling_is_shown_whatever_was_typed() -> None:
    table = Table()
    table.say(0, "SPECIFIQUE", "cw", 1)
    assert table.state.history[-1].spelling == "spécifique"


@pytest.mark.parametrize(
    "text", ["", "porte-clés", "aujourd'hui", "a b", "abc1", "слово", "x" * 41]
)
def test_W3_a_word_is_made_of_letters(text: str) -> None:
    assert Table().refusal(0, Announce(text, 0, "cw")).reason == "letters-only"


# --- Which words --------------------------------------------------------------------------------


def test_any_word_of_the_dictionary() -> None:
    table = Table()
    table.say(0, "gxrr", "cw", 0)
    assert table.last.reason == "not-in-dictionary"


def used(first: str, second: str, language: str = "fr") -> Table:
    """A table at which seat 0 said the first word and seat 1 the second, on fitting cards."""
    ring = tuple(Safe(letter, 5) for letter in (first[0] + second[0]).upper()) + (X,) * 5
    table = Table(ring=ring, language=language)  # type: ignore[arg-type]
    table.say(0, first, "cw", 0)
    assert table.last
    table.say(1, second, "cw", 1)
    return table


def test_W5_a_word_is_used_only_once() -> None:
    table = used("port", "port")
    assert table.last.reason == "word-used"


def test_W5_no_word_with_the_same_base() -> None:
    table = used("protéger", "protection")
    assert table.last.reason == "same-base"


def test_W5_letters_in_common_are_no_base_in_common() -> None:
    assert used("port", "portion").last


def test_W5_the_refusal_names_the_used_word_its_player_and_its_turn() -> None:
    details = dict(used("protéger", "protecteur").last.details)
    assert details == {"word": "PROTECTEUR", "used": "PROTÉGER", "seat": 0, "turn": 1}


def test_W5_english_also_no_word_that_contains_a_used_word() -> None:
    table = used("port", "support", "en")
    assert table.last.reason == "contains-used"
    assert dict(table.last.details)["used"] == "PORT"
    assert used("port", "portion", "en").last.reason == "contains-used"


def test_W5_english_a_part_of_a_used_word_is_allowed() -> None:
    assert used("support", "port", "en").last


def test_W5_french_and_german_may_contain_a_used_word() -> None:
    assert used("Reis", "Reise", "de").last


# --- An incorrect password ----------------------------------------------------------------------


def test_W6_the_turn_is_cancelled_and_the_stones_come_back() -> None:
    table = Table()
    before = table.state
    table.say(0, "gxrr", "cw", 0)
    assert (table.state.ring, table.state.hands) == (before.ring, before.hands)
    assert table.turn == 1


def test_W6_a_refused_word_does_not_count_as_used() -> None:
    table = Table()
    table.say(0, "grief", "cw", 1)
    assert table.last.reason == "wrong-first-letter"
    table.say(1, "grief", "cw", 0)
    assert table.last


def test_W6_a_pass_is_a_cancelled_turn() -> None:
    table = Table()
    table.act(0, Pass())
    assert table.last.reason == "passed"
    assert table.turn == 1


def test_W6_the_clock_running_out_is_a_cancelled_turn() -> None:
    table = Table(turn_seconds=60)
    assert table.rules.awaits(table.state) == Players((0,), deadline=60_000)
    table.wait(60)
    assert table.last.reason == "time-up"
    assert table.rules.awaits(table.state) == Players((1,), deadline=120_000)


def test_W6_without_a_clock_there_is_no_deadline() -> None:
    assert Table().rules.awaits(Table().state) == Players((0,), deadline=None)


# --- The referee --------------------------------------------------------------------------------


def test_W7_dictionary_decides_at_once() -> None:
    table = Table(referee="dictionary")
    assert table.refusal(0, Announce("gxrr", 0, "cw"))
    table.say(0, "gxrr", "cw", 0)
    assert table.turn == 1


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Announce("gxrr", 0, "cw"), "not-in-dictionary"),
        (Announce("grief", 1, "cw"), "wrong-first-letter"),
        (Announce("groupies", 0, "cw", (1, 4)), "letters-out-of-order"),
    ],
)
def test_W7_friendly_tells_before_and_the_turn_is_not_lost(move: Announce, reason: str) -> None:
    table = Table(referee="friendly")
    assert table.refusal(0, move).reason == reason
    assert table.turn == 0
    table.say(0, "grief", "cw", 0)
    assert table.last


def test_W7_friendly_also_tells_that_a_word_was_used() -> None:
    table = Table(referee="friendly")
    table.say(0, "grief", "cw", 0)
    assert table.refusal(1, Announce("grief", 0, "cw")).reason == "word-used"


def contested(seats: int, *against: bool) -> Table:
    """A word that no dictionary has, and the votes of the others, in order."""
    table = Table(seats, referee="table")
    table.say(0, "gxi", "cw", 0, 3)
    for seat, contests in enumerate(against, start=1):
        table.act(seat, Vote(accept=not contests))
    return table


def test_W7_table_has_no_dictionary() -> None:
    table = contested(3, False, False)
    assert table.last
    assert table.state.history[-1].word == "GXI"
    assert table.state.ring[3].stones == (0,)


@pytest.mark.parametrize(
    ("against", "stands"),
    [
        ((True,), False),
        ((True, False), True),
        ((True, True), False),
        ((True, True, False), False),
        ((True, False, False), True),
        ((True, True, False, False), True),
        ((True, True, True, False), False),
    ],
)
def test_W7_a_majority_of_the_others_cancels_the_turn(
    against: tuple[bool, ...], stands: bool
) -> None:
    table = contested(len(against) + 1, *against)
    assert bool(table.last) is stands
    assert table.state.hands[0] == Table(len(against) + 1).state.hands[0] - 2 * stands
    assert table.turn == 1


def test_W7_silence_accepts() -> None:
    table = contested(4, True)
    assert table.rules.awaits(table.state) == Players((2, 3), deadline=60_000)
    table.wait(60)
    assert table.last


def test_W7_only_the_others_vote_and_each_once() -> None:
    table = contested(3, True)
    assert table.refusal(0, Vote(True)).reason == "not-your-turn"
    assert table.refusal(1, Vote(True)).reason == "not-your-turn"
    assert table.refusal(2, Pass()).reason == "vote-first"
    assert Table().refusal(0, Vote(True)).reason == "no-vote-now"


def test_W7_table_still_refuses_a_used_word_and_a_wrong_placing() -> None:
    table = contested(3, False, False)
    table.say(1, "gxi", "cw", 0)
    assert table.last.reason == "word-used"
    table.say(2, "gxo", "cw", 1)
    assert table.last.reason == "wrong-first-letter"


def test_W7_votes_are_secret_until_all_have_voted() -> None:
    table = contested(4, True)
    frames = [view(table.state, seat).seen.frames[-1] for seat in (0, 1, 2, None)]
    contests = [frame for frame in frames if isinstance(frame, Contest)]
    assert [frame.votes[1] for frame in contests] == [HIDDEN, False, HIDDEN, HIDDEN]


# --- Closing ------------------------------------------------------------------------------------


def closing() -> Table:
    """Seat 1 puts the last stone on the first I and on R, where others lie already."""
    table = Table(3, then=(O, X), starter=1)
    table.give(ring=stones(EXAMPLE, (), (), (0,), (0, 2), (2, 2)))
    table.say(1, "ire", "cw", 3, 4)
    return table


def test_W8_full_cards_close_and_go_to_the_player_whose_turn_it_is() -> None:
    table = closing()
    table.draw(0, 1)
    assert table.state.closed == ("", "IR", "")


def test_W8_their_stones_are_secured_whoever_owns_them() -> None:
    table = closing()
    table.draw(0, 1)
    assert [table.state.exposed(seat) for seat in range(3)] == [1, 0, 0]
    assert table.state.hands == (18, 16, 18)


def test_W8_new_cards_take_their_places_in_ring_order() -> None:
    table = closing()
    assert table.rules.awaits(table.state) == Chance(Draw(count=2, size=2), to=EVERYBODY)
    table.draw(1, 0)
    assert table.letters == "GSEXOFI"


def test_W8_a_card_with_a_free_space_stays_open() -> None:
    table = closing()
    table.draw(0, 1)
    assert table.state.ring[2].stones == (0,)
    assert table.turn == 2


def test_W9_with_an_empty_pile_the_ring_shrinks() -> None:
    table = Table(2)
    table.give(ring=stones(EXAMPLE, (), (), (), (1, 1)))
    table.say(0, "ire", "cw", 3)
    assert table.letters == "GSERFI"
    assert table.turn == 1
    table.say(1, "serif", "cw", 1, 2, 3, 4)  # E and R are neighbours now
    assert table.last


def test_W9_the_last_card_of_the_pile_takes_the_first_place_in_ring_order() -> None:
    table = Table(2, then=(O,))
    table.give(ring=stones(EXAMPLE, (), (), (), (1, 1), (1, 1)))
    table.say(0, "ire", "cw", 3, 4)
    table.draw(0)
    assert table.letters == "GSEOFI"


# --- End of the game ----------------------------------------------------------------------------


def test_W10_no_stone_in_front_ends_the_game_at_once() -> None:
    table = Table(3)
    table.give(hands=(2, 5, 5))
    table.say(0, "grief", "ccw", 0, 4)
    score = table.score()
    assert score is not None
    assert score.ending == "ran-out"


def test_W10_the_game_goes_on_while_a_stone_is_left() -> None:
    table = Table(3)
    table.give(hands=(3, 5, 5))
    table.say(0, "grief", "ccw", 0, 4)
    assert table.score() is None


def test_W10_score_counts_stones_in_front_and_on_the_ring() -> None:
    table = Table(3)
    table.give(hands=(1, 5, 2), ring=stones(EXAMPLE, (), (1, 2), (0, 0, 1)))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.points == (3, 7, 3)


def test_W10_closing_comes_before_the_score() -> None:
    table = Table(2, then=(O,))
    table.give(hands=(1, 5), ring=stones(EXAMPLE, (1,)))
    table.say(0, "grief", "ccw", 0)
    assert table.score() is None  # the new card is still to be drawn
    table.draw(0)
    score = table.score()
    assert score is not None
    assert score.points == (0, 5)
    assert table.letters == "OSEIRFI"


def test_W10_who_ends_the_game_does_not_always_win() -> None:
    table = Table(2)
    table.give(hands=(1, 1), ring=stones(EXAMPLE, (), (0, 0)))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.points == (3, 1)
    assert score.winners == (1,)


def test_W10_a_tie_is_broken_by_closed_cards() -> None:
    table = Table(3)
    table.give(hands=(1, 1, 4), closed=("A", "IR", "XXX"))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.points == (1, 1, 4)
    assert score.winners == (1,)


def test_W10_still_tied_victory_is_shared() -> None:
    table = Table(3)
    table.give(hands=(1, 1, 4), closed=("A", "I", "XXX"))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.winners == (0, 1)
    assert [score.share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_W10_all_cancelled_or_passing_twice_round_ends_the_game() -> None:
    table = Table(3)
    table.say(0, "grief", "ccw", 0)
    for turn in range(6):
        assert table.score() is None
        seat = (1 + turn) % 3
        if turn % 2:
            table.act(seat, Pass())
        else:
            table.say(seat, "gxrr", "cw", 0)
    score = table.score()
    assert score is not None
    assert score.ending == "all-passed"
    assert score.points == (18, 18, 18)


def test_W10_a_password_that_stands_breaks_the_succession() -> None:
    table = Table(2)
    for _ in range(3):
        table.act(table.turn, Pass())
    table.say(1, "grief", "ccw", 0)
    table.act(0, Pass())
    assert table.score() is None


def test_W10_no_card_left_in_the_ring_ends_the_game() -> None:
    table = Table(2)
    table.give(ring=(Safe("G", 2, (1,)),))
    table.say(0, "grief", "ccw", 0)
    assert table.state.ring == ()
    score = table.score()
    assert score is not None
    assert score.ending == "no-safes"


def test_W13_even_turns_is_off_unless_the_table_wants_it() -> None:
    assert Options().even_turns is False


def test_W13_even_turns_plays_the_round_to_its_end() -> None:
    table = Table(3, starter=1, even_turns=True)
    table.give(hands=(5, 1, 5))
    table.say(1, "grief", "ccw", 0)
    assert table.score() is None
    table.act(2, Pass())
    assert table.score() is None
    table.act(0, Pass())
    score = table.score()
    assert score is not None
    assert score.ending == "ran-out"
    assert [turn.seat for turn in table.state.history] == [1, 2, 0]


# --- Taking back --------------------------------------------------------------------------------


def test_a_password_that_stood_and_a_pass_can_be_taken_back_a_verdict_cannot() -> None:
    table = Table(2)

    def may(action: Announce | Pass) -> bool:
        return table.rules.reversible(table.state, Acted(0, action))

    assert may(Announce("grief", 0, "cw"))
    assert may(Pass())
    assert not may(Announce("gxrr", 0, "cw"))


# --- Options ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"starter": 5}, "starter"),
        ({"turn_seconds": -1}, "turn_seconds"),
        ({"vote_seconds": 0}, "vote_seconds"),
        ({"cards": (("A", 3),)}, "cards"),
        ({"cards": (("A", 3),) * 6 + (("É", 3),)}, r"cards\[6\]"),
        ({"cards": (("A", 3),) * 6 + (("B", 0),)}, r"cards\[6\]"),
        ({"added": ("ab", "a b")}, r"added\[1\]"),
        ({"banned": ("",)}, r"banned\[0\]"),
    ],
)
def test_bad_options_are_refused_by_name(options: dict[str, object], names: str) -> None:
    with pytest.raises(ValueError, match=names):
        Options(**options)  # type: ignore[arg-type]


def test_W2_a_table_can_use_an_edition_of_its_own() -> None:
    game = rules()
    state = game.setup(Options(cards=(("Q", 2),) * 8), 2)
    assert state.pile == (Safe("Q", 2),) * 8
