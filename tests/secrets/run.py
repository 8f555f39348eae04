"""One telling of a story at a house, and what everybody heard of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Literal

from escale.core.codec import from_plain, to_plain
from escale.core.game import Game
from escale.games.registry import load_game
from escale.tables.hosting import BanGuest, CloseTable, carry_out
from escale.tables.log.table_state import RunningMatch
from escale.tables.table import Table
from tests.secrets.ears import OF_TABLE, ROUTES, SEATS, Asked, Ear, Route
from tests.secrets.house import START_MS, ToldChance, ToldHouse
from tests.secrets.leaks import Leak

PLAYERS = ("Ada", "Bo", "Cy", "Di")  # by seat
SPECTATOR, STRANGER = "Eve", "a stranger"
STEP_MS = 100
PRESENCE = '{"kind":"presence"'

Heard = dict[str, list[str]]
"""By who heard it."""


@dataclass(frozen=True)
class Secret:
    """Something that some seats know, in two values: everybody else must hear the same of both."""

    name: str
    game: str
    one: Any
    other: Any
    tell: Callable[[Run, Any], Awaitable[None]]  # it comes into the world
    before: Callable[[Run], Awaitable[None]] | None = None
    fields: tuple[str, ...] = ()  # that hold it, as `Class.field`
    knows: tuple[int, ...] = ()  # seats
    by: int | None = None  # the seat that has it; its person may resign before, and a bot plays
    resigns: int = 2  # knows it not, and gives up when it is there
    removed: int = 3  # is sent away by the host of the house when it is there
    options: Mapping[str, Any] | Callable[[Any], Mapping[str, Any]] = field(default_factory=dict)
    seats: tuple[Any, ...] = ("me", "open", "open", "open")
    pace: Mapping[str, Any] = field(default_factory=lambda: {"speed": "free", "seconds": 0})
    tries: tuple[Any, ...] = ()  # actions of other seats that are refused
    sets_up: Callable[[Run, Any], None] | None = None
    same: Callable[[Any], str] | None = None  # the public text that follows from the value
    brings: Callable[[Any], Any] | None = None  # a match file, in place of a new match
    ends: Literal["closed", "carried away", "over"] = "closed"  # how: by the host, by consent
    leaks: tuple[Leak, ...] = ()  # that are noticed here, besides those of the fields

    def __str__(self) -> str:
        return self.name


class Run:
    def __init__(self, house: ToldHouse, chance: ToldChance, secret: Secret, story: str) -> None:
        self.house = house
        self.chance = chance
        self.secret = secret
        self.story = story
        self.game: Game[Any, Any, Any] = load_game(secret.game)
        self.tokens = {name: self._token(name) for name in (*PLAYERS, SPECTATOR)}
        self.ears: dict[str, Ear] = {}
        self.table: Table
        self.resigned: set[int] = set()
        self._step = 0

    def _token(self, name: str) -> str:
        return sha256(f"{self.story}|{name}".encode()).hexdigest()[:43]

    # Around the story

    async def open(self, value: Any, *, to_events: bool) -> None:
        """A table with everybody at it, before the match begins."""
        secret = self.secret
        self.house.clock.now = START_MS
        self.chance.begin(self.story)
        if secret.sets_up is not None:
            secret.sets_up(self, value)
        options = secret.options(value) if callable(secret.options) else secret.options
        people = [*zip(PLAYERS, range(SEATS), strict=True), (SPECTATOR, None), (STRANGER, None)]
        for name, seat in people:
            self.ears[name] = Ear(self.house, name, self.tokens.get(name), seat)
        if secret.brings is None:
            wish = {
                "id": self.story,
                "game": secret.game,
                "name": "Ada",
                "seats": secret.seats,
                "options": options,
                "pace": secret.pace,
            }
            made = await self.post("Ada", "/api/tables", wish)
        else:
            file = secret.brings(value)
            made = await self.post("Ada", f"/api/matches?id={len(self.story)}&name=Ada", file)
        table = await self.house.house.open(made["table"])
        assert table is not None
        self.table = table
        for ear in self.ears.values():
            await ear.listen(made["table"], made["code"], to_events=to_events)
        await self.settle("open")
        for ear in self.ears.values():
            ear.heard.clear()  # who came first is up to the network
        for seat, who in enumerate(secret.seats):
            if who == "open":
                await self.do(PLAYERS[seat], kind="sit", seat=seat, name=PLAYERS[seat])
        await self.do(SPECTATOR, kind="say", text="hello", name=SPECTATOR)

    async def post(self, who: str, path: str, body: Any) -> Any:
        status, answer = await self.ears[who].ask(Asked("POST", path, body))
        assert status < 300, answer
        return answer

    async def close(self) -> None:
        for ear in self.ears.values():
            await ear.stop()

    async def look_around(self, moment: str, *who: str, routes: Iterable[Route] = OF_TABLE) -> None:
        for name in who:
            await self.ears[name].look_around(moment, routes)

    async def pry(self) -> None:
        for seat, name in enumerate(PLAYERS):
            self.ears[name].tried = [
                {"kind": "act", "seat": seat, "action": to_plain(action)}
                for action in self.secret.tries
            ]
        for name, ear in self.ears.items():
            await ear.pry(f"{name} pries")
            await self.settle(f"{name} pries", ear)

    async def board_of(self, who: str) -> Any:
        """What is shown to one who has no part in the match any more, or never had."""
        ear = self.ears[who]
        _, update = await ear.ask(Asked("GET", f"/api/tables/{self.name}"))
        (shown,) = update["views"]
        described = f"/api/tables/{self.name}/described?language=en{ear.own_seat}"
        return shown["held"], shown.get("seen"), await ear.ask(Asked("GET", described))

    async def resign(self, seat: int) -> None:
        await self.do(PLAYERS[seat], kind="resign", seat=seat)
        self.resigned.add(seat)

    async def remove(self, seat: int) -> None:
        guest = self.table.state.person(_hash(self.tokens[PLAYERS[seat]]))
        assert guest is not None
        await carry_out(self.house.house, BanGuest(self.name, guest, 60))
        await self.ears[PLAYERS[seat]].is_shut_out()
        step = f"{PLAYERS[seat]} is removed"
        await self.settle(step)
        for ear in self.ears.values():  # when a connection is closed is up to the network
            ear.heard = [
                line for line in ear.heard if not (line.startswith(step) and PRESENCE in line)
            ]

    async def shut(self) -> None:
        await carry_out(self.house.house, CloseTable(self.name))
        await self.settle("closed by the host")

    # In the story

    @property
    def name(self) -> str:
        return self.table.state.name

    @property
    def running(self) -> RunningMatch:
        assert self.table.state.running is not None
        return self.table.state.running

    @property
    def state(self) -> Any:
        return self.running.match.state

    async def do(self, who: str, **command: Any) -> None:
        """A command that has its effect."""
        self._step += 1
        self.house.clock.now += STEP_MS
        message, ear = f"step-{self._step}", self.ears[who]
        begun = len(ear.heard)
        await ear.say({"id": message, **command})
        await self.settle(f"{message} {who} {command['kind']}", ear)
        state = self.table.state
        person = state.person(_hash(self.tokens[who]))
        assert state.done(person, message) is not None, ear.heard[begun:]

    async def act(self, seat: int, *actions: Any) -> None:
        """By the person of this seat, or by a bot if they have resigned."""
        for action in actions:
            plain = action if isinstance(action, dict) else to_plain(action)
            if seat in self.resigned:
                await self.bot(seat, from_plain(self.game.actions, plain))
            else:
                await self.do(PLAYERS[seat], kind="act", seat=seat, action=plain)

    async def bot(self, seat: int, choice: Any) -> None:
        """A bot acts at once, or plans to do so later."""
        self._step += 1
        self.house.clock.now += STEP_MS
        before = self.table.state.number, dict(self.table._plans)
        await self.house.bots.tell(seat, choice)
        while (self.table.state.number, dict(self.table._plans)) == before:
            await asyncio.sleep(0)
        await self.settle(f"step-{self._step} bot {seat}")

    async def wait(self, milliseconds: int) -> None:
        self._step += 1
        self.house.clock.now += milliseconds
        self.table.tick()
        await self.settle(f"step-{self._step} waits")

    def tamper(self, **hidden: Any) -> None:
        """Change what is hidden in the phase, where no course of play would change it alone."""
        match, phases = self.running.match, self.state.phases
        match.state = replace(match.state, phases=(*phases[:-1], replace(phases[-1], **hidden)))

    async def settle(self, step: str, speaker: Ear | None = None) -> None:
        """Until all has happened that follows, and everybody has heard of it."""
        if speaker is not None:
            await speaker.has_heard_all()  # its command was handled
        await self.table.settled()
        await asyncio.gather(*(ear.has_heard_all() for ear in self.ears.values()))
        for ear in self.ears.values():
            ear.take_down(step)


def _hash(token: str) -> str:
    return sha256(f"guest|{token}".encode()).hexdigest()


async def told(
    house: ToldHouse,
    chance: ToldChance,
    secret: Secret,
    value: Any,
    story: str,
    *,
    resigned: bool = False,
    briefly: bool = False,
) -> Heard:
    """What everybody hears who must not know it.

    `resigned`: the person of the seat that has the secret gave up before, and a bot plays on.
    `briefly`: only what they are told over the socket without asking, and not what comes after.
    """
    run = Run(house, chance, secret, story[:64])
    knows = {PLAYERS[seat] for seat in secret.knows}
    try:
        await run.open(value, to_events=not briefly)
        if secret.before is not None:
            await secret.before(run)
        if resigned:
            assert secret.by is not None
            await run.resign(secret.by)
            knows.remove(PLAYERS[secret.by])
        await secret.tell(run, value)
        if not briefly:
            await _probe(run, knows)
    finally:
        await run.close()
    public = "" if secret.same is None else secret.same(value)
    return {
        name: [line.replace(public, "…") if public else line for line in ear.heard]
        for name, ear in run.ears.items()
        if name not in knows
    }


async def _probe(run: Run, knows: set[str]) -> None:
    secret = run.secret
    played_by_bot = bool(run.resigned)
    gone = min(run.resigned, default=secret.resigns)
    seat, removed = PLAYERS[gone], PLAYERS[secret.removed]
    await run.look_around("told", seat, SPECTATOR)
    await run.look_around("told", STRANGER, routes=ROUTES)
    if not played_by_bot:
        await run.resign(gone)
    await run.remove(secret.removed)
    if removed in knows:  # from now on they hear nothing more of it
        run.ears[removed].heard.clear()
        knows.remove(removed)
    begun = len(run.ears[removed].heard)
    await run.look_around("resigned and removed", seat, removed)
    await run.pry()
    for line in run.ears[removed].heard[begun:]:
        assert "| 403 " in line, "whoever was removed is told nothing but that"
    assert await run.board_of(seat) == await run.board_of(SPECTATOR)
    if secret.ends == "closed":
        await run.shut()
    elif secret.ends == "carried away":
        await run.do("Ada", kind="propose", what="carry-away")
        for who in ("Bo", seat):  # also those who resigned
            await run.do(who, kind="answer", agree=True)
        assert run.table.state.carried_by is not None
    await run.look_around(secret.ends, seat, SPECTATOR, STRANGER)
