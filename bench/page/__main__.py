"""How heavy the page is and how soon it is there, beside a boardgame.io + React page in one run.

    python bench/page [--rounds 5] [--markdown]

The peer is the smallest page that boardgame.io's guide would have (peer/), built by Vite. Both come
gzip- or brotli-compressed from this machine to a Chromium with a processor four times slower and a
line of 1.6 Mbit/s and 150 ms. Sides take turns; medians are shown.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser import chromium  # noqa: E402
from tests.served import served  # noqa: E402

SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
PHONE = {"width": 390, "height": 844}

PAINTED = """() => new Promise(done => {
  const look = () => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    if (!paint) return setTimeout(look, 20);
    const all = ['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind));
    const before = all.filter(one => one.responseEnd <= paint.startTime);
    const bytes = before.reduce((sum, one) => sum + one.transferSize, 0);
    done({paint: paint.startTime, bytes, requests: before.length});
  };
  look();
})"""
SHIFTS = """() => new Promise(done => {
  let moved = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) moved += one.value; })
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(moved), 1500);
})"""
LATER = """() => {
  const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const scripts = performance.getEntriesByType('resource').filter(one => one.name.endsWith('.js'));
  const later = scripts.filter(one => one.startTime > painted);
  return later.reduce((sum, one) => sum + one.transferSize, 0);
}"""
FRAMES = """() => new Promise(done => {
  const times = []; let last = performance.now();
  const step = now => {
    times.push(now - last);
    last = now;
    if (times.length < 150) requestAnimationFrame(step); else done(times);
  };
  requestAnimationFrame(step);
})"""


@dataclass(frozen=True, slots=True)
class Visit:
    paint_ms: float
    bytes: int
    requests: int
    shift: float


class Quietly(SimpleHTTPRequestHandler):
    """Static files, compressed as a careful host would."""

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        file = path / "index.html" if path.is_dir() else path
        if not file.is_file():
            self.send_error(404)
            return
        body = gzip.compress(file.read_bytes(), 9)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def peer(cache: Path) -> Iterator[str]:
    """The peer's page, built once and served."""
    folder = cache / "page-peer"
    shutil.copytree(HERE / "peer", folder, dirs_exist_ok=True)
    quiet = {"cwd": folder, "check": True, "stdout": sys.stderr}
    npm = shutil.which("npm") or sys.exit("npm is not on this machine: the peer cannot be built")
    if not (folder / "node_modules" / ".installed").exists():
        options = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([npm, "install", *options], **quiet)  # noqa: S603
        (folder / "node_modules" / ".installed").touch()
    subprocess.run([npm, "exec", "--", "vite", "build", "--config", "peer.config.js"], **quiet)  # noqa: S603
    handler = partial(Quietly, directory=str(folder / "dist"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@contextmanager
def slow_phone(browser: Browser) -> Iterator[Page]:
    # What a service worker fetches for later would be counted as nothing when it is needed.
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR", service_workers="block"
    )
    page = context.new_page()
    device = context.new_cdp_session(page)
    device.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    device.send("Network.enable")
    device.send("Network.emulateNetworkConditions", LINE)
    yield page
    context.close()


def visit(browser: Browser, url: str) -> Visit:
    """First visit: nothing is in any cache."""
    with slow_phone(browser) as page:
        page.goto(url + "/", wait_until="commit")
        told: dict[str, Any] = page.evaluate(PAINTED)
        page.wait_for_load_state("networkidle")
        return Visit(told["paint"], told["bytes"], told["requests"], page.evaluate(SHIFTS))


def opened(browser: Browser, url: str) -> dict[str, float]:
    """A box is opened: what comes with its board, and how smoothly a word is typed on it."""
    with slow_phone(browser) as page:
        page.goto(url + "/")
        page.wait_for_load_state("networkidle")
        began = time.monotonic()
        page.locator("button.go, .btn.go").first.click()
        page.locator(".tray").wait_for()
        ready = time.monotonic() - began
        page.wait_for_load_state("networkidle")
        scripts = page.evaluate(LATER)
        keys = page.locator(".tray .keys button")
        frames = page.evaluate_handle(f"() => {{ window.frames_ = ({FRAMES})(); }}")
        for place in (3, 8, 2, 12, 5, 9):
            keys.nth(place).click()
        times = sorted(page.evaluate("() => window.frames_"))
        frames.dispose()
        return {
            "ready_s": ready,
            "board_kB": scripts / 1000,
            "frame_p50_ms": times[len(times) // 2],
            "frame_p95_ms": times[int(len(times) * 0.95)],
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "escale-bench"
    parser.add_argument("--cache", type=Path, default=cache)
    given = parser.parse_args()
    found = chromium.install() or sys.exit(chromium.LOUD)
    arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with (
        tempfile.TemporaryDirectory() as folder,
        peer(given.cache) as theirs,
        served(Path(folder)) as house,
        sync_playwright() as playing,
    ):
        browser = playing.chromium.launch(executable_path=found, args=arguments)
        sides = {"boardgame.io + React": theirs, "Escale": house.url}
        seen: dict[str, list[Visit]] = {name: [] for name in sides}
        for _ in range(given.rounds):
            for name, url in sides.items():
                seen[name].append(visit(browser, url))
        board = opened(browser, house.url)
        browser.close()
    report(seen, board)


def report(seen: dict[str, list[Visit]], board: dict[str, float]) -> None:
    def middle(name: str, what: str) -> float:
        return statistics.median(getattr(one, what) for one in seen[name])

    print("| page | first paint ms | kB before it | requests before it | layout shift |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in seen:
        paint, size = middle(name, "paint_ms"), middle(name, "bytes") / 1000
        requests, shift = middle(name, "requests"), middle(name, "shift")
        print(f"| {name} | {paint:.0f} | {size:.1f} | {requests:.0f} | {shift:.3f} |")
    theirs, ours = seen
    paint = middle(ours, "paint_ms") / middle(theirs, "paint_ms")
    size = middle(ours, "bytes") / middle(theirs, "bytes")
    print(f"| Escale : peer | {paint:.2f} | {size:.2f} | | |")
    print()
    print("| the box is opened on the same slow phone | |")
    print("| --- | ---: |")
    print(f"| kB of script that come with the table and its board | {board['board_kB']:.1f} |")
    print(f"| seconds from the tap to the tray | {board['ready_s']:.1f} |")
    print(f"| a frame while typing, median ms | {board['frame_p50_ms']:.1f} |")
    print(f"| a frame while typing, 95th percentile ms | {board['frame_p95_ms']:.1f} |")


if __name__ == "__main__":
    main()
