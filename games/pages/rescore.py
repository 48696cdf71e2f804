"""A game under other rules: the list of what each would have made of it, and one of them side by side."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComparedRules:
    """One set of rules in the list. ``why`` is the main reason where the winner changes, else empty."""

    title: str
    url: str
    headline: str
    """"Ben wins by 35"; "Ben leads by 12, not over"."""
    why: str
    own: bool
    """Whether they are this phone's own house rules."""
    roughly: bool
    """Whether the facts fit these rules only nearly: a caveat stands on their page."""


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """Rules with the same winner. ``changes`` tells that it is another than was played."""

    title: str
    changes: bool
    rules: tuple[ComparedRules, ...]


@dataclass(frozen=True, slots=True)
class NotComparedRules:
    """Rules that the facts of the game do not allow, and why, a sentence each."""

    title: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """A game under all rules that suit its players."""

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
    roughly: str
    """What "roughly" means, where it stands somewhere on the page; else empty."""


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """A side's points of a round under either rules, as written ("45", "−5", empty for none)."""

    name: str
    played: str
    other: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One round. ``sums`` is the arithmetic under both where it differs.

    ``counts`` tells whether it counts under the other rules too.
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
    """One line of the end under both: "Game bonus", "100", "–"."""

    text: str
    note: str
    played: str
    other: str
    changed: bool


@dataclass(frozen=True, slots=True)
class ComparedBill:
    """What a side comes to under both, line by line."""

    name: str
    lines: tuple[ComparedSum, ...]
    played: str
    other: str
    won_played: bool
    won_other: bool


@dataclass(frozen=True, slots=True)
class CompareOnePage:
    """A game under one other set of rules. Where it is not possible, ``reasons`` say why and nothing else is there."""

    back_url: str
    table_title: str
    title: str
    """The other rules."""
    played_title: str
    headline: str
    played_headline: str
    changes: bool
    why: tuple[str, ...]
    notes: tuple[str, ...]
    """Where the game would have ended, and what is not quite comparable."""
    reasons: tuple[str, ...]
    names: tuple[str, ...]
    width: int
    """How many columns of points a round has: every side under both."""
    bills: tuple[ComparedBill, ...]
    rounds: tuple[ComparedLine, ...]
    sums_played: tuple[str, ...]
    """Points of the rounds by side."""
    sums_other: tuple[str, ...]
    rules_url: str
