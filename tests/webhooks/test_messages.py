"""The webhook messages for events of tables and leagues."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Delivery, DeliveryState, HookEvent, Role, Table, Webhook
from games.rules.league.season import season_rules
from games.services.league.member_erase import erase_member
from games.services.season.fixtures import cancel, forfeit
from games.services.sharing.webhooks import make_webhook
from games.services.table.games import finish_game, reopen_game, start_game, swap_seats, undo
from games.web.webhook_sender import Sender
from tests.leagues import Club, club
from tests.makers import Phone, correct, enter, gin, knock, link, revision, start, strike
from tests.webhooks.receiver import Receiver, is_signed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("inside")]


def at_table(phone: Phone, url: str, *events: HookEvent) -> tuple[Webhook, str]:
    """A webhook of the owner of a table, and its secret."""
    made = make_webhook(
        holder=link(phone.access, Role.OWNER), place=phone.table, url=url, events=events or list(HookEvent)
    )
    return made.webhook, made.secret


def at_league(made: Club, url: str, *events: HookEvent) -> Webhook:
    """A webhook of the organiser of a league."""
    return make_webhook(holder=made.organiser, place=made.league, url=url, events=events or list(HookEvent)).webhook


def sent() -> int:
    """Send all there is, and say how much it was."""
    return Sender().send_due()


def test_a_round_is_delivered_and_signed(receiver: Receiver) -> None:
    phone = start()
    _, secret = at_table(phone, receiver.url)
    enter(phone, knock(0, 7, 20))
    assert sent() == 1
    (got,) = receiver.got
    assert (got.path, got.headers["content-type"]) == ("/hook?of=ours", "application/json")
    assert is_signed(got, secret)
    assert not is_signed(got, "whsec_" + "A" * 32)
    body = got.json
    assert body["id"] == got.headers["webhook-id"] == Delivery.objects.get().public_id
    assert (body["event"], body["action"], body["revision"]) == ("round", "entered", 2)
    assert (body["table"], body["game"], body["match"]) == (phone.table.public_id, 1, None)
    assert body["standing"] == {
        "cumulative": {"Ann": 13, "Ben": 0},
        "boxes": {"Ann": 1, "Ben": 0},
        "over": False,
        "final": None,
    }
    assert (body["round"]["number"], body["round"]["points"]) == (1, {"Ann": 13, "Ben": 0})
    assert sent() == 0
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.status, delivery.attempts, delivery.answer) == ("delivered", 200, 1, "thanks")


def test_all_events_of_a_table_are_delivered_in_order(receiver: Receiver) -> None:
    phone = start(target=50)
    at_table(phone, receiver.url)

    def done(write: Any, **more: Any) -> None:
        write(access=phone.access, key=f"key {revision(phone)}", game=1, revision=revision(phone), **more)

    enter(phone, knock(0, 7, 20))
    correct(phone, 1, knock(0, 7, 21))
    strike(phone, 1)
    undo(access=phone.access, key="back", revision=revision(phone))
    done(finish_game)
    done(reopen_game)
    done(swap_seats, first=0, second=1)
    enter(phone, gin(0, 40))
    correct(phone, 2, gin(0, 45))
    start_game(access=phone.access, key="next")
    sent()
    assert receiver.events() == [
        ("round", "entered"),
        ("round", "corrected"),
        ("round", "void"),
        ("round", "undone"),
        ("game", "over"),
        ("game", "reopened"),
        ("game", "changed"),
        ("round", "entered"),
        ("game", "over"),
        ("round", "corrected"),
        ("game", "corrected"),
        ("game", "began"),
    ]
    messages = [one.json for one in receiver.got]
    assert [one["revision"] for one in messages] == [2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 10, 11]
    assert [one["round"]["void"] for one in messages[:4]] == [False, False, True, False]
    assert messages[8]["standing"]["final"]["winner"] == "Ben"
    assert messages[11]["game"] == 2


def test_only_the_subscribed_events_are_delivered(receiver: Receiver) -> None:
    phone = start()
    at_table(phone, receiver.url, HookEvent.GAME)
    enter(phone, knock(0, 7, 20))
    assert Delivery.objects.count() == 0
    enter(phone, gin(0, 90))
    sent()
    assert receiver.events() == [("game", "over")]


def test_a_table_without_webhooks_costs_nothing() -> None:
    """Counted beside the same table with a mark and no webhook: that one asks one time more, and no other does."""
    counts = []
    for hooked in (False, True):
        phone = start()
        Table.objects.filter(pk=phone.table.pk).update(hooked=hooked)
        enter(phone, knock(0, 7, 20))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            enter(phone, knock(0, 7, 20), number=2, game=1)
        about = [one["sql"] for one in queries if "webhook" in one["sql"] or "delivery" in one["sql"]]
        counts.append((len(queries), len(about)))
    assert [about for _, about in counts] == [0, 1]
    assert counts[1][0] - counts[0][0] == 1


# --- Leagues --------------------------------------------------------------------------------------------------------


def test_match_sends_events_from_start_to_confirmation(receiver: Receiver) -> None:
    made = club(house_rules={"target": 50}, rules=season_rules({"confirmation": "referee"}))
    fixture = made.fixture("Ann", "Ben")
    at_league(made, receiver.url, HookEvent.ROUND, HookEvent.GAME, HookEvent.MATCH)
    made.play(fixture, made.phone("Ann"), gin(0, 40))
    sent()
    assert receiver.events() == [("game", "began"), ("round", "entered"), ("game", "over"), ("match", "decided")]
    place = {"league": made.league.public_id, "season": made.season.public_id, "number": fixture.number}
    assert all(one.json["match"] == place for one in receiver.got)
    body = receiver.got[-1].json
    assert (body["state"], body["final"]) == ("played", False)
    assert [(side["name"], side["outcome"]) for side in body["sides"]] == [("Ann", "win"), ("Ben", "loss")]


def test_match_decided_without_play_sends_an_event(receiver: Receiver) -> None:
    made = club()
    at_league(made, receiver.url, HookEvent.MATCH)
    one, two = made.fixture("Ann", "Ben"), made.fixture("Cleo", "Dan")
    forfeit(access=made.access, season=made.season, number=one.number, missing=[made.entrants["Ann"]], reason="Ill")
    cancel(access=made.access, season=made.season, number=two.number, reason="Snow")
    sent()
    assert receiver.events() == [("match", "decided"), ("match", "cancelled")]
    assert [got.json["state"] for got in receiver.got] == ["forfeited", "cancelled"]


def test_frequent_changes_of_a_season_queue_one_message(receiver: Receiver) -> None:
    made = club(house_rules={"target": 500})
    hook = at_league(made, receiver.url, HookEvent.STANDINGS)
    fixture = made.fixture("Ann", "Ben")
    made.play(fixture, made.phone("Ann"), *(knock(0, 7, 20) for _ in range(5)))
    assert hook.deliveries.count() == 1
    made.season.refresh_from_db()
    sent()
    assert [(one.json["season"], one.json["revision"]) for one in receiver.got] == [
        (made.season.public_id, made.season.revision)
    ]
    # A message that was tried already may have arrived: only the later ones are built again.
    made.play(fixture, made.access, knock(0, 7, 20))
    assert hook.deliveries.filter(state=DeliveryState.WAITING).count() == 1
    hook.deliveries.filter(state=DeliveryState.WAITING).update(attempts=1)
    made.play(fixture, made.access, knock(0, 7, 20), knock(0, 7, 20))
    assert hook.deliveries.filter(state=DeliveryState.WAITING).count() == 2


def test_erased_name_is_not_sent(receiver: Receiver) -> None:
    made = club()
    at_league(made, receiver.url, HookEvent.ROUND)
    made.play(made.fixture("Ann", "Ben"), made.access, knock(0, 7, 20))
    erase_member(access=made.access, member_id=made.members["Ann"].pk)
    sent()
    assert b"Ann" not in receiver.got[0].body
    assert "Ben" in receiver.got[0].json["standing"]["cumulative"]


def test_old_deliveries_are_deleted(receiver: Receiver) -> None:
    phone = start()
    at_table(phone, receiver.url)
    enter(phone, knock(0, 7, 20))
    sent()
    enter(phone, knock(0, 7, 20))
    Delivery.objects.update(at=timezone.now() - timedelta(days=31))
    sent()
    # The waiting message is sent first, with its old state.
    assert len(receiver.got) == 2
    assert Sender().send_due() == 0
    assert Delivery.objects.count() == 0
