"""An archive brought by an account: of a table, of a league, or of all that an account had elsewhere."""

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
    """What an archive held, in its order; what was here already is told as such."""

    tables: list[BroughtTable] = field(default_factory=list)
    leagues: list[BroughtLeague] = field(default_factory=list)


@transaction.atomic(durable=True)
def import_archive(*, account: Account, text: str, device: Device | None = None) -> Brought:
    """Everything that is in an archive (JSON), for ``account``: all of it, or where anything does not fit, nothing.

    What this account brought before from an archive that says the same is not brought again. Nobody in an archive
    becomes an account or a member that is here already. ``device`` is let in at the tables as their owner. Raises
    BadArchive, Refused ("invalid_value" for a time zone there is none of).
    """
    data, people, brought = parsed(text), dict[int, Player](), Brought()
    for at, told in enumerate(_tables_in(data), 1):
        with faults_told(_("table %(number)d") % {"number": at} if data["format"] == FORMAT else ""):
            brought.tables.append(bring_table(account=account, told=told, people=people, device=device))
    for at, told in enumerate(_leagues_in(data), 1):
        with faults_told(_("league %(number)d") % {"number": at} if data["format"] == FORMAT else ""):
            brought.leagues.append(league_out_of(account, told))
    return brought


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
    found = data.get(name)
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise BadArchive(_("%(name)s is no list of archives") % {"name": name})
    return found
