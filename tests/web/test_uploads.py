"""Who may upload a file, decided from the request's head alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Account, AccountSession, ApiToken
from games.selectors.access import hash_secret
from games.web.limits import SMALL, largest_body
from games.web.uploads import largest_upload

FILES = ("/leagues/import/", "/api/v1/leagues/import/", "/account/archive/", "/s/abc/data/")
KEY = "k" * 32
SECRET = "gin_" + "x" * 32


@pytest.fixture
def olga(transactional_db: None) -> Account:
    """An account with a browser that is logged in, and a token."""
    account = Account.objects.create(email="olga@example.org")
    now = timezone.now()
    soon = now + timedelta(hours=1)
    AccountSession.objects.create(
        session_key=hash_secret(KEY), account=account, expire_date=soon, session_data="", created_at=now, seen_at=now
    )
    ApiToken.objects.create(
        account=account, label="A program", secret_hash=hash_secret(SECRET), scope="manage", expires_at=soon
    )
    return account


def limit_for(path: str, **headers: str) -> int:
    return largest_upload(
        {"path": path, "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()]}
    )


@pytest.mark.parametrize("path", FILES)
def test_a_file_comes_from_somebody_with_an_account(path: str, olga: Account) -> None:
    whole = largest_body(path)
    assert whole > SMALL
    assert limit_for(path, Cookie=f"theme=dark; session={KEY}") == whole
    assert limit_for(path, Cookie=f"__Host-session={KEY}") == whole
    assert limit_for(path, Authorization=f"Bearer {SECRET}") == whole
    for stranger in ({}, {"Cookie": f"session={KEY[1:]}"}, {"Cookie": "="}, {"Authorization": f"Bearer {SECRET}y"}):
        assert limit_for(path, **stranger) == SMALL
    olga.is_active = False
    olga.save()
    assert limit_for(path, Cookie=f"session={KEY}") == SMALL
    assert limit_for(path, Authorization=f"Bearer {SECRET}") == SMALL


def test_other_paths_allow_only_small_bodies(olga: Account) -> None:
    for path in ("/", "/api/v1/tables/abc/rounds/", "/t/abc/rounds/"):
        assert limit_for(path, Cookie=f"session={KEY}") == SMALL
