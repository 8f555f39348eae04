"""The rules of Word Bank: each phase is a section of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from escale.core import event as events
from escale.core.chance import Draw, Pick
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
from escale.games.secret_vote import imagined_votes, missing_votes
from escale.games.wordbank.rules.pieces import (
    LONGEST_WORD,
    RING,
    STONES,
    VOWELS,
    Action,
    Announce,
    Appeal,
    Edition,
    Options,
    Pass,
    Played,
    Safe,
    Vote,
)
from escale.games.wordbank.rules.referee import Referee
from escale.games.wordbank.rules.ring import DIRECTIONS, in_order
from escale.words.protocol import Words
from escale.words.spelling import capitals

AnyPhase: TypeAlias = "Opening | Turn | Contest | NewSafes | Ended"


@dataclass(frozen=True, slots=True)
class State:
    """The table. Only the votes of an open contest are hidden."""

    options: Shown[Options]
    hands: Shown[tuple[int, ...]]  # stones in front of each player
    closed: Shown[tuple[str, ...]]  # letters of the safes that each player has closed
    ring: Shown[tuple[Safe, ...]]  # clockwise
    pile: Shown[tuple[Safe, ...]]  # unordered: the order is drawn later, so nothing is hidden
    history: Shown[tuple[Played, ...]]
    first: Shown[Seat]  # who started
    now: Shown[int]  # match time of the last event
    phases: Shown[tuple[AnyPhase, ...]]

    @property
    def seats(self) -> int:
        return len(self.hands)

    def exposed(self, seat: Seat) -> int:
        """Stones on the cards of the ring: placed, but not safe yet."""
        return sum(safe.stones.count(seat) for safe in self.ring)


class WordBank(PhaseRules[State, Action]):
    """The rules, with the words and the cards of one edition."""

    def __init__(self, edition: Edition, words: Words, version: int = 3) -> None:
        """Version 1 compared words by their letters alone, took "contains" literally, and knew no
        appeal. Version 2 had other words (`editions.LEXICONS`)."""
        self.edition = edition
        self.words = words
        self.version = version

    def referee(self, options: Options) -> Referee:
        if options.referee == "table":
            return Referee(self.edition, None, options.contains)
        return self.by_dictionary(options)

    def by_dictionary(self, options: Options) -> Referee:
        by_spelling = self.version > 1
        return Referee(self.edition, self.words, options.contains, by_spelling=by_spelling)

    def setup(self, options: Options, seats: int) -> State:
        if options.starter is not None and options.starter >= seats:
            raise ValueError(f"starter: there is no seat {options.starter} at this table")
        if self.version == 1:
            options = replace(options, contains="literal")
        own = tuple(Safe(letter, spaces) for letter, spaces in options.cards)
        ring, pile = _laid_out(options.opening, own or self.edition.cards)
        state = State(
            options=options,
            hands=(STONES[seats],) * seats,
            closed=("",) * seats,
            ring=ring,
            pile=pile,
            history=(),
            first=0,
            now=0,
            phases=(),
        )
        return push(self, state, Opening())

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        if isinstance(top(state), Contest):
            return Vote(accept=rng.random() < 0.7)
        return self._some_word(state, seat, rng) or Pass()

    def _some_word(self, state: State, seat: Seat, rng: Random) -> Announce | None:
        """A random word on some of the cards that it reaches; sometimes none."""
        vocabulary = self.words.all()
        letters = "".join(safe.letter for safe in state.ring)
        for _ in range(rng.randrange(40)):
            word = rng.choice(vocabulary)
            starts = [place for place, letter in enumerate(letters) if letter == word[0]]
            if not starts:
                continue
            start = rng.choice(starts)
            direction = rng.choice(DIRECTIONS)
            cards: list[int] = []
            rest = word[1:]
            for place in in_order(len(letters), start, direction):
                found = rest.find(letters[place])
                if found >= 0 and rng.random() < 0.9 and len(cards) + 1 < state.hands[seat]:
                    cards.append(place)
                    rest = rest[found + 1 :]
            move = Announce(word, start, direction, tuple(cards))
            if self.check(state, seat, move):
                return move
        return None

    def imagine(self, view: View[State], rng: Random) -> State:
        """Only votes can be hidden: those already cast are guessed."""
        phase = top(view.seen)
        if not isinstance(phase, Contest):
            return view.seen
        votes = imagined_votes(phase.votes, phase.voted, view.seat, rng)
        return update(view.seen, replace(phase, votes=votes))

    def may_deal_again(self, state: State) -> bool:
        """A ring of consonants, before the first turn."""
        drawn = not state.options.opening and not state.history and isinstance(top(state), Turn)
        return drawn and VOWELS.isdisjoint(safe.letter for safe in state.ring)

    def reversible(self, state: State, event: events.Played[Action]) -> bool:
        """Accepted passwords and passes; not refusals, appeals, votes or expired time."""
        if not isinstance(event, Acted) or isinstance(event.action, Vote | Appeal):
            return False
        if isinstance(event.action, Pass):
            return True
        return bool(self.referee(state.options).incorrect(state.ring, state.history, event.action))


@dataclass(frozen=True, slots=True)
class Opening(Phase[WordBank, State, Action]):
    """Seven cards in a circle; then the last to have been to the bank, or chance, starts."""

    def enter(self, rules: WordBank, state: State) -> State:
        if state.ring:  # the table has chosen them
            return self.resume(rules, state, None)
        return push(rules, state, NewSafes(tuple(range(RING))))

    def resume(self, rules: WordBank, state: State, result: object) -> State:
        if state.options.starter is None:
            return state
        return self._start(rules, state, state.options.starter)

    def awaits(self, rules: WordBank, state: State) -> Awaits:
        return Chance(Pick(state.seats), to=EVERYBODY)

    def step(self, rules: WordBank, state: State, event: events.Played[Action]) -> State:
        assert isinstance(event, Drawn)
        return self._start(rules, state, event.result[0])

    def _start(self, rules: WordBank, state: State, seat: Seat) -> State:
        return become(rules, replace(state, first=seat), Turn(seat, began=state.now))


@dataclass(frozen=True, slots=True)
class NewSafes(Phase[WordBank, State, Action]):
    """New cards from the pile take these places of the ring, in ring order.

    When the pile is empty no card comes: the ring shrinks, and the neighbours become neighbours.
    """

    places: Shown[tuple[int, ...]]

    def _count(self, state: State) -> int:
        return min(len(self.places), len(state.pile))

    def enter(self, rules: WordBank, state: State) -> State:
        return state if self._count(state) else self._lay(rules, state, ())

    def awaits(self, rules: WordBank, state: State) -> Awaits:
        return Chance(Draw(self._count(state), len(state.pile)), to=EVERYBODY)

    def step(self, rules: WordBank, state: State, event: events.Played[Action]) -> State:
        assert isinstance(event, Drawn)
        return self._lay(rules, state, event.result)

    def _lay(self, rules: WordBank, state: State, drawn: tuple[int, ...]) -> State:
        new = dict(zip(self.places, (state.pile[card] for card in drawn), strict=False))
        size = max(len(state.ring), len(new))
        ring = tuple(
            new.get(place) or state.ring[place]
            for place in range(size)
            if place in new or place not in self.places
        )
        pile = tuple(safe for card, safe in enumerate(state.pile) if card not in drawn)
        return finish(rules, replace(state, ring=ring, pile=pile))


@dataclass(frozen=True, slots=True)
class Turn(Phase[WordBank, State, Action]):
    """Create a password, place stones; at the end of the turn full safes are closed."""

    seat: Shown[Seat]
    began: Shown[int]
    appealed: Shown[bool] = False  # once a turn

    def awaits(self, rules: WordBank, state: State) -> Awaits:
        seconds = state.options.turn_seconds
        return Players((self.seat,), self.began + 1000 * seconds if seconds else None)

    def offers(self, rules: WordBank, view: View[State]) -> tuple[Offer, ...]:
        if view.seat != self.seat:
            return ()
        places = tuple(range(len(view.seen.ring)))
        most = min(len(places), view.seen.hands[self.seat]) - 1
        inputs = (
            Text("word", LONGEST_WORD),
            Choice("start", places),
            Choice("direction", ("cw", "ccw")),
            Some("cards", places, 0, most),
        )
        offers = (Offer(Announce, inputs), Offer(Pass))
        return (*offers, Offer(Appeal, inputs)) if self._may_appeal(rules, view.seen) else offers

    def _may_appeal(self, rules: WordBank, state: State) -> bool:
        """Only when there is something that the referee could have refused as of the same base."""
        friendly = rules.version > 1 and state.options.referee == "friendly"
        return friendly and not self.appealed and any(turn.ruling for turn in state.history)

    def check(self, rules: WordBank, state: State, seat: Seat, action: Action) -> Ruling:
        """Refuses impossible moves; incorrect passwords only with the friendly referee."""
        if isinstance(action, Vote):
            return refused("no-vote-now", "referee-table")
        if isinstance(action, Pass):
            return ALLOWED
        if isinstance(action, Appeal):
            return self._check_appeal(rules, state, action.move)
        ruling = self._possible(rules, state, action)
        if ruling and state.options.referee == "friendly":
            return rules.referee(state.options).incorrect(state.ring, state.history, action)
        return ruling

    def _check_appeal(self, rules: WordBank, state: State, move: Announce) -> Ruling:
        if self.appealed:
            return refused("appealed-already", "appeal")
        if not self._may_appeal(rules, state):
            return refused("no-appeal", "appeal")
        possible = self._possible(rules, state, move)
        if not possible:
            return possible
        referee = rules.referee(state.options)
        ruling = referee.incorrect(state.ring, state.history, move)
        if ruling.reason == "same-base":
            return referee.incorrect(state.ring, state.history, move, families=False)
        return refused("no-appeal", "appeal") if ruling else ruling

    def _possible(self, rules: WordBank, state: State, move: Announce) -> Ruling:
        if len(move.word) > LONGEST_WORD or not rules.referee(state.options).folded(move.word):
            return refused("letters-only", "letters")
        cards = (move.start, *move.cards)
        if not all(0 <= place < len(state.ring) for place in cards):
            return refused("no-such-safe", "first-letter")
        if len(set(cards)) < len(cards):
            return refused("one-stone-a-safe", "one-stone-a-safe")
        if len(cards) > state.hands[self.seat]:
            return refused("not-enough-stones", "stones-in-hand", count=state.hands[self.seat])
        return ALLOWED

    def step(self, rules: WordBank, state: State, event: events.Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._cancel(rules, state, refused("time-up", "nothing-announced"))
        if isinstance(event.action, Pass):
            return self._cancel(rules, state, refused("passed", "nothing-announced"))
        referee = rules.referee(state.options)
        if isinstance(event.action, Appeal):
            move = event.action.move
            against = ", ".join(map(capitals, referee.relatives(move.word, state.history)))
            return push(rules, state, Contest.open(state, self.seat, move, against))
        assert isinstance(event.action, Announce)
        move = event.action
        ruling = referee.incorrect(state.ring, state.history, move)
        if ruling and state.options.referee == "table":
            return push(rules, state, Contest.open(state, self.seat, move))
        return self._conclude(rules, state, move, ruling)

    def resume(self, rules: WordBank, state: State, result: object) -> State:
        if not isinstance(result, Verdict):
            return self._end(rules, state)
        if result.against and not result.ruling:
            # The turn is not lost, and its clock stood still during the vote.
            began = self.began + state.now - result.began
            return update(state, replace(self, began=began, appealed=True))
        return self._conclude(rules, state, result.move, result.ruling, result.against)

    def _conclude(
        self, rules: WordBank, state: State, move: Announce, ruling: Ruling, overruled: str = ""
    ) -> State:
        """The password is accepted, or the turn is cancelled and the stones come back."""
        referee = rules.referee(state.options)
        cards = move.in_order(len(state.ring))
        played = Played(
            seat=self.seat,
            ruling=ruling,
            word=referee.folded(move.word),
            spelling=referee.spelling(move.word),
            direction=move.direction,
            letters="".join(state.ring[place].letter for place in cards),
            overruled=overruled,
        )
        if not ruling:
            return self._end(rules, _with_turn(state, played))
        ring = tuple(
            replace(safe, stones=(*safe.stones, self.seat)) if place in cards else safe
            for place, safe in enumerate(state.ring)
        )
        full = tuple(place for place, safe in enumerate(ring) if safe.full)
        letters = "".join(ring[place].letter for place in full)
        state = replace(
            _with_turn(state, replace(played, closed=letters)),
            ring=ring,
            hands=with_item(state.hands, self.seat, state.hands[self.seat] - len(cards)),
            closed=with_item(state.closed, self.seat, state.closed[self.seat] + letters),
        )
        return push(rules, state, NewSafes(full)) if full else self._end(rules, state)

    def _cancel(self, rules: WordBank, state: State, ruling: Ruling) -> State:
        return self._end(rules, _with_turn(state, Played(self.seat, ruling)))

    def _end(self, rules: WordBank, state: State) -> State:
        ending = _ending(state, self.seat)
        if ending:
            return become(rules, state, Ended(ending))
        return become(rules, state, Turn((self.seat + 1) % state.seats, began=state.now))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a contest."""

    move: Announce
    ruling: Ruling
    began: int
    against: str


@dataclass(frozen=True, slots=True)
class Contest(Phase[WordBank, State, Action]):
    """The others accept or contest a password.

    Without a dictionary, more than half of them against it cancel the turn. After an appeal, more
    than half of them for it overrule the referee, not counting those who leave it to the others; it
    is also overruled if all do.
    """

    move: Shown[Announce]
    seat: Shown[Seat]
    began: Shown[int]
    voted: Shown[tuple[Seat, ...]]
    votes: Own[tuple[bool | None, ...]]
    against: Shown[str] = ""  # an appeal: the used words of the same base

    @classmethod
    def open(cls, state: State, seat: Seat, move: Announce, against: str = "") -> Contest:
        return cls(move, seat, state.now, (), (None,) * state.seats, against)

    def awaits(self, rules: WordBank, state: State) -> Awaits:
        return Players(self._waiting(state), self.began + 1000 * state.options.vote_seconds)

    def _waiting(self, state: State) -> tuple[Seat, ...]:
        return missing_votes(state.seats, self.seat, self.voted)

    def offers(self, rules: WordBank, view: View[State]) -> tuple[Offer, ...]:
        vote = Offer(Vote, (Choice("accept", (True, False)),))
        return (vote,) if view.seat in self._waiting(view.seen) else ()

    def check(self, rules: WordBank, state: State, seat: Seat, action: Action) -> Ruling:
        if isinstance(action, Vote) and (self.against or action.accept is not None):
            return ALLOWED
        return refused("vote-first", "appeal" if self.against else "referee-table")

    def step(self, rules: WordBank, state: State, event: events.Played[Action]) -> State:
        if not isinstance(event, Acted):
            return self._count(rules, state)  # silence leaves things as they are
        assert isinstance(event.action, Vote)
        cast = replace(
            self,
            voted=(*self.voted, event.seat),
            votes=with_item(self.votes, event.seat, event.action.accept),
        )
        return update(state, cast) if cast._waiting(state) else cast._count(rules, state)

    def _count(self, rules: WordBank, state: State) -> State:
        ruling = ALLOWED
        word, against = capitals(self.move.word), self.votes.count(False)
        if self.against:
            deciding = state.seats - 1 - sum(self.votes[seat] is None for seat in self.voted)
            if deciding and 2 * self.votes.count(True) <= deciding:
                ruling = refused("not-overruled", "appeal", word=word, used=self.against)
        elif 2 * against > state.seats - 1:
            ruling = refused("contested", "referee-table", word=word, count=against)
        return finish(rules, state, Verdict(self.move, ruling, self.began, self.against))


@dataclass(frozen=True, slots=True)
class Ended(Phase[WordBank, State, Action]):
    ending: Shown[str]

    def awaits(self, rules: WordBank, state: State) -> Awaits:
        return Over(score(state, self.ending))


def _laid_out(letters: str, cards: tuple[Safe, ...]) -> tuple[tuple[Safe, ...], tuple[Safe, ...]]:
    """The cards with these letters, each the first of its letter that is left, and all others."""
    ring, pile = [], list(cards)
    for letter in letters:
        card = next((safe for safe in pile if safe.letter == letter), None)
        if card is None:
            raise ValueError(f"opening: there are not enough cards with the letter {letter}")
        pile.remove(card)
        ring.append(card)
    return tuple(ring), tuple(pile)


def score(state: State, ending: str) -> Score:
    """Fewest stones in front and on the ring; then most closed safes; then a shared victory."""
    points = tuple(state.hands[seat] + state.exposed(seat) for seat in range(state.seats))
    rank = [(points[seat], -len(state.closed[seat])) for seat in range(state.seats)]
    winners = tuple(seat for seat in range(state.seats) if rank[seat] == min(rank))
    return Score(ending, points, winners)


def _ending(state: State, seat: Seat) -> str:
    """The ending that this seat's turn causes; empty if the game goes on."""
    round_over = (seat + 1) % state.seats == state.first
    if 0 in state.hands and (round_over or not state.options.even_turns):
        return "ran-out"
    if not state.ring:
        return "no-safes"
    twice_round = state.history[-2 * state.seats :]
    if len(twice_round) == 2 * state.seats and not any(turn.ruling for turn in twice_round):
        return "all-passed"
    return ""


def _with_turn(state: State, played: Played) -> State:
    return replace(state, history=(*state.history, played))
