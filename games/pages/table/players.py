"""Template context of the page where people join and leave, and of the totals of an evening in which they did."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PersonChoice:
    """Somebody who may play the next game: the number at the table, and whether the box is ticked."""

    number: int
    name: str
    plays: bool


@dataclass(frozen=True, slots=True)
class NewNameField:
    """A field for the name of somebody who joins, as typed."""

    number: int
    text: str
    error: str


@dataclass(frozen=True, slots=True)
class NextRulesChoice:
    """Rules that suit the number of players: the id of a preset, "" for the rules of the last game."""

    value: str
    title: str
    note: str
    checked: bool


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The page where people join and leave."""

    table_title: str
    table_url: str
    action: str
    seats_url: str
    """Where two seats are swapped."""
    deals_instead: str
    """The other of two players, who can still deal first; "" once a round is saved."""
    revision: int
    when: str
    """From which game on it counts, in a sentence."""
    people: tuple[PersonChoice, ...]
    names: tuple[NewNameField, ...]
    rules: tuple[NextRulesChoice, ...]
    """The rules to choose from, the checked ones first."""
    offered: str
    """The preset that is checked but that nobody chose; "" for none."""
    no_rules: str
    """Why there are none; "" where there are."""
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """What somebody won in the finished games of a table: of how many games, and points with all bonuses."""

    name: str
    won: int
    played: int
    points: int
