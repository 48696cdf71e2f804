"""A match of a season: its own page, what stands at its table, and what is still to be played."""

from dataclasses import dataclass

from games.pages.league import SeasonNav


@dataclass(frozen=True, slots=True)
class MatchSide:
    """One side of a match. ``outcome`` is "win", "draw", "loss", or "" until the match is over."""

    name: str
    people: tuple[str, ...]
    """Who sits there for it, where that is not simply himself: "Ann", "Ben (substitute)"."""
    outcome: str
    score: str
    """What decides: games won, or points; empty while nothing counts."""
    points: int
    boxes: int


@dataclass(frozen=True, slots=True)
class MatchRound:
    """A round of a match, and how it stands."""

    value: str
    """What a form sends for it as it is now: "1:4:17", game, round and revision."""
    title: str
    """"Round 4", or "Game 2, round 4"."""
    what: str
    gains: tuple[str, ...]
    """"+13 for Ann"."""
    state: str
    """Of ``games.rules.confirmation.Standing``."""
    says: str
    """"Waits for Ben", "Disputed by Ben: I had 20"."""
    by: str
    at: str
    game: int
    number: int


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The page of a match. An empty ``*_url`` is for nobody who looks at it."""

    nav: SeasonNav
    title: str
    """"Ann – Ben"."""
    number: int
    when: str
    place: str
    stands: str
    """"To be played", "Game 2 of 3", "The match is over: 2:1"."""
    remarks: tuple[str, ...]
    sides: tuple[MatchSide, ...]
    counted: str
    """What the score of a side counts: "games" or "points"."""
    rounds: tuple[MatchRound, ...]
    """Newest first."""
    play_url: str
    play_text: str
    watch_url: str
    checks_url: str
    change_url: str
    """Where its history is, and for who may, the forms that change it."""
    error: str


@dataclass(frozen=True, slots=True)
class Speaker:
    """A side whose word is taken at the table: its position, and its name."""

    position: int
    name: str


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match that is to be played, or is being played: in a word, and where to go on with it."""

    title: str
    season: str
    when: str
    place: str
    running: bool
    url: str
    play_url: str


@dataclass(frozen=True, slots=True)
class MatchAtTable:
    """What the table page of a match says of it."""

    title: str
    """"Autumn, match 3"."""
    url: str
    stage: str
    """"Game 2 of 3", "Round 7 of 12"; how it ended once it is over."""
    over: bool
    remarks: tuple[str, ...]
    another: str
    """What the button says that begins another game; empty where it would be in the way."""
    asks: tuple[MatchRound, ...]
    """The rounds that this phone's player is asked about, newest first."""
    waits: tuple[MatchRound, ...]
    """The other rounds that somebody has to confirm, for two thumbs on this phone, newest first."""
    waits_text: str
    open: bool
    """Whether they are unfolded: there is nothing else to do."""
    own: str
    """The name of the side whose phone this is; empty for nobody's."""
    thumbs: tuple[Speaker, ...]
    """Who has to put his thumb on it; everybody of the match."""
    check_url: str
    """Where rounds are confirmed and disputed; empty for who may do neither."""
    watch_url: str
    """Where a page that is open asks how the rounds stand now."""
    seconds: int
    next: NextMatch | None
    """What is to be played next at the place of this tablet."""


@dataclass(frozen=True, slots=True)
class HerePage:
    """What a tablet shows at its place between two matches."""

    place: str
    """Empty for a device that stands nowhere."""
    league: str
    next: NextMatch | None
    later: tuple[NextMatch, ...]


@dataclass(frozen=True, slots=True)
class QueuedRound:
    """A round to be looked at, with the match it is of."""

    match: str
    """"Match 3: Ann – Ben"."""
    match_url: str
    play_url: str
    value: str
    """What a form sends for it: "3:1:4:17", the match first."""
    round: MatchRound
    open: bool
    """Whether somebody has still to agree to it."""


@dataclass(frozen=True, slots=True)
class TypedBy:
    """The rounds that came from one phone and nobody has looked at yet."""

    by: str
    rounds: tuple[QueuedRound, ...]


@dataclass(frozen=True, slots=True)
class NightLink:
    """A night whose rounds can be looked at."""

    text: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class ChecksPage:
    """What a referee or organiser has to look at: what is disputed, what waits for him, and what nobody ticked yet."""

    nav: SeasonNav
    url: str
    """The address of the page with the night that is shown."""
    refresh_url: str
    """The same with the revision of the season, for a page that is open to ask whether there is more."""
    disputed: tuple[QueuedRound, ...]
    waiting: tuple[QueuedRound, ...]
    nights: tuple[NightLink, ...]
    night: str
    """The night that is shown, in words; empty while nothing was played."""
    phones: tuple[TypedBy, ...]
    more: bool
    """Whether there were more matches that night than are shown."""
    closed: bool
