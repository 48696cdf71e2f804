"""Template context of the page about everything the people of a phone's games have won."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PersonLine:
    """One person's line: ``streak`` is the longest run of won games, ``style`` the number of the line in the chart."""

    name: str
    style: int
    games: int
    wins: int
    points: int
    streak: int
    biggest: int
    gins: int
    undercuts: int
    share: int
    """The percentage of games won."""


@dataclass(frozen=True, slots=True)
class YearLink:
    """A link to the same page for one year, or for all."""

    text: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class WinsLine:
    """One person's line in the chart of games won: its path, and where its name is written."""

    style: int
    name: str
    wins: int
    path: str
    label_y: int


@dataclass(frozen=True, slots=True)
class AllTimePage:
    """The page. ``series`` is "Ann 12–9 Ben" between two people, else empty."""

    series: str
    games: int
    lines: tuple[PersonLine, ...]
    years: tuple[YearLink, ...]
    chart: tuple[WinsLine, ...]
    """Empty until there are two games."""
    csv_url: str

    @property
    def people(self) -> tuple[str, ...]:
        """Return everybody's names."""
        return tuple(line.name for line in self.lines)
