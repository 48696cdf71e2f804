"""Objects of others look like missing ones: same status, headers and bytes as for a wrong id."""

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.api.schema import document
from games.models import AccessLink, League, LeagueLink, LinkTarget, Scope
from games.services.account.api_tokens import make_token
from games.services.league.leagues import ensure_link
from tests.leagues import Club, account, club
from tests.makers import Phone, gin, start
from tests.match_night import browser, place
from tests.security.declared_rights import PAGES
from tests.security.test_matrix import ROUTES, kind_of, parts
from tests.security.world import fill, make_world
from tests.views.reading import HTMX, plain

NOWHERE: Final = "0123456789abcdef"
HIGH: Final = 10**9


def same(there: HttpResponse, nowhere: HttpResponse) -> bool:
    """Whether two answers are the same, apart from CSRF tokens and request ids."""
    drawn = ("Set-Cookie", "X-Request-ID")
    headers = [{name: value for name, value in x.items() if name not in drawn} for x in (there, nowhere)]
    return (there.status_code, plain(there), headers[0]) == (nowhere.status_code, plain(nowhere), headers[1])


@pytest.fixture
def night(db: None) -> Club:
    """A private league with a match on its way and a place in its room."""
    made = club("Ann", "Ben", "Cleo", "Dan")
    made.play(made.match("Ann", "Ben"), made.phone("Ann"), gin(0, 20))
    place(made)
    League.objects.filter(pk=made.league.pk).update(public=False)
    made.league.refresh_from_db()
    return made


def test_fragments_of_a_league(db: None, counted: Callable[[str], None]) -> None:
    """As htmx asks for them; the pages themselves are among the cells of the matrix."""
    world, pairs = make_world(), 0
    for name, methods in PAGES.items():
        if kind_of(ROUTES[name]) not in ("league", "season") or "invited" in methods.values():
            continue
        addresses = [fill(ROUTES[name], parts(world, name, at)) for at in ("league L1", "no league")]
        for method in methods:
            who = ("anonymous", "scorer B", "organizer L2")[pairs % 3]
            there, not_there = (world.send(who, method, address, headers=HTMX) for address in addresses)
            assert (there.status_code, same(there, not_there)) == (404, True), (name, method, who)
            pairs += 1
    assert pairs > 60
    counted(f"{pairs} pairs of fragments of a league of others and of none: 0 differ")


def test_calendars_under_wrong_keys(night: Club) -> None:
    for query in ("", "?key=", "?key=" + "x" * 24):
        address, nowhere = (f"/s/{public_id}/calendar.ics{query}" for public_id in (night.season.public_id, NOWHERE))
        assert same(Client().get(address), Client().get(nowhere))


def operations(part: str) -> Iterator[tuple[str, str]]:
    """Every operation of the API at a table, a league or a season."""
    for path, at_path in document()["paths"].items():
        if path.startswith(f"/api/v1/{part}/{{public_id}}/"):
            yield from ((method, path) for method in at_path if method in ("get", "post", "put", "patch", "delete"))


def test_tables_by_the_api(night: Club, counted: Callable[[str], None]) -> None:
    ann, eve = start(), start("Eve", "Fay")
    of_league = night.table(night.match("Cleo", "Dan"), night.access).table.public_id
    secrets = {
        "a link of another table": eve.secrets[eve.access.role],
        "an account of elsewhere": make_token(account=account("Eve"), label="x", scope=Scope.MANAGE, days=7).secret,
    }
    pairs = 0
    for method, path in operations("tables"):
        filled_in = re.sub(r"{(?!public_id)\w+}", "1", path)
        for who, secret in secrets.items():
            answers = [
                Client().generic(
                    method.upper(),
                    filled_in.replace("{public_id}", public_id),
                    b"{}",
                    content_type="application/json",
                    headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": "k", "If-Match": '"1"'},
                )
                for public_id in (ann.access.table.public_id, of_league, NOWHERE)
            ]
            assert {answer.status_code for answer in answers} == {404}, (method, path, who)
            assert same(answers[0], answers[2]) and same(answers[1], answers[2]), (method, path, who)
            pairs += 2
    assert pairs > 40
    counted(f"{pairs} pairs of answers of the API about tables of others and about none: 0 differ")


def test_leagues_by_the_api(night: Club, counted: Callable[[str], None]) -> None:
    made = make_token(account=account("Eve"), label="x", scope=Scope.MANAGE, days=7)
    headers = {"Idempotency-Key": "k", "If-Match": '"1"'}
    who = {404: headers | {"Authorization": f"Bearer {made.secret}"}, 401: headers}
    pairs = 0
    for part, public_id in (("leagues", night.league.public_id), ("seasons", night.season.public_id)):
        for method, path in operations(part):
            for status, sent in who.items():
                there, nowhere = (
                    Client().generic(
                        method.upper(),
                        re.sub(r"{\w+}", "1", path.replace("{public_id}", one)),
                        b"{}",
                        content_type="application/json",
                        headers=sent,
                    )
                    for one in (public_id, NOWHERE)
                )
                assert (there.status_code, same(there, nowhere)) == (status, True), (method, path)
                pairs += 1
    assert pairs > 1
    counted(f"{pairs} pairs of answers of the API about leagues of others and about none: 0 differ")


def test_objects_of_others_below_own_ones_are_not_found(night: Club) -> None:
    """A number that is another table's or league's, sent where one is at home oneself, is as one that nobody has."""
    own, other = start(), start("Eve", "Fay")
    foreign = AccessLink.objects.filter(table=other.access.table).latest("pk")
    client = own.browser()
    there, nowhere = (client.post(f"{own.url}links/{pk}/revoke/") for pk in (foreign.pk, HIGH))
    assert (there.status_code, same(there, nowhere)) == (404, True)
    headers = {"Authorization": f"Bearer {own.secrets[own.access.role]}"}
    path = f"/api/v1/tables/{own.access.table.public_id}/links/"
    there, nowhere = (Client().delete(f"{path}{pk}/", headers=headers) for pk in (foreign.pk, HIGH))
    assert (there.status_code, same(there, nowhere)) == (404, True)

    elsewhere = club("Zoe", "Yan")
    organizer = browser(elsewhere.access)
    link: LeagueLink = ensure_link(night.league, LinkTarget.LEAGUE)
    here = elsewhere.league.public_id
    tries = {
        "league:revoke": link.pk,
        "league:member": night.members["Ann"].pk,
        "league:rename_member": night.members["Ann"].pk,
        "league:erase_member": night.members["Ann"].pk,
        "league:end_office": night.organizer.offices.get().pk,
        "league:player": night.members["Ann"].pk,
    }
    for name, pk in tries.items():
        method = organizer.get if name in ("league:member", "league:player") else organizer.post
        there, nowhere = (method(reverse(name, args=[here, number]), {"name": "Mallory"}) for number in (pk, HIGH))
        assert (name, there.status_code, same(there, nowhere)) == (name, 404, True)
    foreign.refresh_from_db()
    link.refresh_from_db()
    assert (foreign.revoked_at, link.revoked_at) == (None, None)


def test_streams(db: None) -> None:
    ann: Phone = start()
    responses = [Client().get(f"/live/{token}/") for token in (ann.access.table.public_id, NOWHERE, "x")]
    assert all(same(responses[0], answer) for answer in responses)


def test_invalid_links_are_refused(db: None) -> None:
    client = Client()
    start()
    responses = [client.get(f"/{kind}/{secret}/") for kind in "gjk" for secret in ("x", "A" * 32, "A" * 300)]
    assert {answer.status_code for answer in responses} == {404}
    assert all(same(responses[0], answer) for answer in responses)
