"""Sharing the summary of a game: who may, which game, once, until revoked."""

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from games.models import Role, SharedGame
from games.selectors.access import hash_secret
from games.selectors.secrets import derived_secret, secret_of
from games.selectors.sharing.shared_game import shared_by_secret, shared_summary, sheet_and_game
from games.services.sharing.sharing import share_game, stop_sharing
from games.services.table.games import start_game, undo
from tests.makers import Phone, enter, finish, gin, join, knock, outcome, share, sheet, start
from tests.refusals import refused, refused_about

pytestmark = pytest.mark.django_db


def over() -> Phone:
    """A game that Ann won."""
    ann = start()
    for declaration in (knock(0, 7, 20), gin(0, 70)):
        enter(ann, declaration)
    return ann


def test_a_scorer_shares_a_game_once_and_its_secret_is_not_stored() -> None:
    ann = over()
    ben = join(ann)
    with override("de"):
        made = share_game(access=ben.access, game=1)
    assert (made.table, made.game, made.began, made.language, made.revoked_at) == (ann.table, 1, 1, "de", None)
    secret = secret_of(made)
    assert (len(secret), made.secret_hash, derived_secret(made.nonce)) == (32, hash_secret(secret), secret)
    assert secret not in str(list(SharedGame.objects.values()))
    assert share_game(access=ann.access, game=1) == made
    assert shared_summary(ann.table, 1) == shared_by_secret(secret) == made
    assert SharedGame.objects.count() == 1


def test_watchers_may_neither_share_nor_revoke() -> None:
    ann = over()
    share(ann)
    eve = join(ann, Role.WATCH, "Eve's phone")
    assert outcome(lambda: share_game(access=eve.access, game=1)) == "not_allowed"
    assert outcome(lambda: stop_sharing(access=eve.access, game=1)) == "not_allowed"
    assert SharedGame.objects.filter(revoked_at=None).count() == 1


def test_a_game_that_goes_on_and_one_that_is_not_there_are_not_shared() -> None:
    ann = start()
    enter(ann, knock(0, 7, 20))
    assert outcome(lambda: share_game(access=ann.access, game=1)) == "game_not_finished"
    assert outcome(lambda: share_game(access=ann.access, game=2)) == "not_found"
    assert outcome(lambda: stop_sharing(access=ann.access, game=2)) == "not_found"
    stop_sharing(access=ann.access, game=1)
    assert not SharedGame.objects.exists()


def test_revoked_share_is_gone_and_the_next_has_a_new_link() -> None:
    ann = over()
    first = share(ann)
    stop_sharing(access=join(ann).access, game=1)
    stop_sharing(access=ann.access, game=1)
    assert refused_about(shared_by_secret, first) == ("link_revoked", "shared")
    assert shared_summary(ann.table, 1) is None
    second = share(ann)
    assert second != first
    assert shared_by_secret(second).game == 1
    assert refused(shared_by_secret, first) == "link_revoked"


def test_the_database_keeps_it_to_one_link_a_game() -> None:
    made = SharedGame.objects.get(secret_hash=hash_secret(share(over())))
    made.pk, made.secret_hash = None, "another"
    with pytest.raises(IntegrityError), transaction.atomic():
        made.save()


def test_invalid_secrets_are_refused() -> None:
    over()
    for secret in ("", "x", "A" * 32, "A" * 300):
        assert refused(shared_by_secret, secret) == "not_found"


def test_link_shows_its_own_game_even_if_the_number_is_reused() -> None:
    ann = over()
    start_game(access=ann.access, key="g2")
    finish(ann)
    secret = share(ann, 2)
    assert sheet_and_game(shared_by_secret(secret))[1].number == 2
    for key in ("u1", "u2"):
        undone = sheet(ann).next_undo
        assert undone
        undo(access=ann.access, key=key, revision=undone.revision)
    assert refused_about(lambda: sheet_and_game(shared_by_secret(secret))) == ("link_revoked", "shared")
    start_game(access=ann.access, key="g3")
    finish(ann)
    assert refused(lambda: sheet_and_game(shared_by_secret(secret))) == "link_revoked"
    assert shared_summary(ann.table, 2) is None
    again = share(ann, 2)
    assert again != secret
    assert sheet_and_game(shared_by_secret(again))[1].number == 2
    assert SharedGame.objects.filter(revoked_at=None).count() == 1
