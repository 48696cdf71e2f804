"""Template context of a league's members: the list, one member, and the printed sheet of QR codes."""

from dataclasses import dataclass

from games.forms.league.members_form import MemberLineFault
from games.pages.league.leagues import CodeContext, HistoryLine, MemberEntry
from games.pages.season.season_setup import FormField


@dataclass(frozen=True, slots=True)
class MembersPage:
    """The list of members for those who run the league, with the form that adds more."""

    public_id: str
    league: str
    league_url: str
    members: tuple[MemberEntry, ...]
    typed: str
    faults: tuple[MemberLineFault, ...]
    errors: tuple[str, ...]
    notice: str
    commas: FormField | None
    """The question whether lines with commas are one person or several; None without such lines."""


@dataclass(frozen=True, slots=True)
class MergedContext:
    """A member that was merged into this one; ``part_url`` undoes it, empty if a later merge comes first."""

    name: str
    part_url: str


@dataclass(frozen=True, slots=True)
class MemberPage:
    """One member with their history and, for those who run the league, forms to manage them."""

    public_id: str
    league: str
    league_url: str
    id: int
    name: str
    record_url: str
    """The player's page with their record."""
    mine: bool
    seasons: tuple[str, ...]
    """A sentence for each season they play in."""
    history: tuple[HistoryLine, ...]
    manage: bool
    claim: CodeContext | None
    claimed: str
    """Who has claimed the name, in a sentence; empty if it is unclaimed."""
    merged: tuple[MergedContext, ...]
    others: tuple[tuple[int, str], ...]
    """The members they could be merged with, as id and name."""
    typed: str
    errors: tuple[str, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return (self.name,)


@dataclass(frozen=True, slots=True)
class CodeCard:
    """One QR code of the sheet, to be cut out."""

    name: str
    qr: str
    url: str


@dataclass(frozen=True, slots=True)
class CodesPage:
    """The sheet of all members' codes; ``missing`` is the number of members without one."""

    public_id: str
    league: str
    league_url: str
    codes: tuple[CodeCard, ...]
    missing: int
