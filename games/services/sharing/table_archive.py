"""Import a table from its archive: its people, its ledger entry by entry, its reports, and new links."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import AccessLink, Account, Device, EntryKind, Pass, Player, Report, Role, Table
from games.rules.ledger import declaration_from, entry_digest, result_json
from games.rules.line_up import MOST_PEOPLE
from games.rules.names import clean_name, folded_name
from games.rules.sheet import TableSheet
from games.rules.teams import score_declaration
from games.selectors.sharing.table_archive import FORMAT, ORIGIN_PREFIX, REPORT_FIELDS, VERSION, table_archive
from games.services.sharing.archives import (
    ArchiveError,
    archived_entries,
    audited_sheet,
    content_hash,
    has_same_content,
    parse_moment,
    parse_moment_or_none,
)
from games.services.sharing.links import MOST_LINKS, link_labels, new_link
from games.services.sharing.new_tables import NewTable, store_tables


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """An imported table; ``new`` is False where it was here already."""

    table: Table
    new: bool


def import_table_archive(
    *, account: Account, archive: Mapping[str, Any], people: dict[int, Player], device: Device | None
) -> ImportedTable:
    """Import a table for ``account`` and ``device``. The same archive imported again is the same table.

    ``people`` maps the archive's numbers to the players made so far: existing players are never reused. Call it in a
    transaction. Raises ArchiveError, and every error that ``archive_errors`` turns into one.
    """
    if (archive.get("format"), archive.get("version")) != (FORMAT, VERSION):
        raise ArchiveError(_("it isn't a table archive, or it comes from a newer version"))
    origin = f"{ORIGIN_PREFIX}{account.pk}:{content_hash(archive)}"
    known = Table.objects.filter(origin=origin).first()
    own = Table.objects.filter(account=account, public_id=str(archive["id"])).first()
    if known is None and own is not None and has_same_content(table_archive(own), archive):
        known = own
    if known is not None:
        _give_owner_pass(known, device)
        return ImportedTable(known, new=False)
    label = _("table %(id)s") % {"id": str(archive["id"])[:40]}
    if len(archive["seats"]) > MOST_PEOPLE:
        # Translators: %(what)s is a part of an archive, as "table 4fb2".
        raise ArchiveError(_("%(what)s has more than %(most)d seats") % {"what": label, "most": MOST_PEOPLE})
    table = Table(
        name=clean_name(archive["name"]) if archive["name"] else "",
        strict=_boolean(archive["strict"]),
        takeover=_boolean(archive["takeover"]),
        account=account,
        origin=origin,
    )
    for name in ("report_count", "last_report_revision"):
        amount = archive[name]
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount < 2**31:
            # Translators: %(what)s is a part of an archive, as "table 4fb2", and %(name)s a key in it.
            raise ArchiveError(_("%(what)s: %(name)s isn't a number") % {"what": label, "name": name})
        setattr(table, name, amount)
    players = [_person(seat, people) for seat in archive["seats"]]
    links = _links(table, archive["links"])
    entries = archived_entries(archive["entries"], label)
    sheet = audited_sheet(entries, len(players), label)
    store_tables([NewTable(table, players, links, entries, sheet)])
    Table.objects.filter(pk=table.pk).update(created_at=parse_moment(archive["created_at"]))
    table.refresh_from_db()
    _write_reports(table, sheet, archive["reports"], label)
    _give_owner_pass(table, device)
    return ImportedTable(table, new=True)


def _person(seat: Mapping[str, Any], people: dict[int, Player]) -> Player:
    """Return the player for a seat of the archive, made at the first seat with that number."""
    name, number = clean_name(seat["name"]), seat["person"]
    if number not in people:
        people[number] = Player.objects.create(name=name, folded=folded_name(name))
    return people[number]


def _links(table: Table, archived: list[Mapping[str, Any]]) -> list[AccessLink]:
    """Return a new link for each active one of the archive, under its label, and at least one of every role."""
    active = [(Role(link["role"]), clean_name(link["label"])) for link in archived if link["revoked_at"] is None]
    if len(active) > MOST_LINKS:
        raise ArchiveError(_("it has more than %(most)d links") % {"most": MOST_LINKS})
    missing = [(role, label) for role, label in link_labels().items() if role not in dict(active)]
    return [new_link(table, role, label).link for role, label in (*active, *missing)]


def _write_reports(table: Table, sheet: TableSheet, archived: list[Mapping[str, Any]], label: str) -> None:
    """Store the reports of the archive."""
    rows = []
    lines = {(game.number, line.number): line.rules for game in sheet.games for line in game.rounds}
    for number, report in enumerate(archived, 1):
        digest = entry_digest(EntryKind.ROUND, report["game"], report["round"], report["facts"])
        if report["digest"] != digest:
            # Translators: %(what)s is a part of an archive, as "table 4fb2".
            raise ArchiveError(_("report %(number)d of %(what)s was changed") % {"number": number, "what": label})
        rules = lines.get((report["game"], report["round"]), sheet.current.rules)
        if result_json(score_declaration(declaration_from(report["facts"], rules), rules)) != report["result"]:
            # Translators: %(what)s is a part of an archive, as "table 4fb2".
            raise ArchiveError(
                _("report %(number)d of %(what)s has the wrong score") % {"number": number, "what": label}
            )
        values = {name: report[name] for name in REPORT_FIELDS}
        row = Report(
            table=table, at=parse_moment(report["at"]), decided_at=parse_moment_or_none(report["decided_at"]), **values
        )
        row.clean_fields(exclude=["table", "link", "device", "decided_device", "decided_at", "until"])
        rows.append(row)
    Report.objects.bulk_create(rows)


def _give_owner_pass(table: Table, device: Device | None) -> None:
    """Give the importing device the owner's pass."""
    owner = table.links.filter(role=Role.OWNER, revoked_at=None).order_by("pk").first()
    if device is not None and owner is not None:
        Pass.objects.get_or_create(device=device, link=owner)


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ArchiveError(_("a value isn't valid (it's neither true nor false)"))
    return value
