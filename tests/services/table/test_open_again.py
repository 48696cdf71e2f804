"""A correction takes away the end of an earlier game: a person decides, and every step can be undone."""

from collections.abc import Iterator
from functools import partial

import pytest

from games.models import Entry, EntryKind
from games.permissions import Access
from games.rules.league.season import season_rules
from games.rules.presets import rule_set
from games.services.table.games import (
    change_players,
    change_rules,
    decide_after_end,
    finish_game,
    reopen_game,
    start_game,
    swap_seats,
    undo,
)
from games.services.table.open_again import decide_open_again
from games.services.table.rounds import correct_round, void_round
from tests.leagues import Club, club, state
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    differences_at,
    enter,
    gin,
    knock,
    outcome,
    revision,
    settled,
    sheet,
    start,
    totals,
)

UNDERCUT, KNOCK = knock(0, 9, 5), knock(0, 2, 12)
"""The last round of game 1 as it was entered, which takes Ben from 90 to 119, and as it really was: Ann +10."""


def first_game(phone: Phone) -> None:
    """Ben goes gin with 65, and undercuts Ann: he wins game 1 at 119."""
    enter(phone, gin(1, 65))
    enter(phone, UNDERCUT)


def another_game(phone: Phone) -> None:
    start_game(access=phone.access, key=f"another {revision(phone)}")


@pytest.fixture
def ann() -> Phone:
    """Ben has won game 1 at 119, and Ann has won the first round of game 2 with 13."""
    phone = start()
    first_game(phone)
    another_game(phone)
    enter(phone, knock(0, 7, 20))
    return phone


@pytest.fixture(autouse=True)
def sound(ann: Phone) -> Iterator[None]:
    """Whatever a test did, the ledger is sound afterwards, and no game hangs."""
    yield
    assert_sound(ann)
    assert differences_at(ann.table) == []
    now = sheet(ann)
    for game in now.games:
        assert game.over or game in (now.current, now.games[-1], *now.open_again)


def scores(phone: Phone) -> list[tuple[list[int], bool]]:
    """The score of each game, and whether it is over."""
    return [(list(game.cumulative.values()), game.over) for game in sheet(phone).games]


def asks(phone: Phone) -> list[int]:
    """The games that a person has to decide about."""
    return [game.number for game in sheet(phone).open_again]


def decide(phone: Phone, *, resume: bool, game: int = 1, key: str = "d", seen: int | None = -1) -> str:
    seen = revision(phone) if seen == -1 else seen
    return outcome(lambda: decide_open_again(access=phone.access, key=key, game=game, revision=seen, resume=resume))


def take_back(phone: Phone) -> str:
    newest = sheet(phone).next_undo
    seen = newest.revision if newest else None
    return outcome(lambda: undo(access=phone.access, key=f"undo {seen}", revision=seen))


def void(phone: Phone, number: int, game: int = 1, decision: str = "") -> None:
    line = next(x for x in sheet(phone).games[game - 1].rounds if x.number == number)
    void_round(
        access=phone.access,
        key=f"void {revision(phone)}",
        game=game,
        round_number=number,
        revision=line.revision,
        decision=decision,  # type: ignore[arg-type]
    )


def test_correction_without_a_decision_is_saved_and_asks(ann: Phone) -> None:
    assert correct(ann, 2, KNOCK, game=1).status == "new"
    assert scores(ann) == [([10, 90], False), ([13, 0], False)]
    assert (asks(ann), current(ann).number) == ([1], 2)
    assert [row[0] for row in settled(ann)] == []
    # Game 2 goes on meanwhile, and the question stays.
    enter(ann, knock(0, 7, 20))
    assert (asks(ann), totals(ann)) == ([1], [26, 0])


def test_game_ends_as_it_stands(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1)
    assert decide(ann, resume=False) == "new"
    game = sheet(ann).games[0]
    assert (scores(ann)[0], game.by_hand, game.complete, game.final and game.final.winner) == (
        ([10, 90], True),
        True,
        False,
        1,
    )
    assert (asks(ann), current(ann).number, sorted({row[0] for row in settled(ann)})) == ([], 2, [1])
    assert decide(ann, resume=False, seen=6) == "replayed"
    assert decide(ann, resume=True, key="e") == "game_finished"


def test_table_turns_back_and_game_2_waits(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1)
    assert decide(ann, resume=True) == "new"
    now = current(ann)
    assert (now.number, now.next_round, now.deal.dealer, asks(ann)) == (1, 3, 0, [])
    refused = partial(enter, ann, knock(0, 7, 20))
    assert outcome(lambda: refused(game=2, number=2)) == "wrong_game"
    assert outcome(lambda: start_game(access=ann.access, key="third")) == "game_not_finished"
    # Its rounds can still be corrected.
    correct(ann, 1, knock(1, 7, 20), game=2)
    assert (current(ann).number, scores(ann)[1]) == (1, ([0, 13], False))
    enter(ann, gin(1, 10))
    assert scores(ann) == [([10, 125], True), ([0, 13], False)]
    assert (current(ann).number, current(ann).next_round, asks(ann)) == (2, 2, [])
    enter(ann, gin(0, 90))
    assert outcome(lambda: start_game(access=ann.access, key="third")) == "new"
    assert [game.number for game in sheet(ann).games] == [1, 2, 3]


def test_resumed_game_is_ended_by_hand(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1, decision="resume")
    assert outcome(lambda: finish_game(access=ann.access, key="f", game=1, revision=revision(ann))) == "new"
    assert (current(ann).number, scores(ann)[0]) == (2, ([10, 90], True))


@pytest.mark.parametrize(("use_case", "number"), [(finish_game, 2), (reopen_game, 1)])
def test_finish_and_reopen_of_the_api_decide_it(ann: Phone, use_case: object, number: int) -> None:
    correct(ann, 2, KNOCK, game=1)
    seen = revision(ann)
    write = partial(use_case, access=ann.access, key="k", game=1)  # type: ignore[arg-type]
    assert [outcome(lambda r=r: write(revision=r)) for r in (None, seen - 1)] == ["revision_required", "stale"]  # type: ignore[misc]
    assert (outcome(lambda: write(revision=seen)), asks(ann), current(ann).number) == ("new", [], number)
    assert outcome(lambda: write(revision=seen)) == "replayed"


@pytest.mark.parametrize(("decision", "kind", "number"), [("end", "finish", 2), ("resume", "reopen", 1)])
def test_decision_comes_with_the_correction(ann: Phone, decision: str, kind: str, number: int) -> None:
    seen = sheet(ann).games[0].rounds[1].revision
    write = partial(
        correct_round,
        access=ann.access,
        key="once",
        game=1,
        round_number=2,
        revision=seen,
        declaration=KNOCK,
        decision=decision,  # type: ignore[arg-type]
    )
    assert (outcome(write), outcome(write)) == ("new", "replayed")
    added = [(e.kind, e.game, e.round) for e in Entry.objects.filter(revision__gt=5).order_by("revision")]
    assert added == [("correction", 1, 2), (kind, 1, None)]
    assert (asks(ann), current(ann).number) == ([], number)


def test_decision_is_not_needed_where_the_game_stays_over(ann: Phone) -> None:
    correct(ann, 2, knock(0, 9, 4), game=1, decision="resume")
    assert (scores(ann)[0], current(ann).number) == (([0, 120], True), 2)
    assert not Entry.objects.filter(kind=EntryKind.REOPEN).exists()


def test_other_player_wins_instead(ann: Phone) -> None:
    correct(ann, 1, gin(0, 65), game=1)
    assert scores(ann)[0] == ([90, 29], False)
    correct(ann, 2, gin(0, 10), game=1)
    game = sheet(ann).games[0]
    assert (scores(ann)[0], game.final and game.final.winner, asks(ann)) == (([125, 0], True), 0, [])


@pytest.mark.parametrize("decision", ["", "end", "resume"])
def test_deleted_round_asks_as_well(ann: Phone, decision: str) -> None:
    void(ann, 2, decision=decision)
    assert (asks(ann), current(ann).number) == {"": ([1], 2), "end": ([], 2), "resume": ([], 1)}[decision]
    if decision == "resume":
        assert current(ann).round_to_reenter
        correct(ann, 2, UNDERCUT, game=1)
        assert (current(ann).number, scores(ann)[0]) == (2, ([0, 119], True))


@pytest.mark.parametrize("resume", [False, True])
def test_every_step_is_undone(ann: Phone, resume: bool) -> None:
    before = sheet(ann).games
    correct(ann, 2, KNOCK, game=1)
    asked = sheet(ann).games
    decide(ann, resume=resume)
    decided = sheet(ann).games
    enter(ann, gin(1, 10) if resume else knock(0, 7, 20))
    assert (take_back(ann), [g.cumulative for g in sheet(ann).games]) == ("new", [g.cumulative for g in decided])
    assert current(ann).number == (1 if resume else 2)
    assert (take_back(ann), [g.cumulative for g in sheet(ann).games]) == ("new", [g.cumulative for g in asked])
    assert (asks(ann), current(ann).number) == ([1], 2)
    assert (take_back(ann), [g.final for g in sheet(ann).games]) == ("new", [g.final for g in before])
    assert (asks(ann), scores(ann)[0]) == ([], ([0, 119], True))


def test_turning_back_outlasts_the_undo_of_a_later_round(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1, decision="resume")
    enter(ann, gin(1, 10))
    enter(ann, knock(0, 7, 20))
    assert current(ann).number == 2
    take_back(ann)
    take_back(ann)
    assert (current(ann).number, asks(ann)) == (1, [])


def test_corrected_back_game_is_over_again(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1, decision="resume")
    correct(ann, 2, UNDERCUT, game=1)
    assert (current(ann).number, scores(ann)[0], asks(ann)) == (2, ([0, 119], True), [])
    # Game 2 hasn't gone on: the choice to continue game 1 holds.
    correct(ann, 2, KNOCK, game=1)
    assert (current(ann).number, asks(ann)) == (1, [])


def test_question_comes_again_once_game_2_has_gone_on(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1, decision="resume")
    enter(ann, gin(1, 10))
    enter(ann, knock(0, 7, 20))
    correct(ann, 3, knock(1, 2, 3), game=1)
    assert (current(ann).number, asks(ann)) == (2, [1])


def test_two_games_are_open_again(ann: Phone) -> None:
    enter(ann, gin(0, 90))
    another_game(ann)
    correct(ann, 2, knock(1, 2, 3), game=2)
    correct(ann, 2, KNOCK, game=1)
    assert (asks(ann), current(ann).number) == ([1, 2], 3)
    assert [decide(ann, resume=True, game=2, key="two"), decide(ann, resume=True, game=1, key="one")] == ["new", "new"]
    assert (asks(ann), current(ann).number) == ([2], 1)
    enter(ann, gin(1, 10))
    assert (asks(ann), current(ann).number) == ([], 2)
    enter(ann, gin(0, 90))
    assert (asks(ann), current(ann).number) == ([], 3)


def test_earlier_end_leaves_late_rounds_to_a_decision(ann: Phone) -> None:
    correct(ann, 1, gin(1, 80), game=1)
    game = sheet(ann).games[0]
    assert (game.needs_attention, game.ended_after, asks(ann)) == ((2,), 1, [])
    seen = revision(ann)
    assert outcome(lambda: decide_after_end(access=ann.access, key="k", game=1, revision=seen, keep=True)) == "new"
    assert (scores(ann)[0], sheet(ann).games[0].needs_attention) == (([0, 134], True), ())


def test_swap_in_the_resumed_game_leaves_game_2_alone(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1, decision="resume")
    seen = revision(ann)
    swap = partial(swap_seats, access=ann.access, key="s", first=0, second=1, revision=seen)
    assert [outcome(partial(swap, game=2)), outcome(partial(swap, game=1))] == ["wrong_game", "new"]
    assert [game.seating for game in sheet(ann).games] == [(1, 0), (0, 1)]
    assert sheet(ann).next_players == (0, 1)
    take_back(ann)
    assert [game.seating for game in sheet(ann).games] == [(0, 1), (0, 1)]


def test_swap_before_the_correction_changes_nothing_about_it(ann: Phone) -> None:
    swap_seats(access=ann.access, key="s", game=2, first=0, second=1, revision=revision(ann))
    correct(ann, 2, KNOCK, game=1, decision="resume")
    assert [game.seating for game in sheet(ann).games] == [(0, 1), (1, 0)]
    enter(ann, gin(1, 10))
    assert (current(ann).number, current(ann).seating) == (2, (1, 0))


def test_rules_and_players_change_while_a_game_waits(ann: Phone) -> None:
    correct(ann, 2, KNOCK, game=1, decision="resume")
    longer = rule_set("standard", {"target": 150})
    change_rules(access=ann.access, key="r", game=1, revision=revision(ann), rules=longer)
    enter(ann, gin(1, 10))
    assert (current(ann).number, current(ann).rules.target) == (1, 150)
    change_players(access=ann.access, key="p", revision=revision(ann), names=["Ben", "Ann"])
    enter(ann, gin(1, 10))
    assert (current(ann).number, current(ann).rules.target, sheet(ann).next_players) == (2, 100, (1, 0))


def test_nothing_to_decide_is_refused(ann: Phone) -> None:
    assert [decide(ann, resume=True), decide(ann, resume=False, game=2), decide(ann, resume=False, game=7)] == [
        "game_finished"
    ] * 3
    correct(ann, 2, KNOCK, game=1)
    assert [decide(ann, resume=True, seen=None), decide(ann, resume=True, seen=6 - 1)] == ["revision_required", "stale"]


# --- Hollywood, and a league match ----------------------------------------------------------------------------------


def test_hollywood_sheet_is_open_again() -> None:
    phone = start(preset="hollywood")
    for _ in range(6):
        if not current(phone).over:
            enter(phone, gin(1, 90))
    last = current(phone).rounds[-1].number
    another_game(phone)
    correct(phone, last, knock(0, 2, 3), game=1)
    assert asks(phone) == [1]
    assert decide(phone, resume=True) == "new"
    assert (current(phone).number, [column.final is None for column in current(phone).columns].count(True) > 0) == (
        1,
        True,
    )
    enter(phone, gin(1, 90))
    assert (current(phone).number, asks(phone)) == (2, [])
    correct(phone, last, knock(0, 2, 4), game=1, decision="end")
    assert_sound(phone)


@pytest.fixture
def two_games() -> tuple[Club, Phone]:
    """A league match of two games: Ben has won game 1 at 119, and one round of game 2 is played."""
    tuesday = club("Ann", "Ben", rules=season_rules({"length": "games", "count": 2}))
    match = tuesday.match("Ann", "Ben")
    access: Access = tuesday.table(match, tuesday.phone("Ann"))
    phone = Phone(access, "", {})
    first_game(phone)
    another_game(phone)
    enter(phone, knock(0, 7, 20))
    return tuesday, phone


@pytest.mark.parametrize("resume", [False, True])
def test_match_of_two_games_ends_after_a_decision(two_games: tuple[Club, Phone], resume: bool) -> None:
    tuesday, phone = two_games
    match = tuesday.season.matches.get()
    correct(phone, 2, KNOCK, game=1)
    assert decide(phone, resume=resume) == "new"
    if resume:
        enter(phone, gin(1, 10))
    enter(phone, gin(0, 90))
    assert state(match)[0] == "played"
    # A correction of a match that is over opens it again, until that is decided.
    if resume:
        correct(phone, 3, knock(1, 2, 3), game=1)
        assert (state(match)[0], asks(phone)) == ("running", [1])
        decide(phone, resume=False, key="e")
        assert state(match)[0] == "played"


def test_closed_season_keeps_its_result(two_games: tuple[Club, Phone]) -> None:
    tuesday, phone = two_games
    match = tuesday.season.matches.get()
    enter(phone, gin(0, 90))
    type(tuesday.season).objects.update(closed_at=tuesday.season.created_at)
    correct(phone, 2, KNOCK, game=1)
    assert (state(match)[0], asks(phone)) == ("played", [1])
    assert decide(phone, resume=False) == "new"
    assert state(match)[0] == "played"
