"""A round as a page posted it, told by its counts or by its cards: where it goes, what stops it, how it is written."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.forms.entry import Place, conflict_view, preview_of
from games.forms.round_form import TypedRound
from games.pages import ConflictView, Notice
from games.refusals import Refused
from games.rules.declaration import Told
from games.rules.ledger import LONGEST_KEY, Body, round_facts
from games.rules.sheet import RoundLine
from games.selectors.ledger import round_under_key
from games.services.ledger import Written
from games.services.questions import keep_version
from games.services.rounds import correct_round, enter_round
from games.views.table import AtTable
from games.wording import clock, refusal_text

ASK_FIRST = 422
"""The status of "is that so?": nothing was refused for good, nothing was saved."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The round form as it came: where the round goes, what was typed, and how it was meant.

    ``revision`` is that of the round its writer has seen, None where there was none yet. ``misplaced`` is set where the
    form names a game or a round that is not to be had; ``place`` is then where a round could go now.
    """

    place: Place
    typed: TypedRound
    key: str
    seating: int | None
    revision: int | None
    confirmed: bool
    misplaced: Refused | None


def posted_from(
    data: Mapping[str, str],
    at: AtTable,
    read: Callable[[Place, Sequence[Body]], TypedRound],
    place: Place | None = None,
) -> Posted:
    """What was posted: ``data`` are its fields, ``read`` reads the round for its place after so many swaps of seats.

    Without a ``place`` the fields name it.
    """
    misplaced = None
    key, seen = data.get("key", "")[: LONGEST_KEY + 1], whole_number(data.get("revision", ""))
    if place is None and data.get("as_next") == "yes":
        # Two phones told different rounds under one number, and both were played: this one comes after the other.
        key, seen = f"{key}:next", None
        tapped_before = round_under_key(at.table, key)
        place = at.place(at.sheet.current, tapped_before or at.sheet.current.next_round)
    if place is None:
        place, misplaced = _place_of(data, at)
    seating = whole_number(data.get("seating", ""))
    swaps = [] if seating is None else [e.body for e in place.game.swaps if e.revision > seating]
    return Posted(
        place=place,
        typed=read(place, swaps),
        key=key,
        seating=seating,
        revision=seen,
        confirmed=data.get("confirm") == "yes",
        misplaced=misplaced,
    )


def _place_of(data: Mapping[str, str], at: AtTable) -> tuple[Place, Refused | None]:
    """Where the form's round goes; the next place with the refusal where the one it names is not to be had."""
    number, current = whole_number(data.get("round", "")), at.sheet.current
    game = next((g for g in at.sheet.games if g.number == whole_number(data.get("game", ""))), None)
    if game is None:
        return at.place(current), Refused("wrong_game", current=current.number)
    place = at.place(game, number)
    if number is not None and (place.line or number == game.next_round):
        return place, None
    missing = [game.next_round] if number is None or number > game.next_round else []
    if game.over and missing:
        return at.place(current), Refused("game_finished")
    return at.place(game), Refused("missing_rounds", missing=missing) if missing else Refused(
        "unknown_round", round=number
    )


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why a form is not saved as it came: a status, and the sentences that belong to no field."""

    status: int
    errors: tuple[str, ...] = ()


def hindrance(posted: Posted) -> Hindrance | None:
    """What keeps the form from being saved, whoever else saved what; None where nothing does."""
    if posted.misplaced:
        status = 409 if posted.misplaced.code == "unknown_round" else posted.misplaced.status
        return Hindrance(status, (refusal_text(posted.misplaced),))
    if posted.seating != posted.place.seating:
        why = Refused("seats_changed")
        return Hindrance(why.status, (refusal_text(why),))
    if posted.typed.told is None:
        return Hindrance(400)
    told = preview_of(posted.place, posted.typed, confirmed=posted.confirmed)
    return Hindrance(ASK_FIRST) if told.ask else None


def write(at: AtTable, posted: Posted) -> Written:
    """Enter the round, or correct the one its writer has seen. Raises Refused and Illegal as the use cases do."""
    place, declaration = posted.place, posted.typed.told
    if declaration is None:
        raise ValueError("a round is written once it is complete")
    if posted.revision is not None:
        return correct_round(
            access=at.access,
            key=posted.key,
            game=place.game.number,
            round_number=place.number,
            revision=posted.revision,
            declaration=declaration,
            reason=posted.typed.reason,
            seating=place.game.seating,
        )
    return enter_round(
        access=at.access,
        key=posted.key,
        game=place.game.number,
        round_number=place.number,
        declaration=declaration,
        reason=posted.typed.reason,
        seating=place.game.seating,
    )


def both_played(at: AtTable, data: Mapping[str, str]) -> None:
    """Two phones told different rounds under one number, and the other one was saved as the next: no question is left.

    If somebody has decided in the meantime, that stands.
    """
    question = whole_number(data.get("question", ""))
    if data.get("as_next") != "yes" or question is None:
        return
    with suppress(Refused):
        seen = whole_number(data.get("revision", ""))
        keep_version(access=at.access, key=f"both:{question}:{seen}", questions=[question], revision=seen)


def saved(written: Written) -> Notice:
    """What is said once a round is saved, also where another phone was faster."""
    if written.how == "already_recorded":
        return Notice(
            "good",
            _("Round %(number)d was already entered by %(who)s at %(time)s, with the same numbers.")
            % {"number": written.round, "who": written.by, "time": clock(written.at)},
        )
    return Notice("good", _("Round %(number)d saved") % {"number": written.round})


def conflict_at(at: AtTable, place: Place, why: Refused, typed: Told | None) -> ConflictView | None:
    """Both versions, where the refusal is about another phone's version of the same round."""
    line: RoundLine | None = place.line
    if why.code not in ("round_conflict", "stale", "idempotency_key_reused") or line is None or typed is None:
        return None
    asked = at.reports.question(place.game.number, line.number)
    told = round_facts(typed)
    own = next((v.first.id for v in asked.versions if v.first.facts == told), 0) if asked else 0
    return conflict_view(place, line, typed, own)


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits, or None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
