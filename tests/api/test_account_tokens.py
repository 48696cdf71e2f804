"""API: account tokens: what each scope allows at each table, and how a token ends."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.utils import timezone

from games.models import AccessLink, Account, ApiToken, Duty, Entry, Office, RoundCheck, Scope, Table
from games.rules.league.season import season_rules
from games.selectors.access import access_by_token_link, link_by_secret
from games.selectors.account.api_tokens import access_by_account
from games.selectors.operating.audit_tables import audit_tables
from games.services.account.accounts import change_password, delete_account
from games.services.account.api_tokens import make_token, revoke_token, with_stored_link
from games.services.sharing.links import revoke_link
from tests.api.kit import Api, Sitting, knock, nothing_written
from tests.leagues import Club, account, club
from tests.makers import Phone, enter, outcome
from tests.makers import knock as told

KEY = {"Idempotency_Key": "k"}
TABLE = {"players": ["Ann", "Ben"], "preset": "standard"}


@pytest.fixture
def olga(db: None) -> Account:
    return account()


def token(of: Account, scope: str = "manage", days: int = 90) -> Api:
    return Api(make_token(account=of, label="The board", scope=Scope(scope), days=days).secret)


def tables_of(of: Account) -> str:
    """A table that this account's program started; its path."""
    started = token(of).post("tables/", TABLE)
    assert started.status == 201
    return f"tables/{started.body['id']}/"


def tried(api: Api, path: str) -> tuple[int, int, int]:
    """How reading, scoring and what is the owner's come out at a table: three statuses."""
    return (
        api.get(path).status,
        api.post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, Idempotency_Key="one").status,
        api.get(f"{path}links/").status,
    )


@pytest.mark.parametrize(
    ("scope", "expected"), [("read", (200, 403, 403)), ("score", (200, 201, 403)), ("manage", (200, 201, 200))]
)
def test_a_scope_allows_so_much_at_a_table_of_ones_own(olga: Account, scope: str, expected: tuple[int, ...]) -> None:
    assert tried(token(olga, scope), tables_of(olga)) == expected


def test_a_table_that_was_started_with_a_token_is_its_accounts(olga: Account) -> None:
    path = tables_of(olga)
    assert Table.objects.get().account == olga
    assert token(olga).put(f"{path}strict/", {"strict": True}).status == 200
    assert token(account("Eve")).get(path).code == "not_found"


@pytest.mark.parametrize("scope", ["read", "score"])
def test_only_who_may_manage_starts_a_table_for_the_account(olga: Account, scope: str) -> None:
    with nothing_written():
        refused = token(olga, scope).post("tables/", TABLE)
    assert (refused.status, refused.code) == (403, "not_allowed")
    assert "its scope" in refused.body["detail"]


def test_a_table_of_text_is_its_accounts_too(olga: Account) -> None:
    path = tables_of(olga)
    text = token(olga).get(f"{path}notation/").body["text"]
    assert token(olga).post("tables/import/", {"text": text}).status == 201
    assert set(Table.objects.values_list("account", flat=True)) == {olga.pk}


# --- Tables of leagues ----------------------------------------------------------------------------------------------


def league_path(made: Club) -> str:
    match = made.match("Ann", "Ben")
    return f"tables/{made.table(match, made.access).table.public_id}/"


PARTS: dict[str, Callable[[Club], Account]] = {
    "organizer": lambda made: made.organizer,
    "referee": lambda made: made.official(Duty.REFEREE).account or account(),
    "scorer": lambda made: made.official(Duty.SCORER).account or account(),
    "player": lambda made: bound(made, "Ann"),
    "other member": lambda made: bound(made, "Cleo"),
    "nobody": lambda made: account("Eve"),
}
MAY = {
    **{(part, "manage"): (200, 201, 200) for part in ("organizer", "referee")},
    **{(part, "manage"): (200, 201, 403) for part in ("scorer", "player")},
    **{(part, "score"): (200, 201, 403) for part in ("organizer", "referee", "scorer", "player")},
    **{(part, "read"): (200, 403, 403) for part in PARTS},
    **{(part, scope): (200, 403, 403) for part in ("other member", "nobody") for scope in ("manage", "score")},
}


def bound(made: Club, name: str) -> Account:
    """The account of a member, tied to his name."""
    own = account(name)
    made.members[name].account = own
    made.members[name].save()
    return own


@pytest.mark.parametrize(("part", "scope"), list(product(PARTS, Scope.values)))
def test_at_a_leagues_table_the_part_in_the_league_counts(db: None, part: str, scope: str) -> None:
    made = club()
    assert tried(token(PARTS[part](made), scope), league_path(made)) == MAY[part, scope]


def test_a_private_league_is_not_there_for_others(db: None) -> None:
    made = club()
    path = league_path(made)
    made.league.public = False
    made.league.save()
    stranger = token(account("Eve"))
    there, nowhere = stranger.get(path), stranger.get("tables/0123456789abcdef/")
    assert there.status == 404
    assert there.without_request_id == nowhere.without_request_id
    assert tried(stranger, path) == (404, 404, 404)
    assert tried(token(bound(made, "Cleo")), path)[0] == 200


def test_who_loses_his_duty_loses_the_table(db: None) -> None:
    made = club()
    path, rita = league_path(made), made.official(Duty.REFEREE).account
    assert rita
    api = token(rita)
    assert api.get(f"{path}links/").status == 200
    Office.objects.filter(account=rita).delete()
    assert tried(api, path) == (200, 403, 403)


def test_a_guests_table_is_not_there_for_an_account(friday: Sitting, olga: Account) -> None:
    there, nowhere = token(olga).get(friday.path), token(olga).get("tables/0123456789abcdef/")
    assert (there.status, there.raw) == (404, nowhere.raw)


# --- What is written --------------------------------------------------------------------------------------------------


def test_the_sheet_names_the_token_and_the_owner_sees_its_link(olga: Account) -> None:
    path = tables_of(olga)
    api = token(olga, "score")
    assert api.post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, **KEY).status == 201
    entry = Entry.objects.latest("revision")
    assert (entry.by, entry.device, entry.link and entry.link.api_token) == (
        "The board",
        None,
        ApiToken.objects.latest("pk"),
    )
    body = token(olga).get(f"{path}links/").body
    assert [link["label"] for link in body if link["role"] == "score"] == ["Scorers", "The board"]


def test_the_tables_owner_may_switch_a_token_off_at_his_table(olga: Account) -> None:
    path = tables_of(olga)
    api = token(olga, "score")
    api.post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, **KEY)
    link = AccessLink.objects.latest("pk")
    assert token(olga).delete(f"{path}links/{link.pk}/").status == 200
    assert (api.get(path).code, api.get(path).status) == ("link_revoked", 410)
    assert token(olga, "score").get(path).status == 200


def test_reading_makes_no_links(olga: Account) -> None:
    path = tables_of(olga)
    with nothing_written():
        assert token(olga, "read").get(path).status == 200
        assert token(olga, "score").get(f"{path}entries/").status == 200


# --- How a token ends -------------------------------------------------------------------------------------------------

ENDINGS: dict[str, Callable[[Account], Any]] = {
    "revoked": lambda of: revoke_token(account=of, public_id=of.tokens.latest("pk").public_id),
    "too old": lambda of: of.tokens.update(expires_at=timezone.now() - timedelta(seconds=1)),
    "deactivated": lambda of: Account.objects.filter(pk=of.pk).update(is_active=False),
    "new password": lambda of: change_password(account=of),
    "deleted": lambda of: delete_account(account=of),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_a_token_that_ended_opens_nothing_with_the_next_request(olga: Account, how: str) -> None:
    path = tables_of(olga)
    api = token(olga)
    assert tried(api, path) == (200, 201, 200)
    ENDINGS[how](olga)
    answers = [api.get(path), api.post(f"{path}rounds/", {}, **KEY), api.post("tables/", TABLE)]
    with nothing_written():
        answers.append(api.get("tables/0123456789abcdef/"))
    assert [(x.status, x.code, x.headers["WWW-Authenticate"]) for x in answers] == [
        (401, "invalid_token", "Bearer")
    ] * 4
    assert answers[0].raw == answers[3].raw == Api("gin_" + "x" * 32).get(path).raw
    assert answers[0].headers["Content-Type"] == "application/problem+json"


REASONS = {name: end for name, end in ENDINGS.items() if name not in ("deactivated",)}


@pytest.mark.parametrize("known", [True, False], ids=["known at the table", "new at the table"])
@pytest.mark.parametrize("how", REASONS)
def test_a_write_on_its_way_when_the_token_ends_is_not_written(olga: Account, how: str, known: bool) -> None:
    """The request has been let in; before it gets hold of the table, the token is no more."""
    path = tables_of(olga)
    if known:
        token(olga, "score").post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, **KEY)
    else:
        token(olga, "score")
    on_its_way = access_by_account(path.split("/")[1], ApiToken.objects.select_related("account").latest("pk"))
    if known:
        on_its_way = with_stored_link(on_its_way)
    REASONS[how](olga)
    number = 2 if known else 1
    with nothing_written():
        assert (
            outcome(lambda: enter(Phone(with_stored_link(on_its_way), "", {}), told(0, 5, 20), number=number))
            == "link_revoked"
        )
    assert not AccessLink.objects.filter(label="The board", role="score", revoked_at=None, api_token=None).exists()


def test_every_entry_tells_by_which_right_it_was_made(db: None) -> None:
    """A token that comes to have more rights gets another link; what was entered before stays a scorer's."""
    made = club()
    path, cleo = league_path(made), made.official(Duty.SCORER).account
    assert cleo
    api = token(cleo)
    assert api.post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, **KEY).status == 201
    Office.objects.create(league=made.league, account=cleo, duty=Duty.REFEREE)
    assert api.post(f"{path}rounds/", {"game": 1, "round": 2, **knock(7, 20)}, Idempotency_Key="two").status == 201
    links = Entry.objects.filter(round__isnull=False).order_by("round").values_list("link__role", flat=True)
    assert list(links) == ["score", "owner"]
    AccessLink.objects.filter(role="score", api_token__isnull=False).update(revoked_at=timezone.now())
    assert api.get(path).code == "link_revoked"


def corrected(api: Api, path: str, own: int = 3) -> list[str]:
    """What is said of a round that a token corrects: nothing, or that it is approved."""
    revision = api.get(path).body["games"][0]["rounds"][0]["revision"]
    put = api.put(f"{path}rounds/1/1/", knock(own, 20), If_Match=f'"{revision}"', Idempotency_Key=f"c{revision}")
    assert put.status == 200
    return list(RoundCheck.objects.order_by("pk").values_list("verdict", flat=True))


def test_a_referee_approves_by_token_what_he_corrects_but_not_his_own_match(db: None) -> None:
    made = club(rules=season_rules({"confirmation": "opponent"}))
    rita = made.official(Duty.REFEREE).account
    assert rita
    path, api = league_path(made), token(rita)
    assert api.post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, **KEY).status == 201
    made.members["Ann"].account = rita
    made.members["Ann"].save()
    assert corrected(api, path) == []
    made.members["Ann"].account = None
    made.members["Ann"].save()
    assert corrected(api, path, own=2) == ["approved"]


def test_who_is_no_referee_any_more_approves_nothing(db: None) -> None:
    made = club(rules=season_rules({"confirmation": "opponent"}))
    official = made.official(Duty.REFEREE)
    rita = official.account
    assert rita
    path, api = league_path(made), token(rita)
    assert api.post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, **KEY).status == 201
    Office.objects.filter(account=rita).update(duty=Duty.SCORER)
    assert corrected(api, path) == []


@pytest.mark.parametrize("secret", ["gin_", "gin_x", "GIN_x", "gin_" + "x" * 5000, "gin_\u00e4"])
def test_what_is_no_token_is_none(friday: Sitting, secret: str) -> None:
    response = Api(secret.encode().decode("latin-1")).get(friday.path)
    assert (response.status, response.code) == (401, "invalid_token")


def test_the_token_of_a_link_still_opens_its_table(friday: Sitting) -> None:
    assert friday.owner.get(friday.path).status == 200
    assert access_by_token_link(friday.id, link_by_secret(friday.started.body["owner_token"])).role == "owner"
    watch = AccessLink.objects.get(role="watch")
    revoke_link(
        access=access_by_token_link(friday.id, link_by_secret(friday.started.body["owner_token"])), link_id=watch.pk
    )
    assert friday.watch.get(friday.path).status == 410


def test_what_a_token_wrote_stays_rightly_written(db: None) -> None:
    """Who may less later, or nothing any more, had the right when he wrote: the audit finds nothing."""
    made = club()
    path, rita = league_path(made), made.official(Duty.REFEREE).account
    assert rita
    api = token(rita)
    assert api.post(f"{path}rounds/", {"game": 1, "round": 1, **knock(7, 20)}, **KEY).status == 201
    Office.objects.filter(account=rita).delete()
    assert api.put(f"{path}stakes/", {"unit": "$", "point": 1}, If_Match='"2"').status == 403
    revoke_token(account=rita, public_id=ApiToken.objects.get().public_id)
    assert [one for audited in audit_tables() for one in audited.differences] == []
