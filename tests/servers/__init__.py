"""PostgreSQL and Redis, real ones, for tests: started on this machine, killed, and started again.
And clocks that are wrong, for those who use them.

python -m tests.servers     installs them (Debian's packages), as `make test` does first
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

LOUD = """
======================================================================
NO {names}. {what} was NOT tested.
On Debian: apt-get install {packages}; then run the tests again.
======================================================================
"""
PACKAGES = {"PostgreSQL": "postgresql", "Redis": "redis-server", "libfaketime": "libfaketime"}
SERVERS = ("PostgreSQL", "Redis")


def postgres_folder() -> Path | None:
    """Where the newest server's programs are."""
    named = os.environ.get("ESCALE_POSTGRES_BIN")
    if named:
        return Path(named)
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    if found:
        return found[-1].parent
    anywhere = shutil.which("postgres")
    return Path(anywhere).resolve().parent if anywhere else None


def _version(program: Path) -> int:
    number = program.parents[1].name
    return int(number) if number.isdecimal() else 0


def redis_program() -> str | None:
    """Redis or Valkey."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


def clock_library() -> Path | None:
    """libfaketime, which gives a program another time than that of its machine."""
    found = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
    return next(found, None)


def missing(names: Sequence[str] = SERVERS) -> tuple[str, ...]:
    there = {
        "PostgreSQL": postgres_folder,
        "Redis": redis_program,
        "libfaketime": clock_library,
    }
    return tuple(name for name in names if there[name]() is None)


def install(names: Sequence[str] = SERVERS) -> tuple[str, ...]:
    """Ask Debian for what is missing, where that can be done without a question; what is not to be
    had is returned."""
    wanted = [PACKAGES[name] for name in missing(names)]
    if wanted and shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        get = ["install", "-y", "-qq", "--no-install-recommends", *wanted]
        for command in (["update", "-qq"], get):
            subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL)
    return missing(names)


def loud(names: tuple[str, ...]) -> str:
    packages = " ".join(PACKAGES[name] for name in names)
    many = "A house with many workers"
    what = many if {*names} & {*SERVERS} else f"{many} whose clocks differ"
    return LOUD.format(names=" AND NO ".join(names).upper(), what=what, packages=packages)
