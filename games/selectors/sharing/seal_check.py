"""Check a seal: find what was sealed, and compare the document stored now with the one sealed then."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from games.models import Entry, LeagueEvent, Seal, Season, Table
from games.rules.seals import Document, digest_of, name_digests, seal_of, without_names
from games.selectors.league.league_history import event_sentences
from games.selectors.league.merged_members import ERASED_NAME
from games.selectors.sharing.sealed_documents import sealed_game, sealed_season
from games.selectors.table.ledger import ERASED as ERASED_PHONE
from games.wording.seals import entry_text

AS_SEALED: Final = "as_sealed"
CHANGED: Final = "changed"
"""Something was entered since, with an author: a correction, another round, a reopened season."""
ALTERED: Final = "altered"
"""The data differs from what was sealed, and no entry explains the difference."""
ERASED: Final = "erased"
DIFFERENT: Final = "different"

_CHANGES_NOTHING: Final = ("season_closed", "table_hidden", "table_shown")
"""Kinds of events that don't change a season's sealed document."""


@dataclass(frozen=True, slots=True)
class ChangeSinceSeal:
    """An entry or decision made after the seal was issued."""

    text: str
    by: str
    at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SealCheck:
    """The result of checking a seal.

    ``state`` is AS_SEALED, CHANGED or ALTERED; ``names`` is AS_SEALED, ERASED if some names were erased and
    the others are unchanged, or DIFFERENT. ``changes`` were made since, oldest first.
    """

    seal: Seal
    state: str
    names: str
    changes: tuple[ChangeSinceSeal, ...] = ()


def seals_by_text(text: str) -> list[Seal]:
    """Return the seals with this text (without hyphens), oldest first; a game imported twice has the same one twice.

    The table or season of each is loaded.
    """
    rows = Seal.objects.filter(seal=text).order_by("pk")
    return list(rows.select_related("table", "season__league"))


def check_seal(seal: Seal) -> SealCheck:
    """Compare what was sealed with what is stored now."""
    if seal.table is not None and seal.game is not None:
        return _check_game(seal, seal.table, seal.game)
    assert seal.season is not None  # noqa: S101 - the database's own constraint
    return _check_season(seal, seal.season)


def _check_game(seal: Seal, table: Table, game: int) -> SealCheck:
    """Compare the ledger up to the seal's revision, and list the entries after it as changes."""
    current, as_sealed = sealed_game(table, game), sealed_game(table, game, seal.revision)
    if not _matches_seal(seal, as_sealed):
        return SealCheck(seal, ALTERED, AS_SEALED)
    later = [entry["revision"] for entry in current["entries"] if entry["revision"] > seal.revision]
    rows = Entry.objects.filter(table=table, revision__in=later).annotate(erased=ERASED_PHONE).order_by("revision")
    changes = tuple(
        ChangeSinceSeal(
            entry_text(row.kind, row.game, row.round), ERASED_NAME if row.erased else row.by, row.at, row.reason
        )
        for row in rows
    )
    return SealCheck(seal, CHANGED if changes else AS_SEALED, _names_state(seal, as_sealed), changes)


def _check_season(seal: Seal, season: Season) -> SealCheck:
    """Compare the current state of a season; decisions made since explain why it may differ."""
    current = sealed_season(season)
    if _matches_seal(seal, current):
        return SealCheck(seal, AS_SEALED, _names_state(seal, current))
    # Merges of members are events of the league, not of the season, but change its document.
    related = Q(season=season) | Q(league=season.league_id, kind__in=("merged", "parted"))
    events = LeagueEvent.objects.filter(related, at__gt=seal.at).exclude(kind__in=_CHANGES_NOTHING)
    rows = list(events.select_related("member", "season").order_by("pk"))
    changes = tuple(
        ChangeSinceSeal(text, row.by, row.at) for row, text in zip(rows, event_sentences(rows), strict=True)
    )
    return SealCheck(seal, CHANGED if changes else ALTERED, AS_SEALED, changes)


def _matches_seal(seal: Seal, document: Document) -> bool:
    """Return whether a document is the one that was sealed, ignoring changes of names.

    If no name changed, the seal itself is computed again: the stored digests prove nothing to somebody who holds the
    seal on paper.
    """
    if digest_of(without_names(document)) != seal.bare:
        return False
    return name_digests(document) != seal.names or seal_of(digest_of(document)) == seal.seal


def _names_state(seal: Seal, document: Document) -> str:
    """Return whether the names in an otherwise unchanged document are unchanged, erased or different."""
    names = zip(document["names"], name_digests(document), seal.names, strict=True)
    others = [name for name, digest, sealed_digest in names if digest != sealed_digest]
    if not others:
        return AS_SEALED
    return ERASED if all(name == ERASED_NAME for name in others) else DIFFERENT
