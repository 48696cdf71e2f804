"""Browsers of a club's people: with an account, with a member's phone, with neither."""

from django.test import Client

from games.models import Account, Device, LeagueLink, Office, Opens
from games.models.league import Duty
from games.selectors.league_access import access_in
from games.selectors.secrets import derived_secret
from games.services.devices import make_device
from games.services.leagues import link_to, take_up_league_link
from tests.leagues import Club, account


def browser() -> Client:
    """A browser of somebody unknown; an answer of 500 is an answer, as in life."""
    return Client(raise_request_exception=False)


def as_account(who: Account) -> Client:
    """A browser in which ``who`` is logged in."""
    client = browser()
    client.force_login(who)
    return client


def organiser(tuesday: Club) -> Client:
    """The browser of who runs the league."""
    return as_account(tuesday.organiser)


def official(tuesday: Club, duty: Duty, name: str = "Rita") -> Client:
    """The browser of somebody with another duty."""
    who = account(name)
    Office.objects.create(league=tuesday.league, account=who, duty=duty)
    return as_account(who)


def member(tuesday: Club, name: str) -> Client:
    """The phone of a member who claimed his name on it."""
    made = make_device(label="iPhone")
    link = link_to(tuesday.league, Opens.MEMBER, member=tuesday.members[name])
    take_up_league_link(secret=derived_secret(link.nonce), account=None, device=made.device)
    client = browser()
    client.cookies["device"] = made.secret
    assert access_in(tuesday.league, None, Device.objects.get(pk=made.device.pk)).member == tuesday.members[name]
    return client


def secret(link: LeagueLink) -> str:
    """What is in the link's address."""
    return derived_secret(link.nonce)
