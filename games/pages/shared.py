"""How a game came out, for people who have no right at its table: a page, what a chat shows of it, and its image."""

from dataclasses import dataclass

from games.pages.game import FinalView, GameView
from games.pages.picture import GamePicture


@dataclass(frozen=True, slots=True)
class Sharing:
    """What whoever may share a game is offered on the page of its story.

    ``url`` is the whole address of the summary: empty where nothing is shared, and where the server's key is another
    one since. ``shared`` tells that something is, ``action`` is where its form goes.
    """

    action: str
    shared: bool
    url: str
    image: str
    """The path of what a chat will show."""
    text: str
    """What is passed on beside the address."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a chat shows of an address: Open Graph. ``url`` and ``image`` are whole addresses."""

    title: str
    description: str
    url: str
    image: str
    alt: str
    locale: str


@dataclass(frozen=True, slots=True)
class SharedPage:
    """The summary. Of a game that goes on again it has a ``title`` and a sentence alone."""

    title: str
    preview: Preview
    rules: str
    """By which rules, and to what target."""
    when: str
    """How many rounds, and the day."""
    sentences: tuple[str, ...]
    game: GameView | None
    """Without anybody's phone, and without an address at the table."""
    final: FinalView | None
    picture: GamePicture | None


@dataclass(frozen=True, slots=True)
class CardSide:
    """A side on the image: its name, what it came to, and whether it won."""

    name: str
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class CardCourse:
    """One drawing on the image: the scores of each side from the beginning, and the target, None where there is none.

    A game has one, a Hollywood sheet one for each of its games, under a ``title``.
    """

    title: str
    lines: tuple[tuple[int, ...], ...]
    target: int | None


@dataclass(frozen=True, slots=True)
class ShareCard:
    """What stands on the image. The ``headlines`` say the same, each is shorter, and the first that fits is taken."""

    headlines: tuple[str, ...]
    rules: str
    when: str
    sides: tuple[CardSide, ...]
    courses: tuple[CardCourse, ...]
