"""Score sheets on paper: filled with a game that was played, or blank for one that will be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperHead:
    """One game of the sheet: all of it, or a third of a Hollywood sheet.

    ``title`` is empty where it is the only one; ``ended`` how it came out ("Ann wins 185"), empty while it goes on.
    """

    title: str
    ended: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line of the sheet. ``cells`` are the texts of all its columns of numbers, from left to right.

    ``number`` is the round's, empty on a line that only has room; ``notes`` stand above it, over the whole width.
    ``void`` tells that the round does not count.
    """

    number: str
    told: str
    card: str
    cells: tuple[str, ...]
    void: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperBill:
    """A line of the settlement at the foot: "Boxes, 25 each", and for every side of every game what it comes to."""

    label: str
    cells: tuple[str, ...]
    strong: bool


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One game on paper. Every part of it follows from its rule set and from how many sit down.

    ``sides`` are the names of what scores, empty where there is a line to write them on; ``heads`` one game or the
    three of Hollywood; ``parts`` the columns that each side has in each of them ("Points", "Total", "Boxes").
    ``card`` is the head of the column for the card that sets the limit, empty where none does.
    """

    title: str
    about: str
    """"Game 2, 22 November 2026"; empty on a blank sheet."""
    rules: str
    heads: tuple[PaperHead, ...]
    sides: tuple[str, ...]
    parts: tuple[str, ...]
    card: str
    rows: tuple[PaperRow, ...]
    last_notes: tuple[str, ...]
    """What stands under the last line."""
    bills: tuple[PaperBill, ...]
    result: str
    """"Ann wins by 165. Ann reached 100 in round 7."; empty while the game goes on."""
    reminders: tuple[str, ...]
    """What counts how much, in a few words each."""
    blank: bool

    @property
    def span(self) -> int:
        """How many columns the sheet has."""
        return 2 + bool(self.card) + len(self.heads) * self.across

    @property
    def across(self) -> int:
        """How many columns one game has."""
        return len(self.sides) * len(self.parts)

    @property
    def places(self) -> tuple[str, ...]:
        """The names over the columns, game by game."""
        return self.sides * len(self.heads)

    @property
    def columns(self) -> tuple[str, ...]:
        """The heads of the columns of numbers, from left to right."""
        return self.parts * len(self.places)

    @property
    def first_parts(self) -> tuple[int, ...]:
        """The places, from 0, of the columns of numbers with which a side begins."""
        return tuple(range(0, len(self.columns), len(self.parts)))


@dataclass(frozen=True, slots=True)
class PrintPage:
    """A page of sheets to print. On a blank one ``names`` are the fields, ``numbers`` how many may sit down."""

    title: str
    back_url: str
    back_text: str
    sheets: tuple[PaperSheet, ...]
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    errors: tuple[str, ...] = ()
