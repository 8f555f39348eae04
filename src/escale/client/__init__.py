"""A client of the house: enough to write a bot, a tool or a test of a server in twenty lines.

    async with Client("http://127.0.0.1:8080") as client:
        found = await client.join("bako-limu")
        async with client.table(found) as table:
            await table.sit("Ada", salt=True)
            async for turn in table.turns():
                await turn.act(my_choice(turn.seen, turn.offers))
            print(table.score)

It speaks the public protocol and knows nothing else of Escale: no game, no rules, no server. What
the server says stays plain data; its form is in the schemas that the server hands out itself
(/api/openapi.json, and /api/games for the options and actions of each game).

Two promises make code that uses it short. Whatever changes something has an id, so that it can be
sent again after a lost connection and still happens once; and a table stays open through lost
connections, until the server is away for longer than the client is patient (`Away`).
"""

from escale.client.client import Client
from escale.client.engine import Engine, EngineFailed
from escale.client.errors import Away, Refused
from escale.client.table import Table, Turn

__all__ = ["Away", "Client", "Engine", "EngineFailed", "Refused", "Table", "Turn"]
