"""The round form as a page is given it: strips, fields, preview, and two versions where phones disagree."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from games.forms.round_form import TypedRound, doubts_about, typed_from
from games.models import Table
from games.pages import Choice, ConflictView, EntryForm, EntrySeat, Preview
from games.rules.declaration import Declaration
from games.rules.game import Tally
from games.rules.ledger import RoundTold
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, score_round
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.addresses import at_table
from games.selectors.game_view import what_was_told
from games.wording import arithmetic, outcome, what_happened


@dataclass(frozen=True, slots=True)
class Place:
    """Where a round goes: its table, its game on the sheet, the names by seat, and the line there if there is one.

    ``line`` is what a correction changes; a round that was undone is entered again as one.
    """

    table: Table
    game: GameSheet
    names: Sequence[str]
    line: RoundLine | None = None

    @property
    def number(self) -> int:
        """The round's number."""
        return self.line.number if self.line else self.game.next_round

    @property
    def seating(self) -> int:
        """The revision of the game's last swap of seats: a form made before it has the names the wrong way round."""
        return self.game.swaps[-1].revision if self.game.swaps else 0

    @property
    def before(self) -> RoundLine | None:
        """The last round that counts before this one."""
        counted = [x for x in self.game.rounds if x.counts and x.number < self.number]
        return counted[-1] if counted else None


def entry_form(
    place: Place,
    *,
    action: str,
    revision: int | None,
    correction: bool,
    typed: TypedRound | None = None,
    key: str = "",
    confirmed: bool = False,
    conflict: ConflictView | None = None,
    errors: Sequence[str] = (),
) -> EntryForm:
    """The form for the round at ``place``, filled with ``typed`` where somebody typed something.

    ``revision`` is the one of the round that the writer has seen, None where the round was not there yet. A form that
    is shown again keeps it: only who has been shown another phone's version may change that.
    """
    rules, line = place.game.rules, place.line
    if typed is None and correction and line is not None:
        typed = typed_from(line.told.declaration)
    typed = typed or TypedRound("", {})
    again = line is not None and line.void and not correction
    return EntryForm(
        action=action,
        preview_url=at_table(place.table, "preview/"),
        title=f"Change round {place.number}"
        if correction
        else f"Round {place.number}, again"
        if again
        else f"Round {place.number}",
        game=place.game.number,
        round=place.number,
        key=key or secrets.token_hex(16),
        seating=place.seating,
        revision=revision,
        ending=typed.ending,
        seats=tuple(_seat(seat, name, typed, rules) for seat, name in enumerate(place.names)),
        most_deadwood=rules.most_deadwood,
        hints=_hints(rules),
        preview=preview_of(place, typed, confirmed=confirmed) if typed.ending else None,
        errors=(*errors, *typed.general),
        conflict=conflict,
        reason=typed.reason,
        correction=correction,
        field_note="after layoffs" if rules.layoff != "never" else "",
        gin_note={"never": "", "unless_gin": "no layoffs after gin", "always": "after layoffs"}[rules.layoff],
    )


def preview_of(place: Place, typed: TypedRound, *, confirmed: bool) -> Preview:
    """What the typed round would score. What is unlikely asks once, unless it is ``confirmed``."""
    declaration, rules, names = typed.declaration, place.game.rules, place.names
    if declaration is None:
        if not typed.complete:
            return Preview("wait", _waiting_for(typed, names), (), "", (), ready=False)
        wrong = (*typed.general, *(typed.errors[seat] for seat in sorted(typed.errors)))
        return Preview("error", "", (), "", wrong, ready=False)
    result = score_round(declaration, rules)
    doubts = () if confirmed else doubts_about(declaration, rules, names, _previous(place))
    tone = {"undercut": "undercut", "dead": "dead", "void_gin": "dead"}.get(result.event.value, "win")
    return Preview(
        tone, _sentence(place, result, declaration), arithmetic(result, names), " ".join(doubts), (), ready=True
    )


def conflict_view(place: Place, line: RoundLine, typed: Declaration, change_url: str) -> ConflictView:
    """Both versions of a round that two phones told differently."""
    told = RoundTold(typed, score_round(typed, place.game.rules))
    return ConflictView(
        text=f"Round {line.number} is on the sheet already, with other numbers. Which is right?",
        saved="Void" if line.void else what_was_told(line.told, place.game, place.names),
        saved_by=line.history[-1].by,
        typed=what_was_told(told, place.game, place.names),
        change_url=change_url,
        revision=line.revision,
        as_next="" if place.game.over else f"Both were played: mine is round {place.game.next_round}",
    )


def _previous(place: Place) -> Declaration | None:
    return place.before.told.declaration if place.before else None


def _sentence(place: Place, result: RoundResult, declaration: Declaration) -> str:
    if not result.winners:
        return what_happened(declaration, result, place.game.rules, place.names)
    before = dict.fromkeys(range(len(place.names)), 0)
    boxes = dict(before)
    if place.before:
        before, boxes = dict(place.before.cumulative), dict(place.before.boxes)
    after = {seat: n + result.boxes.get(seat, 0) for seat, n in boxes.items()}
    start = "Undercut! " if result.event.value == "undercut" else ""
    end = " \u00b7 ends the game" if _ends_the_game(place, result) else ""
    return start + outcome(result, place.names, before, after) + end


def _ends_the_game(place: Place, result: RoundResult) -> bool:
    """Whether the game is over with this round, as far as rounds before it tell: one in their midst is not asked."""
    game = place.game
    if any(line.counts and line.number > place.number for line in game.rounds):
        return False
    before = place.before
    tally = Tally(game.rules, tuple(range(len(place.names))), game.dealer)
    if before:
        tally.cumulative |= before.cumulative
        tally.boxes |= before.boxes
    tally.add(result)
    return tally.final() is not None


def _waiting_for(typed: TypedRound, names: Sequence[str]) -> str:
    """What is still to be told; for a hand that nobody touched yet, by name."""
    ender = typed.ending.partition(":")[0]
    open_seats = [
        name for seat, name in enumerate(names) if str(seat) != ender and not typed.counts.get(seat, "").strip()
    ]
    return f"How much deadwood does {open_seats[0]} have?" if open_seats and ender.isdigit() else ""


def _seat(seat: int, name: str, typed: TypedRound, rules: RuleSet) -> EntrySeat:
    return EntrySeat(
        seat=seat,
        name=name,
        choices=_choices(seat, name, typed.ending, rules),
        field=f"deadwood-{seat}",
        value=typed.counts.get(seat, ""),
        error=typed.errors.get(seat, ""),
    )


def _choices(seat: int, name: str, ending: str, rules: RuleSet) -> tuple[Choice, ...]:
    """One player's strip: BIG, GIN, and a knock with 1 up to the limit."""
    gin = "Ginski" if rules.deck == "rumski70" else "gin"
    big_off = rules.big_gin_bonus is None
    choices = [
        Choice(
            value=f"{seat}:big_gin",
            label="BIG",
            spoken=f"{name} goes big {gin}",
            kind="big_gin",
            amount=0,
            checked=ending == f"{seat}:big_gin",
            disabled=big_off,
            reason=_hints(rules)[0] if big_off else "",
        ),
        Choice(
            value=f"{seat}:gin",
            label="GIN",
            spoken=f"{name} goes {gin}",
            kind="gin",
            amount=0,
            checked=ending == f"{seat}:gin",
            disabled=False,
            reason="",
        ),
    ]
    for amount in range(1, (rules.knock_limit or 0) + 1):
        value = f"{seat}:knock:{amount}"
        spoken = f"{name} knocks with {amount}"
        choices.append(Choice(value, str(amount), spoken, "knock", amount, ending == value, disabled=False, reason=""))
    return tuple(choices)


def _hints(rules: RuleSet) -> tuple[str, ...]:
    if rules.big_gin_bonus is not None:
        return ()
    return ("BIG is off: these rules do not play big gin.",)
