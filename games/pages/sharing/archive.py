"""Template context of the page that exports and imports an account's archive."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ImportedItemContext:
    """A table or league from an imported archive; ``already_here`` if this server already had it."""

    title: str
    url: str
    already_here: bool


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """The counts that an export would hold now, and the result of an import; ``imported`` is None without one."""

    tables: int
    leagues: int
    imported: tuple[ImportedItemContext, ...] | None
    faults: tuple[str, ...]
