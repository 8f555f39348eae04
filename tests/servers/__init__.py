"""PostgreSQL and Redis, real ones, for tests: started on this machine, killed, and started again.

python -m tests.servers     installs them (Debian's packages), as `make test` does first
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

LOUD = """
======================================================================
NO {names}. A house with many workers was NOT tested.
On Debian: apt-get install {packages}; then run the tests again.
======================================================================
"""
PACKAGES = {"PostgreSQL": "postgresql", "Redis": "redis-server"}


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
    """Redis, or Valkey, which is the same to us."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


def missing() -> tuple[str, ...]:
    there = {"PostgreSQL": postgres_folder(), "Redis": redis_program()}
    return tuple(name for name, program in there.items() if program is None)


def install() -> tuple[str, ...]:
    """Ask Debian for what is missing, where that can be done without a question; what is not to be
    had is returned."""
    wanted = [PACKAGES[name] for name in missing()]
    if wanted and shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        get = ["install", "-y", "-qq", "--no-install-recommends", *wanted]
        for command in (["update", "-qq"], get):
            subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL)
    return missing()


def loud(names: tuple[str, ...]) -> str:
    packages = " ".join(PACKAGES[name] for name in names)
    return LOUD.format(names=" AND NO ".join(names).upper(), packages=packages)
