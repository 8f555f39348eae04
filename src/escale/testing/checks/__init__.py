"""The checks of the contract, by name. Each inspects a `Subject` and yields its findings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from escale.testing.checks import (
    board,
    bots,
    codec,
    consider,
    endings,
    fold,
    interference,
    labels,
    purity,
    recorded,
    referee,
    refusals,
    secrecy,
    texts,
    versions,
)
from escale.testing.subject import Findings, Subject

Check: TypeAlias = Callable[[Subject], Findings]

CHECKS: dict[str, Check] = {
    "frozen": codec.frozen,
    "codec": codec.round_trip,
    "fold": fold.folds,
    "purity": purity.deterministic,
    "imports": purity.imports,
    "awaits": referee.awaits,
    "sample": referee.sampled_actions,
    "hostile": referee.fuzzed_actions,
    "endings": endings.matches_end,
    "score": endings.score,
    "proof": endings.proof,
    "refusals": refusals.refusals,
    "texts": texts.same_texts,
    "labels": labels.labels,
    "rulebook": texts.same_anchors,
    "imagine": interference.imagine,
    "interference": interference.hidden_values,
    "referee-tells": interference.referee_tells,
    "consider": consider.consider,
    "events": secrecy.seen_events,
    "spectator": secrecy.spectator,
    "bots": bots.bots,
    "board": board.board,
    "offers": board.offers,
    "recorded": recorded.recorded,
    "playthroughs": recorded.playthroughs,
    "versions": versions.versions,
}
