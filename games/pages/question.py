"""Two phones told one round differently: the question that all screens show until a person answers it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VersionChoice:
    """One version of the round. ``value`` goes into the form's ``right`` field: "keep", or the version's number."""

    value: str
    by: str
    """Whose it is: "Ann's phone", or several phones."""
    on_sheet: bool
    what: str
    """"Ann knocked with 7, Ben had 20"."""
    brings: str
    """"13 for Ann"; empty for a round that is struck."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """An open question. ``ids`` are the versions that are shown, ``revision`` that of the round on the sheet."""

    title: str
    """"Round 7: two versions"."""
    ask: str
    choices: tuple[VersionChoice, ...]
    ids: tuple[int, ...]
    revision: int
    url: str
    """Where the answer goes; empty for somebody who only watches."""
