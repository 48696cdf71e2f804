"""Import an archive into an account: of one table, of one league, or of everything an account had elsewhere."""

from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Account, Device, Player
from games.selectors.sharing.account_archive import FORMAT, VERSION
from games.selectors.sharing.league_archive import FORMAT as LEAGUE
from games.selectors.sharing.table_archive import FORMAT as TABLE
from games.services.sharing.archives import ArchiveError, archive_errors, parse_archive
from games.services.sharing.league_archive import ImportedLeague, import_league_data
from games.services.sharing.table_archive import ImportedTable, import_table_archive


@dataclass(slots=True)
class ImportedArchive:
    """The imported tables and leagues, in the archive's order; each says whether it is new."""

    tables: list[ImportedTable] = field(default_factory=list)
    leagues: list[ImportedLeague] = field(default_factory=list)


def import_archive(*, account: Account, text: str, device: Device | None = None) -> ImportedArchive:
    """Import everything in an archive (JSON) for ``account``: all of it, or nothing where a part is wrong.

    A part that this account imported before is not imported again. People in an archive never become accounts or
    members that exist here already. ``device`` gets the owner's pass at the tables. Raises ArchiveError, RefusedError
    ("invalid_value" for an unknown time zone).
    """
    data = parse_archive(text)
    with transaction.atomic(durable=True):
        return _import(account, data, device)


def _import(account: Account, data: dict[str, Any], device: Device | None) -> ImportedArchive:
    people, imported = dict[int, Player](), ImportedArchive()
    for number, archive in enumerate(_tables_in(data), 1):
        with archive_errors(_("table %(number)d") % {"number": number} if data["format"] == FORMAT else ""):
            imported.tables.append(import_table_archive(account=account, archive=archive, people=people, device=device))
    for number, archive in enumerate(_leagues_in(data), 1):
        with archive_errors(_("league %(number)d") % {"number": number} if data["format"] == FORMAT else ""):
            imported.leagues.append(import_league_data(account, archive))
    return imported


def _tables_in(data: dict[str, Any]) -> list[dict[str, Any]]:
    if (data.get("format"), data.get("version")) == (FORMAT, VERSION):
        return _dicts(data, "tables")
    if data.get("format") not in (TABLE, LEAGUE):
        raise ArchiveError(_("it isn't an account, table or league archive, or it comes from a newer version"))
    return [data] if data["format"] == TABLE else []


def _leagues_in(data: dict[str, Any]) -> list[dict[str, Any]]:
    if data["format"] == FORMAT:
        return _dicts(data, "leagues")
    return [data] if data["format"] == LEAGUE else []


def _dicts(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    archives = data.get(name)
    if not isinstance(archives, list) or not all(isinstance(item, dict) for item in archives):
        raise ArchiveError(_("%(name)s isn't a list of archives") % {"name": name})
    return archives
