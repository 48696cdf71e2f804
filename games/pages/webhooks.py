"""Webhooks on the pages of their account."""

from dataclasses import dataclass

from games.pages.account import AccountField, TokenChoice


@dataclass(frozen=True, slots=True)
class WebhookView:
    """A webhook in the list. ``state`` says how it stands, ``off`` whether it is switched off."""

    place: str
    """The table or league it is told of."""
    url: str
    events: str
    state: str
    off: bool
    page_url: str


@dataclass(frozen=True, slots=True)
class DeliveryView:
    """A message to a webhook: what it told, when it happened, how it was taken, and how the last answer began."""

    what: str
    at: str
    state: str
    answer: str


@dataclass(frozen=True, slots=True)
class WebhooksPage:
    """All webhooks of an account, and the form that makes one; with ``secret`` it was made, and is told this once."""

    webhooks: tuple[WebhookView, ...]
    url: AccountField
    events: tuple[TokenChoice, ...]
    places: tuple[TokenChoice, ...]
    """The tables and leagues where the account may have one; without any there is no form."""
    errors: tuple[str, ...]
    secret: str
    action: str
    back_url: str


@dataclass(frozen=True, slots=True)
class WebhookPage:
    """One webhook, with what it was sent last."""

    webhook: WebhookView
    deliveries: tuple[DeliveryView, ...]
    notice: str
    secret: str
    test_url: str
    switch_url: str
    secret_url: str
    delete_url: str
    back_url: str
