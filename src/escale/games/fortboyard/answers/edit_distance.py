"""The number of typos between two words."""

from __future__ import annotations


def slips(one: str, other: str, most: int) -> int:
    """Letters inserted, deleted, replaced or swapped with a neighbour; `most + 1` if more.

    This is the optimal string alignment distance. The standard library has none, and a dependency
    for words of a few letters would be too much.
    """
    # Each typo changes the set of letters by two at most, which rules out most pairs cheaply.
    if abs(len(one) - len(other)) > most or len(set(one) ^ set(other)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def forgiven(letters: int) -> int:
    """The number of typos that are ignored in a word of this length."""
    return 0 if letters <= 4 else 1 if letters <= 7 else 2
