"""pytest; and what failed is tried once more, one test at a time.

python -m tests.twice ARGUMENTS     as `make test` and `make browser` do

Many tests play real games by real clocks, with houses, servers and browsers that are killed and
come back. On a machine without a moment to spare, one of them can fail for nothing, and whoever
changed something else should not pay for it. What fails twice fails. What passes the second time
is named: it may be a race, and is worth an hour of somebody's.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FAILED = Path(".pytest_cache/v/cache/lastfailed")
MOST = 10  # more than these are no accident
TESTS_FAILED = 1  # pytest's word for it; anything else has not even run all of them


def run(arguments: list[str]) -> int:
    return subprocess.call([sys.executable, "-m", "pytest", *arguments])


def main(arguments: list[str]) -> int:
    FAILED.unlink(missing_ok=True)  # of another day
    result = run(arguments)
    if result != TESTS_FAILED or not FAILED.exists():
        return result
    failed = sorted(json.loads(FAILED.read_text("utf-8")))
    if len(failed) > MOST:
        return result
    named = "\n".join(f"    {name}" for name in failed)
    tell(f"FAILED, and tried once more:\n{named}")
    alone = [one for one in arguments if not one.startswith(("--numprocesses", "--dist"))]
    result = run([*alone, "--last-failed", "--last-failed-no-failures=none"])
    if result == 0:
        tell(f"PASSED only when tried again, alone:\n{named}")
    return result


def tell(text: str) -> None:
    line = "=" * 70
    sys.stdout.write(f"{line}\n{text}\n{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
