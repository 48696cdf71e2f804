"""Import an archive into an account: of one table, of one league, or of everything an account had elsewhere."""

from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Account, Device, Player
from games.selectors.account_archive import FORMAT, VERSION
from games.selectors.league_archive import FORMAT as LEAGUE
from games.selectors.table_archive import FORMAT as TABLE
from games.services.archives import BadArchive, faults_told, parsed
from games.services.league_archive import BroughtLeague, league_out_of
from games.services.table_archive import BroughtTable, bring_table


@dataclass(slots=True)
class Brought:
    """The imported tables and leagues, in the archive's order; each says whether it is new."""

    tables: list[BroughtTable] = field(default_factory=list)
    leagues: list[BroughtLeague] = field(default_factory=list)


@transaction.atomic(durable=True)
def import_archive(*, account: Account, text: str, device: Device | None = None) -> Brought:
    """Import everything in an archive (JSON) for ``account``: all of it, or nothing where a part is wrong.

    A part that this account imported before is not imported again. People in an archive never become accounts or
    members that exist here already. ``device`` gets the owner's pass at the tables. Raises BadArchive, Refused
    ("invalid_value" for an unknown time zone).
    """
    data, people, imported = parsed(text), dict[int, Player](), Brought()
    for number, archive in enumerate(_tables_in(data), 1):
        with faults_told(_("table %(number)d") % {"number": number} if data["format"] == FORMAT else ""):
            imported.tables.append(bring_table(account=account, archive=archive, people=people, device=device))
    for number, archive in enumerate(_leagues_in(data), 1):
        with faults_told(_("league %(number)d") % {"number": number} if data["format"] == FORMAT else ""):
            imported.leagues.append(league_out_of(account, archive))
    return imported


def _tables_in(data: dict[str, Any]) -> list[dict[str, Any]]:
    if (data.get("format"), data.get("version")) == (FORMAT, VERSION):
        return _dicts(data, "tables")
    if data.get("format") not in (TABLE, LEAGUE):
        raise BadArchive(_("it is not the archive of an account, a table or a league, or of a newer version"))
    return [data] if data["format"] == TABLE else []


def _leagues_in(data: dict[str, Any]) -> list[dict[str, Any]]:
    if data["format"] == FORMAT:
        return _dicts(data, "leagues")
    return [data] if data["format"] == LEAGUE else []


def _dicts(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    archives = data.get(name)
    if not isinstance(archives, list) or not all(isinstance(item, dict) for item in archives):
        raise BadArchive(_("%(name)s is no list of archives") % {"name": name})
    return archives
