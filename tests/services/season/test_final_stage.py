"""Groups and the bracket after them, from the draw to a result that is corrected late: services, pages and programs."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from games.forms.season.written_groups_form import read_written_groups
from games.models import Entrant, Match, MatchState, Pairing, Season
from games.refusals import RefusedError
from games.rules.league.season import season_json, season_rules
from games.rules.league.typed_result import TypedSide
from games.selectors.season.advancing import CannotDrawError
from games.selectors.season.bracket import bracket_of
from games.selectors.season.group_stage import Qualification, qualified, wrong_entrants
from games.selectors.season.result_changes import StageChange
from games.selectors.season.season_export import table_rows
from games.selectors.season.season_rows import season_rows
from games.services.league.members import add_members
from games.services.season import final_stage
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import return_entrant, withdraw
from games.services.season.final_stage import start_final_stage, take_qualified
from games.services.season.matches import cancel
from games.services.season.seasons import enter_members
from games.services.season.typed_results import TypedResult, preview_results
from games.services.sharing.league_archive import import_league
from games.wording.refusals import not_playable_text
from tests.api import season_kit
from tests.bracket_night import draw_round, matches, refused, type_points, who
from tests.leagues import Club, account, archive_text, club
from tests.refusals import refused_about
from tests.views.reading import says
from tests.views.season_pages import filled, olga, page_of

EIGHT = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
GROUPS = [{"Ann", "Dan", "Eve", "Hal"}, {"Ben", "Cleo", "Fay", "Gil"}]


def drawn(groups: int | None = 2, names: tuple[str, ...] = EIGHT) -> Club:
    """A season with its groups drawn."""
    tuesday = club(*names, pairing="groups")
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(groups=groups), key="groups")
    return tuesday


def played(names: tuple[str, ...] = EIGHT, groups: int = 2) -> Club:
    """Groups in which whose name comes first in the alphabet wins."""
    tuesday = drawn(groups, names)
    for match in tuesday.season.matches.prefetch_related("sides__entrant__member"):
        if match.state == MatchState.PLANNED:
            first, second = who(match)
            type_points(tuesday, match, *((100, 50) if first < second else (50, 100)))
    return tuesday


def groups_of(tuesday: Club) -> list[set[str]]:
    found: dict[int, set[str]] = {}
    for entrant in tuesday.season.entrants.exclude(group=None).select_related("member"):
        found.setdefault(entrant.group or 0, set()).add(entrant.member.name if entrant.member else "")
    return [found[number] for number in sorted(found)]


def goes_on(tuesday: Club, **rule: int) -> list[str]:
    """The names of those who go on, by seed."""
    names = {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    return [names[pk] for pk in qualified(tuesday.season, Qualification(**rule))]


def bracket_after(tuesday: Club, key: str = "bracket", **rule: int) -> Club:
    """The bracket that follows, as a club of its own."""
    season = start_final_stage(
        access=tuesday.access,
        season=tuesday.season,
        name="Finals",
        pairing=Pairing.KNOCKOUT,
        rule=Qualification(**rule),
        key=key,
    )
    entrants = {one.member.name: one for one in season.entrants.select_related("member") if one.member}
    return Club(tuesday.organizer, tuesday.league, season, tuesday.members, entrants)


def match_between(tuesday: Club, *names: str) -> Match:
    found = tuesday.season.matches.prefetch_related("sides__entrant__member")
    return next(match for match in found if set(who(match)) == set(names))


# --- The groups -----------------------------------------------------------------------------------------------------


def test_groups_are_dealt_out_and_play_side_by_side() -> None:
    tuesday = drawn()
    assert groups_of(tuesday) == GROUPS
    assert [len(matches(tuesday, number)) for number in (1, 2, 3, 4)] == [4, 4, 4, 0]
    pairs = {frozenset(who(match)) for match in tuesday.season.matches.prefetch_related("sides__entrant__member")}
    assert len(pairs) == 12
    assert all(any(pair <= group for group in GROUPS) for pair in pairs)


def test_without_a_number_the_groups_stay_and_a_newcomer_comes_into_the_smallest() -> None:
    tuesday = drawn(2, EIGHT[:7])
    before = groups_of(tuesday)
    member = add_members(access=tuesday.access, names=["Zoe"])[0]
    enter_members(access=tuesday.access, season=tuesday.season, members=[member])
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="again")
    smallest = min(before, key=len)
    assert groups_of(tuesday) == [group | {"Zoe"} if group == smallest else group for group in before]


def test_once_a_match_was_played_nobody_changes_groups() -> None:
    tuesday = drawn()
    type_points(tuesday, matches(tuesday, 1)[0], 100, 50)
    assert refused(tuesday, 1, groups=4)[0] == "groups_played"
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="as they are")
    assert groups_of(tuesday) == GROUPS
    assert tuesday.season.matches.count() == 12


def test_a_withdrawal_before_the_first_match_fixes_no_groups() -> None:
    tuesday = drawn(4)
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Hal"].pk)
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(groups=2), key="two")
    assert [len(group - {"Hal"}) for group in groups_of(tuesday)] == [3, 4]
    return_entrant(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Hal"].pk)
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="with Hal")
    assert [len(group) for group in groups_of(tuesday)] == [4, 4]


@pytest.mark.parametrize(("names", "groups", "what"), [(EIGHT, 5, "too_few_for_groups"), (EIGHT[:3], 2, "too_few")])
def test_too_few_for_groups(names: tuple[str, ...], groups: int, what: str) -> None:
    tuesday = club(*names, pairing="groups")
    assert refused(tuesday, 1, groups=groups)[0] == what


def test_each_group_has_its_own_table() -> None:
    tuesday = played()
    names = {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    rows = [(row.group, row.place, names[row.entrant]) for row in season_rows(tuesday.season)]
    assert rows == [
        *[(1, place, name) for place, name in enumerate(("Ann", "Dan", "Eve", "Hal"), 1)],
        *[(2, place, name) for place, name in enumerate(("Ben", "Cleo", "Fay", "Gil"), 1)],
    ]
    table = table_rows(tuesday.season, tonight=tuesday.season.created_at.date())
    group = table[0].index("group")
    assert [(row[0], row[1], row[group]) for row in table[1::4]] == [(1, "Ann", "A"), (1, "Ben", "B")]


# --- Who goes on ----------------------------------------------------------------------------------------------------


def test_winners_cross_over_with_those_in_second_place() -> None:
    tuesday = bracket_after(played())
    assert [entrant.seed for entrant in tuesday.season.entrants.all()] == [1, 2, 3, 4]
    draw_round(tuesday, 1)
    assert [set(who(match)) for match in matches(tuesday, 1)] == [{"Ann", "Cleo"}, {"Ben", "Dan"}]
    assert tuesday.season.preset == "standard"
    assert bracket_of(tuesday.season)


def test_the_best_of_the_next_place_go_on_too() -> None:
    tuesday = played((*EIGHT, "Ida"), groups=3)
    # Eve, Fay and Hal have lost by 50 each; Cleo loses her match by less.
    loser = goes_on(tuesday, advance=1, best_next=1)[-1]
    second = {"Dan", "Eve", "Fay"} | {name for group in groups_of(tuesday) for name in sorted(group)[1:2]}
    assert loser in second
    other = next(name for group in groups_of(tuesday) for name in sorted(group)[1:2] if name != loser)
    winner = next(min(group) for group in groups_of(tuesday) if other in group)
    match = match_between(tuesday, winner, other)
    type_points(tuesday, match, *((100, 99) if who(match)[0] == winner else (99, 100)))
    assert goes_on(tuesday, advance=1, best_next=1)[-1] == other


def test_groups_of_different_size_are_compared_by_points_for_each_match() -> None:
    tuesday = played(EIGHT[:7], groups=2)
    sizes = {len(group): sorted(group) for group in groups_of(tuesday)}
    # The second of four has won two of three, the second of three one of two.
    assert goes_on(tuesday, advance=1, best_next=1) == [sizes[4][0], sizes[3][0], sizes[4][1]]


def test_who_has_withdrawn_makes_room() -> None:
    tuesday = played()
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Cleo"].pk)
    assert goes_on(tuesday) == ["Ann", "Ben", "Dan", "Fay"]


def test_a_group_that_nobody_is_left_in_is_no_error_on_the_pages_of_the_bracket() -> None:
    tuesday = played()
    bracket = bracket_after(tuesday, advance=1)
    for name in ("Ben", "Cleo", "Fay", "Gil"):
        withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants[name].pk)
    page = olga(bracket).get(page_of(bracket, "bracket/"))
    assert (page.status_code, page.context["page"].nav.changed) == (200, None)
    page = olga(tuesday).get(page_of(tuesday, "final-stage/"), {"advance": "1", "best_next": "0"})
    assert (page.status_code, page.context["page"]["obstacle"]) == (200, not_playable_text({"what": "too_few"}))


def test_a_group_without_a_place_stops_the_bracket() -> None:
    tuesday = played()
    for match in tuesday.season.matches.filter(sides__entrant__in=[tuesday.entrants[name] for name in GROUPS[1]]):
        cancel(access=tuesday.access, season=tuesday.season, number=match.number, reason="")
    rules = season_json(replace(season_rules(tuesday.season.rules), minimum=1))
    Season.objects.filter(pk=tuesday.season.pk).update(rules=rules)
    tuesday.season.refresh_from_db()
    with pytest.raises(CannotDrawError) as why:
        qualified(tuesday.season, Qualification())
    assert why.value.context["what"] == "too_few_in_group"


def test_nobody_goes_on_before_the_groups_are_over() -> None:
    tuesday = drawn()
    with pytest.raises(RefusedError) as why:
        bracket_after(tuesday)
    assert (why.value.code, why.value.context["what"], why.value.context["round"]) == ("not_playable", "round_open", 1)
    assert not Season.objects.filter(group_stage=tuesday.season).exists()


@pytest.mark.parametrize(("advance", "what"), [(5, "too_few_in_group")])
def test_a_group_has_too_few(advance: int, what: str) -> None:
    tuesday = played()
    with pytest.raises(RefusedError) as why:
        bracket_after(tuesday, advance=advance)
    assert why.value.context["what"] == what


def test_the_same_key_starts_one_bracket() -> None:
    tuesday = played()
    assert bracket_after(tuesday).season.pk == bracket_after(tuesday).season.pk
    assert tuesday.season.final_stages.count() == 1


# --- A result is corrected after the bracket started --------------------------------------------------------------


def corrected() -> tuple[Club, Club]:
    """Fay had beaten Cleo and Ben, so that she goes on instead of Cleo."""
    groups = played()
    bracket = bracket_after(groups)
    draw_round(bracket, 1)
    for other in ("Cleo", "Ben"):
        match = match_between(groups, "Fay", other)
        type_points(groups, match, *((100, 50) if who(match)[0] == "Fay" else (50, 100)))
    return groups, bracket


def test_the_bracket_says_who_is_wrong_and_lets_the_right_ones_in() -> None:
    groups, bracket = corrected()
    wrong, right = wrong_entrants(bracket.season)
    assert wrong == {groups.entrants["Cleo"].pk}
    assert right == {groups.entrants["Fay"].pk}
    take_qualified(access=bracket.access, season=bracket.season)
    assert wrong_entrants(bracket.season) == (set(), set())
    draw(access=bracket.access, season=bracket.season, plan=PairingPlan(), key="once more")
    met = [set(who(match)) for match in bracket.season.matches.prefetch_related("sides__entrant__member")]
    assert met == [{"Ann", "Ben"}, {"Fay", "Dan"}]


def test_once_a_match_of_the_bracket_was_played_everyone_stays() -> None:
    _, bracket = corrected()
    type_points(bracket, matches(bracket, 1)[0], 100, 50)
    with pytest.raises(RefusedError) as why:
        take_qualified(access=bracket.access, season=bracket.season)
    assert why.value.context["what"] == "round_begun"
    assert Entrant.objects.filter(season=bracket.season, member__name="Cleo").exists()


def test_the_pages_of_the_bracket_say_it_and_one_tap_mends_it() -> None:
    _, bracket = corrected()
    page = olga(bracket).get(page_of(bracket, "bracket/"))
    changed = page.context["page"].nav.changed
    assert (changed.out, changed.into) == (("Cleo",), ("Fay",))
    assert olga(bracket).post(changed.action).status_code == 302
    assert olga(bracket).get(page_of(bracket, "bracket/")).context["page"].nav.changed is None


# --- Page, program, archive ---------------------------------------------------------------------------------------


def test_the_organizer_starts_the_bracket_on_its_page() -> None:
    tuesday = played()
    browser, url = olga(tuesday), page_of(tuesday, "final-stage/")
    page = browser.get(url, {"advance": "1", "best_next": "1"})
    assert says(page, "Ben (bye)") or says(page, "Ann (bye)")
    answer = browser.post(url, filled(browser.get(url)) | {"pairing": "knockout"})
    bracket = Season.objects.get(group_stage=tuesday.season)
    assert (answer.status_code, answer["Location"]) == (302, f"/s/{bracket.public_id}/draw/")
    links = browser.get(page_of(tuesday)).context["page"].nav.links
    assert (bracket.name, f"/s/{bracket.public_id}/") in [(link.title, link.url) for link in links]


def test_a_double_elimination_after_groups_says_where_its_losers_enter() -> None:
    tuesday = played()
    browser, url = olga(tuesday), page_of(tuesday, "final-stage/")
    form = filled(browser.get(url)) | {"pairing": "double_elimination"}
    assert form["crossing"] == "every_round"
    browser.post(url, form | {"crossing": "by_turns"})
    run = season_kit.Run(tuesday)
    body = {"name": "By program", "pairing": "double_elimination", "advance": 2}
    for more in ({"crossing": "by_turns"}, {}):
        answer = run.organizer.post(f"{run.path}final-stage/", body | more, Idempotency_Key=season_kit.key())
        assert answer.status == 201
    found = tuesday.season.final_stages.order_by("pk").values_list("rules__crossing", flat=True)
    assert [*found] == ["by_turns", "by_turns", "every_round"]


def test_what_is_wrong_on_that_page_is_said_there() -> None:
    tuesday = played()
    browser, url = olga(tuesday), page_of(tuesday, "final-stage/")
    assert browser.get(url, {"advance": "99"}).status_code == 400
    form = filled(browser.get(url)) | {"pairing": "knockout", "name": ""}
    answer = browser.post(url, form)
    assert (answer.status_code, "name" in answer.context["form"].errors) == (400, True)
    bracket = bracket_after(tuesday)
    page = olga(tuesday).get(page_of(bracket, "final-stage/")).context["page"]
    assert page["obstacle"] == not_playable_text({"what": "no_groups_yet"})


def test_groups_by_program() -> None:
    run = season_kit.Run(club(*EIGHT, pairing="groups"))
    assert run.organizer.post(f"{run.path}draw/", {"groups": 2}, Idempotency_Key=season_kit.key()).status == 201
    entrants = run.organizer.get(f"{run.path}entrants/").body["entrants"]
    assert [entrant["group"] for entrant in entrants] == [1, 2, 2, 1, 1, 2, 2, 1]
    assert {row["group"] for row in run.organizer.get(f"{run.path}standings/").body["rows"]} == {1, 2}


def test_groups_and_their_bracket_travel_in_an_archive() -> None:
    tuesday = played()
    bracket_after(tuesday)
    league = import_league(account=account("Eva"), text=archive_text(tuesday.league))
    stage, bracket = league.seasons.order_by("pk")
    assert bracket.group_stage == stage
    assert [entrant.group for entrant in stage.entrants.all()] == [
        entrant.group for entrant in tuesday.season.entrants.all()
    ]


def test_a_preview_of_a_correction_tells_who_goes_on_instead() -> None:
    tuesday = played()
    bracket = bracket_after(tuesday)
    dan, eve = tuesday.entrants["Dan"].pk, tuesday.entrants["Eve"].pk
    match = match_between(tuesday, "Dan", "Eve")
    seen = tuple(TypedSide(points) for points in ((100, 50) if who(match)[0] == "Dan" else (50, 100)))
    result = TypedResult(match.number, seen[::-1], seen)
    changes = preview_results(access=tuesday.access, season=tuesday.season, results=[result])
    assert changes.stages == (StageChange(bracket.season, out=(dan,), into=(eve,)),)
    result = TypedResult(match.number, None, seen)
    changes = preview_results(access=tuesday.access, season=tuesday.season, results=[result])
    assert changes.stages == (StageChange(bracket.season, undecided=True),)
    assert wrong_entrants(bracket.season) == (set(), set())


# --- Groups that were made elsewhere --------------------------------------------------------------------------------

WRITTEN = "Ann, Hal, Cleo\n\nBen; Dan ;eve\nFay,Gil"


def test_written_groups_are_those_of_the_draw() -> None:
    tuesday = club(*EIGHT, pairing="groups")
    run = season_kit.Run(tuesday)
    answer = run.organizer.post(f"{run.path}draw/", {"written_groups": WRITTEN}, Idempotency_Key=season_kit.key())
    assert answer.status == 201
    assert groups_of(tuesday) == [{"Ann", "Hal", "Cleo"}, {"Ben", "Dan", "Eve"}, {"Fay", "Gil"}]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ann, Ben, Cleo, Dan\nEve, Fay, Gil, Zoe", 2),
        ("Ann, Ben\nCleo, Dan, Ann\nEve, Fay, Gil, Hal", 2),
        ("Ann, Ben, Cleo, Dan, Eve, Fay, Gil\nHal", 2),
        (", ".join(EIGHT), 0),
        ("Ann, Ben, Cleo\nDan, Eve, Fay, Gil", 0),
    ],
)
def test_what_is_wrong_with_written_groups_is_said_by_line(text: str, line: int, snapshot: SnapshotAssertion) -> None:
    tuesday = club(*EIGHT, pairing="groups")
    faults = read_written_groups(text, tuesday.entrants).faults
    assert list(faults) == [line]
    assert faults[line] == snapshot
    page = olga(tuesday).post(page_of(tuesday, "draw/"), {"written_groups": text, "do": "draw"})
    assert (page.status_code, says(page, faults[line])) == (400, True)
    assert not tuesday.season.matches.exists()


@pytest.mark.parametrize(("pairing", "follows"), [("groups", Pairing.SWISS), ("swiss", Pairing.KNOCKOUT)])
def test_only_a_bracket_follows_and_only_groups(pairing: str, follows: Pairing) -> None:
    tuesday = club(pairing=pairing)
    told = {"access": tuesday.access, "season": tuesday.season, "rule": Qualification(advance=2), "key": "k"}
    assert refused_about(start_final_stage, name="Finals", pairing=follows, **told) == ("invalid_value", "pairing")


def test_as_many_go_on_as_a_bracket_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(final_stage, "MOST_IN_BRACKET", 3)
    tuesday = played()
    with pytest.raises(RefusedError) as why:
        bracket_after(tuesday, advance=2)
    assert (why.value.code, why.value.context) == ("not_playable", {"what": "bracket_full", "most": 3})
    assert tuesday.league.seasons.count() == 1
