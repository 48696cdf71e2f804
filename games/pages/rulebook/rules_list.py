"""Template context of the page with all rules: to search, to star, to compare, to choose from."""

from dataclasses import dataclass

from games.pages.table.start import PresetChoice


@dataclass(frozen=True, slots=True)
class RulesRow:
    """A rule set in the list. ``search`` is the text that a search looks at, in small letters."""

    id: str
    """The id of the row: "rules-hollywood"."""
    choice: PresetChoice
    use_url: str
    """The start page with these rules chosen."""
    search: str
    starred: bool
    chosen: bool
    """Whether they are those of the new table."""


@dataclass(frozen=True, slots=True)
class RulesSection:
    """Rows under a heading."""

    id: str
    title: str
    rows: tuple[RulesRow, ...]


@dataclass(frozen=True, slots=True)
class PlayersFilter:
    """A link that lists the rules for so many people; ``number`` is 0 for all."""

    number: int
    url: str
    on: bool


@dataclass(frozen=True, slots=True)
class RulesListPage:
    """All rules, those this phone played last and starred first."""

    query: str
    players: int
    """The number of people the rules must be for; 0 for any."""
    filters: tuple[PlayersFilter, ...]
    sections: tuple[RulesSection, ...]
    found: str
    """How many are listed: "19 rule sets"."""
    choosing: bool
    """Whether a new table is waiting for its rules."""
    compared: tuple[str, str]
    """The values of the rules that the form for comparing has chosen."""
    titles: tuple[tuple[str, str], ...]
    """The value and the title of every rule set, to compare."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A rule in which the compared rule sets differ, with its value in each."""

    title: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """The rules of one group, such as "Knocking"."""

    title: str
    rows: tuple[ComparedRow, ...]


@dataclass(frozen=True, slots=True)
class CompareRulesPage:
    """Two rule sets side by side: only what differs."""

    rules: tuple[PresetChoice, ...]
    use_urls: tuple[str, ...]
    groups: tuple[ComparedGroup, ...]
    same: str
    """How many rules are the same in both: "31 rules are the same."."""
    titles: tuple[tuple[str, str], ...]
    compared: tuple[str, str]
    back_url: str
