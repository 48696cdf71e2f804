"""Export an account as one JSON value: the tables it owns and the leagues it runs."""

from collections.abc import Iterator
from typing import Any, Final

from games.models import Account, Duty, League, Table
from games.selectors.sharing.league_archive import league_archive
from games.selectors.sharing.table_archive import table_archive

FORMAT: Final = "scorekeeper-account"
VERSION: Final = 1
_CHUNK: Final = 100


def account_archive(account: Account) -> dict[str, Any]:
    """Return the archive of ``account``. Tables and leagues are iterators; each item is an archive of its own.

    The e-mail, the password, sessions and tokens are left out.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": account.name,
        "tables": _tables(account),
        "leagues": _leagues(account),
    }


def _tables(account: Account) -> Iterator[dict[str, Any]]:
    """Yield the archives of the account's own tables. Tables of matches are part of their league's archive."""
    people: dict[int, int] = {}
    owned = Table.objects.filter(account=account, match=None).order_by("pk")
    return (table_archive(table, people) for table in owned.iterator(chunk_size=_CHUNK))


def _leagues(account: Account) -> Iterator[dict[str, Any]]:
    leagues = League.objects.filter(offices__account=account, offices__duty=Duty.ORGANIZER).order_by("pk")
    return (league_archive(league) for league in leagues.iterator(chunk_size=_CHUNK))
