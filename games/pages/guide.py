"""The guide for a club's notice board: one page of paper."""

from dataclasses import dataclass

from games.pages.terms import TermView


@dataclass(frozen=True, slots=True)
class GuidePart:
    """Something to do, step by step."""

    title: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuidePage:
    """How a table is started, how a round is entered, what the words mean under one rule set, and where it all is.

    ``size`` is "much" or "most" where there is much to say, so that it still fits one page; ``qr`` is the picture of
    ``address``, a data URI.
    """

    title: str
    rules: str
    parts: tuple[GuidePart, ...]
    terms: tuple[TermView, ...]
    size: str
    address: str
    qr: str
    back_url: str
    back_text: str
