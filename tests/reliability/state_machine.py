"""Model-based test: two phones with bad Wi-Fi act at random; after each step the audit must find nothing.

What a phone wants to say it says of the sheet that it shows: the one of its last answer. It may be sent at once, or
wait and be sent later, more than once, and after what was said later. Before each sending the machine tells from the
true sheet what the answer has to be. The owner revokes a phone's link and makes it another one.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, Final

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.models import Role
from games.permissions import Access
from games.rules.declaration import Declaration
from games.rules.ledger import entry_facts, round_facts
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.selectors.table.ledger import sheet_of
from games.services.devices import make_device
from games.services.sharing.links import accept_link, create_link, revoke_link
from games.services.table.games import decide_after_end, finish_game, reopen_game, start_game, swap_seats, undo
from games.services.table.ledger import WriteResult
from games.services.table.rounds import correct_round, enter_round, void_round
from games.wording.audit import difference_text
from tests.makers import dead, differences_at, gin, knock, outcome, sheet, start

SEED: Final = 20_261_122
STEPS: Final = 50
"""Of one table, and no more: most of what can go wrong needs few, and a long ledger takes long to prove."""

WHO = st.sampled_from([0, 1])
LATE = st.sampled_from([False, False, False, True])
HANDS = st.one_of(
    st.just(dead()),
    st.builds(knock, WHO, st.sampled_from([1, 7, 10]), st.sampled_from([3, 7, 40])),
    st.builds(gin, WHO, st.sampled_from([0, 30, 90])),
)


@dataclass(frozen=True)
class PendingWrite:
    """Something that a phone wants written: its key, what the answer is by the sheet as it is, and the write."""

    key: str
    answer: Callable[[TableSheet], str]
    write: Callable[[Access, str], WriteResult]


@dataclass
class Phone:
    """A phone: what it may do, the sheet it shows, what waits on it, and what it has sent."""

    access: Access
    shows: TableSheet
    waiting: list[PendingWrite] = field(default_factory=list)
    sent: list[PendingWrite] = field(default_factory=list)
    revoked: bool = False


class Evening(RuleBasedStateMachine):
    """One table."""

    counts: ClassVar[Counter[str]] = Counter()

    @initialize()
    def begin(self) -> None:
        self.owner = start(target=150)
        self.now = sheet(self.owner)
        self.phones = [Phone(self._link(), self.now) for _ in range(2)]
        self.keys = 0
        self.written: dict[str, int] = {}
        self.reached = True

    @rule(who=WHO)
    def look(self, who: int) -> None:
        self.phones[who].shows = self.now

    @rule(who=WHO, declaration=HANDS, late=LATE)
    def record(self, who: int, declaration: Declaration, late: bool) -> None:
        current = self.phones[who].shows.current
        game, number = current.number, current.next_round
        self._queue(
            who,
            lambda now: recorded(now.current, game, number, declaration),
            lambda at, key: enter_round(access=at, key=key, game=game, round_number=number, declaration=declaration),
            late=late,
        )

    @rule(who=WHO, declaration=HANDS, late=LATE)
    def record_ahead(self, who: int, declaration: Declaration, late: bool) -> None:
        """The round after those that wait on this phone, as somebody enters it who plays on without a connection."""
        me = self.phones[who]
        game, number = me.shows.current.number, me.shows.current.next_round + len(me.waiting)
        self._queue(
            who,
            lambda now: recorded(now.current, game, number, declaration),
            lambda at, key: enter_round(access=at, key=key, game=game, round_number=number, declaration=declaration),
            late=late,
        )

    @rule(who=WHO, declaration=HANDS, which=st.integers(0, 30), late=LATE)
    def correct(self, who: int, declaration: Declaration, which: int, late: bool) -> None:
        if seen := self._round(who, which):
            game, number, revision = seen
            self._queue(
                who,
                lambda now: corrected(find(now, game, number), revision, declaration),
                lambda at, key: correct_round(
                    access=at, key=key, game=game, round_number=number, revision=revision, declaration=declaration
                ),
                late=late,
            )

    @rule(who=WHO, which=st.integers(0, 30), late=LATE)
    def void(self, who: int, which: int, late: bool) -> None:
        if seen := self._round(who, which):
            game, number, revision = seen
            self._queue(
                who,
                lambda now: voided(find(now, game, number), revision),
                lambda at, key: void_round(access=at, key=key, game=game, round_number=number, revision=revision),
                late=late,
            )

    @precondition(lambda self: any(phone.shows.next_undo for phone in self.phones))
    @rule(who=WHO, late=LATE)
    def take_back(self, who: int, late: bool) -> None:
        who = who if self.phones[who].shows.next_undo else 1 - who
        newest = self.phones[who].shows.next_undo
        seen = newest.revision if newest else None
        self._queue(
            who,
            lambda now: undone(now, seen),
            lambda at, key: undo(access=at, key=key, revision=seen),
            late=late,
        )

    @rule(who=WHO, keep=st.booleans(), late=LATE)
    def finish_or_decide(self, who: int, keep: bool, late: bool) -> None:
        shows = self.phones[who].shows
        game, seen = shows.current.number, shows.revision
        if shows.current.needs_attention:
            self._queue(
                who,
                lambda now: "new" if now.revision == seen else "stale",
                lambda at, key: decide_after_end(access=at, key=key, game=game, revision=seen, keep=keep),
                late=late,
            )
        else:
            self._queue(
                who,
                lambda now: decided(now, game, seen, "game_finished" if now.current.over else ""),
                lambda at, key: finish_game(access=at, key=key, game=game, revision=seen),
                late=late,
            )

    @precondition(lambda self: any(phone.shows.current.over for phone in self.phones))
    @rule(who=WHO, late=LATE)
    def reopen(self, who: int, late: bool) -> None:
        who = who if self.phones[who].shows.current.over else 1 - who
        shows = self.phones[who].shows
        game, seen = shows.current.number, shows.revision
        self._queue(
            who,
            lambda now: decided(now, game, seen, "" if now.current.over else "game_not_finished"),
            lambda at, key: reopen_game(access=at, key=key, game=game, revision=seen),
            late=late,
        )

    @rule(who=WHO, late=LATE)
    def swap(self, who: int, late: bool) -> None:
        shows = self.phones[who].shows
        game, seen = shows.current.number, shows.revision
        self._queue(
            who,
            lambda now: decided(now, game, seen, ""),
            lambda at, key: swap_seats(access=at, key=key, game=game, first=0, second=1, revision=seen),
            late=late,
        )

    @precondition(lambda self: any(phone.shows.current.over for phone in self.phones))
    @rule(who=WHO, late=LATE)
    def next_game(self, who: int, late: bool) -> None:
        who = who if self.phones[who].shows.current.over else 1 - who
        self._queue(
            who,
            lambda now: "new" if now.current.over else "game_not_finished",
            lambda at, key: start_game(access=at, key=key),
            late=late,
        )

    @precondition(lambda self: self.phones[0].waiting or self.phones[1].waiting)
    @rule(who=WHO, which=st.integers(0, 30), twice=st.booleans())
    def deliver(self, who: int, which: int, twice: bool) -> None:
        """What waited arrives: any of it, perhaps with the answer lost, so that it is sent again."""
        me = self.phones[who] if self.phones[who].waiting else self.phones[1 - who]
        pending = me.waiting.pop(which % len(me.waiting))
        self._send(me, pending)
        if twice:
            self._send(me, pending)

    @precondition(lambda self: self.phones[0].waiting or self.phones[1].waiting)
    @rule(who=WHO)
    def flush(self, who: int) -> None:
        """The connection is back: all that waited on a phone is sent, in order."""
        me = self.phones[who]
        while me.waiting:
            self._send(me, me.waiting.pop(0))

    @precondition(lambda self: self.phones[0].sent or self.phones[1].sent)
    @rule(who=WHO, which=st.integers(0, 30))
    def retry(self, who: int, which: int) -> None:
        """Something that was sent long ago arrives once more."""
        me = self.phones[who] if self.phones[who].sent else self.phones[1 - who]
        self._send(me, me.sent[which % len(me.sent)])

    @precondition(lambda self: not all(phone.revoked for phone in self.phones))
    @rule(who=WHO, how=st.integers(0, 5))
    def revoke(self, who: int, how: int) -> None:
        """The owner revokes a phone's link, once in a while."""
        me = self.phones[who]
        if how == 0 and not me.revoked:
            revoke_link(access=self.owner.access, link_id=me.access.link.pk)
            me.revoked = self.reached = True
            self.counts["revoked"] += 1

    @precondition(lambda self: any(phone.revoked for phone in self.phones))
    @rule(who=WHO)
    def let_in_again(self, who: int) -> None:
        """A phone takes up a link once more; what waits on it is not lost."""
        me = self.phones[who]
        if me.revoked:
            me.access, me.revoked, self.reached = self._link(), False, True

    @invariant()
    def the_audit_finds_nothing(self) -> None:
        self.counts["steps"] += 1
        if self.reached:  # else nothing was asked of the server since it was audited last
            table = self.owner.table
            assert [difference_text(found) for found in differences_at(table)] == []
            assert sheet_of(table) == self.now
            self.counts["audits"] += 1
        self.reached = False

    def _link(self) -> Access:
        made = create_link(access=self.owner.access, role=Role.SCORE, label="Phone")
        return accept_link(secret=made.secret, device=make_device(label="Phone").device)

    def _round(self, who: int, which: int) -> tuple[int, int, int] | None:
        """Game, number and revision of some round on the sheet that a phone shows."""
        lines = [(game.number, x.number, x.revision) for game in self.phones[who].shows.games for x in game.rounds]
        return lines[which % len(lines)] if lines else None

    def _queue(
        self,
        who: int,
        answer: Callable[[TableSheet], str],
        write: Callable[[Access, str], WriteResult],
        *,
        late: bool,
    ) -> None:
        self.keys += 1
        pending = PendingWrite(f"key {self.keys}", answer, write)
        if late:
            self.phones[who].waiting.append(pending)
        else:
            self._send(self.phones[who], pending)

    def _send(self, me: Phone, pending: PendingWrite) -> None:
        if me.revoked:
            expected = "link_revoked"
        elif pending.key in self.written:
            expected = "replayed"
        else:
            expected = pending.answer(self.now)
        self.reached = True
        result = outcome(lambda: pending.write(me.access, pending.key))
        assert result == expected
        revision, before = self.owner.table.revision, self.now.revision
        assert (revision > before) is (result == "new")
        if result == "new":
            self.now = sheet(self.owner)
            self.written[pending.key] = revision
        if not me.revoked:
            me.shows = self.now
        me.sent.append(pending)
        self.counts[result] += 1


def recorded(now: GameSheet, game: int, number: int, declaration: Declaration) -> str:
    """The answer to a round."""
    there = next((x for x in now.rounds if x.number == number), None)
    if game != now.number:
        return "wrong_game"
    if there is None:
        return "missing_rounds" if number > now.next_round else "game_finished" if now.over else "new"
    if there.void:
        return "round_void"
    return "already_recorded" if entry_facts(there.latest) == round_facts(declaration) else "round_conflict"


def corrected(there: RoundLine | None, seen: int, declaration: Declaration) -> str:
    """The answer to a correction."""
    if there is None:
        return "gone"
    if not there.void and entry_facts(there.latest) == round_facts(declaration):
        return "already_recorded"
    return "new" if there.revision == seen else "stale"


def voided(there: RoundLine | None, seen: int) -> str:
    """The answer to somebody who strikes a round."""
    if there is None:
        return "gone"
    if there.revision != seen:
        return "stale"
    return "round_void" if there.void else "new"


def undone(now: TableSheet, seen: int | None) -> str:
    """The answer to an undo."""
    if now.next_undo is None:
        return "nothing_to_undo"
    if seen is None:
        return "revision_required"
    return "new" if now.next_undo.revision == seen else "stale"


def decided(now: TableSheet, game: int, seen: int, refusal: str) -> str:
    """The answer to a decision about the game under way."""
    if game != now.current.number:
        return "wrong_game"
    return "stale" if seen != now.revision else refusal or "new"


def find(now: TableSheet, game: int, number: int) -> RoundLine | None:
    """A round on a sheet."""
    lines = (x for played in now.games if played.number == game for x in played.rounds)
    return next((x for x in lines if x.number == number), None)


def run(steps: int) -> str:
    """Do at least so many steps, the same every time for a seed; return what was done, for people."""
    Evening.counts.clear()
    run_state_machine_as_test(
        seed(SEED)(Evening),
        settings=settings(
            # Some evenings are shorter.
            max_examples=steps // (STEPS - 12) + 2,
            stateful_step_count=STEPS,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
    counts = dict(Evening.counts)
    done, audits = counts.pop("steps"), counts.pop("audits")
    assert done >= steps, f"{done} steps of {steps}"
    text = ", ".join(f"{times} {how}" for how, times in sorted(counts.items(), key=lambda one: -one[1]))
    return f"{done} steps, seed {SEED}, {audits} audits, 0 differences ({text})"
