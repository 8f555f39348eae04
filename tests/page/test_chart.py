"""The chart of Word Bank: true, and readable without colours."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

from escale.games import replay
from escale.games.matchfile import at_start, read
from escale.games.wordbank.rules.pieces import COLOURS
from tests.page.node import ROOT, needs_node, run

pytestmark = needs_node

RECORDED = sorted((ROOT / "src/escale/games/wordbank/recorded").glob("*.json"))
TOKENS = (ROOT / "src/escale/web/look/tokens.css").read_text(encoding="utf-8")
APART, LEAST, MOST = 24, 16, 240


def drawn(**asked: Any) -> Any:
    limits = {"apart": APART, "least": LEAST, "most": MOST}
    return run("chart.mjs", {"replays": [], "labels": [], **limits, **asked})


def test_the_lines_end_where_the_match_did() -> None:
    matches = [read(path) for path in RECORDED]
    replays = [list(replay.steps(game, record, "en")) for game, record in matches]
    charts = drawn(replays=replays)["values"]
    for (game, record), values in zip(matches, charts, strict=True):
        match = at_start(game, record.header)
        for event in record.log:
            match.extend([event])
        assert len(values) == len(match.state.history) + 1
        if match.score is not None:
            assert values[-1] == list(match.score.points)


def test_labels_never_lie_on_each_other() -> None:
    rng = Random(5)
    wanted = [[rng.uniform(LEAST, MOST) for _ in range(rng.randint(2, 5))] for _ in range(300)]
    wanted += [[place] * 5 for place in (LEAST, 100, MOST)]
    for asked, placed in zip(wanted, drawn(labels=wanted)["labels"], strict=True):
        assert all(LEAST - 1e-6 <= one <= MOST + 1e-6 for one in placed)
        assert all(b - a >= APART - 1e-6 for a, b in pairwise(sorted(placed)))
        order = sorted(range(len(asked)), key=lambda i: (asked[i], i))
        assert order == sorted(range(len(asked)), key=lambda i: placed[i])


def test_every_player_has_a_line_style_of_their_own() -> None:
    dashes = drawn()["dashes"]
    assert len({dashes[colour] for colour in COLOURS}) == len(COLOURS)


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_lines_and_labels_stand_out_by_day_and_by_night() -> None:
    themes = [block for block in TOKENS.split("color-scheme:")[1:] if "--paper" in block]
    assert len(themes) >= 2
    for theme in themes:
        token = dict(re.findall(r"--([\w-]+): (#[0-9A-Fa-f]{6});", theme))
        for name in [*(f"text-{colour}" for colour in COLOURS), "ink", "ink-2", "ink-3"]:
            light, dark = sorted((luminance(token[name]), luminance(token["paper"])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, name
