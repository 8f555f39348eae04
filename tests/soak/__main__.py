# ruff: noqa: T201
"""The long forms of the tests that crash, flood and fuzz the server: `make soak`."""

from __future__ import annotations

import subprocess
import sys
import time

RUNS = (
    ("crash", "--kills", "200"),
    ("cluster", "--kills", "60"),
    ("fuzz", "--messages", "100000"),
    ("idle",),
)


def main() -> int:
    worst = 0
    for name, *arguments in RUNS:
        began = time.monotonic()
        command = [sys.executable, "-m", f"tests.soak.{name}", *arguments]
        code = subprocess.run(command, check=False).returncode
        told = "holds" if code == 0 else f"FAILED ({code})"
        print(f"soak: {name} {told}, after {time.monotonic() - began:.0f} s", flush=True)
        worst = max(worst, abs(code))
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
