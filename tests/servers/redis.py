"""A Redis server for tests."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from contextlib import suppress

from tests.servers import redis_program
from tests.servers.ports import free_port


class RedisServer:
    """Without persistence: all that matters is in the database."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> RedisServer:
        program = redis_program()
        assert program
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(
            [*command, "--appendonly", "no", "--dir", "/"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return self
            time.sleep(0.02)
        raise TimeoutError("Redis did not start")

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        assert self._process
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """It accepts data, and answers nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self.thaw()
            self.kill()
