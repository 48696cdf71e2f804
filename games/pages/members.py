"""The members of a league: all of them, one of them, the sheet of codes."""

from dataclasses import dataclass

from games.pages.leagues import CodeView, HistoryLine, MemberEntry


@dataclass(frozen=True, slots=True)
class LineFault:
    """A line of what was typed that cannot be used: its number from 1, the line, and why, in a sentence."""

    number: int
    line: str
    text: str


@dataclass(frozen=True, slots=True)
class MembersPage:
    """The members for who runs the league, with the form that adds more."""

    public_id: str
    league: str
    league_url: str
    members: tuple[MemberEntry, ...]
    typed: str
    faults: tuple[LineFault, ...]
    errors: tuple[str, ...]
    notice: str


@dataclass(frozen=True, slots=True)
class MergedView:
    """Somebody who turned out to be this member. ``part_url`` is empty where another merge has to be undone first."""

    name: str
    part_url: str


@dataclass(frozen=True, slots=True)
class MemberPage:
    """One member: who he is, what became of him, and for who runs the league, what can be done."""

    public_id: str
    league: str
    league_url: str
    id: int
    name: str
    record_url: str
    """What he played."""
    mine: bool
    seasons: tuple[str, ...]
    """What he plays in, a sentence for each season."""
    history: tuple[HistoryLine, ...]
    manage: bool
    claim: CodeView | None
    claimed: str
    """Who has claimed the name, in a sentence; empty where nobody has."""
    merged: tuple[MergedView, ...]
    others: tuple[tuple[int, str], ...]
    """The members he could turn out to be."""
    typed: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CodeCard:
    """One code of the sheet, to be cut out."""

    name: str
    qr: str
    url: str


@dataclass(frozen=True, slots=True)
class CodesPage:
    """The sheet of all members' codes; ``missing`` are the members who have none yet."""

    public_id: str
    league: str
    league_url: str
    codes: tuple[CodeCard, ...]
    missing: int
