"""A wire between a client and a house that can be cut, and on which answers can get lost."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

from tests.served import House


class Wire:
    """Forwards everything to the house, as long as the wire holds."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server
        self.loses_answers = False
        self.connections = 0
        self._port = 0

    async def __aenter__(self) -> Self:
        await self.mend()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.fall()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def mend(self) -> None:
        """From now on connections can be made, at the same place as before."""
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    def fall(self) -> None:
        """From now on there is no connection, as if the house had gone."""
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """All connections that there are; new ones can be made."""
        for writer in self._open:
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._open.add(writer)
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._house.port)
            self._open.add(back)
            await asyncio.gather(self._carry(reader, back, False), self._carry(there, writer, True))
            self._open.discard(back)
            back.transport.abort()
        self._open.discard(writer)
        writer.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not (answers and self.loses_answers):
                    writer.write(data)
        writer.transport.abort()
