"""Delivering webhook messages: every kind of response, retries, order, and forbidden addresses."""

import ssl
import subprocess
import threading
from collections.abc import Callable
from datetime import timedelta
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.models import Account, Delivery, HookEvent, Role, Webhook
from games.services.account import accounts
from games.services.sharing.deliveries import DELAYS, OFF_AFTER, DeliveryTask, record_outcome, take_tasks
from games.services.sharing.links import create_link, revoke_link
from games.services.sharing.webhooks import change_webhook, make_webhook, rotate_secret, send_again, send_test
from games.web.outbound_addresses import AddressError, is_public_address, parse_target, resolve
from games.web.webhook_request import send
from games.web.webhook_sender import Sender
from games.wording.webhooks import ADDRESS_FAULTS, DELIVERY_ERRORS
from tests.leagues import account, club
from tests.makers import enter, knock, link, outcome, start
from tests.webhooks.receiver import Answer, Handler, Receiver, drip, hang, is_signed, reset, status


def delivery_task(url: str) -> DeliveryTask:
    """A message to an address, of nobody's webhook."""
    return DeliveryTask(0, 0, "", "msg_1", url, b'{"id":"msg_1"}', ("whsec_" + "A" * 32,))


@pytest.fixture
def hook(receiver: Receiver, request: pytest.FixtureRequest) -> Webhook:
    """A webhook at a table at which a round was entered: one message waits."""
    request.getfixturevalue("inside")
    request.getfixturevalue("db")
    phone = start()
    made = make_webhook(
        holder=link(phone.access, Role.OWNER), place=phone.table, url=receiver.url, events=list(HookEvent)
    )
    enter(phone, knock(0, 7, 20))
    return made.webhook


def stored(hook: Webhook) -> Webhook:
    return Webhook.objects.get(pk=hook.pk)


def let_pass(hook: Webhook) -> timedelta:
    """Let the time pass until the next attempt; how long it was."""
    at = stored(hook).retry_at
    assert at is not None
    Webhook.objects.filter(pk=hook.pk).update(retry_at=timezone.now())
    return at - timezone.now()


# --- One message --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "code", "error", "text"),
    [
        (status(200, b"thanks"), 200, "", "thanks"),
        (status(204), 204, "", ""),
        (status(500, b"<b>no\x00\x1b[31m\n\nnow</b>"), 500, "", "<b>no [31m now</b>"),
        (status(404, "ä\u202e€".encode() + b"\xff"), 404, "", "ä €\ufffd"),
        (status(200, b"x" * 10_000), 200, "", "x" * 500),
        (status(302, Location="http://127.0.0.1:1/"), 302, "", ""),
        (reset, None, "broken", ""),
        (hang(3), None, "timeout", ""),
        (drip, None, "timeout", ""),
    ],
)
def test_every_answer_is_taken_as_it_is(
    receiver: Receiver, answer: Answer, code: int | None, error: str, text: str
) -> None:
    receiver.answer = answer
    response = send(delivery_task(receiver.url), allow_private=True, timeout=0.5)
    assert (response.status, response.error, response.answer) == (code, error, text)
    assert len(receiver.got) == 1


def test_a_server_that_does_not_answer_is_reported(receiver: Receiver) -> None:
    assert send(delivery_task("http://127.0.0.1:1/"), allow_private=True).error == "refused"
    assert send(delivery_task("http://nobody.invalid/"), allow_private=True).error == "no_address"
    assert {"refused", "no_address", "timeout", "broken", "tls", "unreadable"} <= set(DELIVERY_ERRORS)


# --- Where nothing is sent ----------------------------------------------------------------------------------------

WITHIN = {
    "this machine": "127.0.0.1 127.8.9.10 0.0.0.0 ::1 :: ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1",
    "a network of one's own": "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fe80::1 fe80::1%eth0",
    "a provider's": "100.64.0.1 192.0.0.8 198.18.0.1",
    "what a cloud tells its machines": "169.254.169.254 100.100.100.200 192.0.0.192 168.63.129.16 fd00:ec2::254",
    "nobody's or many's": "224.0.0.1 240.0.0.1 255.255.255.255 192.0.2.1 ff02::1 2001:db8::1",
    "a gateway to IPv4": "::ffff:8.8.8.8 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:1::1 192.88.99.1",
}


@pytest.mark.parametrize("address", [address for some in WITHIN.values() for address in some.split()])
def test_no_message_goes_into_a_network_of_its_own(address: str) -> None:
    assert not is_public_address(address)
    if "%" not in address:
        host = f"[{address}]" if ":" in address else address
        with pytest.raises(AddressError, match="inside"):
            parse_target(f"https://{host}/", allow_private=False)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "172.32.0.1", "100.128.0.1"])
def test_the_internet_is_outside(address: str) -> None:
    assert is_public_address(address)


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f.1", "127.1", "017700000001"])
def test_host_name_is_judged_by_its_resolved_addresses(host: str, receiver: Receiver) -> None:
    """However the name is written, and although it may be stored: the machine's own resolver takes all of these."""
    target = parse_target(f"https://{host}:{receiver.url.split(':')[2].split('/')[0]}/", allow_private=False)
    with pytest.raises(AddressError, match="inside"):
        resolve(target, allow_private=False)
    assert send(delivery_task(f"https://{host}/")).error == "inside"
    assert receiver.got == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://club.example/", "needs_https"),
        ("ftp://club.example/", "not_an_address"),
        ("file:///etc/passwd", "not_an_address"),
        ("https:///path", "not_an_address"),
        ("https://club.example/#part", "not_an_address"),
        ("https://club.example/a b", "not_an_address"),
        ("https://club.example/\r\nX: y", "not_an_address"),
        ("https://club.example\\@evil.example/", "not_an_address"),
        ("https://clüb.example/", "not_an_address"),
        ("https://club.example:x/", "not_an_address"),
        ("https://club.example:99999/", "not_an_address"),
        ("https://[::1/", "not_an_address"),
        ("https://ann:secret@club.example/", "has_a_password"),
        ("https://club.example:25/", "port"),
        ("https://club.example:0/", "port"),
        ("https://club.example/" + "x" * 500, "not_an_address"),
        ("", "not_an_address"),
    ],
)
def test_an_invalid_address_is_reported(url: str, code: str) -> None:
    with pytest.raises(AddressError) as bad:
        parse_target(url, allow_private=False)
    assert bad.value.code == code
    assert code in ADDRESS_FAULTS


def test_valid_address_is_split_into_its_parts() -> None:
    target = parse_target("https://Club.example:8443/a/b?c=d", allow_private=False)
    assert (target.secure, target.host, target.port, target.path) == (True, "club.example", 8443, "/a/b?c=d")
    assert parse_target("https://club.example", allow_private=False).path == "/"


# --- TLS ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for localhost that nobody knows, with its key."""
    file = tmp_path / "both.pem"
    made = tmp_path / "certificate.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subprocess.run(
        ["openssl", "req", *kind, *names, "-keyout", str(tmp_path / "key.pem"), "-out", str(made)],
        check=True,
        capture_output=True,
    )
    file.write_text((tmp_path / "key.pem").read_text() + made.read_text())
    return file


@pytest.mark.server
def test_webhook_server_needs_a_valid_certificate(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over https nothing is sent to a server with an untrusted certificate, or one for another name."""
    receiver = Receiver()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OneHandler", (Handler,), {"receiver": receiver}))
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        url = f"https://localhost:{server.server_port}/"
        assert send(delivery_task(url), allow_private=True).error == "tls"
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert send(delivery_task(url.replace("localhost", "127.0.0.1")), allow_private=True).error == "tls"
        assert receiver.got == []
        assert send(delivery_task(url), allow_private=True).status == 200
        assert is_signed(receiver.got[0], "whsec_" + "A" * 32)
    finally:
        server.shutdown()
        server.server_close()


# --- Again and again ----------------------------------------------------------------------------------------------


def test_failed_delivery_is_retried_with_growing_delays_and_given_up(receiver: Receiver, hook: Webhook) -> None:
    receiver.answer = status(500, b"later")
    waits = []
    for attempt in range(1, len(DELAYS) + 1):
        assert (Sender().send_due(), Sender().send_due()) == (1, 0)
        delivery = Delivery.objects.get()
        assert (delivery.state, delivery.attempts, delivery.status, delivery.answer) == (
            "waiting",
            attempt,
            500,
            "later",
        )
        waits.append(round(let_pass(hook).total_seconds()))
    assert waits == [10, 60, 300, 1800, 7200, 21600, 43200, 43200, 43200, 43200, 43200]
    assert Sender().send_due() == 1
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("given_up", len(DELAYS) + 1)
    assert len({got.json["id"] for got in receiver.got}) == 1
    # It is not turned off yet, and the next is tried at once.
    assert (stored(hook).off_at, stored(hook).retry_at) == (None, None)


def test_messages_come_in_order(receiver: Receiver, hook: Webhook) -> None:
    for _ in range(2):
        send_test(webhook=hook)
    receiver.answer = status(503)
    assert Sender().send_due() == 1
    receiver.answer = status(200)
    assert Sender().send_due() == 0
    let_pass(hook)
    assert Sender().send_due() == 3
    assert receiver.events() == [("round", "entered")] * 2 + [("ping", "test")] * 2
    assert stored(hook).failing_since is None


def test_webhook_that_fails_for_days_is_disabled(receiver: Receiver, hook: Webhook) -> None:
    receiver.answer = status(500)
    Sender().send_due()
    send_test(webhook=hook)
    Webhook.objects.update(failing_since=timezone.now() - OFF_AFTER - timedelta(minutes=1))
    assert Sender().send_due() == 1
    assert stored(hook).off_why == "failing"
    assert set(Delivery.objects.values_list("state", flat=True)) == {"given_up"}
    assert outcome(lambda: send_test(webhook=hook)) == "webhook_off"
    change_webhook(webhook=hook, url=hook.url, events=[HookEvent.ROUND], active=True)
    receiver.answer = status(200)
    send_again(webhook=hook, delivery_id=Delivery.objects.earliest("pk").pk)
    assert Sender().send_due() == 1
    assert Delivery.objects.earliest("pk").state == "delivered"


def test_webhook_answered_with_gone_is_disabled(receiver: Receiver, hook: Webhook) -> None:
    send_test(webhook=hook)
    receiver.answer = status(410)
    assert Sender().send_due() == 1
    assert stored(hook).off_why == "gone"
    assert Sender().send_due() == 0


def test_a_secret_that_is_replaced_signs_for_a_day(receiver: Receiver, hook: Webhook) -> None:
    old = rotate_secret(webhook=hook).secret
    new = rotate_secret(webhook=hook).secret
    Sender().send_due()
    assert is_signed(receiver.got[0], old)
    assert is_signed(receiver.got[0], new)
    Webhook.objects.update(rotated_at=timezone.now() - timedelta(hours=25))
    send_test(webhook=hook)
    Sender().send_due()
    assert not is_signed(receiver.got[1], old)
    assert is_signed(receiver.got[1], new)


def test_under_another_key_of_the_server_nothing_is_signed(receiver: Receiver, hook: Webhook, settings: Any) -> None:
    settings.SECRET_KEY = "another key " + "y" * 50
    assert Sender().send_due() == 0
    assert stored(hook).off_why == "new_key"
    made = rotate_secret(webhook=hook)
    change_webhook(webhook=hook, url=hook.url, events=[HookEvent.ROUND], active=True)
    send_test(webhook=hook)
    assert Sender().send_due() == 1
    assert is_signed(receiver.got[0], made.secret)


def test_unreadable_message_does_not_block_later_ones(receiver: Receiver, hook: Webhook) -> None:
    """As after a backup of before it was put back: the table does not even have a game at that revision."""
    Delivery.objects.update(revision=0)
    send_test(webhook=hook)
    Sender().send_due()
    Sender().send_due()
    assert receiver.events() == [("ping", "test")]
    assert list(Delivery.objects.order_by("pk").values_list("state", "error")) == [
        ("given_up", "unreadable"),
        ("delivered", ""),
    ]


# --- Rights to receive events -------------------------------------------------------------------------------------


def left_office(holder: Account) -> None:
    holder.offices.all().delete()


def deactivated(holder: Account) -> None:
    Account.objects.filter(pk=holder.pk).update(is_active=False)


@pytest.mark.parametrize("ends", [left_office, deactivated])
@pytest.mark.usefixtures("inside", "db")
def test_a_right_that_has_ended_is_noticed_when_it_is_sent(receiver: Receiver, ends: Callable[[Account], None]) -> None:
    made = club()
    make_webhook(holder=made.organiser, place=made.league, url=receiver.url, events=[HookEvent.ROUND])
    made.play(made.fixture("Ann", "Ben"), made.access, knock(0, 7, 20))
    ends(made.organiser)
    assert Sender().send_due() == 0
    assert Webhook.objects.get().off_why == "no_right"
    assert receiver.got == []


@pytest.mark.usefixtures("inside", "db")
def test_deleting_an_account_deletes_its_webhooks(receiver: Receiver) -> None:
    phone, olga = start(), account()
    phone.table.account = olga
    phone.access.table.account = olga
    phone.access.table.save(update_fields=["account"])
    make_webhook(holder=olga, place=phone.table, url=receiver.url, events=[HookEvent.ROUND])
    enter(phone, knock(0, 7, 20))
    accounts.delete_account(account=olga)
    enter(phone, knock(0, 7, 20))
    assert Sender().send_due() == 0
    assert Webhook.objects.count() == Delivery.objects.count() == 0


@pytest.mark.usefixtures("inside", "db")
def test_revoking_the_link_of_a_webhook_ends_it(receiver: Receiver) -> None:
    phone = start()
    other = create_link(access=phone.access, role=Role.OWNER, label="Second").link
    make_webhook(holder=other, place=phone.table, url=receiver.url, events=[HookEvent.ROUND])
    revoke_link(access=phone.access, link_id=other.pk)
    enter(phone, knock(0, 7, 20))
    assert Sender().send_due() == 0
    assert Webhook.objects.get().off_why == "no_right"


# --- Several senders ------------------------------------------------------------------------------------------------


def test_leased_message_is_taken_by_no_other_sender(receiver: Receiver, hook: Webhook) -> None:
    send_test(webhook=hook)
    (first,) = take_tasks(8)
    assert list(take_tasks(8)) == []
    # Who took it died: once the lease has run out it is sent again, and the late answer of the first harms nothing.
    Webhook.objects.update(leased_until=timezone.now())
    (again,) = take_tasks(8)
    assert again.message == first.message
    record_outcome(first, send(first, allow_private=True))
    assert list(take_tasks(8)) == []
    record_outcome(again, send(again, allow_private=True))
    assert Delivery.objects.get(pk=first.delivery).state == "delivered"
    assert [one.message for one in take_tasks(8)] == [Delivery.objects.latest("pk").public_id]
