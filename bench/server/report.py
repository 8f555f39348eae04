"""All figures of a run in tables, with the ratios that matter more than the figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias, TypeVar

from cells import CALM, Crash, Memory, Speed

F = TypeVar("F")  # Speed or Memory
Row: TypeAlias = Sequence[str]
Column: TypeAlias = tuple[str, Callable[[F], float], int]

SPEED: Sequence[tuple[str, Callable[[Speed], float], int]] = (
    ("moves/s", lambda one: one.moves_per_second, 0),
    ("p50 ms", lambda one: one.p50_ms, 1),
    ("p99 ms", lambda one: one.p99_ms, 1),
    ("CPU ms/move", lambda one: one.cpu_ms, 3),
    ("server busy %", lambda one: 100 * one.server_busy, 0),
    ("others there %", lambda one: 100 * one.others_at_server, 0),
    ("driver busy %", lambda one: 100 * one.driver_busy, 0),
    ("others there %", lambda one: 100 * one.others_at_driver, 0),
    ("moves/match", lambda one: one.moves_a_match, 0),
)
PACED: Sequence[tuple[str, Callable[[Speed], float], int]] = (
    ("moves/s", lambda one: one.moves_per_second, 0),
    ("p50 ms", lambda one: one.p50_ms, 2),
    ("p99 ms", lambda one: one.p99_ms, 2),
    ("worst ms", lambda one: one.worst_ms, 1),
    ("CPU ms/move", lambda one: one.cpu_ms, 3),
    ("server busy %", lambda one: 100 * one.server_busy, 0),
    ("others there %", lambda one: 100 * one.others_at_server, 0),
)
MEMORY: Sequence[tuple[str, Callable[[Memory], float], int]] = (
    ("empty MB", lambda one: one.base_mb, 1),
    ("kB/idle connection", lambda one: one.connection_kb, 1),
    ("MB with all of them", lambda one: one.all_connections_mb, 0),
    ("kB/live table, 2 connections", lambda one: one.live_table_kb, 1),
    ("kB/table, all gone", lambda one: one.left_table_kb, 1),
)
COMPARED_SPEED, COMPARED_PACED, COMPARED_MEMORY = SPEED[:4], PACED[:5], MEMORY[1:4]


DISTURBED = """\
* Other work took part of the server's core. Compare CPU ms/move: it depends little on that, while
moves/s does, and a server of several threads then gets a larger share of its core than one of a
single thread."""


@dataclass(slots=True)
class Results:
    """What the rounds found, by side; each list has one entry a round."""

    speeds: dict[int, dict[str, list[Speed]]] = field(default_factory=dict)  # by matches, first
    paced: dict[str, list[Speed]] = field(default_factory=dict)
    memory: dict[str, list[Memory]] = field(default_factory=dict)
    crashes: dict[str, list[Crash]] = field(default_factory=dict)


def speed_tables(results: Results, subject: str, markdown: bool) -> Iterable[str]:
    rows: list[Row] = []
    ratios: list[Row] = []
    for matches, found in results.speeds.items():
        rows += [[f"{matches:,}", *row] for row in _figures(found, SPEED)]
        ratios += [[f"{matches:,}", *row] for row in _ratios(found, subject, COMPARED_SPEED)]
    yield _table(["matches", "server", *_titles(SPEED)], rows, 2, markdown)
    if any(_disturbed(rounds) for found in results.speeds.values() for rounds in found.values()):
        yield DISTURBED
    if ratios:
        yield _table(["matches", f"{subject} : ...", *_titles(COMPARED_SPEED)], ratios, 2, markdown)


def paced_tables(results: Results, subject: str, markdown: bool) -> Iterable[str]:
    yield from _with_ratios(results.paced, subject, PACED, COMPARED_PACED, markdown)


def memory_tables(results: Results, subject: str, markdown: bool) -> Iterable[str]:
    yield from _with_ratios(results.memory, subject, MEMORY, COMPARED_MEMORY, markdown)


def crash_table(results: Results, markdown: bool) -> str:
    """No medians here: one lost move is one too many, in whatever round."""
    rows = [
        [side, f"{one.acknowledged:,}", f"{one.lost:,}", f"{one.unreadable} of {one.matches}",
         f"{one.damaged}"]
        for side, crashes in results.crashes.items()
        for one in crashes
    ]  # fmt: skip
    titles = ["server", "acknowledged moves", "of them lost", "matches not readable", "damaged"]
    return _table(titles, rows, 1, markdown)


def _with_ratios(
    found: Mapping[str, list[F]],
    subject: str,
    columns: Sequence[Column[F]],
    compared: Sequence[Column[F]],
    markdown: bool,
) -> Iterable[str]:
    yield _table(["server", *_titles(columns)], list(_figures(found, columns)), 1, markdown)
    ratios = list(_ratios(found, subject, compared))
    if ratios:
        yield _table([f"{subject} : ...", *_titles(compared)], ratios, 1, markdown)


def _figures(found: Mapping[str, list[F]], columns: Sequence[Column[F]]) -> Iterable[Row]:
    for side, rounds in found.items():
        mark = " *" if _disturbed(rounds) else ""
        yield [side + mark, *(_median(rounds, value, digits) for _, value, digits in columns)]


def _disturbed(rounds: Sequence[F]) -> bool:
    """Not a figure of the median round only: a ratio may be taken in any."""
    return any(isinstance(one, Speed) and one.others_at_server > CALM for one in rounds)


def _median(rounds: Sequence[F], value: Callable[[F], float], digits: int) -> str:
    return f"{median([value(one) for one in rounds]):,.{digits}f}"


def _ratios(
    found: Mapping[str, list[F]], subject: str, columns: Sequence[Column[F]]
) -> Iterable[Row]:
    """The subject's figures as multiples of the others'.

    The median over the rounds of each round's ratio, not the ratio of medians: what ran a minute
    apart met the same machine, what ran in another round did not.
    """
    for side, rounds in found.items():
        if side == subject or subject not in found:
            continue
        yield [side, *(_ratio(found[subject], rounds, value) for _, value, _ in columns)]


def _ratio(ours: Sequence[F], theirs: Sequence[F], value: Callable[[F], float]) -> str:
    together = zip(ours, theirs, strict=True)
    ratios = [value(one) / value(other) for one, other in together if value(other)]
    return f"{median(ratios):.2f}" if ratios else "-"


def _titles(columns: Sequence[Column[F]]) -> list[str]:
    return [title for title, _, _ in columns]


def _table(titles: Row, rows: Sequence[Row], left: int, markdown: bool) -> str:
    """The first `left` columns are words, the others numbers."""
    if markdown:
        rule = ["---"] * left + ["---:"] * (len(titles) - left)
        return "\n".join("| " + " | ".join(row) + " |" for row in (titles, rule, *rows))
    widths = [max(len(cell) for cell in column) for column in zip(titles, *rows, strict=True)]
    return "\n".join(_line(row, widths, left) for row in (titles, *rows))


def _line(row: Row, widths: Sequence[int], left: int) -> str:
    cells = [
        cell.ljust(width) if place < left else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
