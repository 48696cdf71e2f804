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
    """A match with the wrong pair: who was drawn, and who comes to it by now ("Ann – Ben", "Ben (bye)", "nobody")."""

    number: int
    url: str
    drawn: str
    right: str


@dataclass(frozen=True, slots=True)
class WrongPairNote:
    """Matches with the wrong pair that are decided together; ``begun`` tells that one of them has begun.

    ``action`` is where the buttons are sent, "" for readers who may not decide.
    """

    lines: tuple[WrongPairLine, ...]
    begun: bool
    action: str


@dataclass(frozen=True, slots=True)
class SeasonNav:
    """The league, the season, and links to the season pages that the user may see.

    ``wrong_pairs`` are the matches of its bracket to which others come by now, on pages that are about matches.
    ``decides``: the reader decides about them, so a live page fetches new ones by itself.
    """

    league: str
    league_url: str
    season: str
    links: tuple[NavLink, ...]
    wrong_pairs: tuple[WrongPairNote, ...] = ()
    decides: bool = False
