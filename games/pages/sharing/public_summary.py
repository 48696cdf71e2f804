"""Template context of a game's public summary: the page, its Open Graph preview, and the share image."""

from dataclasses import dataclass

from games.pages.table.game import FinalContext, GameContext
from games.pages.table.score_chart import GamePicture


@dataclass(frozen=True, slots=True)
class Sharing:
    """The form for sharing a game's summary, on its story page.

    ``url`` is the summary's absolute URL, empty if it is not shared, or if the server's key has changed since.
    ``shared`` says whether it is shared, ``action`` is where the form is sent.
    """

    action: str
    end_url: str
    """Where sharing is ended."""
    shared: bool
    url: str
    image: str
    """The path of the image that a chat will show."""
    text: str
    """The text that is shared with the URL."""


@dataclass(frozen=True, slots=True)
class OpenGraphPreview:
    """The Open Graph data of a page, which chats show; ``url`` and ``image`` are absolute URLs."""

    title: str
    description: str
    url: str
    image: str
    alt: str
    locale: str


@dataclass(frozen=True, slots=True)
class SharedPage:
    """The summary of a game; if the game was reopened, only a ``title`` and a sentence."""

    title: str
    preview: OpenGraphPreview
    rules: str
    """The rules and the target."""
    when: str
    """The number of rounds, and the day."""
    game: GameContext | None
    """The game without names of phones and without links to the table."""
    final: FinalContext | None
    picture: GamePicture | None


@dataclass(frozen=True, slots=True)
class ShareCardSide:
    """A side on the share image: its name, total, and whether it won."""

    name: str
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class ShareCardChart:
    """One score chart on the share image: the scores of each side from the beginning, and the target or None.

    A game has one chart, a Hollywood sheet one for each column, with a ``title``.
    """

    title: str
    lines: tuple[tuple[int, ...], ...]
    target: int | None


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The content of the share image. The ``headlines`` get shorter; the first one that fits is used."""

    headlines: tuple[str, ...]
    rules: str
    when: str
    sides: tuple[ShareCardSide, ...]
    charts: tuple[ShareCardChart, ...]
