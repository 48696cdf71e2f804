"""Template context of the page about privacy, backups and what the app promises about scores."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PromisesPage:
    """All promises by heading, what is not promised, and the security contact ("" if not configured)."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]
    not_promised: tuple[str, ...]
    contact: str
