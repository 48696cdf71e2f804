"""Archives of an account: taken away, and brought."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BroughtView:
    """A table or a league that an archive held: what it is called, where it is, and whether it was here already."""

    title: str
    url: str
    known: bool


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """What the archive of an account would hold now, and what one held that was brought; ``brought`` None: nothing."""

    tables: int
    leagues: int
    brought: tuple[BroughtView, ...] | None
    faults: tuple[str, ...]
