"""Template context of a table's code on its Invite page, and of the question whether to let a phone in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JoinQuestion:
    """A phone that asks to join."""

    id: str
    title: str
    """"Eve wants to join"."""
    explains: str
    url: str


@dataclass(frozen=True, slots=True)
class InviteCode:
    """The code on the Invite page; ``text`` is empty as long as none is shown."""

    text: str
    url: str
    """Where a code is made, and where the open page says that it still shows one."""
    site: str
    """The address to open on the other phone, without "https://"."""
    until: str
    """Until when it is good; only where no script renews it."""
    live_url: str
    poll_url: str
    revision: int
    changes_beside: int
    joins: tuple[JoinQuestion, ...]


@dataclass(frozen=True, slots=True)
class LinkUse:
    """When a link was used last, in words."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class InviteUpdate:
    """What an open Invite page fetches again and again: the code, who asks, and which links were used."""

    code: InviteCode
    uses: tuple[LinkUse, ...]
