"""A submitted round, by counts or by cards: read it, find what prevents saving it, and save it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.forms.table.round_form import TypedRound
from games.forms.typed_values import parse_whole_number
from games.pages.table.entry import ConflictContext, Preview
from games.pages.table.round_form_page import RoundSlot, conflict_view, round_preview
from games.pages.table.table import Notice
from games.refusals import RefusedError
from games.rules.declaration import RoundDeclaration
from games.rules.ledger import LONGEST_KEY, Body, round_facts
from games.rules.sheet import RoundLine
from games.selectors.table.ledger import round_by_key
from games.services.table.ledger import WriteResult
from games.services.table.open_again import Decision
from games.services.table.questions import keep_version
from games.services.table.rounds import correct_round, enter_round
from games.views.table.table import TableSnapshot
from games.wording.labels import author_text
from games.wording.refusals import refusal_text
from games.wording.words import time_text

NEEDS_CONFIRMATION = 422
"""The status of a form that needs a confirmation: nothing was refused, and nothing was saved."""


@dataclass(frozen=True, slots=True)
class RoundSubmission:
    """A submitted round form: the slot of the round, what was typed, and how it was meant.

    ``revision`` is that of the round which the user had seen, None if there was none yet. ``misplaced`` is set if the
    form names a game or a round that can't be entered; ``slot`` is then where a round could go now. ``decision`` is
    about a game that the change opens again; with ``asks`` such a change isn't saved without one.
    """

    slot: RoundSlot
    typed: TypedRound
    key: str
    seating: int | None
    revision: int | None
    confirmed: bool
    misplaced: RefusedError | None
    decision: Decision = ""
    asks: bool = True


def read_submission(
    data: Mapping[str, str],
    snapshot: TableSnapshot,
    read: Callable[[RoundSlot, Sequence[Body]], TypedRound],
    slot: RoundSlot | None = None,
) -> RoundSubmission:
    """Read the fields ``data`` of a round form. ``read`` reads the round for its slot, after swaps of seats.

    Without a ``slot`` the fields name it.
    """
    misplaced = None
    key, seen_revision = data.get("key", "")[: LONGEST_KEY + 1], parse_whole_number(data.get("revision", ""))
    if slot is None and data.get("as_next") == "yes":
        # Two phones entered different rounds under one number, and both were played: this one becomes the next.
        key, seen_revision = f"{key}:next", None
        number_of_first_try = round_by_key(snapshot.table, key)
        slot = snapshot.round_slot(snapshot.sheet.current, number_of_first_try or snapshot.sheet.current.next_round)
    if slot is None:
        slot, misplaced = _slot_in(data, snapshot)
    seating = parse_whole_number(data.get("seating", ""))
    swaps = [] if seating is None else [e.body for e in slot.game.swaps if e.revision > seating]
    return RoundSubmission(
        slot=slot,
        typed=read(slot, swaps),
        key=key,
        seating=seating,
        revision=seen_revision,
        confirmed=data.get("confirm") == "yes",
        misplaced=misplaced,
        decision=parse_decision(data),
    )


def _slot_in(data: Mapping[str, str], snapshot: TableSnapshot) -> tuple[RoundSlot, RefusedError | None]:
    """Return the slot that the form names; if it can't be entered, the next slot and the refusal."""
    number, current = parse_whole_number(data.get("round", "")), snapshot.sheet.current
    game = next((g for g in snapshot.sheet.games if g.number == parse_whole_number(data.get("game", ""))), None)
    if game is None:
        return snapshot.round_slot(current), RefusedError("wrong_game", current=current.number)
    slot = snapshot.round_slot(game, number)
    if number is not None and slot.line is None and not game.over and game.number != current.number:
        # Another game is being played: the table has turned back to an earlier one, or on to this one's successor.
        return snapshot.round_slot(current), RefusedError("wrong_game", game=game.number, current=current.number)
    if number is not None and (slot.line or number == game.next_round):
        return slot, None
    missing = [game.next_round] if number is None or number > game.next_round else []
    if game.over and missing:
        return snapshot.round_slot(current), RefusedError("game_finished")
    return snapshot.round_slot(game), RefusedError("missing_rounds", missing=missing) if missing else RefusedError(
        "unknown_round", round=number
    )


@dataclass(frozen=True, slots=True)
class SubmissionProblem:
    """Why a form isn't saved as it is: a status, and the errors that belong to no field."""

    status: int
    errors: tuple[str, ...] = ()


def problem_of(submission: RoundSubmission) -> SubmissionProblem | None:
    """Return what prevents saving the form, whatever others have saved; None if nothing does."""
    if submission.misplaced:
        status = 409 if submission.misplaced.code == "unknown_round" else submission.misplaced.status
        return SubmissionProblem(status, (refusal_text(submission.misplaced),))
    if submission.seating != submission.slot.seating_revision:
        refusal = RefusedError("seats_changed")
        return SubmissionProblem(refusal.status, (refusal_text(refusal),))
    if submission.typed.declaration is None:
        return SubmissionProblem(400)
    preview = preview_of(submission)
    undecided = submission.asks and preview.choice is not None and not submission.decision
    return SubmissionProblem(NEEDS_CONFIRMATION) if preview.question or undecided else None


def preview_of(submission: RoundSubmission) -> Preview:
    """Return the preview of a submitted round."""
    return round_preview(
        submission.slot, submission.typed, confirmed=submission.confirmed, decision=submission.decision
    )


def save_submission(snapshot: TableSnapshot, submission: RoundSubmission) -> WriteResult:
    """Enter the round, or correct the one that the user had seen.

    Raises RefusedError and RulesError as the services do.
    """
    slot, declaration = submission.slot, submission.typed.declaration
    if declaration is None:
        raise ValueError("a round is written once it is complete")
    if submission.revision is not None:
        return correct_round(
            access=snapshot.access,
            key=submission.key,
            game=slot.game.number,
            round_number=slot.number,
            revision=submission.revision,
            declaration=declaration,
            reason=submission.typed.reason,
            seating=slot.game.seating,
            decision=submission.decision,
        )
    return enter_round(
        access=snapshot.access,
        key=submission.key,
        game=slot.game.number,
        round_number=slot.number,
        declaration=declaration,
        reason=submission.typed.reason,
        seating=slot.game.seating,
    )


def close_question(snapshot: TableSnapshot, data: Mapping[str, str]) -> None:
    """Close the question about a round if both versions were played and this one was saved as the next round.

    If somebody has decided it in the meantime, that decision stays.
    """
    question = parse_whole_number(data.get("question", ""))
    if data.get("as_next") != "yes" or question is None:
        return
    with suppress(RefusedError):
        seen_revision = parse_whole_number(data.get("revision", ""))
        keep_version(
            access=snapshot.access, key=f"both:{question}:{seen_revision}", questions=[question], revision=seen_revision
        )


def saved_notice(written: WriteResult) -> Notice:
    """Return the notice after a round was saved, also if another phone was faster."""
    if written.status == "already_recorded":
        return Notice(
            "good",
            _("Round %(number)d was already entered by %(who)s at %(time)s, with the same numbers.")
            % {"number": written.round, "who": author_text(written.by), "time": time_text(written.at)},
        )
    return Notice("good", _("Round %(number)d saved") % {"number": written.round})


def conflict_in(
    snapshot: TableSnapshot, slot: RoundSlot, refusal: RefusedError, typed: RoundDeclaration | None
) -> ConflictContext | None:
    """Return both versions if the refusal is about another phone's version of the same round."""
    line: RoundLine | None = slot.line
    if refusal.code not in ("round_conflict", "stale", "idempotency_key_reused") or line is None or typed is None:
        return None
    question = snapshot.reports.question_about(slot.game.number, line.number)
    facts = round_facts(typed)
    own_version_id = (
        next((version.first.id for version in question.versions if version.first.facts == facts), 0) if question else 0
    )
    return conflict_view(slot, line, typed, own_version_id)


def parse_decision(data: Mapping[str, str]) -> Decision:
    """Return what a form says about a game that its change opens again; "" for nothing, or anything else."""
    decisions: dict[str, Decision] = {"end": "end", "resume": "resume"}
    return decisions.get(data.get("after", ""), "")
