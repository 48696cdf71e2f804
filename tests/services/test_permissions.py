"""Who may do what at a table."""

import pytest

from games.models import Role
from games.permissions import REQUIRED_ROLE
from games.refusals import RefusedError
from tests.makers import Phone, join, start


def test_each_role_has_exactly_the_listed_rights() -> None:
    owner = start()
    phones: dict[Role, Phone] = {
        Role.OWNER: owner,
        Role.SCORE: join(owner, Role.SCORE),
        Role.WATCH: join(owner, Role.WATCH),
    }
    may = {role: [action for action in REQUIRED_ROLE if phone.access.may(action)] for role, phone in phones.items()}
    assert may == {
        Role.OWNER: ["watch", "score", "finish", "share", "manage_links", "set_strict", "allow_takeover", "take_over"],
        Role.SCORE: ["watch", "score", "finish", "share"],
        Role.WATCH: ["watch"],
    }


def test_a_refusal_names_the_action_and_the_role() -> None:
    with pytest.raises(RefusedError) as why:
        join(start(), Role.WATCH).access.demand("score")
    assert (why.value.code, why.value.status, why.value.context) == (
        "not_allowed",
        403,
        {"action": "score", "role": "watch"},
    )


def test_unlisted_action_is_allowed_to_nobody() -> None:
    with pytest.raises(KeyError):
        start().access.demand("delete_everything")
