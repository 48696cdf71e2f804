"""Taking an import back: whole, while nothing was done with what it brought."""

from collections.abc import Callable
from datetime import date
from itertools import combinations

import pytest

from games.models import (
    Entrant,
    LeagueEvent,
    Match,
    MatchSeat,
    MatchSide,
    Member,
    Player,
    RatingStep,
    Season,
)
from games.models.season import BRACKETS
from games.refusals import RefusedError
from games.selectors.season.last_import import last_import
from games.services.league.leagues import record_event
from games.services.league.members import rename_member
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import withdraw
from games.services.season.import_undo import take_back_import
from games.services.season.imported_lines import ImportedResult, ImportedSide
from games.services.season.match_stop import restore
from games.services.season.matches import add_match, cancel, forfeit, line_up
from games.services.season.results_import import import_results
from tests.leagues import Club, club

NIGHT = date(2026, 11, 3)
LATER = date(2026, 11, 10)


def brought(tuesday: Club, *pairs: tuple[str, str], names: tuple[str, ...] = (), night: date = NIGHT) -> int:
    """Import results of pairs, the first of which wins; return the import's event."""
    results = [
        ImportedResult(night, (ImportedSide(one, 100 + number, 3), ImportedSide(other, 20)))
        for number, (one, other) in enumerate(pairs)
    ]
    import_results(access=tuesday.access, season=tuesday.season, names=names, results=results)
    return LeagueEvent.objects.filter(kind="imported").latest("pk").pk


def take_back(tuesday: Club, event: int) -> None:
    take_back_import(access=tuesday.access, season=tuesday.season, event_id=event)


def refusal(tuesday: Club, event: int) -> dict[str, object]:
    with pytest.raises(RefusedError) as why:
        take_back(tuesday, event)
    return {"code": why.value.code} | why.value.context


def stored() -> list[object]:
    """Everything that an import writes, without its history."""
    matches = Match.objects.order_by("pk").values("pk", "number", "night", "state", "final", "imported")
    sides = MatchSide.objects.order_by("pk").values("pk", "outcome", "points", "against", "boxes", "led_boxes")
    ratings = RatingStep.objects.order_by("member", "number").values("member", "number", "mu", "match")
    rows = [list(matches), list(sides), list(ratings)]
    rows += [list(kind._default_manager.order_by("pk").values("pk")) for kind in (Entrant, Member, Player)]
    return [*rows, list(MatchSeat.objects.order_by("seat").values("match", "seat", "member"))]


@pytest.mark.usefixtures("sealed")
def test_all_is_as_before_and_can_be_imported_again() -> None:
    tuesday = club("Ann", "Ben", "Cleo")
    brought(tuesday, ("Ann", "Ben"), night=LATER)
    tuesday.match("Ann", "Cleo", night=LATER)
    seated = tuesday.match("Ben", "Cleo", night=LATER)
    line_up(
        access=tuesday.access,
        season=tuesday.season,
        number=seated.number,
        members=[[tuesday.members["Ben"]], [tuesday.members["Cleo"]]],
    )
    before = stored()
    lines = (("Ann", "Zoe"), ("Cleo", "Ann"), ("Cleo", "Ben"), ("Ann", "Ben"))
    event = brought(tuesday, *lines, names=("Yan",))
    assert (Match.objects.count(), Member.objects.count(), Match.objects.exclude(imported="").count()) == (5, 5, 5)
    assert brought(tuesday, *lines, names=("Yan",)) == event, "what brings nothing is no import to take back"
    take_back(tuesday, event)
    assert stored() == before
    facts = LeagueEvent.objects.get(kind="import_undone").facts
    assert facts == {"event": event, "members": 2, "results": 4}
    take_back(tuesday, event)  # A second tap.
    assert LeagueEvent.objects.filter(kind="import_undone").count() == 1
    brought(tuesday, *lines, names=("Yan",))
    assert Match.objects.exclude(imported="").count() == 5


def test_imports_are_taken_back_one_after_another() -> None:
    tuesday = club("Ann", "Ben")
    before = stored()
    first = brought(tuesday, ("Ann", "Zoe"))
    second = brought(tuesday, ("Zoe", "Ben"), ("Yan", "Zoe"))
    assert refusal(tuesday, first) == {"code": "not_playable", "what": "import_newer"}
    take_back(tuesday, second)
    take_back(tuesday, first)
    assert stored() == before


def meet(tuesday: Club) -> None:
    zoe = Entrant.objects.get(member__name="Zoe")
    add_match(access=tuesday.access, season=tuesday.season, entrants=[zoe, tuesday.entrants["Ben"]])


def leave(tuesday: Club) -> None:
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=Entrant.objects.get(member__name="Zoe").pk)


def sit_down_elsewhere(tuesday: Club) -> None:
    tuesday.members["Zoe"] = Member.objects.get(name="Zoe")
    tuesday.phone("Zoe")


@pytest.mark.parametrize(
    ("act", "obstacle"),
    [
        (meet, {"what": "import_person", "name": "Zoe"}),
        (leave, {"what": "import_person", "name": "Zoe"}),
        (sit_down_elsewhere, {"what": "import_person", "name": "Zoe"}),
        (
            lambda tuesday: rename_member(
                access=tuesday.access, member_id=Member.objects.get(name="Zoe").pk, name="Zoe Z"
            ),
            {"what": "import_person", "name": "Zoe Z"},
        ),
        (
            lambda tuesday: cancel(access=tuesday.access, season=tuesday.season, number=1, reason=""),
            {"what": "import_match", "number": 1},
        ),
    ],
)
def test_what_was_used_since_is_named_and_nothing_is_removed(
    act: Callable[[Club], object], obstacle: dict[str, object]
) -> None:
    tuesday = club("Ann", "Ben")
    event = brought(tuesday, ("Ann", "Zoe"))
    act(tuesday)
    before = stored()
    assert refusal(tuesday, event) == {"code": "not_playable"} | obstacle
    assert stored() == before


def draw_next(tuesday: Club) -> None:
    key = str(LeagueEvent.objects.count())
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(first=LATER), key=key)


def pairs(tuesday: Club) -> list[tuple[int | None, list[str]]]:
    """The round and the names of each match."""
    found = tuesday.season.matches.prefetch_related("sides__entrant__member")
    return [(one.round, [side.entrant.member.name for side in one.sides.all()]) for one in found]  # type: ignore[union-attr]


@pytest.mark.parametrize("pairing", ["swiss", *BRACKETS])
def test_a_round_drawn_since_goes_with_the_import_while_it_has_not_begun(pairing: str) -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", pairing=pairing)
    draw_next(tuesday)
    before, drawn = stored(), pairs(tuesday)
    results = [(names[0], names[1]) for _, names in drawn]
    event = brought(tuesday, *results, names=("Xavi",), night=LATER)
    draw_next(tuesday)
    cancel(access=tuesday.access, season=tuesday.season, number=3, reason="")
    draw_next(tuesday) if pairing != "swiss" else None
    found = last_import(tuesday.season)
    assert found
    assert (found.obstacle(), {match.round for match in found.drawn}) == (None, {2})
    take_back(tuesday, event)
    assert stored() == before
    brought(tuesday, *results, night=LATER)
    draw_next(tuesday)
    assert max(number for number, _ in pairs(tuesday) if number) == 2


@pytest.mark.parametrize("pairing", ["round_robin", "double"])
def test_the_matches_of_new_players_go_with_the_import_and_the_others_stay(pairing: str) -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", pairing=pairing)
    event = brought(tuesday, names=("Xavi", "Zoe"))
    draw_next(tuesday)
    drawn = pairs(tuesday)
    mine = next(n for n, (_, names) in enumerate(drawn, 1) if not {"Xavi", "Zoe"} & {*names})
    forfeit(
        access=tuesday.access,
        season=tuesday.season,
        number=mine,
        missing=[tuesday.entrants[drawn[mine - 1][1][0]]],
        reason="",
    )
    take_back(tuesday, event)
    assert pairs(tuesday) == [one for one in drawn if not {"Xavi", "Zoe"} & {*one[1]}]
    assert not Member.objects.filter(name__in=("Xavi", "Zoe")).exists()


def test_results_go_also_if_a_round_robin_was_drawn_since() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", pairing="round_robin")
    draw_next(tuesday)
    event = brought(tuesday, ("Ann", "Ben"))
    draw_next(tuesday)
    take_back(tuesday, event)
    assert sorted(sorted(names) for _, names in pairs(tuesday)) == sorted(
        map(list, combinations(("Ann", "Ben", "Cleo", "Dan"), 2))
    )
    assert not tuesday.season.matches.exclude(state="planned").exists()


@pytest.mark.parametrize("pairing", ["swiss", "knockout"])
def test_a_round_drawn_since_that_has_begun_keeps_the_import(pairing: str) -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing=pairing)
    event = brought(tuesday, names=("Xavi",))
    draw_next(tuesday)
    before = stored()
    forfeit(access=tuesday.access, season=tuesday.season, number=1, missing=[tuesday.entrants["Ann"]], reason="")
    assert refusal(tuesday, event) == {"code": "not_playable", "what": "import_drawn"}
    restore(access=tuesday.access, season=tuesday.season, number=1, reason="")
    assert stored()[-3:] == before[-3:]
    take_back(tuesday, event)
    assert pairs(tuesday) == []


def test_a_match_of_a_new_player_that_somebody_added_is_canceled_first() -> None:
    tuesday = club("Ann", "Ben")
    before = stored()
    event = brought(tuesday, names=("Zoe",))
    meet(tuesday)
    assert refusal(tuesday, event) == {"code": "not_playable", "what": "import_person", "name": "Zoe"}
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="")
    take_back(tuesday, event)
    assert stored() == before


def test_an_import_of_an_earlier_version_stays_once_a_round_was_drawn() -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing="swiss")
    journal = {"matches": [], "planned": [], "entrants": [], "members": []}
    facts = {"members": 0, "results": 0, "journal": journal}
    record_event(tuesday.access, "imported", season=tuesday.season, facts=facts)
    event = LeagueEvent.objects.get(kind="imported").pk
    draw_next(tuesday)
    assert refusal(tuesday, event) == {"code": "not_playable", "what": "import_drawn"}


def test_only_the_season_s_own_imports_and_only_by_an_organizer() -> None:
    tuesday, elsewhere = club("Ann", "Ben"), club("Ann", "Ben")
    event, other = brought(tuesday, ("Ann", "Zoe")), brought(elsewhere, ("Ann", "Zoe"))
    assert refusal(tuesday, other) == refusal(tuesday, 0) == {"code": "not_found"}
    with pytest.raises(RefusedError, match="not_your_duty"):
        take_back_import(access=tuesday.phone("Ann"), season=tuesday.season, event_id=event)
    Season.objects.update(closed_at="2026-11-20T20:00Z")
    assert refusal(tuesday, event) == {"code": "season_closed"}
