"""Template context of the page on which a table's code is typed, and of the phone that waits to be let in."""

from dataclasses import dataclass

from games.pages.sharing.links_and_problems import JoinPage


@dataclass(frozen=True, slots=True)
class EnterCodePage:
    """The page on which a code is typed; once it is right, ``who`` has the names of the table."""

    code: str
    error: str = ""
    who: JoinPage | None = None


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """The page of a phone that has asked: it waits (``asked``), or was "declined", or nobody answered ("expired")."""

    state: str
    table_title: str
    label: str
    answered_by: str
