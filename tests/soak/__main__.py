# ruff: noqa: T201
"""The long forms of the tests that crash, flood and fuzz the server: `make soak`.

python -m tests.soak --minutes 60
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

AN_HOUR = 60.0  # minutes
MIXED = 0.7  # of the time, for an hour of mixed games; the others come one after the other


def runs(minutes: float) -> tuple[tuple[str, ...], ...]:
    """What is run, so that all of it takes about so long."""
    share = minutes / AN_HOUR

    def some(whole: int, least: int = 1) -> str:
        return str(max(least, round(whole * share)))

    return (
        ("hour", "--minutes", f"{minutes * MIXED:.2f}"),
        ("crash", "--kills", some(200, 5)),
        ("cluster", "--kills", some(40, 5)),
        ("fuzz", "--messages", some(100_000, 2000)),
        ("pressure", "--seconds", some(60, 5)),
        ("idle", "--connections", some(5000, 500), "--seconds", some(90), "--cycles", some(5)),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=AN_HOUR)
    args = parser.parse_args()
    failed = []
    for name, *arguments in runs(args.minutes):
        began = time.monotonic()
        command = [sys.executable, "-m", f"tests.soak.{name}", *arguments]
        code = subprocess.run(command, check=False).returncode
        told = "holds" if code == 0 else f"FAILED ({code})"
        print(f"soak: {name} {told}, after {time.monotonic() - began:.0f} s", flush=True)
        failed += [name] if code else []
    print(f"soak: {'FAILED: ' + ', '.join(failed) if failed else 'all of it holds'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
