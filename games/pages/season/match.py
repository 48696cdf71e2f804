"""Template context of a league match: its page, its part of the table page, and the checking of rounds."""

from dataclasses import dataclass

from games.pages.league.league import SeasonNav
from games.pages.season.clock import ClockLine


@dataclass(frozen=True, slots=True)
class ShownSide:
    """One side of a match. ``outcome`` is "win", "draw", "loss", or "" until the match is over."""

    name: str
    people: tuple[str, ...]
    """The people playing for it, if not just the entrant: "Ann", "Ben (substitute)"."""
    outcome: str
    score: str
    """Games won or points, whichever decides; empty while nothing counts."""
    points: int
    boxes: int


@dataclass(frozen=True, slots=True)
class MatchRound:
    """A round of a match, and whether it is confirmed."""

    value: str
    """Its value in forms: "1:4:17" for game, round and revision."""
    title: str
    """"Round 4", or "Game 2, round 4"."""
    what: str
    gains: tuple[str, ...]
    """"+13 for Ann"."""
    state: str
    """A value of ``games.rules.confirmation.RoundStatus``."""
    status: str
    """"Waits for Ben", "Disputed by Ben: I had 20"."""
    by: str
    time: str
    game: int
    number: int


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The page of a match; a ``*_url`` is empty if the user may not go there."""

    nav: SeasonNav
    title: str
    """"Ann – Ben"."""
    number: int
    when: str
    place: str
    status: str
    """"To be played", "Game 2 of 3", "The match is over: 2:1"."""
    remarks: tuple[str, ...]
    sides: tuple[ShownSide, ...]
    counted: str
    """What a side's score counts: "games" or "points"."""
    rounds: tuple[MatchRound, ...]
    """Newest first."""
    play_url: str
    play_text: str
    watch_url: str
    checks_url: str
    call_url: str
    """Where the referee is called, and the call taken back; empty if the user may not."""
    called: str
    """Since when the referee is called; empty if they are not."""
    referee_coming: bool
    """Whether the referee has just said that they are on the way."""
    url: str
    live_url: str
    """The season's stream; empty once it is closed."""
    poll_url: str
    revision: int
    change_url: str
    """The page with its history and, for those who may, the forms that change it."""
    error: str

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return tuple(side.name for side in self.sides)


@dataclass(frozen=True, slots=True)
class ConfirmingSide:
    """A side that can confirm rounds at the table: its position and name."""

    position: int
    name: str


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match that is due or under way, and where to continue it."""

    title: str
    season: str
    when: str
    place: str
    running: bool
    url: str
    play_url: str


@dataclass(frozen=True, slots=True)
class MatchAtTable:
    """A match as shown on its table's page."""

    title: str
    """"Autumn, match 3"."""
    url: str
    stage: str
    """"Game 2 of 3", "Round 7 of 12"; how it ended once it is over."""
    over: bool
    remarks: tuple[str, ...]
    another_game_text: str
    """The label of the button for another game of the match; empty without one."""
    rounds_to_confirm: tuple[MatchRound, ...]
    """The rounds that this phone's player is asked to confirm, newest first."""
    waiting_rounds: tuple[MatchRound, ...]
    """The other unconfirmed rounds, newest first; both sides can confirm them together on this phone."""
    waiting_text: str
    open: bool
    """Whether they are unfolded because nothing else is left to do."""
    clock: ClockLine | None
    disputes: tuple[str, ...]
    """The disputed rounds with who disputes each and why."""
    call_url: str
    """Where the referee is called, and the call taken back; empty if the user may not."""
    called: str
    """Since when the referee is called; empty if they are not."""
    referee_coming: bool
    """Whether the referee has just said that they are on the way."""
    own_side: str
    """The side whose phone this is; empty if it is no side's."""
    confirming_sides: tuple[ConfirmingSide, ...]
    """The sides that have to press together to confirm: all sides of the match."""
    check_url: str
    """Where rounds are confirmed and disputed; empty if the user may do neither."""
    watch_url: str
    """Where an open page polls the state of the rounds."""
    seconds: int
    next: NextMatch | None
    """The next match at this tablet's table."""


@dataclass(frozen=True, slots=True)
class TabletPage:
    """The page that a club's tablet shows at its table between two matches."""

    place: str
    """The table of the room; empty if the device is not a table's tablet."""
    league: str
    next: NextMatch | None
    later: tuple[NextMatch, ...]


@dataclass(frozen=True, slots=True)
class QueuedRound:
    """A round to be checked, with its match."""

    match: str
    """"Match 3: Ann – Ben"."""
    match_number: int
    match_url: str
    play_url: str
    value: str
    """Its value in forms: "3:1:4:17", with the match first."""
    round: MatchRound
    open: bool
    """Whether it still has to be confirmed."""
    approve_text: str
    """What the button *Approve* does: "Approve: Round 4 counts as entered (+13 for Ann)."."""


@dataclass(frozen=True, slots=True)
class RoundsFromDevice:
    """The unchecked rounds that were entered on one phone."""

    device: str
    rounds: tuple[QueuedRound, ...]


@dataclass(frozen=True, slots=True)
class NightLink:
    """A link to the rounds of a night."""

    text: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class ChecksPage:
    """The rounds a referee or organizer has to check: disputed ones, ones waiting for approval, unchecked ones."""

    nav: SeasonNav
    url: str
    """The URL of the page for the night that is shown."""
    refresh_url: str
    """The same with the season's revision, for polling by an open page."""
    disputed: tuple[QueuedRound, ...]
    waiting: tuple[QueuedRound, ...]
    nights: tuple[NightLink, ...]
    night: str
    """The night that is shown, in words; empty if nothing was played."""
    night_open: bool
    """Whether a round of that night is disputed or waits for approval."""
    phones: tuple[RoundsFromDevice, ...]
    more: bool
    """Whether that night had more matches than are shown."""
    closed: bool
