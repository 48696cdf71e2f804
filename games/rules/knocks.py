"""Knocks counted: the deadwood they were made with, which of them were undercut, and what the others were caught with.

Knock, undercut and caught are what ``games.rules.statistics`` means by them, so that the sums of these counts are those
of the players.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.scoring import Event
from games.rules.sheet import GameSheet
from games.rules.statistics import hands_of

_KNOCKS = (Event.KNOCK, Event.UNDERCUT)
_CATCHING = (Event.KNOCK, Event.GIN, Event.BIG_GIN)


@dataclass(slots=True)
class Knocks:
    """``made`` and ``undercut`` count knocks by the deadwood they were made with (points).

    ``caught`` counts the hands that another one ended and won, by the deadwood that was left in them (points).
    """

    made: Counter[int] = field(default_factory=Counter)
    undercut: Counter[int] = field(default_factory=Counter)
    caught: Counter[int] = field(default_factory=Counter)

    def add(self, event: str, ender: int | None, deadwood: Mapping[int, int], times: int = 1) -> None:
        """Count hands that came out alike: how, whose seat ended them, and the ``deadwood`` by seat."""
        if ender is None or event not in (*_KNOCKS, *_CATCHING):
            return
        if event in _KNOCKS:
            self.made[deadwood[ender]] += times
        if event == Event.UNDERCUT:
            self.undercut[deadwood[ender]] += times
        else:
            for seat, left in deadwood.items():
                if seat != ender:
                    self.caught[left] += times

    def add_game(self, game: GameSheet) -> None:
        """Count the hands of ``game``, from the rounds that count."""
        for line in game.rounds:
            if line.counts:
                for hand, result, _ in hands_of(line):
                    self.add(result.event, hand.ender, result.deadwood)

    def add_all(self, others: "Knocks") -> None:
        """Count what ``others`` have counted."""
        self.made.update(others.made)
        self.undercut.update(others.undercut)
        self.caught.update(others.caught)
