"""Change the rules of a running season: preview the new standings, then save the change with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from django.db import transaction

from games.models import Pairing, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import SeasonRules, season_json, season_rules
from games.rules.league.standings import StandingsRow
from games.rules.presets import rule_set
from games.selectors.season.pairing_fit import misfit_reason
from games.selectors.season.season_rows import season_rows
from games.selectors.season.season_state import is_under_way, may_change_crossing
from games.services.league.leagues import record_event
from games.services.season.season_resettle import resettle
from games.services.season.seasons import locked_season, open_season

RESULT_RULES = ("length", "count", "match_end", "confirmation")
"""Rules that affect a match's result, or whether it is final; all others only affect how results are added up."""


@dataclass(frozen=True, slots=True)
class NewRules:
    """A season's new name and rules; the fields are those of ``Season``."""

    name: str
    preset: str
    house_rules: Mapping[str, object]
    rules_title: str
    rules: SeasonRules
    pairing: Pairing
    teams: bool


_COLUMNS: Final = tuple(field.name for field in fields(NewRules) if field.name != "rules")


def preview_rules(
    *, access: LeagueAccess, season: Season, new: NewRules
) -> tuple[tuple[StandingsRow, ...], tuple[StandingsRow, ...]]:
    """Return the standings as they are, and as they would be under ``new``. Nothing is changed.

    Raises RefusedError and RulesError as ``change_rules`` does.
    """
    access.demand("manage_league")
    with transaction.atomic(durable=True):
        locked = locked_season(season.pk)
        if locked.closed_at is not None:
            raise RefusedError("season_closed")
        before = season_rows(locked)
        _apply(locked, new)
        after = season_rows(locked)
        transaction.set_rollback(True)
    return before, after


def change_rules(
    *, access: LeagueAccess, season: Season, new: NewRules, reason: str, revision: int | None = None
) -> None:
    """Change a season's rules, with effect on all that was played. Without a difference nothing happens.

    ``revision``, where given, is the one of the preview. Raises RefusedError ("not_your_duty", "season_closed",
    "invalid_value" for rules that do not go together, "rules_fixed" where it is too late for another rule set, pairing,
    teams or crossing, "stale" where the season has changed since), RulesError for a contradictory rule set.
    """
    with open_season(access, season) as locked:
        if revision is not None and revision != locked.revision:
            raise RefusedError("stale")
        facts = changes(locked, new)
        if facts:
            _apply(locked, new)
            record_event(access, "rules_changed", season=locked, facts={"changes": facts}, reason=reason)


def changes(season: Season, new: NewRules) -> dict[str, list[object]]:
    """Return the values that ``new`` changes, before and after, by rule parameter or season column."""
    rules_json = season_json(season_rules(season.rules)), season_json(new.rules)
    changed = {
        name: [rules_json[0][name], rules_json[1][name]]
        for name in rules_json[0]
        if rules_json[0][name] != rules_json[1][name]
    }
    for name in _COLUMNS:
        before, after = getattr(season, name), getattr(new, name)
        after = dict(after) if name == "house_rules" else after
        if before != after:
            changed[name] = [before, after]
    return changed


def _apply(season: Season, new: NewRules) -> None:
    """Store the new rules of a locked season, and update the results of its matches where they depend on them."""
    different = changes(season, new)
    if different.keys() & {"preset", "house_rules", "rules_title", "pairing", "teams"}:
        if is_under_way(season):
            raise RefusedError("rules_fixed")
        if season.teams != new.teams and season.entrants.exists():
            raise RefusedError("invalid_value", what="entrants")
        if reason := misfit_reason(rule_set(new.preset, new.house_rules), new.pairing, teams=new.teams):
            raise RefusedError("invalid_value", what=reason)
    if "crossing" in different and not may_change_crossing(season, under_way=is_under_way(season)):
        raise RefusedError("rules_fixed")
    for name in _COLUMNS:
        setattr(season, name, getattr(new, name))
    season.house_rules, season.rules = dict(new.house_rules), season_json(new.rules)
    season.save(update_fields=[*_COLUMNS, "rules"])
    if different.keys() & set(RESULT_RULES):
        resettle(season)
