"""A match's result follows the games at its table."""

import pytest

from games.models import Duty, Match, Member, RoundCheck, Season, Verdict
from games.rules.league.season import season_rules
from games.selectors.league.league_access import access_to_league
from games.services.season.checks import check_round
from games.services.season.match_start import challenge_entrants, open_match
from games.services.season.matches import cancel, forfeit
from games.services.table.games import undo
from tests.leagues import club, result, state
from tests.makers import Phone, correct, current, gin, knock, line, revision
from tests.match_night import place, tablet
from tests.refusals import refused


def test_match_counts_during_and_after_its_match() -> None:
    tuesday = club(house_rules={"target": 50})
    match = tuesday.match("Ann", "Ben")
    assert (result(match), state(match)) == ([("", 0, 0), ("", 0, 0)], ("planned", False))
    tuesday.play(match, tuesday.phone("Ann"), knock(0, 5, 20))
    assert (result(match), state(match)) == ([("win", 15, 1), ("loss", 0, 0)], ("running", False))
    tuesday.play(match, tuesday.phone("Ben"), gin(1, 40))
    assert (result(match)[1][0], state(match)) == ("win", ("played", True))
    won = Match.objects.get(pk=match.pk).sides.get(position=1)
    assert (won.gins, won.led_boxes, won.games, won.against) == (1, False, 1, result(match)[0][1])


@pytest.mark.usefixtures("sealed")
def test_every_round_moves_the_season_and_an_undo_moves_it_back() -> None:
    tuesday = club()
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    before = Season.objects.get(pk=tuesday.season.pk).revision
    tuesday.play(match, ann, knock(0, 5, 20))
    assert Season.objects.get(pk=tuesday.season.pk).revision == before + 2  # the table was opened, the round entered
    table = tuesday.table(match, ann)
    undo(access=table, key="u", revision=revision(Phone(table, "", {})))
    assert (result(match), state(match)) == ([("", 0, 0), ("", 0, 0)], ("planned", False))


def test_opponent_confirms_and_a_correction_needs_a_new_check() -> None:
    tuesday = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 30})
    match, ann, ben = tuesday.match("Ann", "Ben"), tuesday.phone("Ann"), tuesday.phone("Ben")
    tuesday.play(match, ann, gin(0, 40))
    assert state(match) == ("played", False)
    seen = {"season": tuesday.season, "number": 1, "game": 1, "round_number": 1}
    confirmed = Verdict.CONFIRMED
    # Entering a round confirms it.
    check_round(access=ann, revision=2, verdict=confirmed, **seen)  # type: ignore[arg-type]
    assert state(match) == ("played", False)
    check_round(access=ben, revision=2, verdict=confirmed, **seen)  # type: ignore[arg-type]
    assert state(match) == ("played", True)
    table = Phone(tuesday.table(match, ann), "", {})
    correct(table, 1, gin(0, 41))
    assert state(match) == ("played", False)
    assert refused(check_round, access=ben, revision=2, verdict=confirmed, **seen) == "stale"
    now = line(table, 1).revision
    check_round(access=ben, revision=now, verdict=Verdict.DISPUTED, reason="I had 40", **seen)  # type: ignore[arg-type]
    assert state(match) == ("played", False)
    rita = tuesday.official(Duty.REFEREE)
    check_round(access=rita, revision=now, verdict=Verdict.APPROVED, **seen)  # type: ignore[arg-type]
    assert state(match) == ("played", True)
    assert current(table).over


def test_referees_correction_needs_no_further_check() -> None:
    tuesday = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 30})
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.play(match, ann, gin(0, 40))
    rita = Phone(tuesday.table(match, tuesday.official(Duty.REFEREE)), "", {})
    correct(rita, 1, gin(0, 41), reason="Looked at the cards")
    assert (state(match), result(match)[0][0]) == (("played", True), "win")
    assert line(rita, 1).history[-1].by == "Rita"
    check = RoundCheck.objects.get()
    assert (check.verdict, check.by, check.reason) == ("approved", "Rita", "Looked at the cards")
    correct(Phone(tuesday.table(match, ann), "", {}), 1, gin(0, 42))
    assert state(match) == ("played", False)


def test_organizer_cannot_referee_their_own_match() -> None:
    tuesday = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 30})
    match = tuesday.match("Ann", "Ben")
    Member.objects.filter(pk=tuesday.members["Ann"].pk).update(account=tuesday.organizer)
    phone = tuesday.phone("Ann")
    both = access_to_league(tuesday.league, tuesday.organizer, phone.device)
    tuesday.play(match, both, gin(0, 40))
    correct(Phone(tuesday.table(match, both), "", {}), 1, gin(0, 41))
    assert state(match) == ("played", False)


def test_two_thumbs_on_one_phone_are_enough() -> None:
    tuesday = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 30})
    match, scorer = tuesday.match("Ann", "Ben"), tuesday.official(Duty.SCORER)
    tuesday.play(match, scorer, gin(0, 40))
    for sides, final in (((0,), False), ((0, 1), True)):
        check_round(
            access=scorer,
            season=tuesday.season,
            number=1,
            game=1,
            round_number=1,
            revision=2,
            verdict=Verdict.CONFIRMED,
            sides=sides,
        )
        assert state(match) == ("played", final)


def test_only_players_of_a_match_open_and_confirm_it() -> None:
    tuesday = club()
    match, cleo = tuesday.match("Ann", "Ben"), tuesday.phone("Cleo")
    assert refused(open_match, access=cleo, season=tuesday.season, number=1) == "not_allowed"
    tuesday.play(match, tuesday.phone("Ann"), knock(0, 5, 20))
    for verdict in (Verdict.CONFIRMED, Verdict.DISPUTED, Verdict.APPROVED, Verdict.CHECKED):
        code = refused(
            check_round,
            access=cleo,
            season=tuesday.season,
            number=1,
            game=1,
            round_number=1,
            revision=2,
            verdict=verdict,
            reason="no",
        )
        assert code in ("not_allowed", "not_your_duty")


def test_canceled_match_counts_nothing_even_if_played() -> None:
    tuesday = club()
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.play(match, ann, knock(0, 5, 20))
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="Cards were marked")
    tuesday.play(match, ann, gin(0, 20))
    assert (result(match), state(match)) == ([("", 0, 0), ("", 0, 0)], ("canceled", True))


def test_more_than_the_rules_are_for_do_not_meet_and_a_tablet_writes_as_its_place() -> None:
    tuesday = club()
    assert refused(tuesday.match, "Ann", "Ben", "Cleo") == "not_playable"
    assert not Match.objects.exists()
    here = place(tuesday, "Window table")
    match = tuesday.match("Ann", "Ben", place=here)
    stands = tablet(tuesday, here)
    tuesday.play(match, stands, gin(0, 20))
    assert line(Phone(tuesday.table(match, stands), "", {}), 1).history[-1].by == "Window table"


def test_three_do_not_meet_where_columns_are_for_two_sides() -> None:
    hollywood = {"columns": 3, "column_multipliers": [1, 1, 1]}
    tuesday = club(preset="pagat", house_rules=hollywood)
    assert refused(tuesday.match, "Ann", "Ben", "Cleo") == "not_playable"
    assert tuesday.match("Ann", "Ben").number == 1
    later = club(preset="pagat")
    later.match("Ann", "Ben", "Cleo")
    Season.objects.filter(pk=later.season.pk).update(house_rules=hollywood)
    assert refused(open_match, access=later.access, season=later.season, number=1) == "not_playable"


def test_no_show_loses_by_forfeit() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    forfeit(access=tuesday.access, season=tuesday.season, number=1, missing=[tuesday.entrants["Ben"]], reason="ill")
    assert (result(match), state(match)) == ([("win", 0, 0), ("loss", 0, 0)], ("forfeited", True))
    assert refused(open_match, access=tuesday.access, season=tuesday.season, number=1) == "not_playable"


def test_members_challenge_others_but_not_themselves() -> None:
    tuesday = club()
    ann, ids = tuesday.phone("Ann"), {name: entrant.pk for name, entrant in tuesday.entrants.items()}
    made = [
        challenge_entrants(access=ann, season=tuesday.season, entrants=[ids["Ann"], ids["Ben"]], key="k")
        for _ in range(2)
    ]
    assert made[0].pk == made[1].pk
    again = {"access": ann, "season": tuesday.season, "key": "l"}
    assert refused(challenge_entrants, entrants=[ids["Ann"], ids["Ann"]], **again) == "not_playable"
    assert refused(challenge_entrants, entrants=[ids["Cleo"], ids["Ben"]], **again) == "not_allowed"
    assert refused(challenge_entrants, entrants=[ids["Ann"], 10**9], **again) == "not_found"


def test_a_strict_season_is_played_at_strict_tables() -> None:
    for strict in (True, False):
        tuesday = club(rules=season_rules({"strict": strict}))
        match = tuesday.match("Ann", "Ben")
        assert tuesday.table(match, tuesday.phone("Ann")).table.strict is strict


def test_player_cannot_undo_the_referees_decision() -> None:
    tuesday = club()
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.play(match, ann, gin(0, 20))
    rita = Phone(tuesday.table(match, tuesday.official(Duty.REFEREE)), "", {})
    correct(rita, 1, gin(0, 21))
    table = tuesday.table(match, ann)
    assert refused(undo, access=table, key="u", revision=revision(rita)) == "not_your_duty"
    undo(access=rita.access, key="v", revision=revision(rita))
    assert result(match)[0][1] == 45
