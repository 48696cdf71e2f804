"""Start the bracket that follows the groups of a season, and let those who go on into it."""

from dataclasses import replace

from django.db import transaction

from games.models import Entrant, League, Pairing, Season, Teammate
from games.models.season import BRACKETS
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.new_season import RUNNING, usual_match_end, usual_order
from games.rules.league.season import Crossing, season_json, season_rules
from games.selectors.season.advancing import CannotDrawError
from games.selectors.season.draw_state import MOST_IN_BRACKET, has_begun
from games.selectors.season.group_stage import Qualification, qualification_of, qualified
from games.selectors.season.league_dates import date_in_league
from games.services.idempotency import check_key, find_by_key
from games.services.league.leagues import record_event
from games.services.season.seasons import locked_season, open_season


@transaction.atomic(durable=True)
def start_final_stage(
    *,
    access: LeagueAccess,
    season: Season,
    name: str,
    pairing: Pairing,
    rule: Qualification,
    key: str,
    crossing: Crossing | None = None,
) -> Season:
    """Start a bracket under a clean ``name`` for those who go on from the groups of ``season``, and return it.

    It has the season's rules, with the order that suits a bracket and the ``crossing``, if any is given. ``key`` makes
    a retry return the same one. Raises RefusedError ("not_your_duty", "invalid_value" for a season without groups or
    another pairing, "not_playable" while the groups aren't over, too few have a place, or too many go on).
    """
    access.demand("manage_league")
    check_key(key)
    League.objects.select_for_update().get(pk=access.league.pk)
    stage = locked_season(season.pk)
    if known := find_by_key(access.league.seasons.all(), key):
        return known
    if stage.pairing != Pairing.GROUPS or pairing not in BRACKETS:
        raise RefusedError("invalid_value", what="pairing")
    rules = season_rules(stage.rules)
    rules = replace(
        rules,
        order=usual_order(pairing),
        running=RUNNING,
        match_end=usual_match_end(pairing),
        minimum=0,
        best_nights=None,
        crossing=crossing or rules.crossing,
    )
    bracket = Season.objects.create(
        league=access.league,
        name=name,
        preset=stage.preset,
        house_rules=stage.house_rules,
        rules_title=stage.rules_title,
        rules=season_json(rules),
        pairing=pairing,
        teams=stage.teams,
        key=key,
        group_stage=stage,
    )
    record_event(access, "season_begun", season=bracket)
    _let_in(access, bracket, stage, rule)
    return bracket


def take_qualified(*, access: LeagueAccess, season: Season) -> None:
    """Let those into a bracket who go on from its groups by now, in place of those who don't any more.

    Its matches, of which none has begun, have to be drawn again. Raises RefusedError ("not_your_duty", "season_closed",
    "invalid_value" for a season that doesn't follow groups, "not_playable" as ``start_final_stage`` does and once a
    match has begun).
    """
    with open_season(access, season) as locked:
        rule = qualification_of(locked)
        if rule is None or locked.group_stage is None:
            raise RefusedError("invalid_value", what="pairing")
        if any(map(has_begun, locked.matches.all())):
            raise RefusedError("not_playable", what="round_begun", round=1)
        locked.matches.all().delete()
        locked.entrants.all().delete()
        _let_in(access, locked, locked.group_stage, rule)


def _let_in(access: LeagueAccess, bracket: Season, stage: Season, rule: Qualification) -> None:
    """Enter those who go on, with their seeds. Raises RefusedError ("not_playable")."""
    try:
        seeds = qualified(stage, rule)
    except CannotDrawError as error:
        raise RefusedError("not_playable", **error.context) from None
    if len(seeds) > MOST_IN_BRACKET:
        raise RefusedError("not_playable", what="bracket_full", most=MOST_IN_BRACKET)
    today = date_in_league(access.league)
    from_groups = stage.entrants.in_bulk(seeds)
    made = Entrant.objects.bulk_create(
        Entrant(
            season=bracket,
            name=from_groups[pk].name,
            member_id=from_groups[pk].member_id,
            seed=seed,
            handicap=from_groups[pk].handicap,
            joined_on=today,
        )
        for seed, pk in enumerate(seeds, 1)
    )
    entrants = dict(zip(seeds, made, strict=True))
    Teammate.objects.bulk_create(
        Teammate(season=bracket, entrant=entrants[mate.entrant_id], member_id=mate.member_id, joined_on=today)
        for mate in Teammate.objects.filter(entrant__in=seeds, left_on=None)
    )
    facts = {"advance": rule.advance, "best_next": rule.best_next, "entrants": len(seeds)}
    record_event(access, "stage_begun", season=bracket, facts=facts)
