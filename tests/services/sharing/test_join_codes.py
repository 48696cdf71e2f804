"""A table's code: shown by its owner, typed on another phone, which asks and is let in by a phone that scores."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Device, JoinCode, JoinRequest, Role, Table
from games.refusals import RefusedError
from games.selectors.access import access_by_device
from games.selectors.sharing.joining import open_requests, shown_code, table_by_code
from games.selectors.short_codes import ALPHABET, typed_code, written_code
from games.services.devices import make_device
from games.services.sharing.join_codes import MOST_ASKING, answer_join_request, ask_to_join, show_code
from games.services.sharing.links import revoke_link
from games.services.table.tryout import start_tryout
from tests.makers import Phone, assert_sound, join, link


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time; a test moves it."""
    now = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


def why(call: Callable[[], object]) -> tuple[str, str]:
    """The code of a refusal, and what it is about."""
    with pytest.raises(RefusedError) as refused:
        call()
    return refused.value.code, refused.value.context.get("what", "")


def device(label: str = "iPhone") -> Device:
    return make_device(label=label).device


def ask(code: str, phone: Device, label: str = "Eve", *, player: bool = False, watch: bool = False) -> JoinRequest:
    return ask_to_join(code=code, device=phone, label=label, player=player, watch=watch)


def role_of(ann: Phone, phone: Device) -> Role:
    return access_by_device(ann.table.public_id, phone).role


def test_a_code_has_four_letters_that_nobody_mistakes(ann: Phone) -> None:
    code = show_code(access=ann.access, renews=True)
    assert (len(code), set(code) <= set(ALPHABET), set(ALPHABET) & set("AEIOUYL10")) == (4, True, set())
    assert typed_code("join", f" {code[:2].lower()}-{code[2:]} ") == code
    assert [typed_code("join", wrong) for wrong in ("", code[:3], code + "B", "A" * 4, "\u00df" * 4)] == [""] * 5
    assert written_code("BCDFGHJK") == "BCDF GHJK"


def test_what_is_stored_does_not_tell_the_code(ann: Phone, settings: Any) -> None:
    code = show_code(access=ann.access, renews=True)
    assert code not in repr(JoinCode.objects.values().get())
    settings.SECRET_KEY = "another" * 10
    assert shown_code(ann.table) is None
    assert why(lambda: table_by_code(code)) == ("wrong_code", "join")
    assert table_by_code(show_code(access=ann.access, renews=True)) == ann.table


def test_a_code_is_good_while_the_page_is_open_and_ten_minutes_at_most(ann: Phone, clock: list[datetime]) -> None:
    code, began = show_code(access=ann.access, renews=True), clock[0]
    for _ in range(7):
        clock[0] += timedelta(minutes=1)
        assert show_code(access=ann.access, renews=True) == code
    clock[0] += timedelta(minutes=2, seconds=-1)
    assert table_by_code(code) == ann.table
    # The page that is still open shows the next one; this one is good until its end.
    newer = show_code(access=ann.access, renews=True)
    assert (newer == code, table_by_code(code), table_by_code(newer)) == (False, ann.table, ann.table)
    clock[0] = began + timedelta(minutes=10)
    assert why(lambda: table_by_code(code)) == ("wrong_code", "join_expired")


def test_a_code_ends_soon_after_the_page_was_closed(ann: Phone, clock: list[datetime]) -> None:
    code = show_code(access=ann.access, renews=True)
    clock[0] += timedelta(minutes=2)
    assert (shown_code(ann.table), why(lambda: table_by_code(code))) == (None, ("wrong_code", "join_expired"))
    assert show_code(access=ann.access, renews=True) == code  # the phone that shows it was only asleep
    assert table_by_code(code) == ann.table


def test_without_script_a_code_is_good_for_ten_minutes(ann: Phone, clock: list[datetime]) -> None:
    code = show_code(access=ann.access, renews=False)
    clock[0] += timedelta(minutes=9, seconds=59)
    assert table_by_code(code) == ann.table
    clock[0] += timedelta(seconds=1)
    assert why(lambda: table_by_code(code)) == ("wrong_code", "join_expired")


def test_expired_codes_and_old_requests_are_deleted_after_a_day(ann: Phone, clock: list[datetime]) -> None:
    ask(show_code(access=ann.access, renews=True), device())
    clock[0] += timedelta(days=1)
    show_code(access=ann.access, renews=True)
    assert (JoinCode.objects.count(), JoinRequest.objects.count()) == (1, 0)


def test_only_the_owner_shows_a_code(ann: Phone, ben: Phone) -> None:
    assert why(lambda: show_code(access=ben.access, renews=True)) == ("not_allowed", "")
    assert JoinCode.objects.count() == 0


def test_a_code_alone_opens_nothing_and_who_is_let_in_scores(ann: Phone, ben: Phone) -> None:
    phone = device()
    asked = ask(show_code(access=ann.access, renews=True), phone)
    assert why(lambda: role_of(ann, phone)) == ("not_found", "")
    assert [row.label for row in open_requests(ann.table)] == ["Eve"]
    answer_join_request(access=ben.access, request=asked.public_id, admit=True)
    phone.refresh_from_db()
    assert (role_of(ann, phone), phone.label, open_requests(ann.table)) == (Role.SCORE, "Eve", [])
    assert_sound(ann)


def test_who_wants_to_watch_only_watches(ann: Phone) -> None:
    phone = device()
    asked = ask(show_code(access=ann.access, renews=True), phone, watch=True)
    answer_join_request(access=ann.access, request=asked.public_id, admit=True)
    assert role_of(ann, phone) == Role.WATCH


def test_who_is_not_let_in_has_nothing_and_can_ask_again(ann: Phone) -> None:
    phone, code = device(), show_code(access=ann.access, renews=True)
    asked = ask(code, phone)
    declined = answer_join_request(access=ann.access, request=asked.public_id, admit=False)
    assert (declined.state, declined.answered_by) == ("declined", "Ann's phone")
    assert why(lambda: role_of(ann, phone)) == ("not_found", "")
    assert ask(code, phone).pk == asked.pk
    assert len(open_requests(ann.table)) == 1


def test_the_first_answer_counts(ann: Phone, ben: Phone) -> None:
    phone = device()
    asked = ask(show_code(access=ann.access, renews=True), phone)
    answer_join_request(access=ann.access, request=asked.public_id, admit=True)
    second = answer_join_request(access=ben.access, request=asked.public_id, admit=False)
    assert (second.state, second.answered_by, role_of(ann, phone)) == ("admitted", "Ann's phone", Role.SCORE)


def test_who_may_not_score_admits_nobody(ann: Phone) -> None:
    asked = ask(show_code(access=ann.access, renews=True), device())
    watcher, elsewhere = join(ann, Role.WATCH), join(ann)
    assert why(lambda: answer_join_request(access=watcher.access, request=asked.public_id, admit=True))[0] == (
        "not_allowed"
    )
    revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
    assert why(lambda: answer_join_request(access=elsewhere.access, request=asked.public_id, admit=True))[0] == (
        "link_revoked"
    )
    assert why(lambda: answer_join_request(access=ann.access, request="x", admit=True))[0] == "unknown_question"
    assert JoinRequest.objects.get().state == "asked"


def test_nobody_is_let_in_where_the_owner_has_switched_off_scoring(ann: Phone) -> None:
    code, phone = show_code(access=ann.access, renews=True), device()
    asked = ask(code, phone)
    revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
    assert why(lambda: answer_join_request(access=ann.access, request=asked.public_id, admit=True))[0] == "link_revoked"
    assert why(lambda: ask(code, device()))[0] == "link_revoked"
    assert ask(code, device(), watch=True).role == Role.WATCH


def test_a_question_is_open_for_ten_minutes(ann: Phone, clock: list[datetime]) -> None:
    asked = ask(show_code(access=ann.access, renews=True), device())
    clock[0] += timedelta(minutes=10)
    assert open_requests(ann.table) == []
    assert why(lambda: answer_join_request(access=ann.access, request=asked.public_id, admit=True)) == (
        "wrong_code",
        "ask_expired",
    )


def test_a_typed_name_may_not_be_that_of_another_phone(ann: Phone, ben: Phone) -> None:
    code, phone = show_code(access=ann.access, renews=True), device()
    assert why(lambda: ask(code, phone, "BEN'S  PHONE".replace("  ", " "))) == ("name_taken", "table")
    assert ask(code, phone, "Ben's phone", player=True).label == "Ben's phone"
    assert ask(code, phone, "Ben's phone", watch=True).role == Role.WATCH


def test_only_so_many_phones_wait_at_once(ann: Phone) -> None:
    code = show_code(access=ann.access, renews=True)
    first = device()
    ask(code, first)
    for _ in range(MOST_ASKING - 1):
        ask(code, device())
    assert why(lambda: ask(code, device())) == ("too_many", "requests")
    ask(code, first)  # who waits already may ask again


def test_the_code_of_a_closed_table(ann: Phone) -> None:
    owner = device()
    access = start_tryout(device=owner, key="k" * 32).access
    code = show_code(access=access, renews=True)
    Table.objects.filter(pk=access.table.pk).update(created_at=timezone.now() - timedelta(days=8))
    assert why(lambda: table_by_code(code)) == ("link_revoked", "tryout")
    assert why(lambda: ask(code, device())) == ("link_revoked", "tryout")


def test_asking_and_answering_move_no_revision_but_are_counted(ann: Phone) -> None:
    before = ann.table
    asked = ask(show_code(access=ann.access, renews=True), device())
    answer_join_request(access=ann.access, request=asked.public_id, admit=True)
    after = ann.table
    assert (after.revision, after.changes_beside - before.changes_beside) == (before.revision, 2)
