"""Debian's Chromium, found or installed; and if it cannot be had, a loud word about it.

python -m tests.browser.chromium     installs it, as `make browser` does first
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"  # the same browser without its window, for a quarter less work
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LOUD = """
======================================================================
NO BROWSER. The page was NOT tried in a browser.
Install Chromium (on Debian: apt-get install chromium), or name one in
ESCALE_CHROMIUM, and run `make browser` again.
======================================================================
"""


def path() -> str | None:
    named = os.environ.get("ESCALE_CHROMIUM")
    if named:
        return named
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def install() -> str | None:
    """Ask Debian for it, where that can be done without a question."""
    if path() is None and shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "-y", SHELL], ["install", "-y", "chromium"]):
            if path() is None:
                subprocess.run(["apt-get", "-qq", *command], env=quiet, stdout=subprocess.DEVNULL)
    return path()


if __name__ == "__main__":
    if install() is None:
        sys.exit(LOUD)
