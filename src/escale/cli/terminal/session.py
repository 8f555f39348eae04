"""A match in the terminal: asks people and bots for their moves and runs the clock."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeGuard

from rich.console import RenderableType
from rich.text import Text

from escale.cli.terminal import offers
from escale.cli.terminal.autosave import Autosave
from escale.cli.terminal.bot_plans import BotPlans, Plan
from escale.cli.terminal.bots import Bots
from escale.cli.terminal.keyboard import Interrupted, Keyboard
from escale.cli.terminal.prompt_commands import CommandEntered, Commands
from escale.cli.terminal.screen import Screen
from escale.cli.terminal.seating import PERSON
from escale.core.bots import planned
from escale.core.event import Acted, Drawn, Elapsed, Event, Resigned, Rewound
from escale.core.game import BEST_HINT
from escale.core.match import Match, standing
from escale.core.play import Awaits, Over, Players, Ruling
from escale.core.secrecy import Seat, has_hidden, view
from escale.games.terminal import Clock, Deed, News, asked_again, asked_first, goes_on, is_private

REDRAW: tuple[Event[Any], ...] = ()
NO_QUESTION = ("", "")
ANNOUNCED_SECONDS = (30, 10, 5)  # in plain mode the time left is said only at these


class Quit(Exception):
    """A person wants to stop playing."""


class Session:
    """The main loop, and the `Desk` (`games/terminal.py`) through which a game asks questions."""

    def __init__(
        self, match: Match[Any, Any, Any], screen: Screen, keyboard: Keyboard, autosave: Autosave
    ) -> None:
        self.match = match
        self.screen = screen
        self.say = screen.say
        self.keyboard = keyboard
        self.autosave = autosave
        self.kinds = tuple(player.role for player in match.header.players)
        self._commands = Commands(screen.say)
        self._bots = Bots(match, screen.game)
        self._plans = BotPlans(match)
        # The person at the keyboard, and `BotPlans.since`:
        self._asked: tuple[Seat, int | None] | None = None
        self._unshared: list[News] | None = None  # news that only one person has seen
        self._drawn = False  # the board has been on the screen
        self._interrupted = NO_QUESTION  # a prompt, and what was typed before the interruption
        self._answered = NO_QUESTION  # the last prompt, and its answer
        self._hints = [0] * len(match.header.players)  # how many each seat has had
        self._last_hint = (0, -1)  # which one it was, and the events that there were
        self._began = time.monotonic() - match.now / 1000  # match time stood still in the file

    @property
    def people(self) -> tuple[Seat, ...]:
        people = (seat for seat, kind in enumerate(self.kinds) if kind == PERSON)
        return tuple(seat for seat in people if seat not in self.match.resigned)

    def play(self) -> None:
        """To the end of the game, or until somebody leaves."""
        # Bots first: most answer at once, and no person's clock runs meanwhile.
        while not isinstance(awaits := self._catch_up(), Over):
            assert isinstance(awaits, Players)
            people = tuple(seat for seat in awaits.seats if seat in self.people)
            if not people:
                self._wait(awaits.seats)
                continue
            public = view(self.match.state, self.screen.eyes)
            with suppress(Interrupted):
                seat = asked_first(self.screen.terminal, public, people)
                self._apply(self._ask_person(seat))
        self.show(self.screen.board(self.match.state))
        self.screen.score(awaits.score, self.kinds)

    # The methods of `Desk`

    def read(self, prompt: str, *, free: bool = False, clock: Clock | None = None) -> str:
        """A line that is not a command. After a command the question is asked again."""
        while True:
            line = self._line(f"{prompt} ›", clock)
            command = self._commands.find(line)
            if command is None or not (command.certain or self._is_meant(line, free)):
                return line.removeprefix("/")
            match command.name:
                case "help":
                    self.screen.help()
                case "rules":
                    self.screen.rules(command.rest)
                case "history":
                    self._show_history()
                case "hint":
                    self._show_hint()
                case "save":
                    self.autosave.save(command.rest)
                case name:
                    raise CommandEntered(name)

    def show(self, *lines: RenderableType) -> None:
        self.screen.show(*lines)

    def sketch(self, drawing: RenderableType) -> None:
        if not self.screen.sentences:
            self.show(drawing)

    def goes_back(self, line: str) -> bool:
        return self._commands.goes_back(line)

    def now(self) -> int:
        return self._now()

    def wait(self, until: int) -> None:
        time.sleep(max(0, until - self._now()) / 1000)

    def look(self, seat: Seat, *lines: RenderableType) -> None:
        """Show at once if nobody else can see the screen; else on a private screen."""
        if len(self.people) == 1 or self._unshared is not None:
            self.show(*lines)
            return
        with self._private_screen(seat):
            self.show(*lines)
            self._line(self.say("play.press-enter-hide"))

    def offered(self) -> Any:
        assert self._asked is not None
        seen = view(self.match.state, self._asked[0])
        return offers.ask(self.match.rules.offers(seen), self.say, self)

    def _is_meant(self, line: str, free: bool) -> bool:
        """Where any word is allowed, "help" may be one: ask which is meant."""
        if not free:
            return True
        answer = self._line(
            self.say("play.command-or-word", command=f"/{line.lower()}", word=line.upper())
        )
        if answer.lower() == self.say("play.word-letter"):
            return False
        if answer:
            self.keyboard.put_back(answer)
        return True

    def _line(self, prompt: str, clock: Clock | None = None) -> str:
        """Read a line, whatever happens in the match while it is typed.

        Raises `Interrupted` if the person is no longer asked, or asked anew. If the same prompt
        comes again, what was typed is still there.
        """
        question, typed = self._interrupted
        typed = typed if question == prompt else ""
        self._interrupted = NO_QUESTION
        while True:
            shown = self._with_time(prompt, clock)
            try:
                line = self.keyboard.line(shown, self._seconds_until_redraw(clock), typed)
                self._answered = prompt, line
                return line
            except Interrupted as up:
                typed = up.typed
                self._catch_up()
                self._interrupted = prompt, typed
                self._check_is_still_asked()
                self._interrupted = NO_QUESTION

    def _with_time(self, prompt: str, clock: Clock | None) -> str:
        if clock is not None:
            said = clock.said if self.screen.sentences else None
            return f"{(said or clock.shown)(max(0, clock.ends - self._now()))} {prompt}"
        left = self._seconds_left()
        if left is None:
            return prompt
        return f"({self.say('play.seconds', count=round(left))}) {prompt}"

    def _seconds_until_redraw(self, clock: Clock | None) -> float | None:
        news = self._seconds_until_news()
        if clock is None or not self.keyboard.live:
            return news
        left = max(0, clock.ends - self._now()) / 1000
        if self.screen.sentences:
            beat = left - max((one for one in ANNOUNCED_SECONDS if one < left), default=0)
        else:
            beat = left % (clock.beat / 1000) or clock.beat / 1000
        return beat if news is None else min(news, beat)

    def _check_is_still_asked(self) -> None:
        if self._asked is not None and self._plans.since(self._asked[0]) != self._asked[1]:
            raise Interrupted

    def _show_hint(self) -> None:
        """A nudge; if asked again a move of the weakest bot here, and then of the best."""
        game, now = self.screen.game, len(self.match.log)
        assert self._asked is not None
        seat, seen = self._asked[0], view(self.match.state, self._asked[0])
        if game.hints is None or not game.levels or not game.hints.fit(seen):
            self.screen.note("play.no-hint")
            return
        before = self._last_hint[0] if self._last_hint[1] == now else 0
        rung = min(BEST_HINT, before + 1)
        self._hints[seat] += rung > before
        self._last_hint = rung, now
        bots = (int(kind.removeprefix("bot:")) for kind in self.kinds if kind != PERSON)
        level = game.hint_level(rung, bots)
        with self.screen.console.status(self.say("play.thinks", seat=seat)):
            action, _ = planned(self._bots.choose(seat, f"bot:{level}", "|hint"))
        key, details = game.hints.sentence(rung, seen, action)
        self.screen.note("play.hint", count=self._hints[seat], text=self.say(key, **details))

    # Bots

    def _catch_up(self) -> Awaits:
        """Apply deadlines and bot moves that are due, in order; returns what is awaited then."""
        while isinstance(awaits := self.match.awaits, Players):
            bots = [seat for seat in awaits.seats if seat not in self.people]
            if not self._is_late(awaits.deadline):
                self._plans.make(bots, self._think, self._now)
            plan = self._plans.first()
            if self._is_late(awaits.deadline) and (plan is None or plan.at >= awaits.deadline):
                self._apply(self.match.elapse(self._now()))
            elif plan is not None and plan.at <= self._now():
                self._apply(self._bot_plays(plan))
            else:
                break
        return awaits

    def _bot_plays(self, plan: Plan) -> Sequence[Event[Any]]:
        """No events if the action became illegal since it was planned: the bot is asked again."""
        self._plans.take(plan)
        outcome = self.match.act(plan.seat, plan.action, max(self.match.now, plan.at))
        if not isinstance(outcome, Ruling):
            return outcome
        assert len(self.match.log) > plan.known, outcome
        return ()

    def _wait(self, seats: Sequence[Seat]) -> None:
        """No person is awaited: sleep until a bot acts or the clock runs out."""
        names = ", ".join(self.say.labels[seat] for seat in seats)
        with self.screen.console.status(self.say("play.waits", names=names)):
            time.sleep(self._seconds_until_news() or 0.0)

    def _think(self, seat: Seat) -> Any:
        with self.screen.console.status(self.say("play.thinks", seat=seat)):
            return self._bots.choose(seat, self.kinds[seat])

    # People

    def _ask_person(self, seat: Seat) -> Sequence[Event[Any]]:
        self._asked = seat, self._plans.since(seat)
        private = self._is_private(seat)
        with self._private_screen(seat) if private else nullcontext():
            if private or not self._goes_on(seat):
                self.screen.heading(self.say("play.turn", seat=seat))
                self._show_board(seat, private)
                if self.match.may_deal_again():
                    self.screen.note("play.may-deal-again")
            outcome: Sequence[Event[Any]] | Ruling | None
            refused: tuple[Any, Ruling] | None = None
            while True:
                action = None
                try:
                    action = self._action(seat, refused)
                    if action is None:
                        return REDRAW
                    outcome = self._done(seat, action)
                except CommandEntered as called:
                    outcome = self._run_command(called.name, seat)
                if outcome is not None and not isinstance(outcome, Ruling):
                    return outcome
                refused = None
                if outcome is not None:
                    self.screen.refusal(outcome)
                    refused = None if action is None else (action, outcome)

    def _action(self, seat: Seat, refused: tuple[Any, Ruling] | None) -> Any:
        seen = view(self.match.state, seat)
        terminal, desk = self.screen.terminal, (self.say, self.say.labels, self)
        if terminal is None:
            return offers.ask(self.match.rules.offers(seen), self.say, self)
        if refused is None:
            return terminal.ask(seen, *desk)
        return asked_again(terminal)(self.match.rules, seen, *refused, *desk)

    def _done(self, seat: Seat, action: Any) -> Sequence[Event[Any]] | Ruling:
        """The events of an action, or of the deeds of several people."""
        if not isinstance(action, tuple):
            return self._outcome(seat, action)
        first, *others = action
        assert isinstance(first, Deed)
        outcome = self._outcome(first.seat, first.action)
        for deed in others:
            if isinstance(outcome, Ruling):
                break
            self._apply(outcome)
            outcome = self.match.act(deed.seat, deed.action, self._now())
        return outcome

    def _outcome(self, seat: Seat, action: Any) -> Sequence[Event[Any]] | Ruling:
        """The events of an action, unless the clock or a bot was faster: if the same prompt comes
        again, the answer is still there, and Enter repeats it."""
        self._catch_up()
        self._interrupted = self._answered
        self._check_is_still_asked()
        self._interrupted = NO_QUESTION
        return self.match.act(seat, action, self._now())

    def _run_command(self, command: str, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        """The events of a command; None: ask again."""
        if command == "quit":
            raise Quit
        if command == "undo":
            return self._take_back(seat)
        if command == "deal":
            return self._deal_again(seat)
        if command == "resign":
            return self._resign(seat)
        if command == "board":
            if not self._goes_on(seat):
                return REDRAW
            self._show_board(seat, self._is_private(seat))
            return None
        return self._pass(seat)

    def _pass(self, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        offered = self.match.rules.offers(view(self.match.state, seat))
        passes = [one for one in offered if one.action.__name__ == "Pass" and not one.inputs]
        if not passes:
            self.screen.note("play.no-pass")
            return None
        line = self._line(self.say("play.confirm-pass"))
        if self._is_yes(line):
            return self._outcome(seat, passes[0].action())
        if line and not self.goes_back(line):
            self.keyboard.put_back(line)
        return None

    def _resign(self, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        sure = self._is_yes(self._line(self.say("play.confirm-resign")))
        return self.match.resign(seat, self._now()) if sure else None

    def _is_yes(self, line: str) -> bool:
        """An empty line is none: what cannot be undone does not happen by a slip."""
        return line.lower() in self.say("play.yes").split()

    def _take_back(self, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        """Rewind to before the person's last action. Bots agree; other people are asked."""
        acted = [
            (place, event.seat)
            for place, event in standing(self.match.log)
            if isinstance(event, Acted)
        ]
        since = max((place for place, actor in acted if actor == seat), default=len(self.match.log))
        outcome = self.match.rewind(since, self._now())
        if isinstance(outcome, Ruling):
            return outcome
        others = {actor for place, actor in acted if place > since and actor in self.people}
        return outcome if self._agree("play.agree", seat, others) else None

    def _deal_again(self, seat: Seat) -> Sequence[Event[Any]] | Ruling | None:
        """Bots agree; all other people are asked."""
        outcome = self.match.deal_again(self._now())
        if isinstance(outcome, Ruling):
            return outcome
        others = {other for other in self.people if other != seat}
        return outcome if self._agree("play.agree-deal", seat, others) else None

    def _agree(self, question: str, seat: Seat, others: Iterable[Seat]) -> bool:
        for other in sorted(others):
            answer = self._line(self.say(question, seat=other, player=seat))
            if answer.lower() not in ("", *self.say("play.yes").split()):
                self.screen.note("play.not-agreed", seat=other)
                return False
        return True

    def _goes_on(self, seat: Seat) -> bool:
        """The board is on the screen already (not so after resuming a match)."""
        return self._drawn and goes_on(self.screen.terminal, view(self.match.state, seat))

    def _show_board(self, seat: Seat, private: bool) -> None:
        """The view of this seat, unless others would see its secrets on the same screen."""
        self._drawn = True
        open_to_all = len(self.people) > 1 and not private
        secrets = open_to_all and has_hidden(view(self.match.state, seat).seen)
        self.show(self.screen.board(self.match.state, None if secrets else seat))

    def _is_private(self, seat: Seat) -> bool:
        """Several people share the screen, and this one has secrets now."""
        seen = view(self.match.state, seat)
        return len(self.people) > 1 and is_private(self.screen.terminal, seen)

    @contextmanager
    def _private_screen(self, seat: Seat) -> Iterator[None]:
        """A screen that is cleared before the next person looks. What happens meanwhile is shown to
        everybody afterwards."""
        self._unshared = []
        try:
            with self.screen.console.screen(hide_cursor=False), self.keyboard.forgetting():
                self.screen.show(Text(self.say("play.hand-over", seat=seat), style="bold"))
                self._line(self.say("play.press-enter", seat=seat))
                self.screen.console.clear()
                yield
        finally:
            unheard, self._unshared = self._unshared, None
            self.screen.show_news(tuple(unheard))

    # Events

    def _apply(self, events: Sequence[Event[Any]]) -> None:
        if not events:
            return
        before = self.match.state
        self._plans.extend(events)
        self.autosave.write()
        if isinstance(events[0], Rewound):
            self.screen.note("play.dealt-again" if len(events) > 1 else "play.taken-back")
        news = self.screen.news(self.match.rules, before, events, self.match.state)
        self.screen.show_news(news)
        if self._unshared is not None:
            self._unshared += news

    def _show_history(self) -> None:
        rules = self.match.rules
        state = rules.setup(self.match.header.options, len(self.kinds))
        for _, event in standing(self.match.log):
            if isinstance(event, Acted | Drawn | Elapsed):
                after = rules.step(state, event)
                self.screen.show_news(self.screen.news(rules, state, [event], after))
                state = after
            elif isinstance(event, Resigned):
                self.screen.show_news(self.screen.news(rules, state, [event], state))

    # The clock

    def _now(self) -> int:
        return max(self.match.now, int((time.monotonic() - self._began) * 1000))

    def _is_late(self, deadline: int | None) -> TypeGuard[int]:
        return deadline is not None and deadline <= self._now()

    def _seconds_until_news(self) -> float | None:
        """Until a bot acts or the clock runs out, if nobody else does anything."""
        left, plan = self._seconds_left(), self._plans.first()
        if plan is None:
            return left
        until = max(0.0, (plan.at - self._now()) / 1000)
        return until if left is None else min(left, until)

    def _seconds_left(self) -> float | None:
        awaits = self.match.awaits
        deadline = awaits.deadline if isinstance(awaits, Players) else None
        return None if deadline is None else max(0.0, (deadline - self._now()) / 1000)
