"""Webhooks through the API: permissions, responses, and the message format in the schema."""

import json
from typing import Any

import pytest
from django.utils import timezone
from jsonschema import Draft202012Validator

from games.api.schema import document
from games.api.sharing import examples_webhooks as examples
from games.models import Account, Delivery, Duty, HookEvent, League, Office, Role, Scope, Table, Webhook
from games.services.account.api_tokens import make_token
from games.services.sharing.links import create_link, revoke_link
from games.services.sharing.webhooks import MOST_WEBHOOKS, make_webhook
from games.services.table.games import start_game
from games.web.webhook_sender import Sender
from tests.api.kit import Answer, Api, Sitting, knock
from tests.leagues import Club, account, club
from tests.makers import enter, gin, link, start
from tests.webhooks.receiver import Receiver, is_signed, status

URL = "https://club.example/hook"
BODY = {"url": URL, "events": ["round"]}


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every request reads."""


@pytest.fixture
def made() -> Club:
    """A league of Olga's."""
    return club()


def token(of: Account, scope: str = "manage") -> Api:
    return Api(make_token(account=of, label="Board", scope=Scope(scope), days=7).secret)


def at_league(api: Api, made: Club, **more: Any) -> Answer:
    return api.post("webhooks/", BODY | {"league": made.league.public_id} | more)


def test_a_webhook_is_made_listed_changed_and_taken_away(made: Club) -> None:
    olga = token(made.organiser)
    answer = at_league(olga, made, events=["standings", "match"])
    assert (answer.status, answer.headers["Cache-Control"]) == (201, "no-store")
    body = dict(answer.body)
    assert body.pop("secret").startswith("whsec_")
    path = f"webhooks/{body['id']}/"
    assert answer.headers["Location"] == f"/api/v1/{path}"
    assert body == {
        "id": body["id"],
        "url": URL,
        "events": ["match", "standings"],
        "table": None,
        "league": made.league.public_id,
        "active": True,
        "off_why": None,
        "off_at": None,
        "failing_since": None,
        "retry_at": None,
        "waiting": 0,
        "created_at": body["created_at"],
    }
    assert olga.get("webhooks/").body == [body]
    assert olga.get(path).body == body
    assert League.objects.get().hooked
    changed = olga.put(path, {"url": URL + "?2", "events": ["round"], "active": False})
    assert (changed.status, changed.body["url"], changed.body["active"]) == (200, URL + "?2", False)
    assert (changed.body["events"], changed.body["off_why"]) == (["round"], "by_hand")
    assert olga.post(f"{path}test/").code == "webhook_off"
    assert olga.put(path, BODY).body["active"] is True
    assert olga.delete(path).status == 204
    assert [olga.get(path).code, olga.get("webhooks/").body] == ["not_found", []]
    assert not League.objects.get().hooked


def test_the_examples_are_true(made: Club) -> None:
    League.objects.update(public_id=examples.webhook_request.value["league"])
    olga = token(made.organiser)
    answer = olga.post("webhooks/", examples.webhook_request.value)
    assert answer.status == 201
    assert olga.put(f"webhooks/{answer.body['id']}/", examples.webhook_change_request.value).status == 200
    friday = Sitting()
    assert friday.owner.post(friday.path + "webhooks/", examples.table_webhook_request.value).status == 201


@pytest.mark.usefixtures("inside")
def test_a_webhook_is_tested_resent_and_shows_its_last_response(made: Club, receiver: Receiver) -> None:
    olga = token(made.organiser)
    hook = at_league(olga, made, url=receiver.url).body
    path = f"webhooks/{hook['id']}/"
    sent = olga.post(f"{path}test/")
    assert (sent.status, sent.body["state"], sent.body["attempts"]) == (202, "waiting", 0)
    receiver.answer = status(500, b"not now")
    Sender().send_due()
    (tried,) = olga.get(f"{path}deliveries/").body["deliveries"]
    assert (tried["state"], tried["status"], tried["answer"], tried["attempts"]) == ("waiting", 500, "not now", 1)
    assert tried["message"] == receiver.got[0].json["id"]
    assert olga.get(path).body["failing_since"]
    receiver.answer = status(200)
    again = f"{path}deliveries/{tried['id']}/again/"
    for _ in range(2):
        assert olga.post(again).status == 202
        assert Sender().send_due() == 1
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1
    assert (olga.get(path).body["failing_since"], olga.get(path).body["waiting"]) == (None, 0)
    assert olga.post(f"{path}deliveries/{tried['id'] + 1}/again/").code == "not_found"
    other = olga.post(f"{path}secret/")
    assert other.body["secret"] != hook["secret"]
    assert all(is_signed(got, hook["secret"]) for got in receiver.got)


def test_deliveries_are_read_a_page_at_a_time(made: Club) -> None:
    olga = token(made.organiser)
    path = f"webhooks/{at_league(olga, made).body['id']}/deliveries/"
    hook = Webhook.objects.get()
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, event="ping", action="test", at=timezone.now()) for _ in range(120)
    )
    seen, query = [], ""
    while True:
        page = olga.get(path + query).body
        seen += [one["id"] for one in page["deliveries"]]
        if not (query := page["next"] or ""):
            break
    assert seen == sorted(Delivery.objects.values_list("pk", flat=True), reverse=True)
    for wrong in ("?before=x", "?before=", "?after=1", "?before=-1"):
        assert olga.get(path + wrong).status == 400


# --- Who may --------------------------------------------------------------------------------------------------------


def test_only_organizers_may_add_a_webhook_for_a_league(made: Club) -> None:
    referee = made.official(Duty.REFEREE).account
    assert referee
    assert at_league(token(referee), made).code == "not_your_duty"
    assert at_league(token(made.organiser, "score"), made).code == "not_allowed"
    League.objects.update(public=False)
    assert at_league(token(account("Eve")), made).code == "not_found"
    assert at_league(token(made.organiser), made, league="0123456789abcdef").code == "not_found"
    assert Webhook.objects.count() == 0


def test_webhooks_at_an_own_table_and_at_tables_of_a_league(made: Club) -> None:
    table = made.table(made.fixture("Ann", "Ben"), made.access).table
    referee = made.official(Duty.REFEREE).account
    scorer = made.official(Duty.SCORER, "Sam").account
    assert referee
    assert scorer
    assert token(referee).post("webhooks/", BODY | {"table": table.public_id}).status == 201
    assert token(scorer).post("webhooks/", BODY | {"table": table.public_id}).code == "not_allowed"
    eve = token(account("Eve"))
    started = eve.post("tables/", {"players": ["Ann", "Ben"], "preset": "standard"}).body["id"]
    assert eve.post("webhooks/", BODY | {"table": started}).status == 201
    assert eve.post(f"tables/{started}/webhooks/", BODY).status == 201
    assert [hook["table"] for hook in eve.get("webhooks/").body] == [started] * 2
    assert len(eve.get(f"tables/{started}/webhooks/").body) == 2
    assert set(Webhook.objects.values_list("link", flat=True)) == {None}


def test_table_owner_without_an_account_has_own_webhooks() -> None:
    friday = Sitting()
    path = friday.path + "webhooks/"
    answer = friday.owner.post(path, BODY)
    assert (answer.status, answer.body["table"]) == (201, friday.id)
    own = f"webhooks/{answer.body['id']}/"
    assert friday.owner.get(path).body == [friday.owner.get(own).body]
    assert [friday.score.get(path).code, friday.watch.post(path, BODY).code] == ["not_allowed"] * 2
    assert [friday.score.get(own).code, friday.watch.delete(own).code] == ["not_allowed"] * 2
    assert [Sitting().owner.get(own).code, token(account()).get(own).code] == ["not_found"] * 2
    other = create_link(access=start().access, role=Role.SCORE, label="x")
    assert [Api(other.secret).get(own).code, Api("A" * 32).get(own).code] == ["not_found", "invalid_token"]
    assert [Api().get(own).code, friday.owner.get("webhooks/").code] == ["not_authenticated", "invalid_token"]
    assert friday.owner.put(own, BODY | {"active": False}).body["active"] is False
    assert friday.owner.delete(own).status == 204
    assert not Table.objects.get(public_id=friday.id).hooked


def test_revoked_owner_link_ends_access_to_its_webhook() -> None:
    phone = start()
    second = create_link(access=phone.access, role=Role.OWNER, label="Second")
    api = Api(second.secret)
    own = f"webhooks/{api.post(f'tables/{phone.table.public_id}/webhooks/', BODY).body['id']}/"
    revoke_link(access=phone.access, link_id=second.link.pk)
    assert api.get(own).code == "link_revoked"
    assert Api(phone.secrets[Role.OWNER]).get(own).status == 200


def test_there_are_ten_at_a_table_and_so_many_of_an_account(made: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    olga = token(made.organiser)
    assert [at_league(olga, made).status for _ in range(MOST_WEBHOOKS + 1)] == [201] * MOST_WEBHOOKS + [409]
    Office.objects.create(league=club().league, account=made.organiser, duty=Duty.ORGANISER)
    monkeypatch.setattr("games.services.sharing.webhooks.MOST_OWN", MOST_WEBHOOKS)
    another = League.objects.latest("pk").public_id
    assert olga.post("webhooks/", BODY | {"league": another}).code == "too_many"


def test_webhook_requests_are_rate_limited(made: Club, settings: Any) -> None:
    settings.RATES = settings.RATES | {"webhook": ((3, 3600),)}
    olga = token(made.organiser)
    path = f"webhooks/{at_league(olga, made).body['id']}/test/"
    assert [olga.post(path).status for _ in range(3)] == [202, 202, 429]


# --- What cannot be -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "http://club.example/"},
        {"url": "https://10.0.0.1/"},
        {"url": 7},
        {"events": []},
        {"events": ["ping"]},
        {"events": ["round", "round"]},
        {"events": "round"},
        {"events": [["round"]]},
        {"table": "0123456789abcdef"},
        {"league": 7},
        {"league": ""},
        {"secret": "mine"},
    ],
)
def test_impossible_values_are_refused(made: Club, wrong: dict[str, Any]) -> None:
    answer = at_league(token(made.organiser), made, **wrong)
    assert answer.status == 400
    assert set(answer.body["fields"]) <= {*wrong, "table"}
    assert Webhook.objects.count() == 0


# --- The messages ---------------------------------------------------------------------------------------------------


def test_every_message_is_as_the_schema_says(made: Club, receiver: Receiver, settings: Any) -> None:
    settings.WEBHOOKS_INSIDE = True
    phone = start(target=50)
    everything = list(HookEvent)
    made_here = make_webhook(
        holder=link(phone.access, Role.OWNER), place=phone.table, url=receiver.url, events=everything
    )
    make_webhook(holder=made.organiser, place=made.league, url=receiver.url, events=everything)
    enter(phone, gin(0, 60))
    start_game(access=phone.access, key="next")
    made.play(made.fixture("Ann", "Ben"), made.access, gin(0, 40))
    owner = Api(phone.secrets[Role.OWNER])
    assert owner.post(f"webhooks/{made_here.webhook.public_id}/test/").status == 202
    Sender().send_due()
    fields = {got.json["event"] for got in receiver.got}
    assert fields == {"round", "game", "standings", "ping"}
    for got in receiver.got:
        validate(got.json)


def test_a_match_is_as_the_schema_says(receiver: Receiver, settings: Any) -> None:
    settings.WEBHOOKS_INSIDE = True
    made = club(house_rules={"target": 20})
    make_webhook(holder=made.organiser, place=made.league, url=receiver.url, events=[HookEvent.MATCH])
    made.play(made.fixture("Ann", "Ben"), made.access, gin(0, 40))
    Sender().send_due()
    (got,) = receiver.got
    validate(got.json)
    with pytest.raises(Exception, match="Unevaluated properties"):
        validate(got.json | {"more": 1})


def validate(message: dict[str, Any]) -> None:
    """Whether a message is as the section ``webhooks`` of the schema says, and has nothing besides."""
    schema = document()["webhooks"][message["event"]]["post"]["requestBody"]["content"]["application/json"]["schema"]
    shapes = {
        name: {"unevaluatedProperties": False} | shape for name, shape in document()["components"]["schemas"].items()
    }
    Draft202012Validator({"components": {"schemas": shapes}} | schema).validate(json.loads(json.dumps(message)))


def test_table_played_by_the_api_sends_events() -> None:
    friday = Sitting()
    friday.owner.post(friday.path + "webhooks/", BODY)
    assert friday.enter(1, knock(7, 20)).status == 201
    delivery = Delivery.objects.get()
    assert (delivery.event, delivery.action, delivery.revision) == ("round", "entered", 2)
