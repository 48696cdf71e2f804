"""Export a whole league as one JSON value: members, seasons, matches, and the ledgers of their tables."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db.models import Prefetch

from games.models import Entrant, Entry, League, Match, MatchSide, Season
from games.rules.league.season import season_rules
from games.rules.match import RESULT_FIELDS
from games.selectors.season.bracket import CLOSED_BY_BRACKET, follows_bracket
from games.selectors.season.round_checks import entering_sides
from games.selectors.sharing.table_archive import entry_fields, iso_text
from games.selectors.table.ledger import ERASED

FORMAT: Final = "scorekeeper-league"
VERSION: Final = 1
ARCHIVE_KEY_PREFIX: Final = "archive:"
"""The prefix of the key of a league that was imported from an archive."""
SEASON_FIELDS: Final = ("name", "preset", "house_rules", "rules_title", "rules", "pairing", "teams")
_CHUNK: Final = 50
"""How many matches, each with its whole ledger, are in memory at a time."""


def is_archived(league: League) -> bool:
    """Return whether a league was imported: the devices that made its first entries aren't known here."""
    return league.key.startswith(ARCHIVE_KEY_PREFIX)


def league_archive(league: League) -> dict[str, Any]:
    """Return ``league`` without accounts, links and history; members and entrants get numbers instead of ids.

    Seasons and the matches of each are iterators. Dates and times are ISO 8601. An erased member has no name here, and
    neither have the devices they used.
    """
    members = {member.pk: number for number, member in enumerate(league.members.order_by("pk"), 1)}
    seasons = {pk: index for index, pk in enumerate(league.seasons.order_by("pk").values_list("pk", flat=True))}
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": league.public_id,
        "name": league.name,
        "place": league.place,
        "zone": league.zone,
        "public": league.public,
        "members": [
            {
                "number": members[member.pk],
                "name": member.name,
                "merged_into": members[member.merged_into_id] if member.merged_into_id else None,
                "erased_at": iso_text(member.erased_at),
            }
            for member in league.members.order_by("pk")
        ],
        "places": list(league.places.order_by("pk").values_list("name", flat=True)),
        "seasons": (_season(season, members, seasons) for season in league.seasons.order_by("pk")),
    }


def _season(season: Season, members: Mapping[int, int], seasons: Mapping[int, int]) -> dict[str, Any]:
    entrants = {entrant.pk: number for number, entrant in enumerate(season.entrants.order_by("pk"), 1)}
    # A closed knock-out records that its bracket decided the places. Older archives lack this key.
    closed_by_bracket = CLOSED_BY_BRACKET if season.closed_at and follows_bracket(season) else {}
    return {name: getattr(season, name) for name in SEASON_FIELDS} | {
        **closed_by_bracket,
        # Its place among the seasons of the file, from 0. Older archives lack this key.
        **({"group_stage": seasons[season.group_stage_id]} if season.group_stage_id else {}),
        "lot": season.key,
        "closed_at": iso_text(season.closed_at),
        "hidden_until": iso_text(season.hidden_until),
        "entrants": [
            _entrant(entrant, entrants[entrant.pk], members)
            for entrant in season.entrants.order_by("pk").prefetch_related("teammates")
        ],
        "penalties": [
            {
                "entrant": entrants[penalty.entrant_id],
                "points": penalty.points,
                "reason": penalty.reason,
                "by": penalty.by,
                "lifted_at": iso_text(penalty.lifted_at),
            }
            for penalty in season.penalties.order_by("pk")
        ],
        "matches": (_match(match, entrants, members) for match in _matches(season)),
    }


def _matches(season: Season) -> Iterator[Match]:
    return (
        season.matches.select_related("place", "table")
        .prefetch_related(
            Prefetch("sides", MatchSide.objects.order_by("position")),
            "seats__side",
            "checks",
            Prefetch("table__entries", Entry.objects.annotate(erased=ERASED).order_by("revision")),
        )
        .iterator(chunk_size=_CHUNK)
    )


def _entrant(entrant: Entrant, number: int, members: Mapping[int, int]) -> dict[str, Any]:
    return {
        "number": number,
        "name": entrant.name,
        "member": members[entrant.member_id] if entrant.member_id else None,
        "seed": entrant.seed,
        # Only in seasons with groups, or with handicaps. Older archives lack these keys.
        **({"group": entrant.group} if entrant.group else {}),
        **({"handicap": entrant.handicap} if entrant.handicap else {}),
        "joined_on": iso_text(entrant.joined_on),
        "withdrawn_on": iso_text(entrant.withdrawn_on),
        "teammates": [
            {
                "member": members[mate.member_id],
                "joined_on": iso_text(mate.joined_on),
                "left_on": iso_text(mate.left_on),
            }
            for mate in entrant.teammates.all()
        ],
    }


def _match(match: Match, entrants: Mapping[int, int], members: Mapping[int, int]) -> dict[str, Any]:
    return {
        "number": match.number,
        "round": match.round,
        # Older archives lack this key, and so do matches outside such a bracket.
        **({"bracket_match": match.bracket_match} if match.bracket_match else {}),
        "night": iso_text(match.night),
        "at": iso_text(match.at),
        "place": match.place.name if match.place else None,
        "state": match.state,
        "final": match.final,
        "stopped": match.stopped,
        **({"requested_bye": match.requested_bye} if match.requested_bye else {}),
        "imported": match.imported,
        "typed_result": match.typed_result,
        "sides": [
            {"entrant": entrants[side.entrant_id]} | {name: getattr(side, name) for name in RESULT_FIELDS}
            for side in match.sides.all()
        ],
        "seats": [
            {
                "side": seat.side.position,
                "member": members[seat.member_id],
                "seat": seat.seat,
                "substitute": seat.substitute,
            }
            for seat in match.seats.all()
        ],
        "checks": _checks(match),
        "entries": [entry_fields(entry) for entry in match.table.entries.all()] if match.table else None,
    }


def _checks(match: Match) -> list[dict[str, Any]]:
    """Return the checks of a match's rounds.

    By entering a round a side's device has confirmed it. Devices aren't exported, so that becomes a check.
    """
    checks = [
        {name: getattr(check, name) for name in ("game", "round", "revision", "verdict", "side", "reason", "by")}
        for check in match.checks.all()
    ]
    if match.table is None:
        return checks
    seats = {match.table.pk: list(match.seats.all())}
    typed = entering_sides(match.season.league, seats, season_rules(match.season.rules)).get(match.table.pk, {})
    confirmed = {(check["revision"], check["side"]) for check in checks if check["verdict"] == "confirmed"}
    for entry in match.table.entries.all():
        side = typed.get(entry.revision)
        if side is not None and entry.round is not None and (entry.revision, side) not in confirmed:
            check = {"game": entry.game, "round": entry.round, "revision": entry.revision, "verdict": "confirmed"}
            checks.append({**check, "side": side, "reason": "", "by": entry.by})
    return sorted(checks, key=lambda check: (check["game"], check["round"], check["revision"]))
