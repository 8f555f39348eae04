"""The table: its content by brute force, its file, and its cache."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from escale.games.wordbank.solver import subsequences, table_file, tails
from escale.games.wordbank.solver.kernel import EXISTS
from escale.games.wordbank.solver.moves import Moves, Ring
from escale.games.wordbank.solver.subsequences import DEPTH, Table, build
from escale.games.wordbank.solver.tails import Spelling, without_shadowed
from escale.games.wordbank.tests.test_moves import WORDS, random_words


def feasible(words: list[str]) -> list[dict[str, int]]:
    """For each length, the sequences in alphabetical order and the letters that may follow."""
    levels: list[dict[str, int]] = [{"": 0}]
    for further in range(DEPTH):
        found = {w[0] + "".join(rest) for w in words for rest in combinations(w[1:], further)}
        levels.append(dict.fromkeys(sorted(found), 0))
    for length, level in enumerate(levels[1:]):
        for sequence in level:
            levels[length][sequence[:-1]] |= 1 << ord(sequence[-1]) - ord("A")
    return levels[:-1]


def same(one: Table, other: Table) -> bool:
    arrays = np.array_equal(one.masks, other.masks) and np.array_equal(one.base, other.base)
    return arrays and one.levels == other.levels


@pytest.mark.parametrize("block", [1, 7, 200_000])
def test_the_table_holds_every_feasible_sequence(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subsequences, "_BLOCK", block)
    rng = Random(block)
    for _ in range(60):
        words = random_words(rng, "ABCDZ"[: rng.randint(1, 5)], 12)
        levels = feasible(words)
        table = build(words)
        starts = [sum(map(len, levels[:length])) for length in range(DEPTH)]
        assert list(table.levels) == starts
        expected = [EXISTS | mask for level in levels for mask in level.values()]
        assert table.masks.tolist() == expected


def test_shadowed_words_are_left_out_and_no_others() -> None:
    rng = Random("shadow")
    dropped = 0
    for _ in range(200):
        words = list(dict.fromkeys(random_words(rng, "ABC", 15)))
        spelling = without_shadowed(Spelling.of(words))
        letters = "".join(chr(ord("A") + k) for k in spelling.letters)
        begins = spelling.ends - spelling.lengths
        kept = [letters[b:e] for b, e in zip(begins, spelling.ends, strict=True)]
        shorter = {w[:k] + w[k + 1 :] for w in words for k in range(1, len(w))}
        assert sorted(kept) == sorted(word for word in words if word not in shorter)
        dropped += len(words) - len(kept)
    assert dropped > 50


def test_a_hash_alone_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hash that cannot tell anagrams apart, the table is still the same."""
    words = ["ABCD", "ADC", "ACB", "ABD", "ADDC", "ACDBC"]
    expected = build(words)
    monkeypatch.setattr(tails, "_FACTOR", 1)
    assert same(build(words), expected)


def test_file_round_trip(tmp_path: Path) -> None:
    for words in ([], ["A"], WORDS):
        table = build(words)
        table_file.save(table, tmp_path / "x.table", "name")
        loaded = table_file.load(tmp_path / "x.table", "name")
        assert loaded is not None
        assert same(loaded, table)
        assert [path.name for path in tmp_path.iterdir()] == ["x.table"]


def test_a_bad_or_foreign_file_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "x.table"
    assert table_file.load(path, "name") is None
    assert table_file.load(tmp_path, "name") is None
    table_file.save(build(WORDS), path, "name")
    assert table_file.load(path, "another") is None
    good = path.read_bytes()
    rng = Random("bytes")
    for place in [*range(160), *(rng.randrange(len(good)) for _ in range(60))]:
        bad = bytearray(good)
        bad[place] ^= 1 << rng.randrange(8)
        path.write_bytes(bad)
        assert table_file.load(path, "name") is None, place
    for cut in (0, 1, 100, len(good) - 1, len(good) + 1):
        path.write_bytes((good + b"x")[:cut])
        assert table_file.load(path, "name") is None
    path.write_bytes(good)
    assert table_file.load(path, "name") is not None


def test_the_cache_is_used_and_repaired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    ring = Ring("GSEIRFI")
    expected = Moves(WORDS).reachable(ring, 20)
    built = []

    def counting(words: list[str]) -> Table:
        built.append(len(words))
        return build(words)

    monkeypatch.setattr(table_file, "build", counting)
    assert Moves.cached(WORDS).reachable(ring, 20) == expected
    assert Moves.cached(WORDS).reachable(ring, 20) == expected
    assert len(built) == 1
    assert Moves.cached(WORDS[:50]).reachable(ring, 20) != expected
    assert len(built) == 2
    (path,) = (p for p in tmp_path.rglob("*.table") if table_file.load(p, _digest()) is not None)
    path.write_bytes(b"nonsense")
    assert Moves.cached(WORDS).reachable(ring, 20) == expected
    assert len(built) == 3
    assert table_file.load(path, _digest()) is not None


def _digest() -> str:
    return table_file.digest_of(WORDS)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    moves = Moves.cached(WORDS, "name", blocked / "folder")
    assert moves.reachable(Ring("MOT"), 3) == Moves(WORDS).reachable(Ring("MOT"), 3)
