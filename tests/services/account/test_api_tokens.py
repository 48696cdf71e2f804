"""Account API tokens and how they are stored."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from games.models import Account, ApiToken, Scope
from games.selectors.access import hash_secret
from games.selectors.account.api_tokens import token_by_secret
from games.services.account.api_tokens import LIFETIMES, MOST_TOKENS, make_token, note_token_use, revoke_token
from tests.refusals import refused


@pytest.fixture
def ann() -> Account:
    return Account.objects.create_user("ann@example.org", "seven green tables", name="Ann")


def test_token_has_its_prefix_and_192_bits_and_is_stored_as_a_hash(ann: Account) -> None:
    made = [make_token(account=ann, label="Board", scope=Scope.READ, days=90) for _ in range(MOST_TOKENS)]
    assert all(one.secret.startswith("gin_") and len(one.secret) == 4 + 32 for one in made)
    assert len({one.secret for one in made}) == MOST_TOKENS
    assert all(one.token.secret_hash == hash_secret(one.secret) for one in made)
    rows = [repr(row) for model in apps.get_app_config("games").get_models() for row in model.objects.values()]
    assert not [one for one in made for row in rows if one.secret[4:] in row]


def test_an_account_has_20_good_tokens(ann: Account) -> None:
    made = [make_token(account=ann, label="Board", scope=Scope.READ, days=90) for _ in range(MOST_TOKENS)]
    assert refused(make_token, account=ann, label="Board", scope=Scope.READ, days=90) == "too_many"
    revoke_token(account=ann, public_id=made[0].token.public_id)
    assert make_token(account=ann, label="Board", scope=Scope.READ, days=90).token.pk
    ApiToken.objects.filter(pk=made[1].token.pk).update(expires_at=timezone.now())
    assert make_token(account=ann, label="Board", scope=Scope.READ, days=90).token.pk


@pytest.mark.parametrize("days", [0, -1, 91, 36_500])
def test_no_token_is_good_for_longer_than_a_choice_says(ann: Account, days: int) -> None:
    assert refused(make_token, account=ann, label="Board", scope=Scope.READ, days=days) == "invalid_value"
    assert max(LIFETIMES) == 365


def test_a_token_is_found_while_it_is_good(ann: Account) -> None:
    made = make_token(account=ann, label="Board", scope=Scope.SCORE, days=7)
    assert token_by_secret(made.secret) == made.token
    assert made.token.expires_at - timezone.now() <= timedelta(days=7)
    for wrong in ("", "gin_", made.secret[4:], made.secret[:-1], made.secret + "x", made.token.secret_hash):
        assert token_by_secret(wrong) is None
    Account.objects.update(is_active=False)
    assert token_by_secret(made.secret) is None


def test_the_last_use_is_noted_now_and_then(ann: Account) -> None:
    token = make_token(account=ann, label="Board", scope=Scope.READ, days=90).token
    note_token_use(token)
    token.refresh_from_db()
    first = token.used_at
    note_token_use(token)
    token.refresh_from_db()
    assert first is not None
    assert token.used_at == first
    ApiToken.objects.update(used_at=first - timedelta(minutes=11))
    token.refresh_from_db()
    note_token_use(token)
    token.refresh_from_db()
    assert token.used_at >= first


def test_other_accounts_tokens_cannot_be_ended(ann: Account) -> None:
    ben = Account.objects.create_user("ben@example.org", "seven green tables", name="Ben")
    made = make_token(account=ann, label="Board", scope=Scope.READ, days=90)
    for public_id in (made.token.public_id, "0123456789abcdef"):
        assert refused(revoke_token, account=ben, public_id=public_id) == "not_found"
    assert token_by_secret(made.secret) == made.token
