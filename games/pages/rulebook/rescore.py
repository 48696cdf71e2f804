"""Template context of rescoring a game under other rules: the list of results, and one comparison in detail."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComparedRules:
    """One rule set in the list."""

    title: str
    url: str
    headline: str
    """"Ben wins by 35"; "Ben leads by 12, not over"."""
    own: bool
    """Whether they are this phone's own house rules."""
    approximate: bool
    """Whether the result is only approximate, because the facts do not quite fit these rules."""


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """Rule sets with the same winner; ``changes`` if it is not the winner as played."""

    title: str
    changes: bool
    rules: tuple[ComparedRules, ...]


@dataclass(frozen=True, slots=True)
class NotComparedRules:
    """A rule set that cannot score the game's facts, with the reasons in sentences."""

    title: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """A game rescored under all rules that allow its number of players."""

    people: tuple[str, ...]
    """The players' names by seat."""
    table_title: str
    back_url: str
    title: str
    """The rules it was played by."""
    headline: str
    """How it came out as played."""
    summary: str
    """"Ann is ahead under 8 of 12 other rules, Ben under 4."; empty where nothing was played yet."""
    notes: tuple[str, ...]
    groups: tuple[ComparedGroup, ...]
    not_possible: tuple[NotComparedRules, ...]
    approximate_note: str
    """The explanation of approximate results; empty if there are none."""


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """A side's points in a round under both rule sets, as text ("45", "−5", empty for none)."""

    name: str
    played: str
    other: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A round under both rule sets; ``sums`` is the arithmetic of both if it differs.

    ``counts`` if it also counts under the other rules.
    """

    number: int
    event: str
    event_code: str
    what: str
    sums: str
    cells: tuple[ComparedCell, ...]
    changed: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class ComparedSum:
    """A line of the settlement under both rule sets: "Game bonus", "100", "–"."""

    text: str
    note: str
    played: str
    other: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ComparedBill:
    """A side's settlement under both rule sets, line by line."""

    name: str
    lines: tuple[ComparedSum, ...]
    played: str
    other: str
    won_played: bool
    won_other: bool


@dataclass(frozen=True, slots=True)
class CompareOnePage:
    """A game compared with one other rule set; if that cannot score it, only ``reasons`` are filled in."""

    people: tuple[str, ...]
    """The players' names by seat."""
    back_url: str
    table_title: str
    title: str
    """The other rules."""
    played_title: str
    headline: str
    played_headline: str
    changes: bool
    notes: tuple[str, ...]
    """Where the game would have ended, and what cannot quite be compared."""
    reasons: tuple[str, ...]
    names: tuple[str, ...]
    width: int
    """The number of point columns: every side under both rule sets."""
    bills: tuple[ComparedBill, ...]
    rounds: tuple[ComparedLine, ...]
    sums_played: tuple[str, ...]
    """Points of the rounds by side."""
    sums_other: tuple[str, ...]
    rules_url: str
