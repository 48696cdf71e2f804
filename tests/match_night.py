"""Browsers on a club night: members' phones, officials and tablets."""

import time

from django.test import Client

from games.models import Device, LeagueLink, LeaguePass, LinkTarget, Place
from games.models.table import new_public_id
from games.permissions import LeagueAccess
from games.selectors.access import hash_secret
from games.selectors.league.league_access import access_to_league
from games.services.devices import make_device
from games.services.league.leagues import ensure_link
from tests.leagues import Club


def browser(access: LeagueAccess) -> Client:
    """The browser of the person with this ``access``: the device's cookie, and a log-in if they have an account.

    The password was just given again, as pages that change something about the log-in ask.
    """
    client = Client(raise_request_exception=False)
    if access.device:
        client.cookies["device"] = cookie(access.device)
    if access.account:
        client.force_login(access.account)
        session, given = client.session, {"method": "password", "at": time.time(), "reauthenticated": True}
        session["account_authentication_methods"] = [given]
        session["account_authentication_methods_user"] = str(access.account.pk)
        session["id"] = new_public_id()
        session.save()
    return client


def cookie(device: Device) -> str:
    """The secret in the device's cookie; the same each time."""
    secret = f"the secret of device {device.pk}"
    Device.objects.filter(pk=device.pk).update(secret_hash=hash_secret(secret))
    return secret


def tablet(club: Club, place: Place) -> LeagueAccess:
    """The tablet at one of the room's tables."""
    device = make_device(label="Android tablet").device
    LeaguePass.objects.create(device=device, link=ensure_link(club.league, LinkTarget.PLACE, place=place))
    return access_to_league(club.league, None, device)


def place(club: Club, name: str = "Table 2") -> Place:
    """A table in the club room."""
    return Place.objects.create(league=club.league, name=name)


def claim(club: Club, name: str) -> LeagueLink:
    """The link with which a member claims their name."""
    return ensure_link(club.league, LinkTarget.MEMBER, member=club.members[name])
