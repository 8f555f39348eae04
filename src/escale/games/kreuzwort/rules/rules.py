"""The rules of Kreuzwort-Pyramiden: each phase is a section of the rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from typing import TypeAlias

from escale.core import event as events
from escale.core.chance import Draw
from escale.core.event import Acted, Drawn
from escale.core.phases import Phase, PhaseRules, become, finish, push, top, update
from escale.core.play import (
    ALLOWED,
    EVERYBODY,
    Awaits,
    Chance,
    Choice,
    Offer,
    Over,
    Players,
    Ruling,
    Score,
    Some,
    Text,
    refused,
)
from escale.core.secrecy import Own, Seat, Shown, View
from escale.core.tuples import with_item
from escale.games.kreuzwort.rules.grid import CENTRE, CORNERS, INSIDE, SIDES, STARTS, Cell
from escale.games.kreuzwort.rules.pieces import (
    FEWEST_LETTERS,
    LONGEST_WORD,
    Action,
    Announce,
    Answer,
    Bluff,
    Edition,
    Options,
    Played,
    PutBack,
    Pyramid,
    Spot,
    points,
    side_of,
)
from escale.games.kreuzwort.rules.placing import gained, problem
from escale.games.kreuzwort.rules.position import Position, of_seat
from escale.games.kreuzwort.rules.referee import Referee
from escale.games.kreuzwort.rules.setup import bags, bare
from escale.games.kreuzwort.solver.fitting import moves
from escale.games.secret_vote import imagined_votes, missing_votes
from escale.words.protocol import Words

AnyPhase: TypeAlias = "Laying | FirstPlayer | Uncover | Turn | Contest | Ended"

PLACE = {cell: place for place, cell in enumerate(INSIDE)}
GREY = len(SIDES)  # the bag of the greys, after those of the four sides
BLACK = GREY + 1

# After these a game is over (K12).
ROUNDS_OF_PASSES = 2
ROUNDS_WITHOUT_GAIN = 6


@dataclass(frozen=True, slots=True)
class State:
    """The board and the gains. Unseen pyramids are unordered bags, so nothing is hidden."""

    options: Shown[Options]
    spots: Shown[tuple[Spot, ...]]  # of the cells inside, in the order of INSIDE
    bags: Shown[tuple[tuple[Pyramid, ...], ...]]  # not yet seen, by colour
    gains: Shown[tuple[int, ...]]  # points
    misses: Shown[tuple[int, ...]]  # turns to miss, for contests that were lost
    history: Shown[tuple[Played, ...]]
    now: Shown[int]  # match time of the last event
    phases: Shown[tuple[AnyPhase, ...]]

    @property
    def seats(self) -> int:
        return len(self.gains)

    def at(self, cell: Cell) -> Spot:
        return self.spots[PLACE[cell]]

    @property
    def empty(self) -> frozenset[str]:
        """The sides at which nobody sits."""
        return frozenset(set(SIDES) - {side_of(seat, self.seats) for seat in range(self.seats)})

    def position(self, seat: Seat) -> Position:
        both = self.options.ring == "both"
        return of_seat(self.spots, seat, self.seats, both_ends=both)

    def left(self, seat: Seat) -> tuple[Pyramid, ...]:
        """The own pyramids that are still on the board, visible or not."""
        side = side_of(seat, self.seats)
        seen = (pyramid for spot in self.spots for pyramid in spot.stack)
        unseen = (pyramid for bag in self.bags for pyramid in bag)
        return tuple(pyramid for pyramid in (*seen, *unseen) if pyramid.is_of(side))


class Kreuzwort(PhaseRules[State, Action]):
    """The rules, with the words and the letters of one edition."""

    def __init__(
        self, edition: Edition, words: Words, version: int = 2, *, inflected: bool = True
    ) -> None:
        """By version 1, two rounds without a gain ended a game, whatever happened in them."""
        self.edition = edition
        self.words = words
        self.version = version
        self.referee = Referee(edition, words, inflected=inflected)

    def setup(self, options: Options, seats: int) -> State:
        if options.starter is not None and options.starter >= seats:
            raise ValueError(f"starter: there is no seat {options.starter} at this table")
        all_bags = bags(self.edition, expert=options.expert)
        _chosen(options.opening, all_bags[0])  # refuses letters that a colour does not have
        state = State(
            options=options,
            spots=bare(self.edition),
            bags=all_bags,
            gains=(0,) * seats,
            misses=(0,) * seats,
            history=(),
            now=0,
            phases=(),
        )
        return push(self, state, Laying(BLACK))

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        if isinstance(top(state), Contest):
            return Answer(accept=rng.random() < 0.8)
        position, vocabulary = state.position(seat), self.words.all()
        for _ in range(rng.randrange(60)):
            word = rng.choice(vocabulary)
            found = moves(position, word) if len(word) >= FEWEST_LETTERS else []
            if found:
                move = rng.choice(found)
                return Announce(word, move.cells, move.sources)
        return PutBack()

    def imagine(self, view: View[State], rng: Random) -> State:
        """Only answers can be hidden: those already given are guessed."""
        phase = top(view.seen)
        if not isinstance(phase, Contest):
            return view.seen
        answers = imagined_votes(phase.answers, phase.answered, view.seat, rng)
        return update(view.seen, replace(phase, answers=answers))

    def reversible(self, state: State, event: events.Played[Action]) -> bool:
        """Only putting everything back: a word already asked the others or the dictionary."""
        return isinstance(event, Acted) and isinstance(event.action, PutBack)


@dataclass(frozen=True, slots=True)
class Laying(Phase[Kreuzwort, State, Action]):
    """Black ones in the centre, piles of each colour on its side, greys in the corners."""

    bag: Shown[int]

    def _cells(self) -> tuple[Cell, ...]:
        if self.bag == BLACK:
            return CENTRE
        if self.bag == GREY:
            return CORNERS
        return STARTS[SIDES[self.bag]]

    def enter(self, rules: Kreuzwort, state: State) -> State:
        if not state.options.opening or self.bag >= GREY:
            return state
        return self._lay(rules, state, _chosen(state.options.opening, state.bags[self.bag]))

    def awaits(self, rules: Kreuzwort, state: State) -> Awaits:
        return Chance(Draw(len(self._cells()), len(state.bags[self.bag])), to=EVERYBODY)

    def step(self, rules: Kreuzwort, state: State, event: events.Played[Action]) -> State:
        assert isinstance(event, Drawn)
        return self._lay(rules, state, event.result)

    def _lay(self, rules: Kreuzwort, state: State, tops: tuple[int, ...]) -> State:
        cells, bag = self._cells(), state.bags[self.bag]
        beneath = len(bag) // len(cells) - 1
        piles = {
            cell: replace(state.at(cell), stack=(bag[one],), beneath=beneath)
            for cell, one in zip(cells, tops, strict=True)
        }
        state = _without(_with_spots(state, piles), self.bag, tops)
        following = (self.bag + 1) % (BLACK + 1)
        if following == BLACK or (following == GREY and state.options.expert):
            return become(rules, state, FirstPlayer(tuple(range(state.seats)), 0))
        return become(rules, state, Laying(following))


@dataclass(frozen=True, slots=True)
class FirstPlayer(Phase[Kreuzwort, State, Action]):
    """The lowest sum of the own six tops begins, unless the table has named who does; those who tie
    compare the next layer down."""

    tied: Shown[tuple[Seat, ...]]
    layer: Shown[int]

    def enter(self, rules: Kreuzwort, state: State) -> State:
        if state.options.starter is not None:
            return become(rules, state, Turn(state.options.starter, began=state.now))
        sums = {seat: self._sum(state, seat) for seat in self.tied}
        lowest = tuple(seat for seat in self.tied if sums[seat] == min(sums.values()))
        deepest = self.layer + 1 == state.at(self._starts(state, lowest[0])[0]).height
        if len(lowest) == 1 or deepest:
            return become(rules, state, Turn(lowest[0], began=state.now))
        state = update(state, FirstPlayer(lowest, self.layer + 1))
        cells = (cell for seat in lowest for cell in self._starts(state, seat))
        return push(rules, state, Uncover(tuple(cells)))

    def resume(self, rules: Kreuzwort, state: State, result: object) -> State:
        return self.enter(rules, state)

    def _starts(self, state: State, seat: Seat) -> tuple[Cell, ...]:
        return STARTS[side_of(seat, state.seats)]

    def _sum(self, state: State, seat: Seat) -> int:
        return sum(state.at(cell).stack[self.layer].value for cell in self._starts(state, seat))


@dataclass(frozen=True, slots=True)
class Uncover(Phase[Kreuzwort, State, Action]):
    """The next pyramid of each of these piles is seen for the first time."""

    cells: Shown[tuple[Cell, ...]]

    def _next(self) -> tuple[int, tuple[Cell, ...]]:
        bag = min(map(_bag_of, self.cells))
        return bag, tuple(cell for cell in self.cells if _bag_of(cell) == bag)

    def awaits(self, rules: Kreuzwort, state: State) -> Awaits:
        bag, cells = self._next()
        return Chance(Draw(len(cells), len(state.bags[bag])), to=EVERYBODY)

    def step(self, rules: Kreuzwort, state: State, event: events.Played[Action]) -> State:
        assert isinstance(event, Drawn)
        number, cells = self._next()
        bag = state.bags[number]
        piles = {}
        for cell, one in zip(cells, event.result, strict=True):
            spot = state.at(cell)
            piles[cell] = replace(spot, stack=(*spot.stack, bag[one]), beneath=spot.beneath - 1)
        state = _without(_with_spots(state, piles), number, event.result)
        rest = tuple(cell for cell in self.cells if cell not in cells)
        return update(state, Uncover(rest)) if rest else finish(rules, state)


@dataclass(frozen=True, slots=True)
class Turn(Phase[Kreuzwort, State, Action]):
    """Form a word and announce it, or put everything back."""

    seat: Shown[Seat]
    began: Shown[int]

    def enter(self, rules: Kreuzwort, state: State) -> State:
        if not state.misses[self.seat]:
            return state
        misses = with_item(state.misses, self.seat, state.misses[self.seat] - 1)
        missed = Played(self.seat, refused("misses-turn", "contest-right"))
        return self._end(rules, _with_turn(replace(state, misses=misses), missed))

    def awaits(self, rules: Kreuzwort, state: State) -> Awaits:
        seconds = state.options.turn_seconds
        return Players((self.seat,), self.began + 1000 * seconds if seconds else None)

    def offers(self, rules: Kreuzwort, view: View[State]) -> tuple[Offer, ...]:
        if view.seat != self.seat:
            return ()
        board = tuple(range(100))
        announce = Offer(
            Announce,
            (
                Text("word", LONGEST_WORD),
                Some("cells", board, 2, LONGEST_WORD),
                Some("sources", board, 2, LONGEST_WORD),
            ),
        )
        return (announce, Offer(PutBack))

    def check(self, rules: Kreuzwort, state: State, seat: Seat, action: Action) -> Ruling:
        """Refuses what cannot be laid; whether it is a word is decided later."""
        if isinstance(action, Answer):
            return refused("no-answer-now", "contest")
        if isinstance(action, PutBack):
            return ALLOWED
        word = rules.referee.folded(action.word)
        if len(action.word) > LONGEST_WORD or not word:
            return refused("letters-only", "words")
        if len(word) < FEWEST_LETTERS:
            return refused("two-letters", "two-letters")
        both = state.options.ring == "both"
        side = side_of(self.seat, state.seats)
        return problem(word, action, side, state.at, state.empty, both_ends=both)

    def step(self, rules: Kreuzwort, state: State, event: events.Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._no_word(rules, state, refused("time-up", "put-back"))
        if not isinstance(event.action, Announce):
            return self._no_word(rules, state, refused("put-back", "put-back"))
        if state.options.referee == "contest":
            return push(rules, state, Contest.open(state, self.seat, event.action))
        return self._conclude(
            rules, state, Verdict(event.action, rules.referee.wrong(event.action.word))
        )

    def resume(self, rules: Kreuzwort, state: State, result: object) -> State:
        if isinstance(result, Verdict):
            return self._conclude(rules, state, result)
        return self._end(rules, state)

    def _conclude(self, rules: Kreuzwort, state: State, verdict: Verdict) -> State:
        """The pyramids of the word are gained, or all go back."""
        move, seat = verdict.move, self.seat
        played = Played(
            seat=seat,
            ruling=verdict.ruling,
            word=rules.referee.folded(move.word),
            spelling=rules.referee.spelling(move.word),
            cells=move.cells,
            sources=move.sources,
            contested=verdict.contested,
        )
        if not verdict.ruling:
            return self._end(rules, _with_turn(state, played))
        misses = tuple(count + (one in verdict.contested) for one, count in enumerate(state.misses))
        played = replace(played, gained=gained(move, state.at))
        lifted = [cell for cell in move.sources if state.at(cell).top is not None]
        piles = {cell: replace(state.at(cell), stack=state.at(cell).stack[1:]) for cell in lifted}
        state = replace(
            _with_turn(_with_spots(state, piles), played),
            gains=with_item(state.gains, seat, state.gains[seat] + played.points),
            misses=misses,
        )
        unseen = tuple(cell for cell in sorted(lifted) if _is_unseen(state.at(cell)))
        return push(rules, state, Uncover(unseen)) if unseen else self._end(rules, state)

    def _no_word(self, rules: Kreuzwort, state: State, ruling: Ruling) -> State:
        return self._end(rules, _with_turn(state, Played(self.seat, ruling)))

    def _end(self, rules: Kreuzwort, state: State) -> State:
        ending = _ending(state, rules.version)
        if ending:
            return become(rules, state, Ended(ending, _bluffs(rules, state)))
        return become(rules, state, Turn((self.seat + 1) % state.seats, began=state.now))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an announced word."""

    move: Announce
    ruling: Ruling
    contested: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Contest(Phase[Kreuzwort, State, Action]):
    """The others accept the word or contest it; silence accepts. Then the dictionary decides."""

    move: Shown[Announce]
    seat: Shown[Seat]
    began: Shown[int]
    answered: Shown[tuple[Seat, ...]]
    answers: Own[tuple[bool | None, ...]]

    @classmethod
    def open(cls, state: State, seat: Seat, move: Announce) -> Contest:
        return cls(move, seat, state.now, (), (None,) * state.seats)

    def awaits(self, rules: Kreuzwort, state: State) -> Awaits:
        return Players(self._waiting(state), self.began + 1000 * state.options.answer_seconds)

    def _waiting(self, state: State) -> tuple[Seat, ...]:
        return missing_votes(state.seats, self.seat, self.answered)

    def offers(self, rules: Kreuzwort, view: View[State]) -> tuple[Offer, ...]:
        vote = Offer(Answer, (Choice("accept", (True, False)),))
        return (vote,) if view.seat in self._waiting(view.seen) else ()

    def check(self, rules: Kreuzwort, state: State, seat: Seat, action: Action) -> Ruling:
        return ALLOWED if isinstance(action, Answer) else refused("answer-first", "contest")

    def step(self, rules: Kreuzwort, state: State, event: events.Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._decide(rules, state)
        assert isinstance(event.action, Answer)
        given = replace(
            self,
            answered=(*self.answered, event.seat),
            answers=with_item(self.answers, event.seat, event.action.accept),
        )
        return update(state, given) if given._waiting(state) else given._decide(rules, state)

    def _decide(self, rules: Kreuzwort, state: State) -> State:
        contested = tuple(seat for seat, accept in enumerate(self.answers) if accept is False)
        ruling = rules.referee.wrong(self.move.word) if contested else ALLOWED
        return finish(rules, state, Verdict(self.move, ruling, contested))


@dataclass(frozen=True, slots=True)
class Ended(Phase[Kreuzwort, State, Action]):
    ending: Shown[str]
    bluffs: Shown[tuple[Bluff, ...]] = ()

    def awaits(self, rules: Kreuzwort, state: State) -> Awaits:
        return Over(score(state, self.ending))


def score(state: State, ending: str) -> Score:
    """Gains, minus the own pyramids that are still on the board. The highest wins, ties share."""
    results = tuple(state.gains[seat] - points(state.left(seat)) for seat in range(state.seats))
    winners = tuple(seat for seat, one in enumerate(results) if one == max(results))
    return Score(ending, results, winners)


def _ending(state: State, version: int) -> str:
    if any(not state.left(seat) for seat in range(state.seats)):
        return "ran-out"
    idle = tuple(takewhile(lambda turn: not turn.gained, reversed(state.history)))
    passes = Counter(turn.seat for turn in idle if version == 1 or _is_pass(turn))
    if all(passes[seat] >= ROUNDS_OF_PASSES for seat in range(state.seats)):
        return "all-passed"
    return "no-gains" if len(idle) >= ROUNDS_WITHOUT_GAIN * state.seats else ""


def _is_pass(turn: Played) -> bool:
    """By choice, by the clock, or with a word of print alone, which could be repeated forever.

    Neither a wrong word nor a turn that was missed for a contest."""
    return bool(turn.ruling) or turn.ruling.reason in ("put-back", "time-up")


def _bluffs(rules: Kreuzwort, state: State) -> tuple[Bluff, ...]:
    """The words that stood only because nobody contested them."""
    judged = (
        Bluff(turn, rules.referee.wrong(played.spelling))
        for turn, played in enumerate(state.history)
        if played.ruling
    )
    return tuple(bluff for bluff in judged if not bluff.ruling)


def _bag_of(cell: Cell) -> int:
    """The bag of the pyramids beneath a pile."""
    for number, side in enumerate(SIDES):
        if cell in STARTS[side]:
            return number
    return GREY


def _is_unseen(spot: Spot) -> bool:
    return not spot.stack and spot.beneath > 0


def _chosen(letters: str, bag: tuple[Pyramid, ...]) -> tuple[int, ...]:
    """The places of pyramids with these letters, each the first of its letter that is left."""
    places: list[int] = []
    for letter in letters:
        fit = (at for at, one in enumerate(bag) if one.letter == letter and at not in places)
        place = next(fit, None)
        if place is None:
            raise ValueError(f"opening: there are not enough pyramids with the letter {letter}")
        places.append(place)
    return tuple(places)


def _without(state: State, bag: int, places: tuple[int, ...]) -> State:
    left = tuple(one for place, one in enumerate(state.bags[bag]) if place not in places)
    return replace(state, bags=with_item(state.bags, bag, left))


def _with_spots(state: State, piles: dict[Cell, Spot]) -> State:
    spots = tuple(piles.get(cell, spot) for cell, spot in zip(INSIDE, state.spots, strict=True))
    return replace(state, spots=spots)


def _with_turn(state: State, played: Played) -> State:
    return replace(state, history=(*state.history, played))
