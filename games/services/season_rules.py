"""Change the rules of a season that is under way: see first who moves, then save it with the reason."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from games.models import Pairing, Season
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.ruleset import rule_set
from games.rules.season import SeasonRules, season_json, season_rules
from games.rules.standings import Row
from games.selectors.pairing_fit import misfit
from games.selectors.season_rows import season_rows
from games.selectors.season_state import is_under_way
from games.services.leagues import note
from games.services.resettling import resettle
from games.services.seasons import locked_season, open_season

RESETTLES = ("length", "count", "confirmation")
"""Rules on which what a match came to, or whether that is final, depends; all others only say how to add it up."""


@dataclass(frozen=True, slots=True)
class NewRules:
    """What a season is to be called and to be played by; see ``Season``."""

    name: str
    preset: str
    house_rules: Mapping[str, object]
    rules_title: str
    rules: SeasonRules
    pairing: Pairing
    teams: bool


def try_rules(*, access: LeagueAccess, season: Season, new: NewRules) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows of the table as it is, and as it would be under ``new``. Nothing is changed.

    Raises Refused and Illegal as ``change_rules`` does.
    """
    access.demand("manage_league")
    with transaction.atomic(durable=True):
        book = locked_season(season.pk)
        if book.closed_at is not None:
            raise Refused("season_closed")
        before = season_rows(book)
        _apply(book, new)
        after = season_rows(book)
        transaction.set_rollback(True)
    return before, after


def change_rules(
    *, access: LeagueAccess, season: Season, new: NewRules, reason: str, revision: int | None = None
) -> None:
    """Play by ``new``, all that was played included. Nothing that is different is no change.

    Where a ``revision`` is given, it is the one at which somebody looked who would move. Raises Refused
    ("not_your_duty", "season_closed", "invalid_value" where it does not go together, "rules_fixed" where another rule
    set, pairing, or teams come too late, "stale" where the season moved since), Illegal for a rule set that cannot be.
    """
    with open_season(access, season) as book:
        if revision is not None and revision != book.revision:
            raise Refused("stale")
        facts = changes(book, new)
        if facts:
            _apply(book, new)
            note(access, "rules_changed", season=book, facts={"changes": facts}, reason=reason)


def changes(season: Season, new: NewRules) -> dict[str, list[object]]:
    """What ``new`` makes different: by parameter of the season's rules, and column of the season, before and after."""
    told = season_json(season_rules(season.rules)), season_json(new.rules)
    found = {name: [told[0][name], told[1][name]] for name in told[0] if told[0][name] != told[1][name]}
    for name in ("name", "preset", "house_rules", "rules_title", "pairing", "teams"):
        before, after = getattr(season, name), getattr(new, name)
        after = dict(after) if name == "house_rules" else after
        if before != after:
            found[name] = [before, after]
    return found


def _apply(season: Season, new: NewRules) -> None:
    """Give a season that is locked other rules, and its fixtures the results that follow from them."""
    different = changes(season, new)
    if different.keys() & {"preset", "house_rules", "rules_title", "pairing", "teams"}:
        if is_under_way(season):
            raise Refused("rules_fixed")
        if season.teams != new.teams and season.entrants.exists():
            raise Refused("invalid_value", what="entrants")
        if why := misfit(rule_set(new.preset, new.house_rules), new.pairing, teams=new.teams):
            raise Refused("invalid_value", what=why)
    season.name, season.preset, season.house_rules = new.name, new.preset, dict(new.house_rules)
    season.rules_title, season.pairing, season.teams = new.rules_title, new.pairing, new.teams
    season.rules = season_json(new.rules)
    season.save(update_fields=["name", "preset", "house_rules", "rules_title", "pairing", "teams", "rules"])
    if different.keys() & set(RESETTLES):
        resettle(season)
