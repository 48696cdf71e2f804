"""Turn a league's events into the sentences of its history."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.models import Account, LeagueEvent, Member
from games.wording.league.league_history import event_text


def event_sentences(rows: Sequence[LeagueEvent]) -> list[str]:
    """Return a sentence for each event, loaded with member and season. Two queries."""
    others = Member.objects.in_bulk(_ids(rows, "into"))
    accounts = Account.objects.in_bulk(_ids(rows, "account"))
    return [event_text(row.kind, row.facts, _names(row, others, accounts)) for row in rows]


def _ids(rows: Iterable[LeagueEvent], fact: str) -> set[int]:
    # 0 matches no row; it keeps the query, so that every page costs the same number of queries.
    return {0} | {row.facts[fact] for row in rows if isinstance(row.facts.get(fact), int)}


def _names(row: LeagueEvent, others: dict[int, Member], accounts: dict[int, Account]) -> dict[str, str]:
    """Return the names to insert into an event's sentence."""
    member, account, other = row.member, accounts.get(row.facts.get("account", 0)), others.get(row.facts.get("into", 0))
    entrant = row.facts.get("team") or (member.name if member else _("Somebody"))
    return {
        "member": member.name if member else _("Somebody"),
        "other": other.name if other else _("Somebody"),
        "account": account.name if account else _("Somebody"),
        "entrant": entrant,
        # Translators: a season that is gone.
        "season": row.season.name if row.season else _("the season"),
    }
