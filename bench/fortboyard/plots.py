"""Bar charts as small SVG files, without a plotting library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 40, 44
INK, QUIET, BAR, LINE = "#10222C", "#566973", "#1A6882", "#C9D3CC"


class Bars(NamedTuple):
    """The data of a chart: one share for every label, in order."""

    title: str
    axis: str
    labels: Sequence[str]
    shares: Sequence[float]


def draw(bars: Bars, path: Path) -> None:
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    most = _step(max(bars.shares)) * 4
    step = wide / len(bars.shares)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' font-family="sans-serif" font-size="12" fill="{INK}">',
        f"<title>{escape(bars.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFDF6"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="bold">{escape(bars.title)}</text>',
    ]
    for number in range(5):
        y = TOP + high - high * number / 4
        parts.append(f'<path d="M{LEFT} {y:.1f}h{wide}" stroke="{LINE}"/>')
        share = f"{100 * most * number / 4:g} %"
        parts.append(
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="{QUIET}">{share}</text>'
        )
    every = 1 + (len(bars.labels) - 1) // 16
    for place, (label, share) in enumerate(zip(bars.labels, bars.shares, strict=True)):
        x, tall = LEFT + step * place, high * share / most
        parts.append(
            f'<rect x="{x + step * 0.1:.1f}" y="{TOP + high - tall:.1f}" width="{step * 0.8:.1f}"'
            f' height="{tall:.1f}" fill="{BAR}"/>'
        )
        if place % every == 0:
            middle = x + step / 2
            parts.append(
                f'<text x="{middle:.1f}" y="{TOP + high + 17}" text-anchor="middle">'
                f"{escape(label)}</text>"
            )
    parts.append(
        f'<text x="{LEFT + wide / 2}" y="{HEIGHT - 8}" text-anchor="middle" fill="{QUIET}">'
        f"{escape(bars.axis)}</text></svg>"
    )
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")


def _step(highest: float) -> float:
    """A quarter of the scale, rounded up to a readable share."""
    steps = (0.0025, 0.005, 0.01, 0.02, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25)
    return next(step for step in steps if 4 * step >= highest)


def histogram(
    title: str, axis: str, values: Sequence[float], edges: Sequence[float], labels: Sequence[str]
) -> Bars:
    """The share of values between each edge and the next; the last group is open."""
    counts = [0] * len(edges)
    for value in values:
        counts[sum(value >= edge for edge in edges[1:])] += 1
    return Bars(title, axis, labels, [count / len(values) for count in counts])
