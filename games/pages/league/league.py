"""Template context of the navigation at the head of every league and season page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link to one page of a season."""

    title: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class WrongPairLine:
    """A match with the wrong pair: who was drawn, and who comes to it by now ("Ann – Ben", "Ben (bye)", "nobody").

    While that isn't known, ``undecided`` is the number of a match without a winner that it waits for, else 0.
    """

    number: int
    url: str
    drawn: str
    right: str
    undecided: int = 0
    undecided_url: str = ""


@dataclass(frozen=True, slots=True)
class ReplayButton:
    """Where to send that a match is to be drawn again, and its number."""

    number: int
    action: str


@dataclass(frozen=True, slots=True)
class WrongPairNote:
    """Matches with the wrong pair that are decided together; ``begun`` tells that one of them has begun.

    ``waits`` tells that it isn't known who comes to them, and ``replays`` are the matches that a replay would decide.
    ``action`` is where the other buttons are sent, "" for readers who may not decide.
    """

    lines: tuple[WrongPairLine, ...]
    begun: bool
    action: str
    waits: bool = False
    replays: tuple[ReplayButton, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedGroups:
    """Who is in a bracket but doesn't go on from the groups any more, and who goes on instead: their names.

    ``action`` is where to send that the right ones are let in; "" for readers who may not decide, and once a match of
    the bracket has begun.
    """

    out: tuple[str, ...]
    into: tuple[str, ...]
    action: str


@dataclass(frozen=True, slots=True)
class SeasonNav:
    """The league, the season, and links to the season pages that the user may see.

    ``wrong_pairs`` are the matches of its bracket to which others come by now, on pages that are about matches.
    ``changed`` says that others go on from the groups than those in this bracket.
    ``decides``: the reader decides about them, so a live page fetches new ones by itself.
    """

    league: str
    league_url: str
    season: str
    links: tuple[NavLink, ...]
    wrong_pairs: tuple[WrongPairNote, ...] = ()
    changed: ChangedGroups | None = None
    decides: bool = False
