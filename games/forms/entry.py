"""The round form as a page is given it: its fields, the preview, and two versions where phones disagree."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.forms.card_picker import card_picker
from games.forms.round_form import TypedRound, counted, doubts_about, typed_from
from games.forms.strips import entry_hands, hints
from games.models import Table
from games.pages import ConflictView, EntryForm, Preview
from games.rules.declaration import Told
from games.rules.hollywood import Columns
from games.rules.ledger import RoundTold
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import pairings
from games.rules.teams import score_told
from games.selectors.addresses import at_table
from games.selectors.round_view import what_was_told
from games.wording import arithmetic, boxes, formula, listed, outcome, side_names, signed, what_happened


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
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each hand of the round: one hand, or between teams several at once."""
        if self.game.rules.seating == "teams":
            return pairings(len(self.names), self.number)
        return ((self.line.told.declaration.active if self.line else self.game.next_active),)

    @property
    def rules(self) -> RuleSet:
        """The rules the round is played under: those of the time, for one that was played before a change."""
        return self.line.rules if self.line else self.game.rules

    @property
    def seating(self) -> int:
        """The revision of the game's last swap of seats: a form made before it has the names the wrong way round."""
        return self.game.swaps[-1].revision if self.game.swaps else 0

    @property
    def misdealt(self) -> str:
        """What was wrong with the deal, where the round on the sheet is a misdeal with its reason."""
        misdeal = self.line is not None and self.line.told.result.event is Event.MISDEAL
        return self.line.history[-1].reason if self.line and misdeal else ""

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
    rules, line = place.rules, place.line
    if typed is None and correction and line is not None:
        typed = typed_from(line.told.declaration, rules, place.hands, place.misdealt)
    typed = typed or TypedRound({}, {})
    again = line is not None and line.void and not correction
    playing = [seat for hand in place.hands for seat in hand]
    return EntryForm(
        action=action,
        preview_url=at_table(place.table, "preview/"),
        title=_title(place.number, correction=correction, again=again),
        game=place.game.number,
        round=place.number,
        key=key or secrets.token_hex(16),
        seating=place.seating,
        revision=revision,
        started=typed.started,
        hands=entry_hands(place.names, place.hands, rules, typed),
        counted=counted(rules),
        card=card_picker(rules, typed),
        play_on=""
        if rules.false_knock_penalty is not None
        else _("A knock that was not legal: play on, nothing is written."),
        idle=tuple(name for seat, name in enumerate(place.names) if seat not in playing),
        most_deadwood=rules.most_deadwood,
        hints=hints(rules),
        preview=preview_of(place, typed, confirmed=confirmed) if typed.started else None,
        errors=(*errors, *typed.general),
        conflict=conflict,
        reason=typed.reason,
        correction=correction,
        next_round=_next_round(place),
        field_note=_note(place, "never" if rules.layoff == "never" else "always"),
        gin_note=_note(place, rules.layoff),
    )


def _title(number: int, *, correction: bool, again: bool) -> str:
    """What the form is headed: a round that is changed, entered once more, or new."""
    told = {"number": number}
    if correction:
        return _("Change round %(number)d") % told
    return (_("Round %(number)d, again") if again else _("Round %(number)d")) % told


def _next_round(place: Place) -> int | None:
    """The number of the round after this one, where that is a new one and everybody plays every round."""
    everybody = place.hands == (tuple(range(len(place.names))),)
    new = place.line is None or (place.line.void and place.number + 1 == place.game.next_round)
    return place.number + 1 if everybody and new else None


def _note(place: Place, layoffs: str) -> str:
    """What stands under a count, by whether there are ``layoffs``: "never", "always", "unless_gin" where not now.

    Where several stand side by side, their names leave no room to say of what.
    """
    several = len(place.hands[0]) > 2 or counted(place.rules)
    if layoffs == "always":
        return _("deadwood after layoffs") if several else _("after layoffs")
    if layoffs == "unless_gin":
        return _("deadwood no layoffs after gin") if several else _("no layoffs after gin")
    return pgettext("under a count", "deadwood") if several else ""


def preview_of(place: Place, typed: TypedRound, *, confirmed: bool) -> Preview:
    """What the typed round would score. What is unlikely asks once, unless it is ``confirmed``."""
    told, rules, names = typed.told, place.rules, place.names
    if told is None:
        if typed.wrong:
            return Preview("error", "", (), "", typed.wrong, ready=False)
        return Preview("wait", _waiting_for(place, typed), (), "", (), ready=False)
    result = score_told(told, rules)
    doubts = () if confirmed else (*doubts_about(told, rules, names, _previous(place)), *_cards_lost(place, told))
    sums = arithmetic(result, names, side_names(rules, names))
    return Preview(_tone(result), _sentence(place, result, told), sums, " ".join(doubts), (), ready=True)


def _cards_lost(place: Place, told: Told) -> tuple[str, ...]:
    """A question where numbers would take the place of cards that say otherwise."""
    there = place.line.told.declaration if place.line else None
    if there is None or not there.shown or told.shown or told == there.in_numbers:
        return ()
    return (_("This round has its cards, and they say otherwise. Save the numbers without the cards?"),)


def _tone(result: RoundResult) -> str:
    if result.event is Event.UNDERCUT:
        return "undercut"
    return "win" if any(result.points.values()) or result.winners else "dead"


def conflict_view(place: Place, line: RoundLine, typed: Told, question: int) -> ConflictView:
    """Both versions of a round that two phones told differently; ``question`` is the number of the typed one."""
    told = RoundTold(typed, score_told(typed, place.rules))
    return ConflictView(
        text=_("Round %(number)d is on the sheet already, with other numbers. Which is right?")
        % {"number": line.number},
        saved=_("Void") if line.void else what_was_told(line.told, place.game, place.names),
        saved_by=line.history[-1].by,
        typed=what_was_told(told, place.game, place.names),
        change_url=at_table(place.table, "rounds/"),
        revision=line.revision,
        question=question,
        decide_url=at_table(place.table, "questions/"),
        as_next=""
        if place.game.over
        else _("Both were played: mine is round %(number)d") % {"number": place.game.next_round},
    )


def _previous(place: Place) -> Told | None:
    return place.before.told.declaration if place.before else None


def _sentence(place: Place, result: RoundResult, told: Told) -> str:
    if not result.winners and not any(result.points.values()):
        return what_happened(told, result, place.rules, place.names)
    tally = place.game.tally_before(place.number)
    tally.change(place.rules)
    before = tally.standing.points
    entered = tally.add(result)
    ends = tally.final() is not None and not _in_the_midst(place)
    sides, columns = side_names(place.rules, place.names), tally.columns
    text = (
        "; ".join(_into_columns(side, sides, result, columns, entered[side]) for side in entered)
        if columns
        else outcome(result, sides, before, tally.standing)
    )
    if result.event is Event.UNDERCUT:
        # Translators: %(outcome)s is what a round comes to, as "Ann +13: 20 − 7 · 67 : 54".
        whole = _("Undercut! %(outcome)s · ends the game") if ends else _("Undercut! %(outcome)s")
        return whole % {"outcome": text}
    return _("%(outcome)s · ends the game") % {"outcome": text} if ends else text


def _into_columns(side: int, sides: Sequence[str], result: RoundResult, sheet: Columns, into: tuple[int, ...]) -> str:
    """What a side's entry makes of its games: "Ann +13: 20 − 7 · game 1: 67, 2: 13"."""
    sums = formula([line for line in result.lines if line.seat == side])
    totals = ", ".join(f"{n}: {sheet.columns[n - 1].standing.points[side]}" for n in into)
    told = f"{sides[side]} {signed(result.points[side])}" + (f": {sums}" if sums else "")
    if result.boxes[side]:
        told += f" \u00b7 {boxes(result.boxes[side])}"
    if not totals:
        return told
    # Translators: %(told)s is a side's entry, %(totals)s its games by number with their points: "1: 67, 2: 13".
    return _("%(told)s · game %(totals)s") % {"told": told, "totals": totals}


def _in_the_midst(place: Place) -> bool:
    """Whether rounds that count follow: then the end of the game is not this round's to say."""
    return any(line.counts and line.number > place.number for line in place.game.rounds)


def _waiting_for(place: Place, typed: TypedRound) -> str:
    """What is still to be told: a hand's deadwood, the card, then the hands that nobody touched yet, by name."""
    if typed.missing:
        who = place.names[_in_order(place, typed.missing)]
        return _("How much deadwood does %(who)s have?") % {"who": who}
    if typed.card_error:
        return typed.card_error
    untold = [hand for n, hand in enumerate(place.hands) if not typed.endings.get(n)]
    if not typed.started or not untold:
        return ""
    return _("How did %(players)s end?") % {"players": listed([place.names[seat] for seat in untold[0]])}


def _in_order(place: Place, seats: set[int]) -> int:
    """The first of ``seats`` as they stand on the form."""
    return next(seat for hand in place.hands for seat in hand if seat in seats)
