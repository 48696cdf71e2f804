"""Template context of the printed guide for a club's bulletin board: how to use the app, on one page of paper."""

from dataclasses import dataclass

from games.pages.rulebook.terms import TermContext


@dataclass(frozen=True, slots=True)
class GuidePart:
    """A section of the guide: a title and steps."""

    title: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuidePage:
    """The guide: how to start a table and enter a round, the terms of one rule set, and the server's address.

    ``size`` is "much" or "most" if there is much text, so that it still fits on one page; ``qr`` is the QR code of
    ``address`` as a data URI.
    """

    title: str
    rules: str
    parts: tuple[GuidePart, ...]
    terms: tuple[TermContext, ...]
    size: str
    address: str
    qr: str
    back_url: str
    back_text: str
    seasons: tuple[tuple[str, str, bool], ...] = ()
    """The seasons to choose from, where a league has several: public id, name, and whether it is the one shown."""
