"""A season as the API tells it: what it is, its rules, and who competes in it."""

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Count, Q
from django.urls import reverse

from games.models import FixtureState, Pairing, Penalty, Season, Teammate
from games.rules.ruleset import as_json, presets, rule_set
from games.rules.season import season_json as parameters
from games.rules.season import season_rules
from games.rules.standings import Row
from games.selectors.calendar_links import calendar_url
from games.selectors.draw_state import draw_state, lacks_matches
from games.selectors.entrant_names import called, names_in
from games.selectors.league_access import SeasonAccess
from games.selectors.season_rules_page import game_title
from games.selectors.season_state import is_under_way
from games.wording.rules.season import season_sentences
from games.wording.rules.summary import summary
from games.wording.season_setup import pairing_sentences

Shape = dict[str, Any]
SHOWN_FOR_GOOD: Final = 9999
"""The year until which a table is hidden that somebody has to show."""


def season_line(season: Season) -> Shape:
    """A season in a list."""
    return {
        "id": season.public_id,
        "name": season.name,
        "revision": season.revision,
        "pairing": season.pairing,
        "teams": season.teams,
        "preset": season.preset,
        "created_at": season.created_at.isoformat(),
        "closed_at": season.closed_at.isoformat() if season.closed_at else None,
    }


def season_json(at: SeasonAccess) -> Shape:
    """A season: what it is, and how far it is."""
    season, state = at.season, draw_state(at.season)
    until = season.hidden_until if not season.table_shown else None
    return season_line(season) | {
        "league": season.league.public_id,
        "under_way": is_under_way(season),
        "hidden": until is not None,
        "hidden_until": until.isoformat() if until and until.year < SHOWN_FOR_GOOD else None,
        "entrants": season.entrants.filter(withdrawn_on=None).count(),
        "matches": state.matches,
        "left": state.left,
        "url": reverse("season", args=[season.public_id]),
        "duties": sorted(duty.value for duty in at.access.duties),
        "member": at.access.member.pk if at.access.member else None,
    }


def rules_json(season: Season) -> Shape:
    """The rules of a season: every parameter, and the same in plain sentences."""
    rules, game = season_rules(season.rules), rule_set(season.preset, season.house_rules)
    return {
        "season": season.public_id,
        "revision": season.revision,
        "name": season.name,
        "preset": season.preset,
        "house_rules": season.house_rules,
        "rules_title": season.rules_title,
        "rules": parameters(rules),
        "pairing": season.pairing,
        "teams": season.teams,
        "fixed": is_under_way(season),
        "sentences": [*pairing_sentences(Pairing(season.pairing)), *season_sentences(rules)],
        "game": {
            "title": game_title(season),
            "parameters": as_json(game),
            "sentences": list(summary(game)),
            "sources": [presets()[season.preset].source],
        },
    }


def movers_json(season: Season, before: Iterable[Row], after: Iterable[Row]) -> list[Shape]:
    """Everybody's place and points as they are and as they would be, in the order in which they would stand."""
    was, names = {row.entrant: row for row in before}, names_in(season)
    return [
        {
            "entrant": row.entrant,
            "name": names[row.entrant],
            "place": {"before": was[row.entrant].place or None, "after": row.place or None},
            "points": {"before": was[row.entrant].points, "after": row.points},
        }
        for row in after
    ]


def entrants_json(season: Season) -> list[Shape]:
    """Who competes or did, as they came; five queries at most, however many they are."""
    entrants = list(
        season.entrants.select_related("member")
        .annotate(matches=Count("sides"), coming=Count("sides", filter=Q(sides__fixture__state=FixtureState.PLANNED)))
        .order_by("pk")
    )
    mates: dict[int, list[Shape]] = {}
    for mate in season.teammates.select_related("member"):
        mates.setdefault(mate.entrant_id, []).append(mate_json(mate))
    return [
        {
            "id": entrant.pk,
            "name": called(entrant),
            "member": entrant.member_id,
            "seed": entrant.seed,
            "joined_on": entrant.joined_on.isoformat(),
            "withdrawn_on": entrant.withdrawn_on.isoformat() if entrant.withdrawn_on else None,
            "matches": entrant.matches,
            "left": entrant.coming,
            "mates": mates.get(entrant.pk, []),
        }
        for entrant in entrants
    ]


def mate_json(mate: Teammate) -> Shape:
    """A member's time in a team."""
    return {
        "id": mate.pk,
        "member": mate.member_id,
        "name": mate.member.name,
        "joined_on": mate.joined_on.isoformat(),
        "left_on": mate.left_on.isoformat() if mate.left_on else None,
    }


def penalties_json(season: Season) -> list[Shape]:
    """Points taken away or given, those that were lifted included, oldest first."""
    return [penalty_json(one) for one in season.penalties.select_related("entrant__member")]


def penalty_json(one: Penalty) -> Shape:
    """One of them."""
    return {
        "id": one.pk,
        "entrant": one.entrant_id,
        "name": called(one.entrant),
        "points": one.points,
        "reason": one.reason,
        "by": one.by,
        "at": one.at.isoformat(),
        "lifted_at": one.lifted_at.isoformat() if one.lifted_at else None,
    }


def draw_json(at: SeasonAccess) -> Shape:
    """How far the matches of a season are made."""
    season, state = at.season, draw_state(at.season)
    return {
        "season": season.public_id,
        "revision": season.revision,
        "pairing": season.pairing,
        "sentences": list(pairing_sentences(Pairing(season.pairing))),
        "matches": state.matches,
        "left": state.left,
        "last_round": state.last or None,
        "open_in_last_round": state.open,
        "last_round_begun": state.begun,
        "last_night": state.night.isoformat() if state.night else None,
        "lacks_matches": lacks_matches(season),
    }


def calendar_json(at: SeasonAccess, base_url: str) -> Shape:
    """The addresses of the calendars to subscribe to; whoever has one needs no token."""
    member = at.access.member
    return {
        "url": base_url + calendar_url(at.season),
        "own_url": base_url + calendar_url(at.season, member) if member else None,
    }
