"""Model-based test: two phones act at random on the sheets they last saw; the ledger stays sound."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.rules.declaration import Declaration
from games.rules.ledger import entry_facts, round_facts
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.services.table.games import decide_after_end, finish_game, reopen_game, start_game, swap_seats, undo
from games.services.table.ledger import WriteResult
from games.services.table.rounds import correct_round, enter_round, void_round
from tests.makers import Phone, assert_sound, dead, gin, join, knock, outcome, sheet, start

WHO = st.sampled_from([0, 1])
HANDS = st.one_of(
    st.just(dead()),
    st.builds(knock, st.sampled_from([0, 1]), st.sampled_from([1, 7, 10]), st.sampled_from([3, 7, 40])),
    st.builds(gin, st.sampled_from([0, 1]), st.sampled_from([0, 30, 90])),
)


@dataclass
class Watcher:
    """A phone, and the sheet that its screen shows."""

    phone: Phone
    shows: TableSheet


class Table(RuleBasedStateMachine):
    """One table. Each rule says beforehand, from the true sheet, what the answer has to be."""

    @initialize()
    def begin(self) -> None:
        self.owner = start()
        now = sheet(self.owner)
        self.phones = [Watcher(self.owner, now), Watcher(join(self.owner), now)]
        self.browser = self.owner.browser()
        self.keys = 0
        self.last: Callable[[], WriteResult] | None = None

    def do(self, expected: str, write: Callable[[str], WriteResult]) -> None:
        self.keys += 1
        key, before = f"key {self.keys}", sheet(self.owner).revision
        assert outcome(lambda: write(key)) == expected
        if expected == "new":
            self.last = lambda: write(key)
        else:
            assert sheet(self.owner).revision == before

    @rule(who=WHO)
    def look(self, who: int) -> None:
        self.phones[who].shows = sheet(self.owner)

    @rule(who=WHO, declaration=HANDS)
    def record(self, who: int, declaration: Declaration) -> None:
        me = self.phones[who]
        game, number = me.shows.current.number, me.shows.current.next_round
        self.do(
            recorded(sheet(self.owner).current, game, number, declaration),
            lambda key: enter_round(
                access=me.phone.access, key=key, game=game, round_number=number, declaration=declaration
            ),
        )

    @precondition(lambda self: self.last)
    @rule()
    def retry(self) -> None:
        before = sheet(self.owner)
        assert self.last
        assert outcome(self.last) == "replayed"
        assert sheet(self.owner) == before

    @rule(who=WHO, declaration=HANDS, which=st.integers(0, 30))
    def correct(self, who: int, declaration: Declaration, which: int) -> None:
        me = self.phones[who]
        lines = [(game.number, x) for game in me.shows.games for x in game.rounds]
        if not lines:
            return
        game, seen = lines[which % len(lines)]
        there = find(sheet(self.owner), game, seen.number)
        if there is None:
            expected = "wrong_game"
        elif not there.void and entry_facts(there.latest) == round_facts(declaration):
            expected = "already_recorded"
        else:
            expected = "new" if there.revision == seen.revision else "stale"
        self.do(
            expected,
            lambda key: correct_round(
                access=me.phone.access,
                key=key,
                game=game,
                round_number=seen.number,
                revision=seen.revision,
                declaration=declaration,
            ),
        )

    @rule(who=WHO, which=st.integers(0, 30))
    def void(self, who: int, which: int) -> None:
        me = self.phones[who]
        lines = [(game.number, x) for game in me.shows.games for x in game.rounds]
        if not lines:
            return
        game, seen = lines[which % len(lines)]
        there = find(sheet(self.owner), game, seen.number)
        if there is None:
            expected = "wrong_game"
        elif there.revision != seen.revision:
            expected = "stale"
        else:
            expected = "round_void" if there.void else "new"
        self.do(
            expected,
            lambda key: void_round(
                access=me.phone.access, key=key, game=game, round_number=seen.number, revision=seen.revision
            ),
        )

    @rule(who=WHO)
    def take_back(self, who: int) -> None:
        me, newest = self.phones[who], sheet(self.owner).next_undo
        seen = me.shows.next_undo.revision if me.shows.next_undo else None
        if newest is None:
            expected = "nothing_to_undo"
        elif seen is None:
            expected = "revision_required"
        else:
            expected = "new" if newest.revision == seen else "stale"
        self.do(expected, lambda key: undo(access=me.phone.access, key=key, revision=seen))

    @rule(who=WHO, keep=st.booleans())
    def end_or_decide(self, who: int, keep: bool) -> None:
        me, now = self.phones[who], sheet(self.owner)
        seen = me.shows.revision
        if me.shows.current.needs_attention:
            expected = "new" if seen == now.revision else "stale"
            self.do(
                expected,
                lambda key: decide_after_end(access=me.phone.access, key=key, game=game, revision=seen, keep=keep),
            )
            return
        game = me.shows.current.number
        self.do(
            decided(now, game, seen, "game_finished" if now.current.over else ""),
            lambda key: finish_game(access=me.phone.access, key=key, game=game, revision=seen),
        )

    @rule(who=WHO)
    def reopen(self, who: int) -> None:
        me, now = self.phones[who], sheet(self.owner)
        game, seen = me.shows.current.number, me.shows.revision
        self.do(
            decided(now, game, seen, "" if now.current.over else "game_not_finished"),
            lambda key: reopen_game(access=me.phone.access, key=key, game=game, revision=seen),
        )

    @rule(who=WHO)
    def swap(self, who: int) -> None:
        me, now = self.phones[who], sheet(self.owner)
        game, seen = me.shows.current.number, me.shows.revision
        self.do(
            decided(now, game, seen, ""),
            lambda key: swap_seats(access=me.phone.access, key=key, game=game, first=0, second=1, revision=seen),
        )

    @rule(who=WHO)
    def another(self, who: int) -> None:
        me = self.phones[who]
        expected = "new" if sheet(self.owner).current.over else "game_not_finished"
        self.do(expected, lambda key: start_game(access=me.phone.access, key=key))

    @invariant()
    def the_ledger_is_sound(self) -> None:
        assert_sound(self.owner, orderly=False)

    @invariant()
    def the_page_shows_the_fold(self) -> None:
        now = sheet(self.owner)
        for address in (self.owner.url, f"{self.owner.url}moved/"):
            answer = self.browser.get(address)
            page = answer.context["page"]
            assert (answer.status_code, page.revision) == (200, now.revision)
            assert [seat.total for seat in page.game.seats] == list(now.current.cumulative.values())

    def teardown(self) -> None:
        assert_sound(self.owner)


def recorded(now: GameSheet, game: int, number: int, declaration: Declaration) -> str:
    there = next((x for x in now.rounds if x.number == number), None)
    if game != now.number:
        return "wrong_game"
    if there is None:
        return "game_finished" if now.over else "new" if number == now.next_round else "missing_rounds"
    if there.void:
        return "round_void"
    return "already_recorded" if entry_facts(there.latest) == round_facts(declaration) else "round_conflict"


def decided(now: TableSheet, game: int, seen: int, refusal: str) -> str:
    if game != now.current.number:
        return "wrong_game"
    return "stale" if seen != now.revision else refusal or "new"


def find(now: TableSheet, game: int, number: int) -> RoundLine | None:
    lines = (x for played in now.games if played.number == game for x in played.rounds)
    return next((x for x in lines if x.number == number), None)


@pytest.mark.usefixtures("db")
def test_two_phones_at_one_table_leave_a_sound_ledger() -> None:
    # The same examples every time, so that a red build is red again when somebody looks.
    run_state_machine_as_test(
        Table,
        settings=settings(max_examples=3, stateful_step_count=20),
    )
