"""Links to tables: created, used and revoked."""

from typing import Any

import pytest

from games.models import AccessLink, Device, Pass, Role
from games.permissions import Access
from games.refusals import RefusedError
from games.selectors.access import access_by_device, access_by_token_link, hash_secret, link_by_secret
from games.selectors.secrets import secret_of
from games.services.devices import make_device
from games.services.sharing.links import accept_link, create_link, revoke_link
from tests.makers import Phone, assert_sound, dead, enter, join, link, outcome, revision, start
from tests.refusals import refused


def code(access: Access, role: Role) -> str:
    with pytest.raises(RefusedError) as why:
        create_link(access=access, role=role, label="One more")
    return why.value.code


def test_a_new_link_opens_its_table_in_its_role(ann: Phone) -> None:
    made = create_link(access=ann.access, role=Role.WATCH, label="Grandmother")
    assert (made.link.role, made.link.label, made.link.secret_hash) == (
        "watch",
        "Grandmother",
        hash_secret(made.secret),
    )
    assert link_by_secret(made.secret) == made.link
    access = access_by_token_link(ann.access.table.public_id, link_by_secret(made.secret))
    assert (access.table, access.role, access.label) == (ann.access.table, Role.WATCH, "Grandmother")
    assert [access.may(a) for a in ("watch", "score", "finish", "manage_links")] == [True, False, False, False]


def test_only_the_owner_makes_and_revokes_links(ann: Phone) -> None:
    for role in (Role.SCORE, Role.WATCH):
        other = join(ann, role)
        assert code(other.access, Role.WATCH) == "not_allowed"
        assert refused(revoke_link, access=other.access, link_id=link(ann.access, Role.WATCH).pk) == "not_allowed"
    assert AccessLink.objects.filter(revoked_at=None).count() == 3


def test_a_table_has_20_links_that_are_switched_on(ann: Phone) -> None:
    for _ in range(17):
        create_link(access=ann.access, role=Role.WATCH, label="One more")
    assert code(ann.access, Role.SCORE) == "too_many_links"
    revoke_link(access=ann.access, link_id=link(ann.access, Role.WATCH).pk)
    assert create_link(access=ann.access, role=Role.SCORE, label="One more").link.role == "score"
    assert code(ann.access, Role.SCORE) == "too_many_links"
    assert create_link(access=start().access, role=Role.WATCH, label="Elsewhere").link.role == "watch"


def test_a_link_that_is_switched_off_closes_every_pass_and_token(ann: Phone) -> None:
    ben = join(ann)
    score = link(ann.access, Role.SCORE)
    off = revoke_link(access=ann.access, link_id=score.pk)
    assert off.revoked_at is not None
    public_id, secret = ann.access.table.public_id, ann.secrets[Role.SCORE]

    def why_not(call: object) -> str:
        with pytest.raises(RefusedError) as why:
            call()  # type: ignore[operator]
        return why.value.code

    assert why_not(lambda: access_by_device(public_id, ben.access.device)) == "link_revoked"
    assert why_not(lambda: access_by_token_link(public_id, link_by_secret(secret))) == "link_revoked"
    assert why_not(lambda: accept_link(secret=secret, device=make_device(label="x").device)) == "link_revoked"
    assert outcome(lambda: enter(ben, dead())) == "link_revoked"
    assert (revision(ann), outcome(lambda: enter(ann, dead()))) == (1, "new")
    assert_sound(ann)


def test_a_link_is_switched_off_once(ann: Phone) -> None:
    score = link(ann.access, Role.SCORE)
    first = revoke_link(access=ann.access, link_id=score.pk)
    assert revoke_link(access=ann.access, link_id=score.pk).revoked_at == first.revoked_at


def test_open_streams_are_notified_that_their_link_was_switched_off(
    ann: Phone, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[operator]
        revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
        revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
    assert len(callbacks) == 2  # the streams, and the log


def test_owner_cannot_revoke_the_own_way_in(ann: Phone) -> None:
    with pytest.raises(RefusedError) as why:
        revoke_link(access=ann.access, link_id=ann.access.link.pk)
    assert (why.value.code, AccessLink.objects.filter(revoked_at=None).count()) == ("invalid_value", 3)


@pytest.mark.parametrize("number", [0, -1, 10**12, 10**30])
def test_a_link_that_is_not_there_is_not_found(ann: Phone, number: int) -> None:
    assert refused(revoke_link, access=ann.access, link_id=number) == "not_found"


def test_a_link_of_another_table_is_not_found(ann: Phone) -> None:
    other = start()
    with pytest.raises(RefusedError) as why:
        revoke_link(access=ann.access, link_id=link(other.access, Role.SCORE).pk)
    assert (why.value.code, link(other.access, Role.SCORE).revoked_at) == ("not_found", None)
    with pytest.raises(RefusedError) as why:
        access_by_token_link(ann.access.table.public_id, link_by_secret(other.secrets[Role.OWNER]))
    assert why.value.code == "not_found"


def test_a_link_is_taken_up_once_by_each_phone(ann: Phone) -> None:
    device = make_device(label="iPhone").device
    for _ in range(2):
        access = accept_link(secret=ann.secrets[Role.SCORE], device=device)
        assert (access.table, access.role, access.device) == (ann.access.table, Role.SCORE, device)
    assert Pass.objects.filter(device=device).count() == 1
    assert link(ann.access, Role.SCORE).used_at is not None


@pytest.mark.parametrize("secret", ["", "x", "x" * 101, "\u00e4", "\x00"])
def test_a_wrong_secret_opens_nothing(ann: Phone, secret: str) -> None:
    device = make_device(label="iPhone").device
    assert link_by_secret(secret) is None
    with pytest.raises(RefusedError) as why:
        accept_link(secret=secret, device=device)
    assert (why.value.code, Pass.objects.filter(device=device).count()) == ("not_found", 0)


def test_a_phone_has_the_best_role_of_its_open_links(ann: Phone) -> None:
    public_id = ann.access.table.public_id
    device: Device = make_device(label="iPhone").device
    accept_link(secret=ann.secrets[Role.WATCH], device=device)
    assert access_by_device(public_id, device).role == Role.WATCH
    accept_link(secret=ann.secrets[Role.SCORE], device=device)
    accept_link(secret=ann.secrets[Role.WATCH], device=device)
    assert access_by_device(public_id, device).role == Role.SCORE
    revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
    assert access_by_device(public_id, device).role == Role.WATCH


def test_a_link_outlives_the_key_that_made_its_secret(ann: Phone, settings: Any) -> None:
    owner = link(ann.access, Role.OWNER)
    assert secret_of(owner) == ann.secrets[Role.OWNER]
    settings.SECRET_KEY = "another" * 10
    assert secret_of(owner) == ""
    assert link_by_secret(ann.secrets[Role.OWNER]) == owner
    made = create_link(access=ann.access, role=Role.SCORE, label="New")
    assert secret_of(made.link) == made.secret
