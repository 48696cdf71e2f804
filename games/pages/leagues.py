"""Leagues: the list of them, one of them, its settings, its links, and who runs it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Something that was decided: a sentence, who decided it and when, and the reason if there is one to be seen."""

    text: str
    by: str
    when: str
    reason: str


@dataclass(frozen=True, slots=True)
class LeagueEntry:
    """A league in a list. ``note`` says what ties the reader to it, or where it plays."""

    name: str
    url: str
    note: str


@dataclass(frozen=True, slots=True)
class LeaguesPage:
    """All leagues that somebody may see, his own first."""

    mine: tuple[LeagueEntry, ...]
    others: tuple[LeagueEntry, ...]
    more: int
    """How many public leagues are not shown."""
    has_account: bool


@dataclass(frozen=True, slots=True)
class LeagueForm:
    """The form that founds a league or changes it. ``errors`` are sentences by field."""

    title: str
    action: str
    button: str
    back_url: str
    back_text: str
    name: str
    place: str
    zone: str
    other_zone: str
    """A zone that was typed, because it is not in the short list."""
    zones: tuple[str, ...]
    all_zones: tuple[str, ...]
    public: bool
    key: str
    errors: dict[str, str]


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """A season in the list of a league."""

    name: str
    url: str
    rules: str
    note: str
    """How far it is: "12 of 28 matches played", "closed"."""
    entrants_url: str
    mine: bool
    """Whether the reader competes in it."""


@dataclass(frozen=True, slots=True)
class MemberEntry:
    """A member in a list."""

    name: str
    url: str
    claimed: bool
    """Whether somebody has an account or a phone under this name."""
    mine: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A league as somebody sees it."""

    name: str
    place: str
    seen_by: str
    """Who may see it, in a sentence."""
    mine: str
    """The reader's own place in it, in a sentence; empty where he has none."""
    open: tuple[SeasonEntry, ...]
    closed: tuple[SeasonEntry, ...]
    members: tuple[MemberEntry, ...]
    officials: str
    """Who runs it, in a sentence."""
    manage: tuple[tuple[str, str], ...]
    """The pages of who runs it, as text and path."""
    leave_url: str
    guide_url: str
    """The guide for the notice board."""


@dataclass(frozen=True, slots=True)
class CodeView:
    """A link of a league that is switched on. ``url`` and ``qr`` are empty where it cannot be shown any more."""

    id: int
    title: str
    explains: str
    url: str
    qr: str
    used: str
    revoke_url: str


@dataclass(frozen=True, slots=True)
class OfficeView:
    """Somebody's office."""

    name: str
    duty: str
    since: str
    mine: bool
    end_url: str


@dataclass(frozen=True, slots=True)
class OfficesPage:
    """Who runs a league: offices, invitations, and to whom it can be handed over (account and name)."""

    public_id: str
    league: str
    league_url: str
    offices: tuple[OfficeView, ...]
    duties: tuple[tuple[str, str, str], ...]
    """What one can be invited to: value, title, what it allows."""
    invitations: tuple[CodeView, ...]
    heirs: tuple[tuple[int, str], ...]
    key: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeagueLinksPage:
    """The link to a league, and what was decided in it."""

    public_id: str
    league: str
    league_url: str
    public: bool
    link: CodeView | None
    history: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A table of the room. ``code`` is for its tablet, None where there is no link yet."""

    id: int
    name: str
    code: CodeView | None
    error: str
    typed: str


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """The tables of the room."""

    public_id: str
    league: str
    league_url: str
    places: tuple[PlaceView, ...]
    typed: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeUpPage:
    """What a link of a league opens: one button, or two where an account may be tied to a name."""

    title: str
    text: str
    button: str
    with_account: str
    """The second button; empty where there is none."""
    action: str


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """Something that is asked once more before it is done."""

    title: str
    text: tuple[str, ...]
    action: str
    button: str
    grave: bool
    back_url: str
    back_text: str
    errors: tuple[str, ...] = ()
