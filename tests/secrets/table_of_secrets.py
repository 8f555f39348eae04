"""Every secret of every game and of the house: who may know it, and how it comes into the world.

Seats: 0 Ada, who opened the table, 1 Bo, 2 Cy, 3 Di. A spectator and a stranger look on.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

from escale.core.bots import Later
from escale.core.codec import to_plain
from escale.core.match import Match, Player
from escale.core.play import Ruling
from escale.games import matchfile
from escale.games.fortboyard import trials
from escale.games.fortboyard.editions import rules as fort_rules
from escale.games.fortboyard.rules.pieces import (
    Judge,
    OpenChest,
    Options,
    Ready,
    Riddle,
    TakeCard,
    Throw,
    TurnHourglass,
    Vote,
)
from escale.games.fortboyard.trials.a_qui_est_ce.rules import SendDrawing
from escale.games.fortboyard.trials.anomalie.actions import Propose, Remember, SeenEnough, Spot
from escale.games.fortboyard.trials.anomalie.figures import A_FIGURE, THINGS, Change, Thing, part_of
from escale.games.fortboyard.trials.bataille.rules import ShowHand
from escale.games.fortboyard.trials.patte_du_tigre.rules import GiveSignal, TouchDie
from escale.games.fortboyard.trials.shared.face_to_face import TakePosition
from escale.games.kreuzwort.rules import pieces as kreuzwort
from escale.games.kreuzwort.solver.fitting import moves
from escale.games.registry import load_game
from escale.games.wordbank.rules import pieces as wordbank
from tests.secrets.leaks import (
    hands_a_match_to_everybody,
    is_restless_with_a_plan,
    is_restless_with_a_question,
    opens_sealed_moments,
    publishes_unread_riddles,
    shows_draws,
    tells_in_refusals,
    tells_of_mutes,
    tells_on_the_text_board,
    tells_what_was_brought,
)
from tests.secrets.run import PLAYERS, Run, Secret

# Word Bank


WORDBANK: dict[str, Any] = {"language": "en", "referee": "table", "starter": 0}


SLOW = {"speed": "slow", "seconds": 3600}


async def begins(run: Run) -> None:
    await run.do("Ada", kind="start")


async def announces(run: Run, word: str = "ab") -> None:
    letter = run.state.ring[0].letter
    await run.act(0, wordbank.Announce(f"{letter}{word}", 0, "cw"))


async def word_is_announced(run: Run) -> None:
    await begins(run)
    await announces(run)


async def ada_announces(run: Run, word: str) -> None:
    """In slow play: those who vote have not opened it."""
    await announces(run, word)


async def bo_votes(run: Run, accept: bool) -> None:
    await run.act(1, wordbank.Vote(accept))


async def ada_considers(run: Run, word: str) -> None:
    body = {"seat": 0, "question": {"word": word}}
    await run.post("Ada", f"/api/tables/{run.name}/consider", body)
    await run.settle("Ada considers a word")


async def ada_passes(run: Run) -> None:
    await begins(run)
    await run.act(0, wordbank.Pass())


async def bot_plans(run: Run, plan: tuple[str, int]) -> None:
    word, wait = plan
    letter = run.state.ring[0].letter
    await run.bot(1, Later(wordbank.Announce(f"{letter}{word}", 0, "cw"), wait))
    await run.wait(1000)


def begun_elsewhere(accept: bool) -> Any:
    """The file of a match in which Bo has voted, and the others have not."""
    game, options = load_game("wordbank"), wordbank.Options(**WORDBANK)
    header = game.header("elsewhere", options, [Player(name) for name in PLAYERS], "5e" * 32)
    match = Match(game.rules(options), header, "5e" * 32)
    match.extend(match.begin())
    word = wordbank.Announce(f"{match.state.ring[0].letter}ab", 0, "cw")
    for seat, action in ((0, word), (1, wordbank.Vote(accept))):
        events = match.act(seat, action)
        assert not isinstance(events, Ruling)
        match.extend(events)
    return json.loads(matchfile.to_json(match.record.handed_over()))


async def goes_on(run: Run, _: bool) -> None:
    await run.do("Ada", kind="start")


# Kreuzwort-Pyramiden


WORDS = ("er", "es", "an", "in", "so", "da", "ei", "ab", "um", "zu")


async def kreuzwort_word_is_announced(run: Run) -> None:
    await begins(run)
    (seat,) = run.running.awaited
    rules: Any = run.running.match.rules
    position = run.state.position(seat)
    words = ((word, moves(position, rules.referee.folded(word))) for word in WORDS)
    word, found = next((word, found) for word, found in words if found)
    await run.act(seat, kreuzwort.Announce(word, found[0].cells, found[0].sources))


async def bo_answers(run: Run, accept: bool) -> None:
    await run.act(1, kreuzwort.Answer(accept))


# The fort: the walk


FORT = Options(language="en", hourglass=120, roll_pace=10)
TRIALS = "SPPPPPPPPPPT"
RIDDLES = "SGTGGGGGGGGG"
CARD = Riddle("tide", "sea", 2, "I leave twice a day.", ("the tide",))
OTHER_CARD = Riddle("shadow", "nature", 3, "I grow in the evening.", ("the shadow",))


def fort(**options: Any) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(replace(FORT, **options))
    return plain


async def ada_begins(run: Run) -> None:
    """Everybody rolls for the first turn."""
    await begins(run)
    run.chance.next((6,))
    for seat in range(len(PLAYERS)):
        await run.act(seat, Throw())


async def lands_on_riddle(run: Run, steps: int, card: int) -> None:
    run.chance.next((steps,), (card,))
    await run.act(0, Throw())


async def wins_two_keys(run: Run, steps: int) -> None:
    await lands_on_riddle(run, steps, 0)
    await run.act(3, TurnHourglass(), Judge(right=True))


async def ada_has_four_keys(run: Run) -> None:
    await ada_begins(run)
    await wins_two_keys(run, 1)
    for seat in (1, 2, 3):  # to the tiger, where nothing is won
        run.chance.next((2,))
        await run.act(seat, Throw())
    await wins_two_keys(run, 2)


async def ada_takes_note(run: Run, place: int) -> None:
    run.chance.next((place,))
    await run.act(0, OpenChest())


# The fort: riddles


def in_box() -> int:
    return len(fort_rules(FORT).riddles)


async def riddle_is_read(run: Run, cards: tuple[Riddle, ...]) -> None:
    """The card of the tide, wherever it is."""
    await lands_on_riddle(run, 1, in_box() + [card.text for card in cards].index(CARD.text))
    await run.act(3, TurnHourglass())
    await run.do("Ada", kind="act", seat=0, action={"kind": "Say", "answer": "a guess"})


async def riddle_waits(run: Run, cards: tuple[Riddle, ...]) -> None:
    """In slow play: nobody has seen it before all have opened it."""
    await lands_on_riddle(run, 1, in_box())
    await run.do("Bo", kind="open", seat=1)


async def only_ada_is_left(run: Run, _cards: tuple[Riddle, ...]) -> None:
    for seat in (1, 2, 3):
        await run.resign(seat)


# The fort: trials


async def trial_begins(run: Run, name: str, *draws: tuple[int, ...]) -> None:
    """Ada is the candidate."""
    await ada_begins(run)
    run.chance.next((1,))
    await run.act(0, Throw())
    run.chance.next((trials.NAMES.index(name),))
    await run.act(0, TakeCard(0))
    run.chance.next(*draws)
    for seat in range(len(PLAYERS)):
        await run.act(seat, Ready(doubled=False))


async def bataille(run: Run) -> None:
    await trial_begins(run, "bataille")


async def ada_hides_figure(run: Run, figure: Any) -> None:
    await run.act(0, ShowHand(figure))


async def bo_hides_figure(run: Run, figure: Any) -> None:
    await run.act(1, ShowHand(figure))


async def a_qui_est_ce(run: Run) -> None:
    await trial_begins(run, "a_qui_est_ce")


async def bo_draws(run: Run, drawing: str) -> None:
    await run.act(1, SendDrawing(drawing))


LINE, CORNER, HOOK = "10102020", "101020203030", "1010202030304040"


async def drawings_hang(run: Run, bos: str) -> None:
    """They hang in the same order, whoever drew them."""
    line_first = bos == LINE
    await run.act(1, SendDrawing(bos))
    await run.act(2, SendDrawing(CORNER if line_first else LINE))
    run.chance.next((0, 1, 2) if line_first else (1, 0, 2))
    await run.act(3, SendDrawing(HOOK))


async def around_table(run: Run) -> None:
    await trial_begins(run, "bataille")


async def bo_reports(run: Run, won: bool) -> None:
    await run.act(1, Vote(won))


async def die_may_be_touched(run: Run) -> None:
    await trial_begins(run, "patte_du_tigre")
    for seat in (0, 1):
        await run.act(seat, TakePosition(0))
    run.house.clock.now += 2000
    await run.act(2, GiveSignal(0))
    await run.wait(500)


async def ada_touches(run: Run, reaction: int) -> None:
    await run.act(0, TouchDie(0, reaction))


async def anomalie(run: Run) -> None:
    first, second = (1,) * A_FIGURE, (2,) * A_FIGURE
    await trial_begins(run, "anomalie", (*first, *second, *first))


async def ada_remembers(run: Run, marks: tuple[int, ...]) -> None:
    await run.act(0, Remember(marks))


async def eyes_are_closed(run: Run) -> None:
    await anomalie(run)
    await run.act(0, SeenEnough())


def other_thing(run: Run, seat: int, place: int) -> Thing:
    """Something that this companion does not wear."""
    figure = run.state.phases[-1].companions[seat]
    return [thing for thing in THINGS if figure.thing(part_of(thing)) != thing][place]


async def bo_proposes(run: Run, swap: bool) -> None:
    worn = run.state.phases[-1].companions[3].thing("hat")
    await run.act(1, Propose(2, worn, 3) if swap else Propose(1, other_thing(run, 1, 0)))


async def change_is_made(run: Run, change: Change) -> None:
    """Two of three agree; then Ada names something else. In the state another change is noted."""
    thing = other_thing(run, 1, 0)
    await run.act(1, Propose(1, thing))
    await run.act(2, Propose(1, thing))
    run.tamper(change=change)
    await run.act(0, Spot(3, "hat"))


async def figures_are_noted(run: Run, place: int) -> None:
    """The figures that everybody saw, with another thing on one of them."""
    phase = run.state.phases[-1]
    figures = (*phase.figures[:2], phase.figures[2].wearing(other_thing(run, 3, place)))
    run.tamper(figures=figures)
    await run.act(1, Propose(1, other_thing(run, 1, 0)))


# The house


def commits(run: Run, secret: str) -> None:
    run.chance.secret = secret


def has_cookie(run: Run, token: str) -> None:
    run.tokens["Bo"] = token


async def bo_mutes(run: Run, mute: tuple[int, bool]) -> None:
    whom, muted = mute
    await run.do("Bo", kind="mute", person=whom, muted=muted)
    await run.do("Ada", kind="say", text="hello")
    await run.do("Cy", kind="say", text="good evening")


async def plays(run: Run, _: Any) -> None:
    await begins(run)
    await run.act(0, wordbank.Pass())


SECRETS = (
    Secret(
        "vote on a word",
        "wordbank",
        True,
        False,
        bo_votes,
        word_is_announced,
        fields=("Contest.votes", "Vote.accept"),
        knows=(1,),
        by=1,
        options=WORDBANK,
        tries=(wordbank.Pass(),),
        leaks=(tells_in_refusals,),
    ),
    Secret(
        "vote in a match that was carried away",
        "wordbank",
        True,
        False,
        bo_votes,
        word_is_announced,
        knows=(1,),
        options=WORDBANK,
        ends="carried away",
        leaks=(hands_a_match_to_everybody,),
    ),
    Secret(
        "vote in a match that was brought",
        "wordbank",
        True,
        False,
        goes_on,
        knows=(1,),
        seats=("open", "open", "open", "open"),
        brings=begun_elsewhere,
        leaks=(tells_what_was_brought,),
    ),
    Secret(
        "word that nobody has opened",
        "wordbank",
        "ab",
        "considerable",
        ada_announces,
        begins,
        knows=(0,),
        by=0,
        options=WORDBANK,
        pace=SLOW,
        leaks=(opens_sealed_moments,),
    ),
    Secret(
        "word in preparation",
        "wordbank",
        "table",
        "considerable",
        ada_considers,
        begins,
        options=WORDBANK,
        leaks=(is_restless_with_a_question,),
    ),
    Secret(
        "plan of a bot",
        "wordbank",
        ("ab", 5000),
        ("considerable", 9000),
        bot_plans,
        ada_passes,
        options={**WORDBANK, "turn_seconds": 60},
        seats=("me", 1, "open", "open"),
        leaks=(is_restless_with_a_plan,),
    ),
    Secret(
        "answer to a word",
        "kreuzwort",
        True,
        False,
        bo_answers,
        kreuzwort_word_is_announced,
        fields=("Contest.answers", "Answer.accept"),
        knows=(1,),
        by=1,
        options={"language": "de"},
        tries=(kreuzwort.PutBack(),),
    ),
    Secret(
        "word in preparation (Kreuzwort)",
        "kreuzwort",
        "Tor",
        "Rabenvater",
        ada_considers,
        begins,
        options={"language": "de"},
        leaks=(is_restless_with_a_question,),
    ),
    Secret(
        "notes in a purse",
        "fortboyard",
        0,
        111,
        ada_takes_note,
        ada_has_four_keys,
        fields=("Purse.notes", "State.pile"),
        knows=(0,),
        by=0,
        options=fort(plan=RIDDLES),
        leaks=(shows_draws,),
    ),
    Secret(
        "answer to a riddle",
        "fortboyard",
        (CARD,),
        (replace(CARD, name="a-longer-name", theme="own", difficulty=4, answers=("x" * 30, "y")),),
        riddle_is_read,
        ada_begins,
        fields=("Asked.card", "Options.riddles"),
        knows=(3,),
        by=3,
        removed=1,
        options=lambda cards: fort(plan=RIDDLES, riddles=cards),
        leaks=(tells_on_the_text_board,),
    ),
    Secret(
        "number of a riddle",
        "fortboyard",
        (CARD, OTHER_CARD),
        (OTHER_CARD, CARD),
        riddle_is_read,
        ada_begins,
        fields=("Asked.number",),
        knows=(3,),
        by=3,
        removed=1,
        options=lambda cards: fort(plan=RIDDLES, riddles=cards),
        leaks=(shows_draws,),
    ),
    Secret(
        "riddle that nobody has opened",
        "fortboyard",
        (CARD,),
        (OTHER_CARD,),
        riddle_waits,
        ada_begins,
        options=lambda cards: fort(plan=RIDDLES, riddles=cards),
        pace=SLOW,
        leaks=(opens_sealed_moments,),
    ),
    Secret(
        "riddles that nobody heard",
        "fortboyard",
        (CARD, replace(CARD, name="tide 2", text="?", one_answer_only=True)),
        (OTHER_CARD, replace(OTHER_CARD, name="shadow 2", text="!")),
        only_ada_is_left,
        ada_begins,
        options=lambda cards: fort(plan=RIDDLES, riddles=cards),
        ends="over",
        leaks=(publishes_unread_riddles,),
    ),
    Secret(
        "leaf behind the back",
        "fortboyard",
        "leaf",
        "scissors",
        ada_hides_figure,
        bataille,
        fields=("Bataille.candidates", "ShowHand.figure"),
        knows=(0,),
        by=0,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "leaf behind the opponent's back",
        "fortboyard",
        "leaf",
        "scissors",
        bo_hides_figure,
        bataille,
        fields=("Bataille.opponents",),
        knows=(1,),
        by=1,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "drawing that does not hang yet",
        "fortboyard",
        LINE,
        HOOK,
        bo_draws,
        a_qui_est_ce,
        fields=("AQuiEstCe.drawings", "SendDrawing.drawing"),
        knows=(1,),
        by=1,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "authors of drawings",
        "fortboyard",
        LINE,
        CORNER,
        drawings_hang,
        a_qui_est_ce,
        fields=("AQuiEstCe.authors",),
        knows=(1, 2),
        resigns=0,
        options=fort(plan=TRIALS),
        leaks=(shows_draws,),
    ),
    Secret(
        "report on a trial",
        "fortboyard",
        True,
        False,
        bo_reports,
        around_table,
        fields=("AroundTable.votes", "Vote.won"),
        knows=(1,),
        by=1,
        options=fort(plan=TRIALS, trials="table"),
    ),
    Secret(
        "time of a touch",
        "fortboyard",
        200,
        333,
        ada_touches,
        die_may_be_touched,
        fields=("PatteDuTigre.claims", "TouchDie.reaction"),
        knows=(0,),
        by=0,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "what the candidate remembers",
        "fortboyard",
        (1,),
        (2,),
        ada_remembers,
        anomalie,
        fields=("Anomalie.notes", "Remember.marks"),
        knows=(0,),
        by=0,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "proposed change",
        "fortboyard",
        True,
        False,
        bo_proposes,
        eyes_are_closed,
        fields=("Anomalie.proposals", "Propose.seat", "Propose.thing", "Propose.partner"),
        knows=(1, 2, 3),
        by=1,
        resigns=0,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "change in l'anomalie",
        "fortboyard",
        Change(1, "hat", None, 2),
        Change(1, "hat", THINGS[0]),
        change_is_made,
        eyes_are_closed,
        fields=("Anomalie.change",),
        knows=(1, 2, 3),
        resigns=0,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "figures behind closed eyes",
        "fortboyard",
        0,
        3,
        figures_are_noted,
        eyes_are_closed,
        fields=("Anomalie.figures",),
        knows=(1, 2, 3),
        resigns=0,
        options=fort(plan=TRIALS),
    ),
    Secret(
        "secret of chance",
        "wordbank",
        "a1" * 32,
        "b2" * 32,
        plays,
        options=WORDBANK,
        fields=("Begun.secret",),
        sets_up=commits,
        same=lambda secret: sha256(bytes.fromhex(secret)).hexdigest(),
    ),
    Secret(
        "cookie of a guest",
        "wordbank",
        "1" * 43,
        "2" * 43,
        plays,
        fields=("Came.guest",),
        knows=(1,),
        options=WORDBANK,
        sets_up=has_cookie,
    ),
    Secret(
        "who is muted",
        "wordbank",
        (0, True),
        (2, False),
        bo_mutes,
        begins,
        knows=(1,),
        options=WORDBANK,
        leaks=(tells_of_mutes,),
    ),
)
