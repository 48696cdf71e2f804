"""Browsers of a club's people: with an account, with a member's phone, or with neither."""

from django.test import Client

from games.models import Account, Device, LeagueLink, LinkTarget, Office
from games.models.league import Duty
from games.selectors.league.league_access import access_to_league
from games.selectors.secrets import derived_secret
from games.services.devices import make_device
from games.services.league.leagues import accept_league_link, ensure_link
from tests.leagues import Club, account


def browser() -> Client:
    """A browser of somebody unknown; an answer of 500 is an answer, as in life."""
    return Client(raise_request_exception=False)


def as_account(who: Account) -> Client:
    """A browser in which ``who`` is logged in."""
    client = browser()
    client.force_login(who)
    return client


def organizer(tuesday: Club) -> Client:
    """The browser of who runs the league."""
    return as_account(tuesday.organizer)


def official(tuesday: Club, duty: Duty, name: str = "Rita") -> Client:
    """The browser of somebody with another duty."""
    who = account(name)
    Office.objects.create(league=tuesday.league, account=who, duty=duty)
    return as_account(who)


def member(tuesday: Club, name: str) -> Client:
    """The phone of a member who claimed their name on it."""
    made = make_device(label="iPhone")
    link = ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members[name])
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=made.device)
    client = browser()
    client.cookies["device"] = made.secret
    assert access_to_league(tuesday.league, None, Device.objects.get(pk=made.device.pk)).member == tuesday.members[name]
    return client


def secret(link: LeagueLink) -> str:
    """The path of the link."""
    return derived_secret(link.nonce)
