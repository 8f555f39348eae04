"""Agglomerative clustering of entries into families, strongest link first, with limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple


class Link(NamedTuple):
    """Evidence that two entries are related; negative: evidence against it."""

    one: int
    other: int
    weight: int
    # Enough to add an entry to a hand-checked family.
    strong: bool = False


# A larger family would be a chain of mistakes.
LARGEST = 400
# From this size on a single doubtful link does not join two clusters.
SETTLED = 4
# What a link must weigh to join two settled clusters on its own.
SURE = 350


class _Bond:
    """All links between two clusters: the sum of those in favour, and the worst one against."""

    __slots__ = ("best", "good", "total", "votes", "worst")

    def __init__(self, weight: int) -> None:
        self.good = max(weight, 0)
        self.worst = min(weight, 0)
        self.best = weight
        self.votes = int(weight > 0)
        self.total = weight

    def add(self, other: _Bond) -> None:
        self.good += other.good
        self.worst = min(self.worst, other.worst)
        self.best = max(self.best, other.best)
        self.votes += other.votes
        self.total = self.good + self.worst


def cluster(
    size: int,
    links: Iterable[Link],
    together: Iterable[Sequence[int]] = (),
    apart: Iterable[Sequence[int]] = (),
) -> list[int]:
    """The family of each entry 0 .. size - 1, named by its first member.

    Entries of a line of `together` are one family from the start; no two of a line of `apart`
    ever are. A family of `together` is closed: other entries join it one by one, and only by a
    strong link. The rest is joined pair by pair, the strongest bond first, until no bond is
    positive.
    The worst link against counts as well, so that a doubtful link between two families does not
    join them if two of their words are look-alikes.
    """
    return _Clusters(size, together, apart).joined(links)


class _Clusters:
    def __init__(
        self, size: int, together: Iterable[Sequence[int]], apart: Iterable[Sequence[int]]
    ) -> None:
        self.leader = list(range(size))
        self.members: dict[int, list[int]] = {}
        self.bonds: dict[int, dict[int, _Bond]] = {}
        # Cluster -> the lines of look-alikes it has a word of.
        self.lines: dict[int, set[int]] = {}
        self.by_hand: set[int] = set()
        for words in together:
            for word in words[1:]:
                self._unite(self.find(words[0]), self.find(word))
            self.by_hand.add(self.find(words[0]))
        self.by_hand = {self.find(cluster) for cluster in self.by_hand}
        for line, words in enumerate(apart):
            for word in words:
                self.lines.setdefault(self.find(word), set()).add(line)

    def find(self, entry: int) -> int:
        path = entry
        while self.leader[path] != path:
            path = self.leader[path]
        while self.leader[entry] != path:
            self.leader[entry], entry = path, self.leader[entry]
        return path

    def joined(self, links: Iterable[Link]) -> list[int]:
        links = list(links)
        self._open(links)
        for link in links:
            one, other = self.find(link.one), self.find(link.other)
            if one not in self.by_hand and other not in self.by_hand:
                self._bind(one, other, _Bond(link.weight))
        queue = [
            (-bond.total, one, other)
            for one, bonds in self.bonds.items()
            for other, bond in bonds.items()
            if one < other and bond.total > 0
        ]
        heapify(queue)
        while queue:
            weight, one, other = heappop(queue)
            bond = self.bonds.get(one, {}).get(other)
            # Outdated: the bond has grown, or one of its ends has joined a cluster.
            if bond is None or bond.total != -weight or not self._allowed(one, other, bond):
                continue
            home = self._join(one, other)
            for third, grown in self.bonds[home].items():
                if grown.total > 0:
                    heappush(queue, (-grown.total, min(home, third), max(home, third)))
        first: dict[int, int] = {}
        return [first.setdefault(self.find(entry), entry) for entry in range(len(self.leader))]

    def _open(self, links: Iterable[Link]) -> None:
        """Add entries to the hand-checked families by their strong links, the strongest first.

        One by one: what an entry brought along would come in by a chain of weaker links.
        """
        bonds: dict[int, list[Link]] = {}
        for link in links:
            if link.strong:
                bonds.setdefault(link.one, []).append(link)
                bonds.setdefault(link.other, []).append(link)
        queue = [
            (-link.weight, *sorted((entry, link.other if link.one == entry else link.one)))
            for entry, several in bonds.items()
            if self.find(entry) in self.by_hand
            for link in several
        ]
        heapify(queue)
        while queue:
            _, *pair = heappop(queue)
            inside = [entry for entry in pair if self.find(entry) in self.by_hand]
            if len(inside) != 1:
                continue
            (new,) = set(pair) - set(inside)
            if not self._apart(self.find(inside[0]), new):
                self._join(self.find(inside[0]), new)
                for link in bonds[new]:
                    heappush(queue, (-link.weight, link.one, link.other))

    def _apart(self, one: int, other: int) -> bool:
        """Do they have look-alikes of one line?"""
        return not self.lines.get(one, set()).isdisjoint(self.lines.get(other, ()))

    def _size(self, cluster: int) -> int:
        return len(self.members.get(cluster, ())) or 1

    def _allowed(self, one: int, other: int, bond: _Bond) -> bool:
        if self._apart(one, other):
            return False
        small, large = sorted((self._size(one), self._size(other)))
        if small + large > LARGEST:
            return False
        if small >= SETTLED:
            return bond.votes >= 2 or bond.best >= SURE
        return True

    def _bind(self, one: int, other: int, bond: _Bond) -> None:
        if one == other:
            return
        for here, there in ((one, other), (other, one)):
            bonds = self.bonds.setdefault(here, {})
            if there in bonds:
                if here == one:
                    bonds[there].add(bond)
            else:
                bonds[there] = bond

    def _unite(self, one: int, other: int) -> int:
        """Merge two clusters under the name of the larger one, whose bonds then stay valid."""
        if one == other:
            return one
        if (self._size(one), other) < (self._size(other), one):
            one, other = other, one
        self.leader[other] = one
        self.members.setdefault(one, [one]).extend(self.members.pop(other, [other]))
        return one

    def _join(self, one: int, other: int) -> int:
        home = self._unite(one, other)
        gone = other if home == one else one
        if gone in self.lines:
            self.lines.setdefault(home, set()).update(self.lines.pop(gone))
        if gone in self.by_hand:
            self.by_hand.add(home)
        moved = self.bonds.pop(gone, {})
        self.bonds.setdefault(home, {}).pop(gone, None)
        for third, bond in moved.items():
            if third != home:
                del self.bonds[third][gone]
                self._bind(home, third, bond)
        return home
