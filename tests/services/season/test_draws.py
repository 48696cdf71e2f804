"""Drawing a season's matches: all at once, round by round, by hand, again, and for latecomers."""

from collections import Counter
from datetime import date, time, timedelta
from functools import partial
from itertools import combinations

import pytest

from games.models import Match, MatchState, Place
from games.refusals import RefusedError
from games.rules.league.results import RequestedBye
from games.rules.league.season import season_rules
from games.rules.pairings.redraw import remaining_rounds
from games.selectors.season.bracket import bracket_of
from games.selectors.season.next_rounds import remembered_pairings
from games.services.league.members import add_members
from games.services.season import draws
from games.services.season.draws import PairingPlan, add_written_matches, draw, entrant_ids
from games.services.season.match_stop import stop
from games.services.season.matches import NewMatch, cancel, forfeit, reschedule
from games.services.season.missing_matches import add_missing
from games.services.season.season_close import close_season
from games.services.season.seasons import enter_members
from games.services.table.games import start_game
from games.wording.season.season_events import event_text
from tests.leagues import Club, club, result, state
from tests.makers import gin, knock
from tests.refusals import refused, refused_about

EIGHT = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal")
TUESDAY = date(2026, 10, 6)
SHORT = {"target": 10}


def draw_all(tuesday: Club, key: str = "k", **plan: object) -> int:
    return draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(**plan), key=key)  # type: ignore[arg-type]


def matches(tuesday: Club) -> list[Match]:
    return list(tuesday.season.matches.prefetch_related("sides__entrant__member", "seats"))


def who(match: Match) -> frozenset[str]:
    return frozenset(side.entrant.member.name for side in match.sides.all() if side.entrant.member)


def win(tuesday: Club, match: Match, side: int = 0) -> None:
    tuesday.play(match, tuesday.access, gin(side, 40))


def play_round(tuesday: Club, number: int) -> None:
    """The first of each match of a round wins."""
    for match in tuesday.season.matches.filter(round=number, state=MatchState.PLANNED):
        win(tuesday, match)


def late(tuesday: Club, name: str) -> None:
    members = add_members(access=tuesday.access, names=[name])
    enter_members(access=tuesday.access, season=tuesday.season, members=members)
    tuesday.entrants[name] = tuesday.season.entrants.get(member=members[0])


# --- Everybody meets everybody ---------------------------------------------------


@pytest.mark.parametrize(("pairing", "times"), [("round_robin", 1), ("double", 2)])
def test_everybody_meets_everybody_on_nights_at_tables(pairing: str, times: int) -> None:
    tuesday = club(*EIGHT[:5], pairing=pairing)
    places = tuple(Place.objects.create(league=tuesday.league, name=f"Table {n}") for n in (1, 2))
    assert draw_all(tuesday, first=TUESDAY, weeks=2, start_time=time(19, 30), places=places) == 10 * times
    made = matches(tuesday)
    assert Counter(map(who, made)) == {frozenset(pair): times for pair in combinations(EIGHT[:5], 2)}
    for match in made:
        assert match.round
        assert (match.night, match.at) == (TUESDAY + timedelta(weeks=2 * (match.round - 1)), time(19, 30))
    assert [match.place for match in made[:4]] == [*places, *places]
    assert {match.state for match in made} == {"planned"}


def test_a_second_tap_draws_nothing_more() -> None:
    tuesday = club(pairing="round_robin")
    assert [draw_all(tuesday), draw_all(tuesday)] == [6, 6]
    assert tuesday.season.matches.count() == 6


def test_several_rounds_may_be_played_on_a_night() -> None:
    tuesday = club(pairing="round_robin")
    draw_all(tuesday, first=TUESDAY, per_night=2)
    nights = {match.round: match.night for match in matches(tuesday)}
    assert nights == {1: TUESDAY, 2: TUESDAY, 3: TUESDAY + timedelta(weeks=1)}


@pytest.mark.usefixtures("sealed")
def test_started_matches_stay_when_the_rest_is_drawn_again() -> None:
    tuesday = club(pairing="round_robin", house_rules=SHORT)
    draw_all(tuesday, first=TUESDAY)
    played = matches(tuesday)[0]
    win(tuesday, played)
    numbers = {match.number for match in matches(tuesday)}
    draw_all(tuesday, "again", first=TUESDAY + timedelta(weeks=1))
    made = matches(tuesday)
    assert Counter(map(who, made)) == {frozenset(pair): 1 for pair in combinations(EIGHT[:4], 2)}
    assert made[0].pk == played.pk
    # No address leads to another match than it did.
    assert numbers & {match.number for match in made} == {played.number}
    assert all(match.round and match.round > 1 for match in made[1:])


@pytest.mark.usefixtures("sealed")
def test_what_was_decided_of_a_match_stays_when_it_is_drawn_again() -> None:
    tuesday = club("Ann", "Ben", pairing="round_robin")
    draw_all(tuesday, first=TUESDAY)
    (drawn,) = matches(tuesday)
    at = {"access": tuesday.access, "season": tuesday.season}
    reschedule(**at, number=drawn.number, changed={"night": TUESDAY + timedelta(days=1)})
    draw_all(tuesday, "again", first=TUESDAY)
    (event,) = tuesday.season.events.filter(kind="rescheduled")
    assert (event.match, event.match_number) == (None, drawn.number)


def test_a_match_that_was_canceled_is_drawn_again() -> None:
    tuesday = club("Ann", "Ben", pairing="round_robin")
    draw_all(tuesday)
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="")
    assert draw_all(tuesday, "again") == 1
    assert [match.state for match in matches(tuesday)] == ["canceled", "planned"]


def test_late_entrant_gets_the_missing_matches() -> None:
    tuesday = club(*EIGHT[:5], pairing="round_robin", house_rules=SHORT)
    draw_all(tuesday, first=TUESDAY)
    for match in tuesday.season.matches.filter(round=1):
        win(tuesday, match)
    before = {match.pk for match in matches(tuesday)}
    late(tuesday, "Zoe")
    added = add_missing(access=tuesday.access, season=tuesday.season, plan=PairingPlan(weeks=1))
    made = matches(tuesday)
    assert added == 5
    assert before < {match.pk for match in made}
    assert Counter(map(who, made)) == {frozenset(pair): 1 for pair in combinations((*EIGHT[:5], "Zoe"), 2)}
    for number in range(2, 8):
        busy = [name for match in made if match.round == number for name in who(match)]
        assert len(busy) == len(set(busy))
    assert all(match.night and match.night >= TUESDAY for match in made)
    assert add_missing(access=tuesday.access, season=tuesday.season, plan=PairingPlan()) == 0


def test_left_of_keeps_untouched_rounds_and_moves_the_rest_up() -> None:
    rounds = (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    assert remaining_rounds(rounds, []) == rounds
    assert remaining_rounds(rounds, [(4, 1), (3, 2)]) == rounds[1:]
    assert remaining_rounds((((1, 2),), ((1, 2),), ((3,),)), [(2, 1)]) == (((1, 2),),)
    assert remaining_rounds((((1, 2), (3, 4)), ((1, 3), (2, 4))), [(1, 3)]) == (((1, 2), (3, 4)), ((2, 4),))


def test_three_sit_at_a_table() -> None:
    tuesday = club(*EIGHT, "Ida", preset="ginski", pairing="trios")
    assert draw_all(tuesday) == 12
    met = Counter(frozenset(pair) for match in matches(tuesday) for pair in combinations(who(match), 2))
    assert met == {frozenset(pair): 1 for pair in combinations((*EIGHT, "Ida"), 2)}
    assert draw_all(tuesday, "again", rounds=1) == 3


# --- Round by round ---------------------------------------------------


def test_a_swiss_round_waits_for_the_one_before_and_nobody_meets_the_same_one_twice() -> None:
    tuesday = club(*EIGHT[:5], pairing="swiss", house_rules=SHORT)
    for number in (1, 2, 3):
        draw_all(tuesday, str(number))
        assert refused_about(draw_all, tuesday, "early") == ("not_playable", "round_open")
        play_round(tuesday, number)
    made = matches(tuesday)
    assert Counter(match.round for match in made) == {1: 3, 2: 3, 3: 3}
    assert max(Counter(who(match) for match in made if len(who(match)) == 2).values()) == 1
    byes = [who(match) for match in made if match.state == "bye"]
    assert len(byes) == len(set(byes)) == 3
    assert all(side.outcome == "win" for match in made if match.state == "bye" for side in match.sides.all())


def test_swiss_pairs_those_who_have_as_many_points() -> None:
    tuesday = club(*EIGHT, pairing="swiss", house_rules=SHORT)
    draw_all(tuesday, "1")
    play_round(tuesday, 1)
    winners = {side.entrant_id for match in matches(tuesday) for side in match.sides.all() if side.outcome == "win"}
    draw_all(tuesday, "2")
    for match in tuesday.season.matches.filter(round=2):
        assert len({side.entrant_id in winners for side in match.sides.all()}) == 1


def test_an_accelerated_round_pairs_the_upper_half_with_itself() -> None:
    tuesday = club(*EIGHT, pairing="swiss", house_rules=SHORT)
    upper = {tuesday.entrants[name].pk for name in EIGHT[:4]}
    for accelerate in (False, True):
        if accelerate:
            tuesday.season.matches.all().delete()
        plan = PairingPlan(accelerate=accelerate)
        draw(access=tuesday.access, season=tuesday.season, plan=plan, key=f"accelerate {accelerate}")
        together = [
            len(upper & {side.entrant_id for side in match.sides.all()}) for match in tuesday.season.matches.all()
        ]
        assert sorted(together) == ([0, 0, 2, 2] if accelerate else [1, 1, 1, 1])


def test_once_all_have_met_the_history_names_who_meets_again() -> None:
    tuesday = club("Ann", "Ben", pairing="swiss", house_rules=SHORT)
    draw_all(tuesday, "1")
    assert "rematches" not in tuesday.season.events.filter(kind="drawn")[0].facts
    forfeit(access=tuesday.access, season=tuesday.season, number=1, missing=[tuesday.entrants["Ben"]], reason="")
    assert draw_all(tuesday, "2") == 1
    drawn = tuesday.season.events.filter(kind="drawn").last()
    assert drawn
    ann, ben = tuesday.entrants["Ann"].pk, tuesday.entrants["Ben"].pk
    assert [(set(match["entrants"]), match["round"]) for match in drawn.facts["rematches"]] == [({ann, ben}, 1)]
    assert "last met in round 1" in event_text("drawn", drawn.facts, {ann: "Ann", ben: "Ben"}, {})


def test_six_players_meet_all_others_before_anybody_meets_twice() -> None:
    """The worse seed wins each match, which left two threes who had all met each other after round 3."""
    tuesday = club(*EIGHT[:6], pairing="swiss", house_rules=SHORT)
    order = [tuesday.entrants[name].pk for name in EIGHT[:6]]
    for number in range(1, 6):
        draw_all(tuesday, str(number))
        for match in tuesday.season.matches.filter(round=number):
            sides = [side.entrant_id for side in match.sides.all()]
            win(tuesday, match, sides.index(max(sides, key=order.index)))
    assert Counter(map(who, matches(tuesday))) == {frozenset(pair): 1 for pair in combinations(EIGHT[:6], 2)}


def test_two_threes_who_have_met_each_other_play_one_rematch_of_the_first_round() -> None:
    tuesday = club(*EIGHT[:6], pairing="swiss", house_rules=SHORT)
    played = (
        ("Ann Dan", "Eve Ben", "Cleo Finn"),
        ("Dan Eve", "Finn Ann", "Ben Cleo"),
        ("Eve Finn", "Cleo Dan", "Ann Ben"),
    )
    for number, meetings in enumerate(played, 1):
        for meeting in meetings:
            win(tuesday, tuesday.match(*meeting.split(), number_in_draw=number), 1)
    draw_all(tuesday, "4")
    again = [who(match) for match in tuesday.season.matches.filter(round=4) if " ".join(sorted(who(match)))]
    first = [frozenset(meeting.split()) for meeting in played[0]]
    others = [frozenset(meeting.split()) for meetings in played[1:] for meeting in meetings]
    assert [pair in first for pair in again].count(True) == 1
    assert not any(pair in others for pair in again)


def test_somebody_missing_tonight_is_counted_on_for_the_rounds_after() -> None:
    tuesday = club(*EIGHT[:7], pairing="swiss", house_rules=SHORT)
    draw_all(tuesday, "1", absent=frozenset({tuesday.entrants["Gwen"].pk}))
    play_round(tuesday, 1)
    for number in range(2, 8):
        draw_all(tuesday, str(number))
        play_round(tuesday, number)
    met = Counter(who(match) for match in matches(tuesday) if match.state != "bye")
    assert all(times == 1 for times in list(met.values())[:18])
    assert not any(event.facts.get("rematches") for event in tuesday.season.events.filter(kind="drawn")[:6])


def test_a_round_of_which_nothing_was_begun_is_drawn_again_with_who_came_meanwhile() -> None:
    tuesday = club(pairing="swiss", house_rules=SHORT)
    draw_all(tuesday, "1")
    late(tuesday, "Zoe")
    draw_all(tuesday, "2", redraw=True)
    assert Counter(match.round for match in matches(tuesday)) == {1: 3}
    win(tuesday, tuesday.season.matches.filter(state="planned")[0])
    assert refused_about(draw_all, tuesday, "3", redraw=True) == ("not_playable", "round_begun")


def test_a_knock_out_goes_by_seeds_and_its_winners_meet() -> None:
    tuesday = club(*EIGHT[:6], pairing="knockout", house_rules=SHORT)
    for seed, name in enumerate(reversed(EIGHT[:6]), 1):
        tuesday.season.entrants.filter(member=tuesday.members[name]).update(seed=seed)
    draw_all(tuesday, "1")
    first = matches(tuesday)
    assert [who(match) for match in first if match.state == "bye"] == [{"Finn"}, {"Eve"}]
    assert [set(who(match)) for match in first if match.state != "bye"] == [{"Cleo", "Ben"}, {"Dan", "Ann"}]
    play_round(tuesday, 1)
    draw_all(tuesday, "2", third_place=True)
    play_round(tuesday, 2)
    draw_all(tuesday, "3", third_place=True)
    last = [match for match in matches(tuesday) if match.round == 3]
    won = {who(f) for f in matches(tuesday) if f.round == 2}
    assert len(last) == 2
    assert set().union(*map(who, last)) == set().union(*won)
    play_round(tuesday, 3)
    assert refused_about(draw_all, tuesday, "4") == ("not_playable", "final_played")


def test_a_drawn_match_of_a_knock_out_is_played_again_before_the_next_round() -> None:
    tuesday = club(pairing="knockout", rules=season_rules({"length": "games", "count": 2}), house_rules=SHORT)
    draw_all(tuesday, "1")
    level, other = matches(tuesday)
    tuesday.play(level, tuesday.access, gin(0, 40))
    stop_level(tuesday, level)
    win(tuesday, other)
    stop(access=tuesday.access, season=tuesday.season, number=other.number, reason="")
    assert draw_all(tuesday, "2") == 1
    again = matches(tuesday)[-1]
    assert (again.round, who(again)) == (1, who(level))
    assert [x.entrant_id for x in again.sides.all()] == [x.entrant_id for x in level.sides.all()][::-1]
    win(tuesday, again)
    stop(access=tuesday.access, season=tuesday.season, number=again.number, reason="")
    draw_all(tuesday, "3")
    final = matches(tuesday)[-1]
    assert (final.round, len(who(final))) == (2, 2)


def stop_level(tuesday: Club, match: Match) -> None:
    """A match of two games that each won once."""
    table = tuesday.table(match, tuesday.access)
    start_game(access=table, key="second game")
    tuesday.play(match, tuesday.access, gin(1, 40))
    assert [outcome for outcome, *_ in result(match)] == ["draw", "draw"]


def nobody_came(tuesday: Club, match: Match) -> None:
    both = [side.entrant for side in match.sides.all()]
    forfeit(access=tuesday.access, season=tuesday.season, number=match.number, missing=both, reason="")


def places(tuesday: Club) -> dict[str, tuple[int, int, int]]:
    """Place, worst place and wins left of each player in the bracket."""
    bracket, names = bracket_of(tuesday.season), {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    assert bracket
    found = bracket.places(tuesday.season.entrants.all())
    return {names[entrant]: (place.place, place.worst, place.wins_left) for entrant, place in found.items()}


def test_where_neither_came_nobody_advances_and_the_next_opponent_has_a_bye() -> None:
    tuesday = club(pairing="knockout", house_rules=SHORT)
    draw_all(tuesday, "1")
    one, other = matches(tuesday)
    nobody_came(tuesday, one)
    win(tuesday, other)
    first = next(side.entrant.member.name for side in other.sides.all() if side.position == 0)
    second = next(iter(who(other) - {first}))
    after = {first: (1, 1, 0), second: (3, 3, 0)} | dict.fromkeys(who(one), (3, 3, 0))
    assert places(tuesday) == after
    assert draw_all(tuesday, "2", third_place=True) == 1
    assert [(match.state, who(match)) for match in matches(tuesday)][-1] == ("bye", {first})
    assert places(tuesday) == after
    assert refused_about(draw_all, tuesday, "3") == ("not_playable", "final_played")


def test_a_final_to_which_neither_came_is_the_end() -> None:
    tuesday = club(pairing="knockout", house_rules=SHORT)
    draw_all(tuesday, "1")
    play_round(tuesday, 1)
    draw_all(tuesday, "2")
    nobody_came(tuesday, matches(tuesday)[-1])
    assert sorted(place for place, _, _ in places(tuesday).values()) == [2, 2, 3, 3]
    assert refused_about(draw_all, tuesday, "3") == ("not_playable", "final_played")


def test_matches_to_which_neither_came_leave_their_places_in_the_bracket_empty() -> None:
    """Of eight, neither comes to the two upper matches: below, the semi-final is played, and then there is a bye."""
    tuesday = club(*EIGHT, pairing="knockout", house_rules=SHORT)
    draw_all(tuesday, "1")
    for match in matches(tuesday)[:2]:
        nobody_came(tuesday, match)
    play_round(tuesday, 1)
    assert draw_all(tuesday, "2", third_place=True) == 1
    semi = matches(tuesday)[-1]
    assert {place for name, place in places(tuesday).items() if name in who(semi)} == {(1, 4, 1)}
    win(tuesday, semi)
    assert draw_all(tuesday, "3", third_place=True) == 1
    assert matches(tuesday)[-1].state == "bye"
    assert sorted(place for place, _, _ in places(tuesday).values()) == [1, 3, 5, 5, 5, 5, 5, 5]
    assert refused_about(draw_all, tuesday, "4") == ("not_playable", "final_played")


def test_where_nobody_came_to_any_match_nobody_is_left() -> None:
    tuesday = club(pairing="knockout", house_rules=SHORT)
    draw_all(tuesday, "1")
    for match in matches(tuesday):
        nobody_came(tuesday, match)
    assert refused_about(draw_all, tuesday, "2") == ("not_playable", "nobody_left")
    assert set(places(tuesday).values()) == {(3, 3, 0)}


@pytest.mark.parametrize("pairing", ["consolation", "double_elimination"])
def test_where_neither_came_brackets_with_a_plan_come_to_an_end(pairing: str) -> None:
    tuesday = club(*EIGHT[:6], pairing=pairing, house_rules=SHORT)
    for number in range(1, 12):
        try:
            draw_all(tuesday, str(number))
        except RefusedError as why:
            assert why.context["what"] == "final_played"
            break
        for match in tuesday.season.matches.filter(state=MatchState.PLANNED):
            if match.number % 2:
                nobody_came(tuesday, match)
            else:
                win(tuesday, match)
    assert tuesday.season.matches.count() > 5


def test_a_knock_out_waits_for_a_winner_and_goes_on_without_who_left() -> None:
    tuesday = club(pairing="knockout", house_rules=SHORT)
    draw_all(tuesday, "1")
    one, other = matches(tuesday)
    both = [side.entrant for side in one.sides.all()]
    cancel(access=tuesday.access, season=tuesday.season, number=one.number, reason="")
    win(tuesday, other)
    assert draw_all(tuesday, "2") == 1
    assert [entrant_ids(match) for match in matches(tuesday)][-1] == entrant_ids(one)
    one = matches(tuesday)[-1]
    forfeit(access=tuesday.access, season=tuesday.season, number=one.number, missing=both[:1], reason="")
    both[1].withdrawn_on = TUESDAY
    both[1].save()
    draw_all(tuesday, "3")
    assert [match.state for match in matches(tuesday)][-1] == "bye"


# --- By hand, and what cannot be ---------------------------------------------------


def test_a_written_round_is_one_of_the_draw() -> None:
    tuesday = club(pairing="swiss")
    ann, ben, cleo, dan = tuesday.entrants.values()
    write = partial(add_written_matches, access=tuesday.access, season=tuesday.season)
    write(lines=[NewMatch([ann, ben], 1), NewMatch([cleo], 1, requested_bye=RequestedBye.HALF)], key="1")
    # Who has a match in the round already has no other one in it.
    assert refused_about(write, lines=[NewMatch([dan, ben], 1)], key="2") == ("not_playable", "in_round")
    write(lines=[NewMatch([dan, ben], 2)], key="3")
    assert [(match.round, match.state) for match in matches(tuesday)] == [(1, "planned"), (1, "bye"), (2, "planned")]


@pytest.mark.parametrize("pairing", ["consolation", "double_elimination"])
def test_only_the_draw_makes_rounds_of_a_plan(pairing: str) -> None:
    tuesday = club(pairing=pairing)
    ann, ben, *_ = tuesday.entrants.values()
    write = partial(add_written_matches, access=tuesday.access, season=tuesday.season, key="")
    assert refused_about(write, lines=[NewMatch([ann, ben], 1)]) == ("not_playable", "rounds_by_plan")
    assert write(lines=[NewMatch([ann, ben])]) == 1


def test_typed_matches_are_added_all_or_none_and_once() -> None:
    tuesday = club(pairing="script")
    ann, ben, cleo = (tuesday.entrants[name] for name in ("Ann", "Ben", "Cleo"))
    lines = [NewMatch([ann, ben], None, TUESDAY), NewMatch([cleo, ann], None, TUESDAY)]
    add = {"access": tuesday.access, "season": tuesday.season}
    assert [add_written_matches(lines=lines, key="k", **add) for _ in range(2)] == [2, 2]  # type: ignore[arg-type]
    wrong = [NewMatch([ann, cleo]), NewMatch([ben, ben])]
    assert refused_about(add_written_matches, lines=wrong, key="l", **add) == ("not_playable", "himself")
    stranger = club().entrants["Ann"]
    assert refused(add_written_matches, lines=[NewMatch([ann, stranger])], key="m", **add) == "not_found"
    assert tuesday.season.matches.count() == 2


def test_nothing_is_drawn_in_free_play_with_too_few_or_after_the_end() -> None:
    assert refused_about(draw_all, club()) == ("invalid_value", "pairing")
    assert refused_about(draw_all, club("Ann", pairing="round_robin")) == ("not_playable", "too_few")
    swiss = club("Ann", pairing="swiss")
    assert refused_about(draw_all, swiss) == ("not_playable", "too_few")
    assert refused(add_missing, access=swiss.access, season=swiss.season, plan=PairingPlan()) == "invalid_value"
    closed = club(pairing="round_robin")
    close_season(access=closed.access, season=closed.season)
    assert refused(draw_all, closed) == "season_closed"
    assert closed.season.matches.count() == 0


def test_only_who_runs_the_league_draws() -> None:
    tuesday = club(pairing="round_robin")
    ann = tuesday.phone("Ann")
    assert refused(draw, access=ann, season=tuesday.season, plan=PairingPlan(), key="k") == "not_your_duty"
    assert state(tuesday.match("Ann", "Ben")) == ("planned", False)
    swiss = club(pairing="swiss")
    remembered_pairings.cache_clear()
    ann = swiss.phone("Ann")
    assert refused(draw, access=ann, season=swiss.season, plan=PairingPlan(), key="k") == "not_your_duty"
    close_season(access=swiss.access, season=swiss.season)
    swiss.season.refresh_from_db()
    assert refused(draw_all, swiss) == "season_closed"
    assert remembered_pairings.cache_info().misses == 0  # nothing is paired for a draw that is refused


def test_a_running_match_stays_when_matches_are_drawn_again() -> None:
    tuesday = club("Ann", "Ben", pairing="round_robin")
    draw_all(tuesday)
    tuesday.play(matches(tuesday)[0], tuesday.access, knock(0, 5, 20))
    assert draw_all(tuesday, "again") == 0
    assert [match.state for match in matches(tuesday)] == ["running"]


def test_a_round_robin_takes_as_many_as_make_ten_thousand_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "MOST_MATCHES", 5)
    tuesday = club(pairing="round_robin")
    with pytest.raises(RefusedError, match="too_many") as why:
        draw_all(tuesday)
    assert why.value.context == {"what": "round_robin", "most": 3}
    tuesday.season.entrants.filter(member__name="Dan").delete()
    assert draw_all(tuesday) == 3


def test_so_many_play_in_threes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "MOST_IN_THREES", 5)
    tuesday = club(*EIGHT[:6], pairing="trios", preset="pagat")
    assert refused_about(draw_all, tuesday) == ("too_many", "players in threes")


def test_everybody_is_in_one_of_the_written_groups() -> None:
    tuesday = club(pairing="groups")
    ann, ben, cleo = (tuesday.entrants[name].pk for name in ("Ann", "Ben", "Cleo"))
    for groups in ([(ann, ben)], [(ann, ben), (cleo, ann)]):
        assert refused_about(draw_all, tuesday, written_groups=groups) == ("not_playable", "not_in_groups")
    assert not Match.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize(("pairing", "most"), [("double", 100), ("round_robin", 141)])
def test_a_round_robin_of_too_many_says_how_many_are_possible(pairing: str, most: int) -> None:
    tuesday = club(*(f"Player {number}" for number in range(most + 1)), pairing=pairing)
    with pytest.raises(RefusedError, match="too_many") as why:
        draw_all(tuesday)
    assert why.value.context["most"] == most
    assert not Match.objects.exists()
    tuesday.season.entrants.filter(member__name="Player 0").delete()
    assert draw_all(tuesday) > 9_800


def test_a_swiss_round_is_paired_before_the_season_is_locked(db: None) -> None:
    tuesday = club(*EIGHT, pairing="swiss")
    remembered_pairings.cache_clear()
    draw_all(tuesday)
    found = remembered_pairings.cache_info()
    assert (found.misses, found.hits) == (1, 1)
