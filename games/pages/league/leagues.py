"""Template context of the league pages: list, overview, settings, links, tables of the room, and officials."""

from dataclasses import dataclass

from games.pages.season.match import NextMatch


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A line of a league's history: what was decided, by whom, when, and the reason if any."""

    text: str
    by: str
    when: str
    reason: str


@dataclass(frozen=True, slots=True)
class LeagueEntry:
    """A league in a list; ``note`` is the user's part in it, or where it plays."""

    name: str
    url: str
    note: str


@dataclass(frozen=True, slots=True)
class LeaguesPage:
    """All leagues that the user may see, their own first."""

    mine: tuple[LeagueEntry, ...]
    others: tuple[LeagueEntry, ...]
    more: int
    """The number of public leagues that are not shown."""
    has_account: bool


@dataclass(frozen=True, slots=True)
class LeagueForm:
    """The form that founds a league or changes its settings; ``errors`` are sentences by field."""

    title: str
    action: str
    button: str
    back_url: str
    back_text: str
    name: str
    place: str
    zone: str
    other_zone: str
    """A typed time zone that is not in the short list."""
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
    """Whether the user competes in it."""


@dataclass(frozen=True, slots=True)
class MemberEntry:
    """A member in a list."""

    name: str
    url: str
    claimed: bool
    """Whether an account or a phone is tied to this name."""
    mine: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """The overview of a league as the user sees it."""

    name: str
    place: str
    seen_by: str
    """Who may see it, in a sentence."""
    mine: str
    """The user's part in it, in a sentence; empty without one."""
    matches: tuple[NextMatch, ...]
    """The user's own matches that are next."""
    open: tuple[SeasonEntry, ...]
    closed: tuple[SeasonEntry, ...]
    members: tuple[MemberEntry, ...]
    officials: str
    """Who runs it, in a sentence."""
    manage: tuple[tuple[str, str], ...]
    """Links to the management pages, as text and path."""
    members_url: str
    """Where members are added; empty if the user may not."""
    leave_url: str
    guide_url: str
    """The guide for the bulletin board."""


@dataclass(frozen=True, slots=True)
class CodeContext:
    """An active link of a league; ``url`` and ``qr`` are empty if its secret can no longer be shown."""

    id: int
    title: str
    explains: str
    url: str
    qr: str
    used: str
    revoke_url: str


@dataclass(frozen=True, slots=True)
class OfficeContext:
    """An official of a league and their duty."""

    name: str
    duty: str
    since: str
    mine: bool
    end_url: str


@dataclass(frozen=True, slots=True)
class OfficesPage:
    """The officials of a league, open invitations, and the accounts it can be handed over to (id and name)."""

    public_id: str
    league: str
    league_url: str
    offices: tuple[OfficeContext, ...]
    duties: tuple[tuple[str, str, str], ...]
    """The offices for invitations: value, title, and what each allows."""
    invitations: tuple[CodeContext, ...]
    handover_candidates: tuple[tuple[int, str], ...]
    unprotected: bool
    """Whether the user has not turned on two-step login."""
    key: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeagueLinksPage:
    """The link to a league, and the league's history."""

    public_id: str
    league: str
    league_url: str
    public: bool
    link: CodeContext | None
    history: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """A table of the room; ``code`` is the link for its tablet, None if there is none yet."""

    id: int
    name: str
    code: CodeContext | None
    error: str
    typed: str


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """The tables of the room."""

    public_id: str
    league: str
    league_url: str
    places: tuple[PlaceContext, ...]
    typed: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkAcceptPage:
    """The page behind a league link: one button, or two if an account may be tied to a name."""

    title: str
    text: str
    button: str
    with_account: str
    """The label of the second button; empty without one."""
    action: str


@dataclass(frozen=True, slots=True)
class ConfirmPage:
    """A page that asks for confirmation before something is done."""

    title: str
    text: tuple[str, ...]
    action: str
    button: str
    destructive: bool
    back_url: str
    back_text: str
    errors: tuple[str, ...] = ()
