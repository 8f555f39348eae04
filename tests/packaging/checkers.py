"""Programs that judge what a host writes for them: the ones of this machine, or Debian's, unpacked
into a folder. Nothing is installed: Debian would start them at once."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

LOUD = """
======================================================================
NO {name}. {what} was NOT checked.
======================================================================
"""
PACKAGES = {"caddy": "caddy", "nginx": "nginx"}  # these are whole in themselves


def checker(name: str, folder: Path) -> str | None:
    return shutil.which(name) or _unpacked(name, folder)


def _unpacked(name: str, folder: Path) -> str | None:
    if name not in PACKAGES or not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return None
    get = ["apt-get", "-qq", "download", PACKAGES[name]]
    if subprocess.run(get, cwd=folder, capture_output=True).returncode:
        return None
    (package,) = folder.glob(f"{PACKAGES[name]}_*.deb")
    subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
    found = (folder / place / name for place in ("usr/bin", "usr/sbin"))
    return next((str(path) for path in found if path.is_file()), None)
