"""L'anomalie, sentence by sentence of its card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale.core.event import Acted, Drawn, seen_event
from escale.core.play import Chance
from escale.core.secrecy import HIDDEN
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT, Options
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.tests.trial_secrets import (
    assert_answers_do_not_depend_on_secrets,
    assert_events_tell_no_secrets,
    assert_secrets_are_kept,
    words,
)
from escale.games.fortboyard.trials.anomalie.actions import Propose, Remember, SeenEnough, Spot
from escale.games.fortboyard.trials.anomalie.bot import choose
from escale.games.fortboyard.trials.anomalie.figures import (
    A_FIGURE,
    PARTS,
    THINGS,
    VARIANTS,
    Change,
    change_by_number,
    changed,
    count_of_changes,
    part_of,
)
from escale.games.fortboyard.trials.anomalie.memory import looks_different, mark, marks_of
from escale.games.fortboyard.trials.anomalie.rules import CARD
from escale.games.fortboyard.trials.shared.face_to_face import GoOn
from escale.testing.fuzzing import fuzz_actions

PLAIN = (1,) * A_FIGURE  # no hat, short hair, no glasses...
OTHER = (2,) * A_FIGURE  # a cap, long hair, round glasses...


def sight(table: Table, seat: int | None) -> Any:
    """The trial as this seat sees it; None: an onlooker."""
    return table.view(seat).seen.phases[-1]


def looking(players: int = 4, **more: Any) -> Table:
    """The first companion is dressed otherwise than the rest."""
    table = Table(CARD, players, **more)
    table.draw(*OTHER, *PLAIN * (players - 2))
    return table


def agreeing(players: int = 4, **more: Any) -> Table:
    table = looking(players, **more)
    table.act(0, SeenEnough())
    return table


def searching(players: int = 4) -> Table:
    """The second companion has put on a beret."""
    table = agreeing(players)
    for seat in range(1, players // 2 + 1 + players % 2):
        if table.phase.stage == "agreeing":
            table.act(seat, Propose(2, "hat-beret"))
    assert table.phase.stage == "searching"
    return table


def test_the_candidate_has_the_time_of_the_hourglass_to_look() -> None:
    table = looking()
    assert table.waits_for == (0,)
    assert table.deadline == 60_000
    table.wait()
    assert table.phase.stage == "agreeing"
    assert "closes-eyes" in table.news


def test_the_hourglass_of_the_table_counts_and_is_doubled_for_who_asked() -> None:
    assert looking(options=Options(hourglass=30)).deadline == 30_000
    assert looking(doubled=(0,)).deadline == 120_000
    assert looking(doubled=(1,)).deadline == 60_000


def test_the_candidate_may_have_seen_enough_and_opponents_cannot_act_meanwhile() -> None:
    table = looking()
    assert table.refusal(1, SeenEnough()) == "not-your-turn"
    assert table.refusal(1, Propose(1, "hat-none")) == "not-your-turn"
    assert table.refusal(0, Propose(1, "hat-none")) == "not-now"
    table.act(0, SeenEnough(), after=5_000)
    assert table.phase.stage == "agreeing"
    assert table.waits_for == (1, 2, 3)


def test_everybody_sees_the_same_companions_at_first() -> None:
    table = looking()
    for seat in (None, 0, 1):
        assert sight(table, seat).figures == table.phase.figures
    assert table.phase.companions[1].thing("hat") == "hat-cap"
    assert table.phase.companions[2].thing("hat") == "hat-none"


@pytest.mark.parametrize("seat", [0, None])
def test_with_closed_eyes_neither_candidate_nor_onlooker_sees_anything(seat: int | None) -> None:
    table = agreeing()
    table.act(1, Propose(2, "hat-beret"))
    seen = sight(table, seat)
    assert seen.figures is HIDDEN
    assert seen.proposals is HIDDEN
    assert seen.change is HIDDEN
    opponents = sight(table, 3)
    assert opponents.figures == table.phase.figures
    assert opponents.proposals == table.phase.proposals


@pytest.mark.parametrize("seat", [0, None])
def test_what_has_changed_is_told_to_nobody_before_the_end(seat: int | None) -> None:
    table = searching()
    seen = sight(table, seat)
    assert seen.figures == table.phase.figures
    assert seen.change is HIDDEN
    assert seen.proposals is HIDDEN
    assert sight(table, 3).change == Change(2, "hat", "hat-beret")
    told = [*seen.describe(table.view(seat), words(CARD, "en"))]
    assert not any(line.startswith("What has changed") for line in told)
    table.act(0, Spot(2, "hat"))
    assert sight(table, seat).change == Change(2, "hat", "hat-beret")


def test_a_proposal_is_no_news_to_the_candidate() -> None:
    for action in (Propose(2, "hat-beret"), Propose(1, "hair-short", 2)):
        event: Any = seen_event(Acted(1, action), 0)
        assert event.action.seat is HIDDEN
        assert seen_event(Acted(1, action), 1) == Acted(1, action)


@pytest.mark.parametrize(("players", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_opponents_agree_when_more_than_half_are_for_it(players: int, needed: int) -> None:
    table = agreeing(players)
    for seat in range(1, needed):
        table.act(seat, Propose(2, "hat-beret"))
        assert table.phase.stage == "agreeing"
    table.act(needed, Propose(2, "hat-beret"))
    assert table.phase.stage == "searching"
    assert table.phase.change == Change(2, "hat", "hat-beret")


def test_they_change_one_thing_and_one_only() -> None:
    table = agreeing()
    before = table.phase.companions
    for seat in (1, 2):
        table.act(seat, Propose(2, "glasses-star"))
    after = table.phase.companions
    differing = [
        (seat, part)
        for seat in before
        for part in PARTS
        if before[seat].thing(part) != after[seat].thing(part)
    ]
    assert differing == [(2, "glasses")]
    assert [one.skin for one in after.values()] == [one.skin for one in before.values()]


def test_for_example_the_players_swap_their_watches() -> None:
    table = agreeing()
    table.act(1, Propose(1, "watch-none", 3))
    table.act(3, Propose(3, "watch-round", 1))  # the same swap, seen from the other side
    companions = table.phase.companions
    assert companions[1].thing("watch") == "watch-none"
    assert companions[3].thing("watch") == "watch-round"


@pytest.mark.parametrize("seat", [1, 3])
def test_a_swap_is_found_at_either_of_the_two(seat: int) -> None:
    table = agreeing()
    for opponent in (1, 2):
        table.act(opponent, Propose(1, "watch-none", 3))
    table.act(0, Spot(2, "watch"))
    table.act(0, Spot(seat, "watch"))
    assert table.phase.found
    assert "swapped-watch" in table.news


def test_a_proposal_that_would_change_nothing_is_refused() -> None:
    table = agreeing()
    assert table.refusal(1, Propose(2, "hat-none")) == "nothing-changes"
    assert table.refusal(1, Propose(2, "hat-none", 3)) == "nothing-changes"
    assert table.refusal(1, Propose(2, "hat-cap", 2)) == "nothing-changes"
    assert table.refusal(1, Propose(2, "hat-beret", 1)) == "not-worn"
    assert table.refusal(1, Propose(0, "hat-cap")) == "does-not-fit"


def test_who_is_for_another_proposal_leaves_the_first() -> None:
    table = agreeing(6)
    table.act(1, Propose(2, "hat-beret"))
    table.act(2, Propose(2, "hat-beret"))
    table.act(1, Propose(3, "hair-curly"))
    table.act(3, Propose(2, "hat-beret"))
    assert table.phase.stage == "agreeing"  # two of five, and one of five
    assert [one.backers for one in table.phase.proposals] == [(2, 3), (1,)]


def test_at_the_deadline_the_most_backed_proposal_is_made() -> None:
    table = agreeing(6)
    table.act(1, Propose(2, "hat-beret"))
    table.act(2, Propose(3, "hair-curly"))
    table.act(3, Propose(3, "hair-curly"))
    while table.phase.stage == "agreeing":
        table.wait()
    assert table.now == 45_000
    assert table.phase.change == Change(3, "hair", "hair-curly")


def test_among_equals_the_first_proposed_is_made() -> None:
    table = agreeing(6)
    table.act(4, Propose(2, "hat-beret"))
    table.act(1, Propose(3, "hair-curly"))
    while table.phase.stage == "agreeing":
        table.wait()
    assert table.phase.change == Change(2, "hat", "hat-beret")


def test_without_a_proposal_chance_makes_a_change_that_only_opponents_see() -> None:
    table = agreeing()
    while table.deadline is not None:
        table.wait()
    awaits = table.rules.awaits(table.state)
    assert isinstance(awaits, Chance)
    assert awaits.to == (1, 2, 3)
    assert seen_event(Drawn((5,), awaits.to), 0) == Drawn((HIDDEN,), awaits.to)  # type: ignore[arg-type]
    before = table.phase.companions
    table.draw(count_of_changes(3) - 1)
    assert changed(before, table.phase.change) == table.phase.companions != before


def test_every_change_that_chance_can_make_is_a_change_of_its_own() -> None:
    companions = looking().phase.companions
    changes = [change_by_number(companions, number) for number in range(count_of_changes(3))]
    assert len(set(changes)) == 3 * len(PARTS) * (VARIANTS - 1)
    assert all(changed(companions, one) != companions for one in changes)


def test_doubled_time_of_an_opponent_holds_while_they_agree() -> None:
    table = agreeing(doubled=(2,))
    assert table.phase.ends == 90_000
    assert agreeing(doubled=(0,)).phase.ends == 45_000


def test_the_candidate_has_the_hourglass_once_more_to_find_it() -> None:
    table = searching()
    assert table.waits_for == (0,)
    assert table.deadline == table.now + 60_000
    table.act(0, Spot(2, "hat"), after=59_999)
    table.act(0, GoOn(0))
    assert table.won


def test_when_the_sand_is_out_it_is_lost_and_everybody_is_told_what_it_was() -> None:
    table = searching()
    table.wait()
    assert table.phase.stage == "shown"
    assert table.news[-2:] == ["sand-out-trial", "changed-hat"]
    assert sight(table, 0).change == Change(2, "hat", "hat-beret")
    table.wait()
    assert table.won is False


def test_three_answers_and_no_more() -> None:
    table = searching()
    for part in ("hair", "shirt", "badge"):
        assert table.phase.stage == "searching"
        table.act(0, Spot(2, part))
    assert table.phase.stage == "shown"
    assert table.refusal(0, Spot(2, "hat")) == "not-now"
    table.act(0, GoOn(0))
    assert table.won is False


def test_the_right_part_of_the_wrong_companion_is_wrong() -> None:
    table = searching()
    table.act(0, Spot(1, "hat"))
    table.act(0, Spot(2, "hair"))
    assert not table.phase.found
    assert table.refusal(0, Spot(1, "hat")) == "named-already"
    assert [one.count for one in table.state.news if one.what == "not-that"] == [2, 1]


def test_what_a_candidate_keeps_in_mind_is_for_its_own_eyes() -> None:
    table = looking()
    marks = (mark(0, "hat-cap"), mark(1, "hair-short"))
    table.act(0, Remember(marks))
    assert sight(table, 0).notes == marks
    for seat in (None, 1, 2, 3):
        assert sight(table, seat).notes is HIDDEN
    assert seen_event(Acted(0, Remember(marks)), 1) == Acted(0, Remember(HIDDEN))  # type: ignore[arg-type]
    assert table.refusal(0, Remember((max(marks_of(3)) + 1,))) == "does-not-fit"
    assert table.refusal(0, Remember(tuple(range(25)))) == "does-not-fit"


def test_memory_finds_what_looks_different_and_knows_what_it_does_not_know() -> None:
    table = searching()
    marks = (mark(1, "hat-none"), mark(0, "hat-cap"))
    different, unknown = looks_different(marks, table.phase.companions)
    assert different == [(2, "hat")]
    assert len(unknown) == 3 * len(PARTS) - 2
    assert (2, "hat") not in unknown


def test_each_part_has_as_many_variants_with_names_in_three_languages() -> None:
    for part in PARTS:
        assert [part_of(one) for one in THINGS].count(part) == VARIANTS
    for language in ("fr", "en", "de"):
        say = words(CARD, language)
        names = [say(f"values.thing-{one}") for one in THINGS]
        assert len(set(names)) == len(THINGS)
        for part in PARTS:
            assert say(f"values.part-{part}")
            for what in ("names", "changed", "swapped"):
                assert say(f"news.{what}-{part}", seat=1, player=2)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_secrets_are_kept(players: int) -> None:
    for seed in range(3):
        assert_secrets_are_kept(CARD, players, seed)


def test_events_tell_no_secrets() -> None:
    """A swap and a change look the same from afar."""
    for seed in range(4):
        assert_events_tell_no_secrets(CARD, 5, seed)


def test_the_referee_does_not_tell_secrets() -> None:
    tried = [Spot(seat, part) for seat in (1, 2) for part in PARTS]
    for seed in range(3):
        assert_answers_do_not_depend_on_secrets(CARD, 4, seed, tried)


def test_senseless_actions_are_refused() -> None:
    kinds = Propose | Remember | SeenEnough | Spot
    for table in (looking(), agreeing(), searching()):
        for seat in table.waits_for:
            for action in fuzz_actions(kinds):
                if not table.refusal(seat, action):
                    table.rules.step(table.state, Acted(seat, action, table.now))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_play_ends(players: int) -> None:
    assert {Table(CARD, players).play_by_lot(seed) for seed in range(40)} == {True, False}


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_bots_play_it_to_the_end_at_every_level(level: int) -> None:
    for players in (3, 4, 6):
        for seed in range(4):
            table = Table(CARD, players)
            table.play_with_bots(choose, [level] * players, seed)
            assert table.now < 200_000


def test_better_bots_find_it_more_often() -> None:
    def finds(level: int) -> int:
        return sum(
            Table(CARD, 4).play_with_bots(choose, [level, 2, 2, 2], seed) for seed in range(60)
        )

    assert finds(4) > finds(1) + 10


def test_a_bot_joins_what_others_have_proposed() -> None:
    table = agreeing(6)
    table.act(1, Propose(2, "hat-beret"))
    later = choose(2, table.rules, table.view(3), Random(1))
    assert getattr(later, "action", None) == Propose(2, "hat-beret")


def test_a_bot_that_remembers_nothing_does_not_know_what_changed() -> None:
    """It sees what its seat sees: without notes its answers are guesses."""
    table = searching()
    guesses = set()
    for seed in range(200):
        later = choose(4, table.rules, table.view(0), Random(seed))
        guesses.add(getattr(later, "action", None))
    assert len(guesses) > 20
    assert table.phase.change.partner == NOBODY_SEAT
