"""Access to a table: by device, by token, and by nothing."""

import pytest

from games.models import Role
from games.refusals import RefusedError
from games.selectors.access import access_by_device, access_by_token_link, device_by_secret, hash_secret, link_by_secret
from tests.makers import start


def test_a_secret_is_stored_as_its_sha_256() -> None:
    assert hash_secret("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.django_db
def test_no_access_without_a_link() -> None:
    phone = start()
    public_id = phone.table.public_id
    assert device_by_secret(phone.secret) == phone.access.device
    for call in (
        lambda: access_by_device(public_id, None),
        lambda: access_by_device("0123456789abcdef", phone.access.device),
        lambda: access_by_device("", phone.access.device),
        lambda: access_by_token_link(public_id, link_by_secret("")),
        lambda: access_by_token_link(public_id, link_by_secret("x")),
        lambda: access_by_token_link("0123456789abcdef", link_by_secret(phone.secrets[Role.OWNER])),
    ):
        with pytest.raises(RefusedError) as why:
            call()
        assert why.value.code == "not_found"


@pytest.mark.django_db
def test_a_program_with_a_token_is_called_what_its_link_is_called() -> None:
    phone = start()
    access = access_by_token_link(phone.table.public_id, link_by_secret(phone.secrets[Role.SCORE]))
    assert (access.device, access.label, access.role) == (None, "Scorers", Role.SCORE)
