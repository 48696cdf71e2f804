"""A table out of its archive: its people, its ledger entry by entry, and links of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import Account, Device, EntryKind, Pass, Player, Report, Role, Seat, Table
from games.rules.ledger import declaration, digest_of, result_json
from games.rules.names import clean_name, folded
from games.rules.sheet import TableSheet
from games.rules.teams import score_told
from games.selectors.table_archive import FORMAT, ORIGIN, REPORT_FIELDS, VERSION, table_archive
from games.services.archives import BadArchive, identity, moment, moment_or_none, proved, still_says, write_ledger
from games.services.links import MOST_LINKS, link_labels, make_link
from games.services.settling import settle_games

MOST_SEATS: Final = 8


@dataclass(frozen=True, slots=True)
class BroughtTable:
    """A table of an archive; ``new`` where it was not here before."""

    table: Table
    new: bool


def bring_table(
    *, account: Account, told: Mapping[str, Any], people: dict[int, Player], device: Device | None
) -> BroughtTable:
    """The table that ``told`` is the archive of, owned by ``account`` and by ``device``. The same again is the same.

    ``people`` are those of the archive so far, by its own numbers: nobody who is here already becomes one of them. To
    be called in a transaction. Raises BadArchive, and whatever ``faults_told`` makes one of.
    """
    if (told.get("format"), told.get("version")) != (FORMAT, VERSION):
        raise BadArchive(_("it is not the archive of a table, or of a newer version"))
    origin = f"{ORIGIN}{account.pk}:{identity(told)}"
    known = Table.objects.filter(origin=origin).first()
    own = Table.objects.filter(account=account, public_id=str(told["id"])).first()
    if known is None and own is not None and still_says(table_archive(own), told):
        known = own
    if known is not None:
        _let_in(known, device)
        return BroughtTable(known, new=False)
    what = _("table %(id)s") % {"id": str(told["id"])[:40]}
    if len(told["seats"]) > MOST_SEATS:
        # Translators: %(what)s is a part of an archive, as "table 4fb2".
        raise BadArchive(_("%(what)s has more than %(most)d seats") % {"what": what, "most": MOST_SEATS})
    table = Table.objects.create(
        name=clean_name(told["name"]) if told["name"] else "",
        strict=_truth(told["strict"]),
        takeover=_truth(told["takeover"]),
        account=account,
        origin=origin,
    )
    for number, seat in enumerate(told["seats"]):
        Seat.objects.create(table=table, number=number, player=_person(seat, people))
    _make_links(table, told["links"])
    rows = write_ledger(table, told["entries"], what)
    sheet = proved(rows, len(told["seats"]), what)
    settle_games(table, sheet)
    _write_reports(table, sheet, told["reports"], what)
    for name, amount in (("said", told["said"]), ("said_at", told["said_at"])):
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount < 2**31:
            # Translators: %(what)s is a part of an archive, as "table 4fb2", and %(name)s a key in it.
            raise BadArchive(_("%(what)s: %(name)s is no number") % {"what": what, "name": name})
    at_first = {"said": told["said"], "said_at": told["said_at"], "created_at": moment(told["created_at"])}
    Table.objects.filter(pk=table.pk).update(**at_first)
    table.refresh_from_db()
    _let_in(table, device)
    return BroughtTable(table, new=True)


def _person(seat: Mapping[str, Any], people: dict[int, Player]) -> Player:
    """A person of the archive, new here; the same one wherever the archive has the same number."""
    name, number = clean_name(seat["name"]), seat["person"]
    if number not in people:
        people[number] = Player.objects.create(name=name, folded=folded(name))
    return people[number]


def _make_links(table: Table, told: list[Mapping[str, Any]]) -> None:
    """A new link for each that was switched on, under its label, and one of every role in any case."""
    on = [(Role(link["role"]), clean_name(link["label"])) for link in told if link["revoked_at"] is None]
    if len(on) > MOST_LINKS:
        raise BadArchive(_("there are more than %(most)d links") % {"most": MOST_LINKS})
    missing = [(role, label) for role, label in link_labels().items() if role not in dict(on)]
    for role, label in (*on, *missing):
        make_link(table=table, role=role, label=label)


def _write_reports(table: Table, sheet: TableSheet, told: list[Mapping[str, Any]], what: str) -> None:
    """What phones said of rounds beside the ledger."""
    rows = []
    lines = {(game.number, line.number): line.rules for game in sheet.games for line in game.rounds}
    for number, report in enumerate(told, 1):
        digest = digest_of(EntryKind.ROUND, report["game"], report["round"], report["facts"])
        if report["digest"] != digest:
            # Translators: %(what)s is a part of an archive, as "table 4fb2".
            raise BadArchive(_("report %(number)d of %(what)s was changed") % {"number": number, "what": what})
        rules = lines.get((report["game"], report["round"]), sheet.current.rules)
        if result_json(score_told(declaration(report["facts"], rules), rules)) != report["result"]:
            # Translators: %(what)s is a part of an archive, as "table 4fb2".
            raise BadArchive(_("report %(number)d of %(what)s is scored otherwise") % {"number": number, "what": what})
        values = {name: report[name] for name in REPORT_FIELDS}
        row = Report(table=table, at=moment(report["at"]), decided_at=moment_or_none(report["decided_at"]), **values)
        row.clean_fields(exclude=["table", "link", "device", "decided_device", "decided_at", "until"])
        rows.append(row)
    Report.objects.bulk_create(rows)


def _let_in(table: Table, device: Device | None) -> None:
    """Give the phone that brought a table the owner's pass."""
    owner = table.links.filter(role=Role.OWNER, revoked_at=None).order_by("pk").first()
    if device is not None and owner is not None:
        Pass.objects.get_or_create(device=device, link=owner)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadArchive(_("a value cannot be (it is neither true nor false)"))
    return value
