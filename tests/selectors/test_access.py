from collections.abc import Iterator

import pytest

from games.live import Admission, Refusal
from games.models import Role
from games.refusals import Refused
from games.selectors import access as selectors
from games.selectors.access import access_by_device, access_by_token, admit_stream, device_of, hashed, stream_address
from games.services.links import revoke_link
from tests.makers import Phone, dead, enter, join, link, start


@pytest.fixture
def ann(transactional_db: None) -> Iterator[Phone]:
    """Admission gives its connection back, which a test's own transaction would not survive."""
    yield start()


def token(phone: Phone) -> str:
    return stream_address(phone.access).split("/")[2]


def test_a_secret_is_stored_as_its_sha_256() -> None:
    assert hashed("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_stream_is_admitted_with_the_newest_revision(ann: Phone) -> None:
    eve = join(ann, Role.WATCH)
    address = token(eve)
    enter(ann, dead())
    assert admit_stream(address) == Admission(ann.table.public_id, eve.access.link.pk, 2)


def test_a_stream_by_a_link_that_was_switched_off_is_gone(ann: Phone) -> None:
    address = token(join(ann, Role.WATCH))
    revoke_link(access=ann.access, link_id=link(ann.access, Role.WATCH).pk)
    assert admit_stream(address) is Refusal.GONE
    assert isinstance(admit_stream(token(ann)), Admission)


def test_a_stream_of_a_table_that_is_no_more_is_gone(ann: Phone) -> None:
    address = token(ann)
    ann.access.table.public_id = "0123456789abcdef"
    assert admit_stream(stream_address(ann.access).split("/")[2]) is Refusal.GONE
    assert isinstance(admit_stream(address), Admission)


@pytest.mark.parametrize("wrong", ["", "x", "a:b:c", "\x00", "\u00e4", "9" * 5000, "WzEsMl0:1:x"])
def test_a_stream_under_a_forged_address_is_unknown(ann: Phone, wrong: str) -> None:
    assert admit_stream(wrong) is Refusal.UNKNOWN
    assert admit_stream(token(ann) + "x") is Refusal.UNKNOWN


def test_the_address_of_a_stream_is_not_good_for_ever(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    address = token(ann)
    assert isinstance(admit_stream(address), Admission)
    monkeypatch.setattr(selectors, "_STREAM_AGE", -1)
    assert admit_stream(address) is Refusal.GONE


@pytest.mark.django_db
def test_nobody_has_access_by_nothing() -> None:
    phone = start()
    public_id = phone.table.public_id
    assert device_of(phone.secret) == phone.access.device
    for ask in (
        lambda: access_by_device(public_id, None),
        lambda: access_by_device("0123456789abcdef", phone.access.device),
        lambda: access_by_device("", phone.access.device),
        lambda: access_by_token(public_id, ""),
        lambda: access_by_token(public_id, "x"),
        lambda: access_by_token("0123456789abcdef", phone.secrets[Role.OWNER]),
    ):
        with pytest.raises(Refused) as why:
            ask()
        assert why.value.code == "not_found"


@pytest.mark.django_db
def test_a_program_with_a_token_is_called_what_its_link_is_called() -> None:
    phone = start()
    access = access_by_token(phone.table.public_id, phone.secrets[Role.SCORE])
    assert (access.device, access.label, access.role) == (None, "Scorers", Role.SCORE)
