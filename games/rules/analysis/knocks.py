"""Count knocks and undercuts by the knocker's deadwood, and the deadwood that opponents were caught with.

The counts use the definitions of ``games.rules.analysis.statistics``, so that they add up to the players' statistics.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.analysis.statistics import hands_of
from games.rules.scoring import Event
from games.rules.sheet import GameSheet

_KNOCKS = (Event.KNOCK, Event.UNDERCUT)
_CATCHING = (Event.KNOCK, Event.GIN, Event.BIG_GIN)


@dataclass(slots=True)
class Knocks:
    """Counts of knocks by deadwood (points): all of them in ``made``, those that were undercut in ``undercut``.

    ``caught`` counts the hands that lost to a knock or gin, by their deadwood (points).
    """

    made: Counter[int] = field(default_factory=Counter)
    undercut: Counter[int] = field(default_factory=Counter)
    caught: Counter[int] = field(default_factory=Counter)

    def add(self, event: str, ender: int | None, deadwood: Mapping[int, int], times: int = 1) -> None:
        """Count ``times`` hands with the same event, ender and ``deadwood`` by seat."""
        if ender is None or event not in (*_KNOCKS, *_CATCHING):
            return
        if event in _KNOCKS:
            self.made[deadwood[ender]] += times
        if event == Event.UNDERCUT:
            self.undercut[deadwood[ender]] += times
        else:
            for seat, points in deadwood.items():
                if seat != ender:
                    self.caught[points] += times

    def add_game(self, game: GameSheet) -> None:
        """Count the hands of a game in the rounds that count."""
        for line in game.rounds:
            if line.counts:
                for hand, result, _ in hands_of(line):
                    self.add(result.event, hand.ender, result.deadwood)

    def add_all(self, others: "Knocks") -> None:
        """Add the counts of ``others``."""
        self.made.update(others.made)
        self.undercut.update(others.undercut)
        self.caught.update(others.caught)
