"""uvicorn's classes are used beyond its public interface: this fails when what we use changes.

Then check `operations/http_protocol.py`, `operations/process.py` and `websocket/handshake.py`
against the new version, and move the upper bound in pyproject.toml.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from escale.server.operations.http_protocol import LimitedHttpProtocol
from escale.server.websocket.handshake import WebSocketHandshake

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


def test_the_version_of_uvicorn_is_bounded_and_the_installed_one_within() -> None:
    dependencies = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["dependencies"]
    (bound,) = (one for one in dependencies if one.startswith("uvicorn"))
    limits = re.fullmatch(r"uvicorn\[standard\]>=0\.(\d+),<0\.(\d+)", bound)
    assert limits is not None, f"{bound}: no upper bound"
    minor = int(version("uvicorn").split(".")[1])
    assert int(limits[1]) <= minor < int(limits[2])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("__init__", ["self", "config", "server_state", "app_state", "_loop"]),
        ("connection_made", ["self", "transport"]),
        ("connection_lost", ["self", "exc"]),
        ("data_received", ["self", "data"]),
        ("on_headers_complete", ["self"]),
        ("on_message_complete", ["self"]),
        ("handle_websocket_upgrade", ["self"]),
        ("pause_writing", ["self"]),
        ("resume_writing", ["self"]),
    ],
)
def test_the_methods_that_the_http_protocol_overrides_are_there(
    name: str, expected: list[str]
) -> None:
    assert parameters(getattr(HttpToolsProtocol, name)) == expected
    assert name in vars(LimitedHttpProtocol)


def test_the_http_protocol_makes_the_handshake_as_it_expects_to_be_made() -> None:
    source = inspect.getsource(HttpToolsProtocol.handle_websocket_upgrade)
    made = source[source.index("self.ws_protocol_class(") :]
    assert re.findall(r"(\w+)=self\.", made[: made.index("connection_made")]) == [
        *("config", "server_state", "app_state")
    ]
    assert parameters(WebSocketHandshake) == ["config", "server_state", "app_state"]
    assert re.findall(r"protocol\.(\w+)\(", source) == ["connection_made", "data_received"]


def test_what_is_read_of_uvicorns_objects_is_there() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    async def look() -> None:
        config = uvicorn.Config(app, http=LimitedHttpProtocol, ws=WebSocketHandshake)
        config.load()
        assert config.ws_protocol_class is WebSocketHandshake
        assert config.http_protocol_class is LimitedHttpProtocol
        assert callable(config.loaded_app)
        assert isinstance(config.ws_max_size, int)
        state = ServerState()
        assert isinstance(state.connections, set)
        assert isinstance(state.tasks, set)
        protocol = LimitedHttpProtocol(config=config, server_state=state, app_state={})
        assert protocol.loop is asyncio.get_running_loop()
        assert "transport" in vars(protocol)

    asyncio.run(look())


def test_a_server_that_stops_calls_what_we_implement() -> None:
    assert parameters(uvicorn.Server.shutdown) == ["self", "sockets"]
    source = inspect.getsource(uvicorn.Server.shutdown)
    assert "connection.shutdown()" in source
    assert "self.server_state.connections" in source
