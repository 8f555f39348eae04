"""A probe of secrets: whoever must not know a secret hears the same, whatever it is.

Each secret of `table_of_secrets.py` is told twice, in two houses that differ in nothing else
(`house.py`), to the same people: other seats, a spectator, a stranger without a cookie, a player
who resigned and a guest whom the host removed. All that they hear is compared byte by byte
(`ears.py`): sockets, event streams, every route, exports, replays, reviews, the text board and
refusals, in the same order, at the same steps, with the same entry numbers and sizes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from escale.games.registry import game_names
from tests.secrets.ears import ROUTES
from tests.secrets.house import ToldChance, ToldHouse, told_chance, told_house
from tests.secrets.leaks import ONLY_IF_ASKED, Leak, all_hidden_fields, shows
from tests.secrets.run import SPECTATOR, Heard, Secret, told
from tests.secrets.table_of_secrets import SECRETS

WITHOUT_FIELD = {
    ("house", "Brought.record"),  # "vote in a match that was brought": its parts are guarded, too
}
MOST_SECONDS = 60


class Pair:
    """Two houses that differ in nothing."""

    def __init__(self, runner: asyncio.Runner, houses: list[ToldHouse], chance: ToldChance) -> None:
        self._runner = runner
        self.houses = houses
        self._chance = chance

    def tell(self, secret: Secret, story: str, **how: bool) -> tuple[Heard, Heard]:
        async def both() -> tuple[Heard, Heard]:
            one, other = self.houses
            async with asyncio.timeout(MOST_SECONDS):
                return (
                    await told(one, self._chance, secret, secret.one, story, **how),
                    await told(other, self._chance, secret, secret.other, story, **how),
                )

        return self._runner.run(both())


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    with told_chance() as chance, asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def opened(name: str) -> ToldHouse:
            return await stack.enter_async_context(told_house(folder / name))

        houses = [runner.run(opened(name)) for name in ("one", "other")]
        yield Pair(runner, houses, chance)
        runner.run(stack.aclose())


def differences(pair: tuple[Heard, Heard]) -> str:
    """Where those who heard the two tellings could tell them apart; empty: nowhere."""
    one, other = pair
    assert one.keys() == other.keys()
    found = []
    for who, lines in one.items():
        for line, again in zip([*lines, ""], [*other[who], ""], strict=False):
            if line != again:
                found.append(f"{who}:\n  {_around(line, again)}\n  {_around(again, line)}")
                break
    return "\n".join(found)


def _around(line: str, other: str) -> str:
    places = enumerate(zip(line, other, strict=False))
    first = next((place for place, (one, another) in places if one != another), 0)
    return f"{line[:90]} ... {line[max(0, first - 150) : first + 150]}"


# Nobody hears a secret


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_nobody_hears_it_who_must_not_know(pair: Pair, secret: Secret) -> None:
    assert differences(pair.tell(secret, secret.name)) == ""


@pytest.mark.parametrize("secret", [one for one in SECRETS if one.by is not None], ids=str)
def test_nor_if_a_bot_plays_on_for_one_who_resigned(pair: Pair, secret: Secret) -> None:
    assert differences(pair.tell(secret, f"{secret.name}: a bot", resigned=True)) == ""


# The probe notices leaks


def _leaks() -> Iterator[Any]:
    for secret in SECRETS:
        for field in secret.fields:
            yield pytest.param(secret, shows(field), id=f"{secret}: {field}")
        for leak in secret.leaks:
            yield pytest.param(secret, leak, id=f"{secret}: {leak.__name__}")


@pytest.mark.parametrize(("secret", "leak"), [*_leaks()])
def test_a_leak_is_noticed(
    pair: Pair, secret: Secret, leak: Leak, request: pytest.FixtureRequest
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        leak(patch, pair.houses)
        story = request.node.callspec.id
        heard = pair.tell(secret, story, briefly=leak not in ONLY_IF_ASKED)
        assert differences(heard) != ""


def test_every_way_is_listened_to(pair: Pair) -> None:
    """Nothing is equal only because nobody was told anything."""
    secret = SECRETS[0]
    heard, _ = pair.tell(secret, "every way")
    told = "\n".join(heard[SPECTATOR])
    for way in ("| socket | {", "| events | data: {", '"kind":"refused"', "'GET /api/tables/"):
        assert way.strip("'") in told, way
    for path in ("", "/described?language=en"):
        line = next(line for line in heard[SPECTATOR] if f"{path} None | 200" in line)
        assert line


# Nothing is left out


def test_every_hidden_field_is_in_the_table_of_secrets() -> None:
    covered = {(secret.game, field) for secret in SECRETS for field in secret.fields}
    covered |= {("house", field) for _, field in covered}
    missing = {one for one in all_hidden_fields() if one not in covered} - WITHOUT_FIELD
    assert not missing
    assert {secret.game for secret in SECRETS} == set(game_names())


def test_every_route_is_asked(pair: Pair) -> None:
    routes: Any = pair.houses[0].app._app.routes
    there = {
        (method, route.path) for route in routes for method in route.methods if method != "OPTIONS"
    }
    assert there == ROUTES.keys()
