"""What is promised about scores."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PromiseView:
    """A promise, and the paths of the tests that hold it."""

    text: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PromisesPage:
    """All promises by heading, what is not promised, and where to tell of a weakness ("" where nobody said)."""

    groups: tuple[tuple[str, tuple[PromiseView, ...]], ...]
    not_promised: tuple[str, ...]
    contact: str
