"""Where games keep what can be made again."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Where this user's machine keeps files that can be made again."""
    if home := os.environ.get("XDG_CACHE_HOME"):
        return Path(home) / "escale"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "escale/cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/escale"
    return Path.home() / ".cache/escale"
