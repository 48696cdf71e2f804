"""Template context of the question which of two differing versions of a round is right."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VersionChoice:
    """One version of the round; ``value`` is that of the form field ``right``: "keep", or the version's id."""

    value: str
    by: str
    """The phone or phones it came from: "Ann's phone"."""
    on_sheet: bool
    what: str
    """"Ann knocked with 7, Ben had 20"."""
    brings: str
    """"13 for Ann"; empty for a void round."""


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """An open question; ``ids`` are the versions shown, ``revision`` is that of the round on the sheet."""

    title: str
    """"Round 7: two versions"."""
    ask: str
    people: tuple[str, ...]
    """The players' names by seat."""
    choices: tuple[VersionChoice, ...]
    ids: tuple[int, ...]
    revision: int
    url: str
    """Where the answer is sent; empty for users who may only watch."""
