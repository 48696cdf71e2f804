"""Results from paper: typed, corrected, taken back, and replaced by rounds."""

from datetime import timedelta

import pytest
from django.core import serializers

from games.models import Duty, LeagueEvent, LinkTarget, Match, MatchSeat, MatchSide, RatingBook, RatingStep, Season
from games.permissions import LeagueAccess
from games.rules.league.season import season_rules
from games.rules.league.typed_result import TypedSide
from games.selectors.league.league_access import access_to_league
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.result_changes import Move, ResultChanges
from games.selectors.secrets import derived_secret
from games.services.league.leagues import accept_league_link, ensure_link
from games.services.season.match_start import open_match
from games.services.season.match_stop import restore
from games.services.season.matches import cancel, forfeit
from games.services.season.season_rules import change_rules
from games.services.season.typed_results import TypedResult, preview_results, type_results
from games.services.table.games import undo
from tests.bracket_night import draw_round, matches, night, type_points, who
from tests.leagues import Club, club, result, state
from tests.makers import Phone, differences_at, gin, knock, revision
from tests.refusals import refused
from tests.services.season.test_season_rules import new_rules

ANN_WINS = (TypedSide(120, boxes=4), TypedSide(85, boxes=2))
BEN_WINS = (TypedSide(60, boxes=1), TypedSide(101, boxes=5))


def write(tuesday: Club, *results: TypedResult, access: LeagueAccess | None = None) -> list[Match]:
    return type_results(access=access or tuesday.access, season=tuesday.season, results=results)


def preview(tuesday: Club, *results: TypedResult, access: LeagueAccess | None = None) -> ResultChanges:
    """Preview results, and see that nothing was written."""
    before = digest()
    changes = preview_results(access=access or tuesday.access, season=tuesday.season, results=results)
    assert digest() == before
    return changes


def digest() -> list[str]:
    models = (Season, Match, MatchSide, MatchSeat, LeagueEvent, RatingBook, RatingStep)
    return [serializers.serialize("json", model.objects.order_by("pk")) for model in models]


def events(match: Match) -> list[str]:
    return list(LeagueEvent.objects.filter(match=match).values_list("kind", flat=True))


def test_a_result_counts_is_corrected_and_taken_back() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, ANN_WINS))
    assert (result(match), state(match)) == ([("win", 120, 4), ("loss", 85, 2)], ("played", True))
    assert RatingStep.objects.count() == 2
    write(tuesday, TypedResult(1, ANN_WINS, seen=ANN_WINS))  # the same again is no event
    write(tuesday, TypedResult(1, BEN_WINS, seen=ANN_WINS))
    assert result(match) == [("loss", 60, 1), ("win", 101, 5)]
    write(tuesday, TypedResult(1, None, seen=BEN_WINS))
    assert (result(match), state(match)) == ([("", 0, 0), ("", 0, 0)], ("planned", False))
    assert not RatingStep.objects.exists()
    assert events(match)[1:] == ["result_typed", "result_typed", "result_taken_back"]
    last = LeagueEvent.objects.filter(match=match).last()
    assert last
    assert last.facts["before"][1] == {"points": 101, "boxes": 5, "gins": 0, "shutouts": 0, "games": 0}


def test_many_results_are_stored_together_or_not_at_all() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dora")
    first, second = tuesday.match("Ann", "Ben"), tuesday.match("Cleo", "Dora")
    assert refused(write, tuesday, TypedResult(1, ANN_WINS), TypedResult(7, ANN_WINS)) == "not_found"
    assert state(first) == ("planned", False)
    write(tuesday, TypedResult(1, ANN_WINS), TypedResult(2, BEN_WINS))
    assert (result(first)[0][0], result(second)[0][0]) == ("win", "loss")


def test_nobody_overwrites_what_they_have_not_seen() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, ANN_WINS))
    assert refused(write, tuesday, TypedResult(1, BEN_WINS)) == "stale"
    assert refused(write, tuesday, TypedResult(1, None)) == "stale"
    assert result(match)[0] == ("win", 120, 4)


@pytest.mark.usefixtures("sealed")
def test_rounds_replace_a_result_from_paper_once_they_are_complete() -> None:
    tuesday = club(house_rules={"target": 50})
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    write(tuesday, TypedResult(1, BEN_WINS))
    tuesday.play(match, ann, knock(0, 5, 20))
    assert (result(match)[1], state(match)) == (("win", 101, 5), ("played", True))
    tuesday.play(match, ann, gin(0, 40))
    assert (result(match)[0][0], state(match)) == ("win", ("played", True))
    assert differences_at(tuesday.table(match, ann).table) == []
    assert refused(write, tuesday, TypedResult(1, ANN_WINS, seen=BEN_WINS)) == "not_playable"
    table = tuesday.table(match, ann)
    undo(access=table, key="u", revision=revision(Phone(table, "", {})))
    assert result(match)[1] == ("win", 101, 5)
    assert differences_at(table.table) == []


def test_a_match_broken_off_at_its_table_gets_its_result_from_paper() -> None:
    tuesday = club()
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.play(match, ann, knock(0, 5, 20))
    write(tuesday, TypedResult(1, BEN_WINS))
    assert (result(match)[1], state(match)) == (("win", 101, 5), ("played", True))
    write(tuesday, TypedResult(1, None, seen=BEN_WINS))
    assert (result(match)[0], state(match)) == (("win", 15, 1), ("running", False))


def test_a_result_belongs_to_the_night_that_was_planned_unless_it_is_still_to_come() -> None:
    tuesday = club("Ann", "Ben", "Cleo")
    today = date_in_league(tuesday.league)
    nights = [today - timedelta(days=1), today + timedelta(days=6), None]
    made = [
        tuesday.match(*names, night=night)
        for names, night in zip([("Ann", "Ben"), ("Ben", "Cleo"), ("Ann", "Cleo")], nights, strict=True)
    ]
    write(tuesday, *(TypedResult(number, ANN_WINS) for number in (1, 2, 3)))
    assert [Match.objects.get(pk=match.pk).night for match in made] == [nights[0], today, today]


def test_a_canceled_match_comes_back_with_its_result_from_paper() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, ANN_WINS))
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="")
    assert refused(write, tuesday, TypedResult(1, BEN_WINS, seen=ANN_WINS)) == "not_playable"
    restore(access=tuesday.access, season=tuesday.season, number=1, reason="")
    assert (result(match)[0], state(match)) == (("win", 120, 4), ("played", True))


def test_forfeited_matches_and_byes_take_no_result() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    tuesday.match("Ann")
    ann = match.sides.get(position=0).entrant
    forfeit(access=tuesday.access, season=tuesday.season, number=1, missing=[ann], reason="")
    assert refused(write, tuesday, TypedResult(1, ANN_WINS)) == "not_playable"
    assert refused(write, tuesday, TypedResult(2, (TypedSide(3),))) == "not_playable"


@pytest.mark.parametrize(
    ("confirmation", "duty", "code"),
    [("trust", Duty.SCORER, ""), ("opponent", Duty.SCORER, "not_your_duty"), ("opponent", Duty.REFEREE, "")],
)
def test_who_may_type_results(confirmation: str, duty: Duty, code: str) -> None:
    tuesday = club(rules=season_rules({"confirmation": confirmation}))
    tuesday.match("Ann", "Ben")
    official = tuesday.official(duty)
    if code:
        assert refused(write, tuesday, TypedResult(1, ANN_WINS), access=official) == code
    else:
        write(tuesday, TypedResult(1, ANN_WINS), access=official)
    assert (
        refused(write, tuesday, TypedResult(1, BEN_WINS, seen=ANN_WINS), access=tuesday.phone("Ann")) == "not_your_duty"
    )


def test_a_referee_types_no_result_of_their_own_match() -> None:
    tuesday = club(rules=season_rules({"confirmation": "opponent"}))
    tuesday.match("Ann", "Ben")
    tuesday.match("Ben", "Cleo")
    rita = tuesday.official(Duty.REFEREE)
    link = ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members["Ann"])
    accept_league_link(secret=derived_secret(link.nonce), account=rita.account, device=rita.device)
    as_player_too = access_to_league(tuesday.league, rita.account, rita.device)
    assert refused(write, tuesday, TypedResult(1, ANN_WINS), access=as_player_too) == "not_allowed"
    write(tuesday, TypedResult(2, ANN_WINS), access=as_player_too)


def test_changed_rules_read_results_from_paper_again() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, (TypedSide(120, games=1), TypedSide(85, games=2))))
    assert result(match)[0][0] == "win"
    new = new_rules(tuesday, rules={"length": "games", "count": 3})
    change_rules(access=tuesday.access, season=tuesday.season, new=new, reason="")
    assert result(match)[0][0] == "loss"


def test_best_of_three_takes_two_to_nothing_from_paper() -> None:
    tuesday = club(rules=season_rules({"length": "games", "count": 3, "match_end": "when_decided"}))
    match = tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, (TypedSide(150, games=0), TypedSide(140, games=2))))
    assert (result(match), state(match)) == ([("loss", 150, 0), ("win", 140, 0)], ("played", True))


def test_the_table_of_a_typed_match_is_opened_with_its_members() -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, ANN_WINS))
    opened = open_match(access=tuesday.access, season=tuesday.season, number=1)
    assert opened.table
    assert state(opened) == ("played", True)


def test_a_preview_tells_points_and_places_and_writes_nothing() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dora")
    tuesday.match("Ann", "Ben")
    tuesday.match("Cleo", "Dora")
    cleo_wins, dora_wins = (TypedSide(300), TypedSide(290)), (TypedSide(290), TypedSide(300))
    write(tuesday, TypedResult(1, ANN_WINS), TypedResult(2, cleo_wins))
    ann, ben, cleo, dora = (tuesday.entrants[name].pk for name in ("Ann", "Ben", "Cleo", "Dora"))
    changes = preview(tuesday, TypedResult(1, BEN_WINS, seen=ANN_WINS))
    assert changes.moves == (Move(ben, (0, 2), (4, 1)), Move(ann, (2, 0), (1, 4)))
    assert (bool(changes), changes.wrong, changes.stages) == (True, (), ())
    # Several at once, and taken back.
    several = preview(tuesday, TypedResult(1, BEN_WINS, seen=ANN_WINS), TypedResult(2, dora_wins, seen=cleo_wins))
    assert {move.entrant: move.points for move in several.moves} == {
        **{ann: (2, 0), ben: (0, 2)},
        **{cleo: (2, 0), dora: (0, 2)},
    }
    taken_back = preview(tuesday, TypedResult(1, None, seen=ANN_WINS))
    assert {move.entrant: move.place for move in taken_back.moves}[cleo] == (2, 1)
    nothing_left = preview(tuesday, TypedResult(1, None, seen=ANN_WINS), TypedResult(2, None, seen=cleo_wins))
    assert {move.place[1] for move in nothing_left.moves} == {None}


def test_a_preview_of_other_numbers_alone_is_no_change() -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, ANN_WINS))
    assert not preview(tuesday, TypedResult(1, (TypedSide(120, boxes=4), TypedSide(58, boxes=2)), seen=ANN_WINS))
    assert not preview(tuesday, TypedResult(1, ANN_WINS, seen=ANN_WINS))


def test_a_preview_is_refused_like_the_result() -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    write(tuesday, TypedResult(1, ANN_WINS))
    for access, typed, code in (
        (tuesday.access, TypedResult(1, BEN_WINS), "stale"),
        (tuesday.access, TypedResult(7, BEN_WINS), "not_found"),
        (tuesday.phone("Ann"), TypedResult(1, BEN_WINS, seen=ANN_WINS), "not_your_duty"),
    ):
        assert refused(preview, tuesday, typed, access=access) == code


def test_a_preview_names_drawn_matches_that_get_others_and_those_that_are_right_again() -> None:
    tuesday = night("knockout")
    semifinals = matches(tuesday, 1)
    for match in semifinals:
        type_points(tuesday, match, 100, 40)
    draw_round(tuesday, 2)
    final, first = matches(tuesday, 2)[0], semifinals[0]
    won, lost = (TypedSide(100), TypedSide(40)), (TypedSide(40), TypedSide(100))
    winner, loser = (tuesday.entrants[name].pk for name in who(first))
    pair = preview(tuesday, TypedResult(first.number, lost, seen=won)).wrong[0]
    assert (pair.match, winner in pair.drawn, winner in pair.right, loser in pair.right) == (final, True, False, True)
    cleared = preview(tuesday, TypedResult(first.number, None, seen=won)).wrong[0]
    assert [one.match for one in cleared.undecided] == [first]
    type_points(tuesday, first, 40, 100)
    back = preview(tuesday, TypedResult(first.number, won, seen=lost))
    assert (back.wrong, back.righted[0].match) == ((), final)
