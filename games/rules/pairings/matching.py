"""Minimum-cost perfect matching by Edmonds' blossom algorithm (primal-dual method, O(n^3) steps).

After Jack Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (Journal of Research of the National Bureau of
Standards 69B, 1965) and Zvi Galil, "Efficient algorithms for finding maximum matching in graphs" (ACM Computing Surveys
18, 1986). Each vertex has a price. A pair is *tight* if it costs no more than its two prices; only tight pairs are
matched, so no matching is cheaper. Trees of tight pairs, alternately unmatched and matched, grow from the unmatched
vertices; where two trees touch, there is one more match. An odd cycle of tight pairs is a *blossom*: it is treated as
one vertex with a price of its own. Costs are multiplied by four and prices start even, so all numbers are integers.
"""

from collections.abc import Iterator, Sequence
from functools import partial

OUTER, INNER = 1, 2
"""An outer node is reached through its matched pair (or is a root), an inner one through an unmatched pair."""


def cheapest_matching(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the partner of each of an even number of vertices, so that the sum of ``costs`` is minimal.

    ``costs[a][b]`` is the cost of a pair, at least 0 and equal to ``costs[b][a]``; the diagonal is ignored.

    >>> cheapest_matching([[0, 1, 4, 9], [1, 0, 1, 4], [4, 1, 0, 1], [9, 4, 1, 0]])
    [1, 0, 3, 2]
    """
    search = _Search(costs)
    while -1 in search.mate:
        search.grow()
    return search.mate


class _Search:
    """The state of the search. Nodes are the vertices ``0`` to ``size - 1``, and blossoms, numbered from ``size``."""

    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        self.size = len(costs)
        self.costs = [[4 * cost for cost in row] for row in costs]
        self.mate = [-1] * self.size
        self.top = list(range(self.size))  # the outermost node around each vertex
        self.base = {v: v for v in range(self.size)}  # the one vertex of a node that is not matched within it
        self.inside: dict[int, list[int]] = {}  # a blossom's nodes around the circle, from the one with its base
        self.ties: dict[int, list[tuple[int, int]]] = {}  # the pairs that tie each of them to the next
        self.extra: dict[int, int] = {}  # a blossom's own price
        self.label: dict[int, int] = {}
        self.entry: dict[int, tuple[int, int]] = {}  # over which pair an inner node was reached: from outside, inside
        self.near = [-1] * self.size  # for each vertex the outer vertex, outside its node, with the least slack
        self.outer: list[int] = []
        self.price = [0] * self.size
        self._start()

    def _start(self) -> None:
        """Set initial prices as high as possible, and match pairs that are tight already."""
        everyone = range(self.size)
        self.price = [min(self.costs[v][w] for w in everyone if w != v) // 2 for v in everyone]
        for v in everyone:
            slacks = {w: self._slack(v, w) for w in everyone if w != v}
            self.price[v] += min(slacks.values())
            w = min(slacks, key=lambda w: (slacks[w], self.mate[w] >= 0))
            if self.mate[v] < 0 and self.mate[w] < 0:
                self.mate[v], self.mate[w] = w, v

    def _slack(self, v: int, w: int) -> int:
        return self.costs[v][w] - self.price[v] - self.price[w]

    def _vertices(self, node: int) -> Iterator[int]:
        if node < self.size:
            yield node
        else:
            for child in self.inside[node]:
                yield from self._vertices(child)

    def grow(self) -> None:
        """Grow trees from every unmatched vertex until two of them touch, which adds one match."""
        self.label, self.entry, self.outer = {}, {}, []
        self.near = [-1] * self.size
        for node in dict.fromkeys(self.top):
            if self.mate[self.base[node]] < 0:
                self._make_outer(node)
        while True:
            step, target, source = min(self._events())
            self._change_prices(step)
            if source < 0:
                self._open(target)
            elif self.label.get(self.top[target]) != OUTER:
                self._make_inner((source, target))
            elif not self._join((source, target)):
                return

    def _events(self) -> Iterator[tuple[int, int, int]]:
        """Yield the possible next events as (price change until then, where).

        Either a pair becomes tight (the vertex that is reached, and the outer vertex it is reached from), or the price
        of an inner blossom falls to zero (the blossom, and -1).
        """
        for w, v in enumerate(self.near):
            label = self.label.get(self.top[w])
            if label != INNER and v >= 0:
                yield self._slack(v, w) // (2 if label == OUTER else 1), w, v
        for node, label in self.label.items():
            if label == INNER and node >= self.size:
                yield self.extra[node] // 2, node, -1

    def _change_prices(self, step: int) -> None:
        """Raise the prices of outer vertices and lower those of inner ones, so that pairs in the trees stay tight."""
        sign = {OUTER: step, INNER: -step}
        for v, node in enumerate(self.top):
            self.price[v] += sign.get(self.label.get(node, 0), 0)
        for node, label in self.label.items():
            if node >= self.size:
                self.extra[node] += 2 * sign[label]

    def _make_outer(self, node: int) -> None:
        self.label[node] = OUTER
        self._reach(list(self._vertices(node)))

    def _reach(self, vertices: Sequence[int]) -> None:
        """Update the nearest outer vertex of every vertex, now that ``vertices`` are outer."""
        self.outer += vertices
        for v in vertices:
            node, row, price = self.top[v], self.costs[v], self.price
            for w, near in enumerate(self.near):
                if self.top[w] != node and (near < 0 or row[w] - price[v] < self.costs[near][w] - price[near]):
                    self.near[w] = v

    def _make_inner(self, pair: tuple[int, int]) -> None:
        node = self.top[pair[1]]
        self.label[node], self.entry[node] = INNER, pair
        self._make_outer(self.top[self.mate[self.base[node]]])

    def _path(self, v: int) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the nodes from that of the outer vertex ``v`` up to its root, and the pairs between them."""
        nodes, pairs = [self.top[v]], []
        while (mate := self.mate[self.base[nodes[-1]]]) >= 0:
            inner = self.top[mate]
            above, below = self.entry[inner]
            pairs += [(self.base[nodes[-1]], mate), (below, above)]
            nodes += [inner, self.top[above]]
        return nodes, pairs

    def _join(self, pair: tuple[int, int]) -> bool:
        """Join two outer nodes: in the same tree they form a blossom (True), in two trees they add a match (False)."""
        (left, left_pairs), (right, right_pairs) = self._path(pair[0]), self._path(pair[1])
        if left[-1] != right[-1]:
            self._turn(*pair)
            self._turn(*pair[::-1])
            return False
        while len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
            left.pop()
            right.pop()
        down = [(above, below) for below, above in left_pairs[: len(left) - 1]][::-1]
        self._close([*left[::-1], *right[:-1]], [*down, pair, *right_pairs[: len(right) - 1]])
        return True

    def _close(self, nodes: list[int], ties: list[tuple[int, int]]) -> None:
        """Make a blossom of the cycle of ``nodes``; the first is the nearest to the root."""
        blossom = max(self.base) + 1
        self.inside[blossom], self.ties[blossom] = nodes, ties
        self.base[blossom], self.extra[blossom] = self.base[nodes[0]], 0
        within = list(self._vertices(blossom))
        for v in within:
            self.top[v] = blossom
        fresh = [v for node in nodes if self.label[node] == INNER for v in self._vertices(node)]
        for node in nodes:
            del self.label[node]
        self.label[blossom] = OUTER
        self._reach(fresh)
        outside = [v for v in self.outer if self.top[v] != blossom]
        for w in within:
            self.near[w] = min(outside, key=partial(self._slack, w), default=-1)

    def _turn(self, v: int, w: int) -> None:
        """Match the outer vertex ``v`` with ``w``, and swap matched and unmatched pairs up to its root."""
        while True:
            node = self.top[v]
            old = self.mate[self.base[node]]
            self._move_base(node, v)
            self.mate[v] = w
            if old < 0:
                return
            above, below = self.entry[self.top[old]]
            self._move_base(self.top[old], below)
            self.mate[below] = above
            v, w = above, below

    def _move_base(self, node: int, v: int) -> None:
        """Match the vertices within ``node`` so that ``v`` is the one not matched there."""
        if node < self.size:
            return
        nodes, ties = self.inside[node], self.ties[node]
        position = next(index for index, child in enumerate(nodes) if v in self._vertices(child))
        for index in range(position + 1, len(nodes), 2) if position % 2 else range(0, position, 2):
            vertex, partner = ties[index]
            self._move_base(nodes[index], vertex)
            self._move_base(nodes[(index + 1) % len(nodes)], partner)
            self.mate[vertex], self.mate[partner] = partner, vertex
        self._move_base(nodes[position], v)
        self.inside[node], self.ties[node] = nodes[position:] + nodes[:position], ties[position:] + ties[:position]
        self.base[node] = v

    def _open(self, blossom: int) -> None:
        """Expand an inner blossom with a price of zero; its nodes between entry and base stay in the tree."""
        nodes, ties = self.inside.pop(blossom), self.ties.pop(blossom)
        entry = self.entry[blossom]
        position = next(index for index, child in enumerate(nodes) if entry[1] in self._vertices(child))
        del self.label[blossom], self.base[blossom], self.extra[blossom]
        for node in nodes:
            for v in self._vertices(node):
                self.top[v] = node
        if position % 2:  # go on around the circle, else back
            tree_path = [*nodes[position:], nodes[0]]
            steps = ties[position:]
        else:
            tree_path = nodes[position::-1]
            steps = [(far_end, near_end) for near_end, far_end in ties[:position][::-1]]
        for index, node in enumerate(tree_path):
            if index % 2:
                self._make_outer(node)
            else:
                self.label[node], self.entry[node] = INNER, steps[index - 1] if index else entry
