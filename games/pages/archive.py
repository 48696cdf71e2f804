"""Template context of the page that exports and imports an account's archive."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BroughtView:
    """A table or league from an imported archive; ``known`` if this server already had it."""

    title: str
    url: str
    known: bool


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """The counts that an export would hold now, and the result of an import; ``brought`` is None without one."""

    tables: int
    leagues: int
    brought: tuple[BroughtView, ...] | None
    faults: tuple[str, ...]
