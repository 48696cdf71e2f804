"""Concurrent writes: threads with their own connections to a database in a file."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from games.models import AccessLink, Entry, Match, Report, Role, RoundCheck, Table, Verdict
from games.permissions import LeagueAccess
from games.rules.league.season import season_rules
from games.selectors.table.round_reports import reports_of
from games.services.devices import make_device
from games.services.season.checks import RoundVersion, check_rounds
from games.services.season.match_start import open_match
from games.services.sharing.links import create_link, revoke_link
from games.services.table.games import finish_game, undo
from games.services.table.questions import keep_version, take_version
from games.services.table.reports import MOST_QUESTIONS
from games.services.table.rounds import correct_round, enter_round
from games.services.table.tables import start_table
from tests.leagues import Club, club, state
from tests.makers import (
    Phone,
    assert_sound,
    current,
    dead,
    enter,
    gin,
    join,
    knock,
    line,
    link,
    outcome,
    revision,
    sheet,
    start,
    totals,
)

PHONES = 12
PATIENCE = 30  # seconds


@pytest.fixture
def ann(transactional_db: None) -> Iterator[Phone]:
    """A table with one round, +13 for Ann."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    yield phone
    assert_sound(phone)


def at_once(writes: Sequence[Callable[[], object]]) -> list[str]:
    """Do all of ``writes`` at the same moment; how each came out, in their order."""
    gate = threading.Barrier(len(writes))

    def one(write: Callable[[], object]) -> str:
        try:
            gate.wait(PATIENCE)
            return outcome(write)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(writes)) as threads:
        return list(threads.map(one, writes, timeout=PATIENCE))


def entering(phone: Phone, number: int, key: str, caught: int) -> Callable[[], object]:
    return lambda: enter_round(
        access=phone.access, key=key, game=1, round_number=number, declaration=knock(0, 1, caught)
    )


@pytest.fixture
def phones(ann: Phone) -> list[Phone]:
    return [join(ann, label=f"Phone {n}") for n in range(PHONES)]


def test_of_many_phones_with_the_same_round_one_writes_and_the_others_confirm(
    ann: Phone, phones: list[Phone], counted: Callable[[str], None]
) -> None:
    for number in (2, 3):
        outcomes = at_once([entering(phone, number, f"{number}/{n}", 11) for n, phone in enumerate(phones)])
        assert sorted(outcomes) == ["already_recorded"] * (PHONES - 1) + ["new"]
    assert (revision(ann), totals(ann)) == (4, [33, 0])
    confirmed = reports_of(ann.table, sheet(ann)).confirmed_by
    assert [len(confirmed[1, number]) for number in (2, 3)] == [PHONES - 1] * 2
    counted(
        f"2 rounds x {PHONES} phones, the same facts: 2 written, {Report.objects.count()} confirmations, 0 questions"
    )


def test_of_many_phones_with_different_rounds_one_writes_and_the_others_raise_questions(
    ann: Phone, phones: list[Phone], counted: Callable[[str], None]
) -> None:
    for number in (2, 3):
        outcomes = at_once([entering(phone, number, f"{number}/{n}", 11 + n) for n, phone in enumerate(phones)])
        assert sorted(outcomes) == ["new"] + ["round_conflict"] * (PHONES - 1)
        assert line(ann, number).latest.declaration == knock(0, 1, 11 + outcomes.index("new"))
    assert revision(ann) == 4
    open_questions = reports_of(ann.table, sheet(ann)).questions
    assert [len(question.versions) for question in open_questions] == [MOST_QUESTIONS] * 2
    assert (ann.table.report_count, Report.objects.count()) == (2 * MOST_QUESTIONS, 2 * MOST_QUESTIONS)
    counted(f"2 rounds x {PHONES} phones, other facts: 2 written, {Report.objects.count()} questions kept")


@pytest.mark.slow
def test_of_many_answers_to_one_question_the_first_counts(
    ann: Phone, phones: list[Phone], counted: Callable[[str], None]
) -> None:
    for number in (2, 3):
        enter(ann, knock(0, 1, 11))
        seen = line(ann, number).revision
        assert outcome(entering(phones[0], number, f"asks {number}", 21)) == "round_conflict"
        question = Report.objects.latest("pk").pk

        def keeping(n: int, question: int = question, seen: int = seen) -> Callable[[], object]:
            return lambda: keep_version(
                access=phones[n].access, key=f"keep {question} {n}", questions=[question], revision=seen
            )

        def taking(n: int, question: int = question, seen: int = seen) -> Callable[[], object]:
            return lambda: take_version(
                access=phones[n].access, key=f"take {question} {n}", question=question, revision=seen
            )

        outcomes = at_once([(keeping if n % 2 else taking)(n) for n in range(PHONES)])
        assert sorted(outcomes) == ["new"] + ["question_decided"] * (PHONES - 1)
        taken = outcomes.index("new") % 2 == 0
        assert Report.objects.latest("pk").decision == ("taken" if taken else "kept")
        assert line(ann, number).latest.declaration == knock(0, 1, 21 if taken else 11)
    counted(f"2 questions x {PHONES} answers at once: 2 stand")


@pytest.mark.slow
def test_a_report_and_a_correction_to_the_same_leave_no_question(ann: Phone, counted: Callable[[str], None]) -> None:
    """In either order: the report becomes a question and is answered, or it confirms the correction."""
    ben, met = join(ann), set[str]()
    for turn in range(12):
        seen, other = line(ann, 1).revision, knock(0, 7, 21 + turn)
        outcomes = at_once(
            [
                lambda seen=seen, other=other, turn=turn: correct_round(
                    access=ann.access, key=f"c{turn}", game=1, round_number=1, revision=seen, declaration=other
                ),
                lambda other=other, turn=turn: enter_round(
                    access=ben.access, key=f"r{turn}", game=1, round_number=1, declaration=other
                ),
            ]
        )
        assert outcomes[0] == "new"
        assert outcomes[1] in ("round_conflict", "already_recorded")
        met.add(outcomes[1])
        now = reports_of(ann.table, sheet(ann))
        assert (now.questions, now.confirmed_by) == ((), {(1, 1): ("Ben's phone",)})
    counted(f"12 corrections against reports of the same: 0 questions left, {len(met)} of 2 orders met")


def test_corrections_at_once_lose_nothing_that_was_typed(
    ann: Phone, phones: list[Phone], counted: Callable[[str], None]
) -> None:
    seen = line(ann, 1).revision

    def correcting(n: int) -> Callable[[], object]:
        return lambda: correct_round(
            access=phones[n].access, key=f"c{n}", game=1, round_number=1, revision=seen, declaration=knock(0, 7, 21 + n)
        )

    outcomes = at_once([correcting(n) for n in range(MOST_QUESTIONS + 1)])
    assert sorted(outcomes) == ["new"] + ["stale"] * MOST_QUESTIONS
    (open_questions,) = reports_of(ann.table, sheet(ann)).questions
    caught = {version.first.body.declaration.deadwood[1] for version in open_questions.versions}
    assert caught | {line(ann, 1).latest.declaration.deadwood[1]} == {21 + n for n in range(MOST_QUESTIONS + 1)}
    counted(f"{len(outcomes)} different corrections at once: 1 stands, {len(caught)} are questions, 0 lost")


def test_many_retries_of_one_round_are_one_round(ann: Phone) -> None:
    for number in (2, 3):
        outcomes = at_once([entering(ann, number, f"key {number}", 11)] * PHONES)
        assert sorted(outcomes) == ["new"] + ["replayed"] * (PHONES - 1)
    assert (revision(ann), totals(ann)) == (4, [33, 0])


@pytest.mark.slow
def test_one_key_for_many_different_rounds_is_one_round(ann: Phone, phones: list[Phone]) -> None:
    outcomes = at_once([entering(phone, 2, "key", 11 + n) for n, phone in enumerate(phones)])
    assert sorted(outcomes) == ["idempotency_key_reused"] * (PHONES - 1) + ["new"]
    assert revision(ann) == 3


def test_a_correction_and_a_new_round_both_stand(ann: Phone) -> None:
    ben = join(ann)
    for number in range(2, 7):
        seen = line(ann, 1).revision
        outcomes = at_once(
            [
                lambda seen=seen, number=number: correct_round(
                    access=ann.access,
                    key=f"c{number}",
                    game=1,
                    round_number=1,
                    revision=seen,
                    declaration=knock(0, 7, 20 + number),
                ),
                entering(ben, number, f"r{number}", 2),
            ]
        )
        assert outcomes == ["new", "new"]
        assert totals(ann) == [13 + number + (number - 1), 0]


def test_of_two_corrections_one_is_written_and_the_other_is_stale(ann: Phone) -> None:
    ben = join(ann)
    for turn in range(5):
        seen = line(ann, 1).revision
        outcomes = at_once(
            [
                lambda phone=phone, own=own, seen=seen, turn=turn: correct_round(
                    access=phone.access,
                    key=f"{turn}/{own}",
                    game=1,
                    round_number=1,
                    revision=seen,
                    declaration=knock(0, own, 30 + turn),
                )
                for own, phone in ((1, ann), (2, ben))
            ]
        )
        assert sorted(outcomes) == ["new", "stale"]
        assert totals(ann) == [30 + turn - 1 - outcomes.index("new"), 0]


@pytest.mark.slow
def test_undo_at_an_outdated_revision_is_refused(ann: Phone) -> None:
    ben = join(ann)
    for _ in range(5):
        before, seen = current(ann), revision(ann)
        last = before.rounds[-1].number
        outcomes = at_once(
            [
                lambda seen=seen: undo(access=ann.access, key=f"u{seen}", revision=seen),
                entering(ben, before.next_round, f"r{seen}", 2),
            ]
        )
        assert outcomes[1] == "new"
        assert outcomes[0] == ("new" if line(ann, last).void else "stale")
        assert line(ann, before.next_round).void is False
        assert revision(ann) == seen + outcomes.count("new")


@pytest.mark.slow
def test_an_end_and_a_round_come_one_after_the_other(ann: Phone) -> None:
    ben = join(ann)
    for turn in range(5):
        before, seen = current(ann), revision(ann)
        outcomes = at_once(
            [
                lambda seen=seen: finish_game(access=ann.access, key=f"f{seen}", game=1, revision=seen),
                entering(ben, before.next_round, f"r{seen}", 2),
            ]
        )
        assert outcomes == (["new", "game_finished"] if current(ann).over else ["stale", "new"])
        assert revision(ann) == seen + 1
        if current(ann).over:
            undo(access=ann.access, key=f"u{turn}", revision=revision(ann))


@pytest.mark.slow
def test_of_many_undos_of_one_entry_one_is_written(ann: Phone, phones: list[Phone]) -> None:
    outcomes = at_once(
        [lambda phone=phone, n=n: undo(access=phone.access, key=f"u{n}", revision=2) for n, phone in enumerate(phones)]
    )
    assert sorted(outcomes) == ["new"] + ["nothing_to_undo"] * (PHONES - 1)
    assert totals(ann) == [0, 0]


def test_the_round_that_ends_the_game_is_settled_once(ann: Phone, phones: list[Phone]) -> None:
    outcomes = at_once(
        [
            lambda phone=phone, n=n: enter_round(
                access=phone.access, key=f"k{n}", game=1, round_number=2, declaration=gin(0, 75)
            )
            for n, phone in enumerate(phones)
        ]
    )
    assert sorted(outcomes) == ["already_recorded"] * (PHONES - 1) + ["new"]
    assert (current(ann).over, ann.table.settled.count()) == (True, 2)


def test_a_link_switched_off_meanwhile_writes_before_or_not_at_all(ann: Phone) -> None:
    for turn in range(5):
        made = create_link(access=ann.access, role=Role.SCORE, label="Ben")
        ben = join(Phone(ann.access, "", {Role.SCORE: made.secret}))
        number = current(ann).next_round

        def off(made: object = made) -> object:
            revoke_link(access=ann.access, link_id=made.link.pk)  # type: ignore[attr-defined]
            return enter(ann, dead(), key=f"after {turn}")  # noqa: B023 - done before the loop goes on

        outcomes = at_once([off, entering(ben, number, f"r{turn}", 2)])
        assert outcomes[0] == "new"
        after = Entry.objects.get(key=f"after {turn}")
        mine = Entry.objects.filter(key=f"r{turn}").first()
        if outcomes[1] == "new":
            assert mine is not None
            assert mine.revision < after.revision
        else:
            assert (outcomes[1], mine) == ("link_revoked", None)


def test_a_double_tap_on_start_is_one_table(transactional_db: None) -> None:
    device = make_device(label="Ann's phone").device

    def begin() -> object:
        start_table(names=["Ann", "Ben"], preset="standard", house_rules={}, dealer=None, device=device, key="one tap")
        return type("Begun", (), {"status": "started"})

    assert at_once([begin] * 8) == ["started"] * 8
    assert Table.objects.count() == 1


@pytest.mark.slow
def test_the_last_free_link_is_given_once(ann: Phone) -> None:
    for _ in range(16):
        create_link(access=ann.access, role=Role.WATCH, label="One more")

    def more() -> object:
        create_link(access=ann.access, role=Role.WATCH, label="One more")
        return type("Made", (), {"status": "made"})

    assert sorted(at_once([more] * 8)) == ["made"] + ["too_many_links"] * 7
    assert AccessLink.objects.filter(table=ann.table, revoked_at=None).count() == 20
    assert link(ann.access, Role.OWNER).revoked_at is None


# Matches of a season.


def opponent_confirms() -> tuple[Club, list[LeagueAccess]]:
    """Ann's phone typed three rounds against Ben, the last ended the match; and the phones of both."""
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 60})
    people = [made.phone("Ann"), made.phone("Ben")]
    made.play(made.match("Ann", "Ben"), people[0], knock(0, 5, 20), knock(1, 2, 10), gin(0, 50))
    return made, people


def confirming(made: Club, access: LeagueAccess, *revisions: int) -> Callable[[], object]:
    rounds = [RoundVersion(1, number, seen) for number, seen in enumerate(revisions, 1)]

    def say() -> object:
        check_rounds(access=access, season=made.season, number=1, rounds=rounds, verdict=Verdict.CONFIRMED)
        return type("Said", (), {"status": "said"})

    return say


@pytest.mark.slow
def test_simultaneous_confirmations_are_recorded_once(transactional_db: None) -> None:
    made, (_, ben) = opponent_confirms()
    other = made.phone("Ben")
    assert at_once([confirming(made, ben, 2, 3, 4), confirming(made, other, 2, 3, 4)] * 4) == ["said"] * 8
    assert RoundCheck.objects.count() == 3
    assert state(Match.objects.get()) == ("played", True)


def test_a_confirmation_and_a_correction_leave_no_round_confirmed_that_nobody_saw(transactional_db: None) -> None:
    made, (ann, ben) = opponent_confirms()
    table = Phone(made.table(Match.objects.get(), ann), "", {})
    for turn in range(5):
        now = [x.revision for x in current(table).rounds]
        outcomes = at_once(
            [
                confirming(made, ben, *now),
                lambda turn=turn, seen=now[0]: correct_round(
                    access=table.access,
                    key=f"c{turn}",
                    game=1,
                    round_number=1,
                    revision=seen,
                    declaration=knock(0, 5, 21 + turn),
                ),
            ]
        )
        assert outcomes[1] == "new"
        assert outcomes[0] in ("said", "stale")
        # Whichever came first: the round as it now is was not confirmed.
        assert state(Match.objects.get()) == ("played", False)


def test_eight_phones_that_open_a_match_at_once_sit_at_one_table(transactional_db: None) -> None:
    made = club()
    made.match("Ann", "Ben")
    phones = [made.phone(name) for name in ("Ann", "Ben") for _ in range(4)]

    def opening(access: LeagueAccess) -> Callable[[], object]:
        def sit_down() -> object:
            opened = open_match(access=access, season=made.season, number=1)
            return type("Opened", (), {"status": str(opened.table_id)})

        return sit_down

    assert len(set(at_once([opening(access) for access in phones]))) == 1
    assert Table.objects.count() == 1
