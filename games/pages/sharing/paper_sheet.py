"""Template context of printed score sheets, filled in with a game or blank."""

from dataclasses import dataclass

from games.pages.sharing.seals import SealNote


@dataclass(frozen=True, slots=True)
class PaperHead:
    """The heading of one game of the sheet: the only one, or one of the three of a Hollywood sheet.

    ``title`` is empty if it is the only one; ``ended`` is its result ("Ann wins 185"), empty while it goes on.
    """

    title: str
    ended: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line of the sheet; ``cells`` are the texts of its number columns, from left to right.

    ``number`` is the round's, empty on a blank line; ``round_text`` says what happened; ``notes`` are printed above the
    line over the whole width. ``void`` if the round does not count.
    """

    number: str
    round_text: str
    card: str
    cells: tuple[str, ...]
    void: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperBill:
    """A line of the settlement at the foot: "Boxes, 25 each", with a cell for every side of every game."""

    label: str
    cells: tuple[str, ...]
    strong: bool


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One printed game; its layout follows from the rule set and the number of players.

    ``sides`` are the names of the sides, empty for a line to write on; ``heads`` are one game, or the three of a
    Hollywood sheet; ``parts`` are the columns of each side in each game ("Points", "Total", "Boxes"). ``card`` is the
    head of the column for the upcard or knock card, empty if the rules use none.
    """

    title: str
    about: str
    """"Game 2, November 22, 2026"; empty on a blank sheet."""
    rules: str
    heads: tuple[PaperHead, ...]
    sides: tuple[str, ...]
    parts: tuple[str, ...]
    card: str
    rows: tuple[PaperRow, ...]
    last_notes: tuple[str, ...]
    """The notes below the last line."""
    bills: tuple[PaperBill, ...]
    result: str
    """"Ann wins by 165. Ann reached 100 in round 7."; empty while the game goes on."""
    reminders: tuple[str, ...]
    """Reminders of the scoring, a few words each."""
    blank: bool
    seal: SealNote | None = None
    """None on a blank sheet."""
    sealed_until: int = 0
    """The last ledger entry that the seal covers."""

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
        """The side names above the columns, game by game."""
        return self.sides * len(self.heads)

    @property
    def columns(self) -> tuple[str, ...]:
        """The heads of the columns of numbers, from left to right."""
        return self.parts * len(self.places)

    @property
    def first_parts(self) -> tuple[int, ...]:
        """The indexes of the number columns at which a side begins."""
        return tuple(range(0, len(self.columns), len(self.parts)))


@dataclass(frozen=True, slots=True)
class PrintPage:
    """A page of sheets to print; for a blank one ``names`` are the name fields, ``numbers`` the player counts."""

    title: str
    back_url: str
    back_text: str
    sheets: tuple[PaperSheet, ...]
    people: tuple[str, ...] = ()
    """The names of all players on the sheets."""
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    errors: tuple[str, ...] = ()
