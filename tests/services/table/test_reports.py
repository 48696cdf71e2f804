"""A second phone's version of a round confirms it, or opens a question for a person to answer."""

from collections.abc import Sequence

import pytest

from games.models import Decision, Entry, Report, Role
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.declaration import Declaration
from games.rules.faults import RulesError
from games.rules.ledger import round_facts
from games.selectors.table.ledger import sheet_of
from games.selectors.table.round_reports import Reports, reports_of
from games.services.sharing.links import revoke_link
from games.services.table.games import swap_seats, undo
from games.services.table.ledger import WriteResult
from games.services.table.questions import keep_version, take_version
from games.services.table.reports import MOST_QUESTIONS
from games.services.table.rounds import correct_round
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    dead,
    enter,
    gin,
    join,
    knock,
    line,
    link,
    outcome,
    revision,
    start,
    totals,
    void,
)

ANNS, BENS, CLEOS = knock(0, 7, 20), knock(0, 7, 24), knock(1, 7, 24)
"""Three versions of one round."""


@pytest.fixture
def ann(ann: Phone) -> Phone:
    """The same with round 1 on the sheet: 13 for Ann."""
    enter(ann, ANNS)
    return ann


def now(phone: Phone, at: int | None = None) -> Reports:
    """The reports beside the ledger, as stored now, or as they were after entry ``at``."""
    table = phone.table
    return reports_of(table, sheet_of(table, at), at)


def open_versions(phone: Phone, number: int = 1) -> list[tuple[tuple[str, ...], Declaration]]:
    open_questions = now(phone).question_about(1, number)
    return [(v.by, v.first.body.declaration) for v in open_questions.versions] if open_questions else []


def report_difference(phone: Phone, declaration: Declaration, number: int = 1) -> int:
    """Say something else of a round; the number of the question."""
    assert outcome(lambda: enter(phone, declaration, number=number)) == "round_conflict"
    return Report.objects.filter(table=phone.access.table).latest("pk").pk


def keep(phone: Phone, *questions: int, key: str = "keep", seen: int | None = 0, number: int = 1) -> WriteResult:
    seen = line(phone, number).revision if seen == 0 else seen
    return keep_version(access=phone.access, key=key, questions=questions, revision=seen)


def take(
    phone: Phone, question: int, *, key: str = "take", seen: int | None = 0, others: Sequence[int] = (), number: int = 1
) -> WriteResult:
    seen = line(phone, number).revision if seen == 0 else seen
    return take_version(access=phone.access, key=key, question=question, others=others, revision=seen)


def decisions(phone: Phone) -> list[str]:
    return list(Report.objects.filter(table=phone.access.table, agrees=False).values_list("decision", flat=True))


# --- The same -------------------------------------------------------------------------------------------------------


def test_the_same_from_another_phone_confirms_the_round_once(ann: Phone, ben: Phone) -> None:
    assert [outcome(lambda: enter(ben, ANNS, number=1)) for _ in range(3)] == ["already_recorded"] * 3
    assert now(ann).confirmed_by == {(1, 1): ("Ben's phone",)}
    assert (Report.objects.count(), ann.table.report_count) == (1, 1)
    assert (ann.table.last_report_revision, revision(ann)) == (2, 2)
    assert now(ann).questions == ()


def test_phone_that_entered_a_round_cannot_confirm_it(ann: Phone) -> None:
    assert outcome(lambda: enter(ann, ANNS, number=1)) == "already_recorded"
    assert (Report.objects.count(), ann.table.report_count) == (0, 0)


def test_correction_to_the_same_facts_confirms_the_round(ann: Phone, ben: Phone) -> None:
    assert correct(ben, 1, ANNS).status == "already_recorded"
    assert now(ann).confirmed_by == {(1, 1): ("Ben's phone",)}


def test_programs_are_distinguished_by_their_links(ann: Phone) -> None:
    one, other = (Phone(_program(ann, role), "", {}) for role in (Role.SCORE, Role.OWNER))
    enter(one, dead(), number=2)
    assert outcome(lambda: enter(one, dead(), number=2)) == "already_recorded"
    assert now(ann).confirmed_by == {}
    assert outcome(lambda: enter(other, dead(), number=2)) == "already_recorded"
    assert now(ann).confirmed_by == {(1, 2): ("Owner",)}


def _program(phone: Phone, role: Role) -> Access:
    from games.selectors.access import access_by_token_link, link_by_secret

    return access_by_token_link(phone.table.public_id, link_by_secret(phone.secrets[role]))


def test_confirmation_does_not_carry_over_to_a_correction(ann: Phone, ben: Phone) -> None:
    cleo = join(ann, label="Cleo's phone")
    enter(ben, ANNS, number=1)
    correct(ann, 1, BENS)
    assert now(ann).confirmed_by == {}
    enter(cleo, BENS, number=1)
    assert now(ann).confirmed_by == {(1, 1): ("Cleo's phone",)}
    undo(access=ann.access, key="u", revision=3)
    assert now(ann).confirmed_by == {(1, 1): ("Ben's phone",)}
    void(ann, 1)
    assert now(ann).confirmed_by == {}


def test_a_round_that_is_entered_and_confirmed_both_ways_round(ann: Phone, ben: Phone) -> None:
    enter(ben, dead(), number=2)
    enter(ann, dead(), number=2)
    assert now(ann).confirmed_by == {(1, 2): ("Ann's phone",)}


# --- Something else -------------------------------------------------------------------------------------------------


def test_different_facts_become_a_question_and_change_nothing(ann: Phone, ben: Phone) -> None:
    report_difference(ben, BENS)
    assert open_versions(ann) == [(("Ben's phone",), BENS)]
    assert (revision(ann), totals(ann), Entry.objects.count()) == (2, [13, 0], 2)
    assert (ann.table.report_count, ann.table.last_report_revision) == (1, 2)
    row = Report.objects.get()
    assert (row.facts, row.revision, row.agrees) == (round_facts(BENS), 2, False)
    assert (row.device, row.link, row.by) == (ben.access.device, ben.access.link, "Ben's phone")
    assert_sound(ann)


def test_the_same_key_asks_once_and_no_key_says_two_things(ann: Phone, ben: Phone) -> None:
    for _ in range(3):
        assert outcome(lambda: enter(ben, BENS, key="k", number=1)) == "round_conflict"
    assert outcome(lambda: enter(ben, CLEOS, key="k", number=1)) == "idempotency_key_reused"
    assert outcome(lambda: enter(ben, BENS, key="k", number=2)) == "idempotency_key_reused"
    assert (Report.objects.count(), ann.table.report_count) == (1, 1)


def test_another_key_for_the_same_facts_of_one_phone_asks_nothing_new(ann: Phone, ben: Phone) -> None:
    for _ in range(3):
        assert outcome(lambda: enter(ben, BENS, number=1)) == "round_conflict"
    assert len(open_versions(ann)) == Report.objects.count() == 1


def test_the_key_of_a_question_writes_the_round_where_there_is_place_again(ann: Phone, ben: Phone) -> None:
    """The phone sends the same again, and now it may be a correction."""
    assert outcome(lambda: enter(ben, BENS, key="k", number=1)) == "round_conflict"
    written = correct_round(access=ben.access, key="k", game=1, round_number=1, revision=2, declaration=BENS)
    assert (written.status, totals(ann), decisions(ann)) == ("new", [17, 0], ["taken"])


def test_two_phones_with_one_other_version_are_one_question(ann: Phone, ben: Phone) -> None:
    cleo = join(ann, label="Cleo's phone")
    first = report_difference(ben, BENS)
    report_difference(cleo, BENS)
    report_difference(cleo, CLEOS)
    assert open_versions(ann) == [(("Ben's phone", "Cleo's phone"), BENS), (("Cleo's phone",), CLEOS)]
    keep(ann, first)
    assert open_versions(ann) == [(("Cleo's phone",), CLEOS)]
    assert decisions(ann) == ["kept", "kept", ""]


def test_author_of_a_round_may_report_another_version(ann: Phone) -> None:
    report_difference(ann, BENS)
    assert open_versions(ann) == [(("Ann's phone",), BENS)]


def test_illegal_round_makes_no_question(ann: Phone, ben: Phone) -> None:
    with pytest.raises(RulesError):
        enter(ben, knock(0, 11, 20), number=1)
    assert (Report.objects.count(), ann.table.report_count) == (0, 0)


def test_questions_of_a_round_are_limited(ann: Phone, ben: Phone) -> None:
    for n in range(MOST_QUESTIONS + 3):
        report_difference(ben, knock(0, 1, 30 + n))
    caught = [version.deadwood[1] for _, version in open_versions(ann)]
    assert caught == [30 + n for n in range(3, MOST_QUESTIONS + 3)]
    assert decisions(ann) == ["obsolete"] * 3 + [""] * MOST_QUESTIONS
    cleo = join(ann, label="Cleo's phone")
    assert outcome(lambda: enter(cleo, CLEOS, number=1)) == "round_conflict"
    assert len(open_versions(ann)) == MOST_QUESTIONS


def test_a_question_of_a_link_that_was_switched_off_stays(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, BENS)
    revoke_link(access=ann.access, link_id=link(ann.access, Role.SCORE).pk)
    assert outcome(lambda: enter(ben, CLEOS, number=1)) == "link_revoked"
    assert open_versions(ann) == [(("Ben's phone",), BENS)]
    assert take(ann, question).status == "new"


def test_correction_of_an_outdated_version_becomes_a_question(ann: Phone, ben: Phone) -> None:
    correct(ann, 1, CLEOS)
    with pytest.raises(RefusedError) as why:
        correct_round(
            access=ben.access,
            key="k",
            game=1,
            round_number=1,
            revision=2,
            declaration=BENS,
            reason="a card was under the table",
        )
    assert (why.value.code, why.value.context["line"].revision) == ("stale", 3)
    assert open_versions(ann) == [(("Ben's phone",), BENS)]
    assert take(ann, Report.objects.get().pk).revision == 4
    assert line(ann, 1).history[-1].reason == "a card was under the table"


def test_change_of_a_round_deleted_meanwhile_becomes_a_question(ann: Phone, ben: Phone) -> None:
    void(ann, 1)
    change = {"access": ben.access, "key": "k", "game": 1, "round_number": 1, "declaration": BENS}
    assert outcome(lambda: correct_round(revision=2, **change)) == "stale"
    assert open_versions(ann) == [(("Ben's phone",), BENS)]
    enter(ann, dead(), number=2)
    assert open_versions(ann) == [(("Ben's phone",), BENS)]
    assert take(ann, Report.objects.get().pk).status == "new"
    assert (totals(ann), line(ann, 1).void) == ([17, 0], False)


# --- The answer -----------------------------------------------------------------------------------------------------


def test_keeping_the_entered_round_adds_no_entry(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, BENS)
    assert keep(ben, question).status == "new"
    assert (open_versions(ann), totals(ann), revision(ann)) == ([], [13, 0], 2)
    row = Report.objects.get()
    assert (row.decision, row.decided_by, row.decided_device) == (Decision.KEPT, "Ben's phone", ben.access.device)
    assert ann.table.report_count == 2
    assert keep(ben, question).status == "replayed"
    assert ann.table.report_count == 2


def test_the_other_version_is_taken_by_a_correction(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, BENS)
    written = take(ann, question)
    assert (written.status, written.revision, written.by) == ("new", 3, "Ann's phone")
    assert (open_versions(ann), totals(ann), decisions(ann)) == ([], [17, 0], ["taken"])
    assert now(ann).confirmed_by == {(1, 1): ("Ben's phone",)}
    assert take(ann, question, seen=2).status == "replayed"
    assert revision(ann) == 3
    assert_sound(ann)


@pytest.mark.usefixtures("sealed")
def test_of_three_versions_one_is_taken_and_two_rejected(ann: Phone, ben: Phone) -> None:
    bens, cleos = report_difference(ben, BENS), report_difference(join(ann, label="Cleo's phone"), CLEOS)
    take(ann, cleos, others=[bens])
    assert decisions(ann) == ["kept", "taken"]
    assert open_versions(ann) == []


def test_unseen_version_stays_open(ann: Phone, ben: Phone) -> None:
    bens = report_difference(ben, BENS)
    report_difference(join(ann, label="Cleo's phone"), CLEOS)
    take(ann, bens)
    assert open_versions(ann) == [(("Cleo's phone",), CLEOS)]


def test_decision_on_an_outdated_version_is_refused(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, BENS)
    correct(ann, 1, CLEOS)
    assert outcome(lambda: keep(ben, question, seen=2)) == "stale"
    assert outcome(lambda: take(ben, question, seen=2)) == "stale"
    assert outcome(lambda: take(ben, question, seen=None)) == "revision_required"
    assert (decisions(ann), revision(ann)) == ([""], 3)


def test_first_answer_counts(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, BENS)
    keep(ann, question)
    with pytest.raises(RefusedError) as why:
        take(ben, question)
    assert (why.value.code, why.value.context["by"]) == ("question_decided", "Ann's phone")
    assert outcome(lambda: keep(ben, question, key="other")) == "question_decided"
    assert (revision(ann), decisions(ann)) == (2, ["kept"])


def test_only_scorers_decide_and_only_questions_of_this_table(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, BENS)
    eve, elsewhere = join(ann, Role.WATCH), start()
    enter(elsewhere, ANNS)
    assert outcome(lambda: keep(eve, question)) == "not_allowed"
    assert outcome(lambda: take(elsewhere, question, seen=2)) == "unknown_question"
    assert outcome(lambda: keep(ann)) == "unknown_question"
    enter(ben, ANNS, number=1)
    agreeing = Report.objects.get(agrees=True).pk
    assert outcome(lambda: take(ann, agreeing)) == "unknown_question"
    enter(ann, dead())
    second = report_difference(ben, gin(0, 3), number=2)
    assert outcome(lambda: keep(ann, question, second)) == "unknown_question"
    assert decisions(ann) == ["", ""]


def test_keys_of_other_use_cases_are_refused(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, BENS)
    enter(ann, dead(), key="dead", number=2)
    assert outcome(lambda: keep(ann, question, key="dead")) == "idempotency_key_reused"
    assert outcome(lambda: take(ann, question, key="dead")) == "idempotency_key_reused"
    keep(ann, question, key="k")
    other = report_difference(ben, CLEOS)
    assert outcome(lambda: keep(ann, other, key="k")) == "idempotency_key_reused"
    assert decisions(ann) == ["kept", ""]


# --- Answered by itself ---------------------------------------------------------------------------------------------


def test_a_correction_to_the_other_version_answers_the_question(ann: Phone, ben: Phone) -> None:
    report_difference(ben, BENS)
    correct(ann, 1, BENS)
    row = Report.objects.get()
    assert (row.decision, row.decided_by, row.until) == (Decision.TAKEN, "Ann's phone", 3)


@pytest.mark.parametrize("how", ["void", "undo"])
def test_deleted_round_has_no_questions(ann: Phone, ben: Phone, how: str) -> None:
    report_difference(ben, BENS)
    if how == "void":
        void(ann, 1)
    else:
        undo(access=ann.access, key="u", revision=2)
    row = Report.objects.get()
    assert (row.decision, row.decided_by, now(ann).questions) == (Decision.OBSOLETE, "", ())


def test_another_correction_leaves_the_question(ann: Phone, ben: Phone) -> None:
    report_difference(ben, BENS)
    correct(ann, 1, CLEOS)
    enter(ann, dead(), number=2)
    assert open_versions(ann) == [(("Ben's phone",), BENS)]


def test_versions_change_seats_with_their_round(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, CLEOS)  # Ben knocked, it says
    swap_seats(access=ann.access, key="s", game=1, first=0, second=1, revision=2)
    take(ann, question)
    assert totals(ann) == [0, 17]
    assert sheet_of(ann.table).current.seating == (1, 0)


def test_the_state_after_an_entry_never_changes(ann: Phone, ben: Phone) -> None:
    """A repeated request gets the same answer, whatever was reported in between."""
    enter(ben, dead(), number=2)
    question = report_difference(ben, BENS)
    enter(ann, dead(), number=3)
    before = now(ann, 2), now(ann, 3), now(ann, 4)
    enter(ann, dead(), number=2)
    keep(ann, question)
    later = report_difference(ben, CLEOS)
    take(ann, later)
    assert (now(ann, 2).questions, now(ann, 3).questions) == ((), ())
    assert [len(now(ann, at).questions) for at in (4, 5)] == [1, 0]
    assert (now(ann, 2).confirmed_by, now(ann, 3).confirmed_by, now(ann, 4).confirmed_by) == tuple(
        one.confirmed_by for one in before
    )
    assert now(ann, 5).confirmed_by == {(1, 1): ("Ben's phone",), (1, 2): ("Ann's phone",)}
