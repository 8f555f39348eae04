"""A PostgreSQL server in a folder of its own, for tests."""

from __future__ import annotations

import getpass
import os
import pwd
import signal
import subprocess
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

import psycopg

from tests.servers import postgres_folder
from tests.servers.ports import free_port

SETTINGS = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
max_connections = 200
fsync = on
synchronous_commit = on
shared_buffers = 64MB
log_min_messages = warning
"""
_numbers = count(1)


class PostgresServer:
    """`kill` is kill -9 of the server and all its processes; `start` recovers from that."""

    def __init__(self, folder: Path, more: str = "") -> None:
        """`more`: further settings."""
        self._folder = folder / "postgres"
        self.log = folder / "postgres.log"
        self._programs = postgres_folder()
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder.mkdir()
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            owner = pwd.getpwnam("postgres")
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
            for above in self._folder.parents:
                if above.stat().st_uid == 0 and not above.stat().st_mode & 0o001:
                    above.chmod(above.stat().st_mode | 0o011)
        data = self._data
        self._run("initdb", "-D", data, "-U", "escale", "-A", "trust", "--no-sync", "-E", "UTF8")
        settings = SETTINGS.format(port=self.port)
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(settings + more)

    @property
    def data(self) -> Path:
        return self._folder / "data"

    @property
    def _data(self) -> str:
        return str(self.data)

    def _user(self) -> str:
        return "postgres" if os.geteuid() == 0 else getpass.getuser()

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [f"{self._programs}/{program}", *arguments],
            check=True,
            cwd=self._folder,
            user=self._user() if os.geteuid() == 0 else None,
            stdout=subprocess.DEVNULL,
        )

    def shell(self, script: str) -> None:
        """Run a shell script as the server's user, with its programs on the path."""
        here = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": "escale"}
        path = {"PATH": f"{self._programs}:{os.environ['PATH']}", "PGDATABASE": "postgres"}
        done = subprocess.run(
            ["sh", "-e", "-c", script],
            cwd=self._folder,
            user=self._user() if os.geteuid() == 0 else None,
            env={**os.environ, **here, **path},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert done.returncode == 0, f"{script}\n{done.stderr}"

    def start(self) -> PostgresServer:
        """Retried: after a kill its children may still exist for a moment."""
        until = time.monotonic() + 60
        while True:
            self._spawn()
            if self._is_up(until):
                return self

    def _spawn(self) -> None:
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [f"{self._programs}/postgres", "-D", self._data],
                cwd=self._folder,
                user=self._user() if os.geteuid() == 0 else None,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _is_up(self, until: float) -> bool:
        """False: the process has ended."""
        assert self._process
        while self._process.poll() is None:
            try:
                psycopg.connect(self._url("postgres"), connect_timeout=2).close()
                return True
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
        time.sleep(0.1)
        return False

    def _url(self, database: str) -> str:
        return f"postgresql://escale@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"house_{os.getpid()}_{next(_numbers)}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self._url(name)

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        """The children, each in a session of its own, would hold its memory and its port until they
        notice."""
        assert self._process
        listed = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        self._process.send_signal(signal.SIGSTOP)  # so that it forks no more
        children = [int(pid) for pid in listed.read_text().split()]
        for pid in (self.pid, *children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()
        while any(Path(f"/proc/{pid}").exists() for pid in children):
            time.sleep(0.01)

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)  # a fast, orderly shutdown
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
