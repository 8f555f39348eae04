"""A client of an Escale server: a bot, a tool or a server test in twenty lines.

    async with Client("http://127.0.0.1:8080") as client:
        found = await client.join("bako-limu")
        async with client.table(found) as table:
            await table.sit("Ada")
            async for turn in table.turns():
                await turn.act(my_choice(turn.seen, turn.offers))
            print(table.score)

It speaks the public protocol and imports nothing else of Escale: no game, no rules, no server.
Messages of the server stay plain data; their schemas are served at /api/openapi.json, and those of
the options and actions of each game at /api/games.

Two guarantees keep code that uses it short. Every change has an id, so that it happens once even if
it is sent again after a lost connection. And a table stays open across lost connections, until the
server cannot be reached for longer than the client's `patience` (`Away`).
"""

from escale.client.client import Client
from escale.client.engine import Engine, EngineFailed
from escale.client.errors import Away, Refused
from escale.client.table import Table, Turn

__all__ = ["Away", "Client", "Engine", "EngineFailed", "Refused", "Table", "Turn"]
