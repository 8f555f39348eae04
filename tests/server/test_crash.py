"""The server is killed at any moment, as when the power fails. Nothing acknowledged may be lost.

The same evening with more kills: `python -m tests.soak.crash --kills 200`.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from escale.store.sqlite.migrations import MIGRATIONS
from tests.soak import crash
from tests.soak.victim import Victim

KILLS = 15

pytestmark = pytest.mark.flaky(reruns=1)


def test_kills_under_load_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    evening = crash.run(tmp_path, KILLS)
    told = str(evening)
    assert evening.wrong == [], told
    assert evening.exit_code == 0, told
    # And there was something to lose.
    assert evening.kills == KILLS
    assert evening.counts["acknowledged"] > 10 * KILLS, told
    assert 0 < evening.rescued < evening.counts["said again"], told
    assert evening.matches > KILLS, told
    assert evening.by_bots > KILLS, told
    assert evening.by_clock >= 4, told


def test_a_kill_while_a_house_opens_for_the_first_time_leaves_one_that_opens(
    tmp_path: Path,
) -> None:
    dice = Random(7)
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        victim = Victim(crash.born(), folder)
        victim.start()
        if number % 2:
            time.sleep(dice.uniform(0, 0.3))
        else:
            _wait_until(victim.database.exists)
            time.sleep(dice.uniform(0, 0.01))  # its tables are being made
        victim.kill()
        victim.start()
        victim.wait_until_ready()
        victim.kill()


def _wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.001)


# A second step that takes a while, so that it can be interrupted.
LONGER = """
    CREATE TABLE more (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO more
    WITH RECURSIVE up(number) AS
        (SELECT 1 UNION ALL SELECT number + 1 FROM up WHERE number < 200000)
    SELECT number, 'row ' || number FROM up;
"""
OPEN = f"""
import os, sys
from escale.store.sqlite.migrations import MIGRATIONS
from escale.store.sqlite.store import SqliteStore
os.write(1, b"begins")
SqliteStore.open(sys.argv[1], 0, (*MIGRATIONS, {LONGER!r}))
os.write(1, b"ends")
"""


LONGER_FORM = len(MIGRATIONS) + 1


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9, 1.1])
def test_a_kill_during_a_migration_leaves_the_old_form_or_the_new_one(
    tmp_path: Path, share: float
) -> None:
    path = tmp_path / "house.sqlite"
    seconds = _migrated(tmp_path / "other.sqlite")
    process = _opening(path)
    assert process.stdout is not None
    process.stdout.read(6)
    time.sleep(share * seconds)
    process.kill()
    process.wait()
    process.stdout.close()
    if path.exists():
        old = [(form, 0) for form in range(LONGER_FORM)]
        assert _form(path) in (*old, (LONGER_FORM, 200_000))
    _migrated(path)
    assert _form(path) == (LONGER_FORM, 200_000)


def _opening(path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", OPEN, str(path)], stdout=subprocess.PIPE)


def _migrated(path: Path) -> float:
    """Bring a database to the newest form; how long that took."""
    process = _opening(path)
    assert process.stdout is not None
    process.stdout.read(6)
    began = time.monotonic()
    assert process.stdout.read() == b"ends"
    seconds = time.monotonic() - began
    assert process.wait() == 0
    process.stdout.close()
    return seconds


def _form(path: Path) -> tuple[int, int]:
    """The number of steps done, and the rows that the last one made."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (form,) = connection.execute("PRAGMA user_version").fetchone()
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        assert ("entries" in names) == (form >= 1) and ("more" in names) == (form >= LONGER_FORM)
        rows = connection.execute("SELECT count(*) FROM more") if "more" in names else None
        return form, rows.fetchone()[0] if rows else 0
