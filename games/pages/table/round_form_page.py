"""Build the round form as the page shows it: its fields, the preview, and both versions where phones disagree."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.forms.table.round_form import TypedRound, initial_round, knock_deadwood_is_typed, plausibility_warnings
from games.models import Table
from games.pages.cards.card_picker import card_picker
from games.pages.table.entry import ConflictContext, EntryForm, Preview
from games.pages.table.moved_end import end_notes
from games.pages.table.round_chips import entry_hands
from games.pages.table.round_view import round_sentence
from games.rules.declaration import RoundDeclaration
from games.rules.ledger import RoundEntered
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import team_pairings
from games.rules.teams import score_declaration
from games.selectors.table.table_paths import table_path
from games.wording.labels import author_text
from games.wording.outcomes import Gain, columns_text, final_score, gains, lead_text, win_text
from games.wording.scores import event_word, round_result_sentence, score_lines
from games.wording.words import in_a_row, listed, side_names


@dataclass(frozen=True, slots=True)
class RoundSlot:
    """The slot a round is entered in: its table, its game, the names by seat, and the line on the sheet if it has one.

    ``line`` is what a correction changes; entering an undone round again is a correction too.
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
        """The seats of each hand of the round: one hand, or several played at once in a team game."""
        if self.game.rules.seating == "teams":
            return team_pairings(len(self.names), self.number)
        return ((self.line.latest.declaration.active if self.line else self.game.next_active),)

    @property
    def rules(self) -> RuleSet:
        """The rules of the round; a round played before a change of rules keeps the old ones."""
        return self.line.rules if self.line else self.game.rules

    @property
    def seating_revision(self) -> int:
        """The revision of the game's last seat swap: a form made before it has the names the wrong way round."""
        return self.game.swaps[-1].revision if self.game.swaps else 0

    @property
    def misdeal_reason(self) -> str:
        """The reason of the misdeal, if the round on the sheet is one; else empty."""
        misdeal = self.line is not None and self.line.latest.result.event is Event.MISDEAL
        return self.line.history[-1].reason if self.line and misdeal else ""

    @property
    def previous_line(self) -> RoundLine | None:
        """The last counting round before this one."""
        counted = [x for x in self.game.rounds if x.counts and x.number < self.number]
        return counted[-1] if counted else None


def entry_form(
    slot: RoundSlot,
    *,
    action: str,
    revision: int | None,
    correction: bool,
    typed: TypedRound | None = None,
    key: str = "",
    confirmed: bool = False,
    decision: str = "",
    conflict: ConflictContext | None = None,
    errors: Sequence[str] = (),
) -> EntryForm:
    """Build the form for the round at ``slot``, filled in from ``typed`` if given.

    ``revision`` is the revision of the round that the user has seen, None if it did not exist. A form that is shown
    again keeps it: only somebody who has been shown another phone's version may replace that.
    """
    rules, line = slot.rules, slot.line
    if typed is None and correction and line is not None:
        typed = initial_round(line.latest.declaration, rules, slot.hands, slot.misdeal_reason)
    typed = typed or TypedRound({}, {})
    again = line is not None and line.void and not correction
    playing = [seat for hand in slot.hands for seat in hand]
    return EntryForm(
        action=action,
        preview_url=table_path(slot.table, "preview"),
        cards_url=table_path(slot.table, "round_cards", slot.game.number, slot.number)
        if correction
        else table_path(slot.table, "cards"),
        title=_title(slot.number, correction=correction, again=again),
        game=slot.game.number,
        round=slot.number,
        key=key or secrets.token_hex(16),
        seating=slot.seating_revision,
        revision=revision,
        started=typed.started,
        hands=entry_hands(slot.names, slot.hands, rules, typed),
        knock_deadwood_typed=knock_deadwood_is_typed(rules),
        card=card_picker(rules, typed),
        illegal_knock_text=""
        if rules.false_knock_penalty is not None
        else _("The knock wasn't legal. Play on: nothing is scored."),
        sitting_out=tuple(name for seat, name in enumerate(slot.names) if seat not in playing),
        most_deadwood=rules.most_deadwood,
        preview=round_preview(slot, typed, confirmed=confirmed, decision=decision) if typed.started else None,
        errors=(*errors, *typed.non_field_errors),
        conflict=conflict,
        reason=typed.reason,
        correction=correction,
        next_round=_next_round(slot),
        field_note=_deadwood_note(slot, "never" if rules.layoff == "never" else "always"),
        how_to=_how_to(slot),
        gin_note=_deadwood_note(slot, rules.layoff),
    )


def _how_to(slot: RoundSlot) -> str:
    """Return how a round is entered under the rules of ``slot``, with the words on its keys."""
    gin = event_word(Event.GIN, slot.rules)
    if knock_deadwood_is_typed(slot.rules):
        first = _("Nothing yet. Tap Knock or %(gin)s under the player who ended the round.") % {"gin": gin}
        return " ".join((first, _("Then type the deadwood, and save.")))
    first = _("Nothing yet. Tap the knocker's deadwood, or %(gin)s.") % {"gin": gin}
    others = len(slot.hands[0]) - 1
    then = ngettext(
        "Then type the other player's deadwood, and save.",
        "Then type the deadwood of the other %(n)d players, and save.",
        others,
    )
    if others == 2:
        then = _("Then type the deadwood of the other two, and save.")
    return " ".join((first, then % {"n": others}))


def _title(number: int, *, correction: bool, again: bool) -> str:
    """Return the form's heading: the round is changed, entered again, or new."""
    context = {"number": number}
    if correction:
        return _("Change round %(number)d") % context
    return (_("Round %(number)d, again") if again else _("Round %(number)d")) % context


def _next_round(slot: RoundSlot) -> int | None:
    """Return the next round's number if this round is new and everybody plays every round, else None."""
    everybody = slot.hands == (tuple(range(len(slot.names))),)
    new = slot.line is None or (slot.line.void and slot.number + 1 == slot.game.next_round)
    return slot.number + 1 if everybody and new else None


def _deadwood_note(slot: RoundSlot, layoffs: str) -> str:
    """Return the note under a deadwood field; ``layoffs`` is "never", "always", or "unless_gin" (not after gin).

    Where several fields are side by side, their labels are bare names, so the note says that it is deadwood.
    """
    several = len(slot.hands[0]) > 2 or knock_deadwood_is_typed(slot.rules)
    if layoffs == "always":
        return _("deadwood after layoffs") if several else _("after layoffs")
    if layoffs == "unless_gin":
        return _("deadwood, no layoffs after gin") if several else _("no layoffs after gin")
    return pgettext("under a count", "deadwood") if several else ""


def round_preview(slot: RoundSlot, typed: TypedRound, *, confirmed: bool, decision: str = "") -> Preview:
    """Return what the typed round would score. Unlikely facts must be confirmed once; ``confirmed`` says they were.

    ``decision`` is what was chosen for a game that the change opens again.
    """
    declaration, rules, names = typed.declaration, slot.rules, slot.names
    if declaration is None:
        if typed.all_errors:
            return Preview("error", errors=typed.all_errors, people=tuple(names))
        return Preview("wait", _waiting_for(slot, typed), people=tuple(names))
    result = score_declaration(declaration, rules)
    warnings = (
        ()
        if confirmed
        else (
            *plausibility_warnings(declaration, rules, names, _previous_declaration(slot)),
            *_lost_cards_warning(slot, declaration),
        )
    )
    shown = Preview(_tone(result), question=" ".join(warnings), ready=True, people=tuple(names))
    scores = bool(result.winners) or any(result.points.values())
    gained, score, ends = _score_after(slot, result) if scores else ((), "", False)
    if slot.line is not None:
        entered = RoundEntered(declaration, result)
        moved = end_notes(slot.table, slot.game, slot.number, entered, slot.names, decision=decision, says_end=ends)
        shown = replace(shown, notes=moved.notes, choice=moved.choice)
    if not scores:
        return replace(shown, sentence=round_result_sentence(declaration, result, rules, names))
    return replace(
        shown,
        event=_("Undercut!") if result.event is Event.UNDERCUT else "",
        gains=gained,
        score=score,
        arithmetic=score_lines(result, rules, names, side_names(rules, names)),
    )


def _lost_cards_warning(slot: RoundSlot, declaration: RoundDeclaration) -> tuple[str, ...]:
    """Return a warning if the typed numbers would replace cards that give another result."""
    saved = slot.line.latest.declaration if slot.line else None
    if saved is None or not saved.shown or declaration.shown or declaration == saved.counts_only:
        return ()
    return (_("These numbers don't match this round's cards. Save them without the cards?"),)


def _tone(result: RoundResult) -> str:
    if result.event is Event.UNDERCUT:
        return "undercut"
    return "win" if any(result.points.values()) or result.winners else "dead"


def conflict_view(slot: RoundSlot, line: RoundLine, typed: RoundDeclaration, question_id: int) -> ConflictContext:
    """Return both versions of a round that two phones entered differently; ``question_id`` is that of the typed one."""
    typed_round = RoundEntered(typed, score_declaration(typed, slot.rules))
    return ConflictContext(
        text=_("Round %(number)d is already on the sheet with different numbers. Which is right?")
        % {"number": line.number},
        saved=_("Deleted") if line.void else round_sentence(line.latest, slot.game, slot.names),
        saved_by=author_text(line.history[-1].by),
        typed=round_sentence(typed_round, slot.game, slot.names),
        change_url=table_path(slot.table, "save"),
        revision=line.revision,
        question=question_id,
        decide_url=table_path(slot.table, "questions"),
        as_next=""
        if slot.game.over
        else _("We played both: mine is round %(number)d") % {"number": slot.game.next_round},
    )


def _previous_declaration(slot: RoundSlot) -> RoundDeclaration | None:
    return slot.previous_line.latest.declaration if slot.previous_line else None


def _score_after(slot: RoundSlot, result: RoundResult) -> tuple[tuple[Gain, ...], str, bool]:
    """Return who gains how much by a round, how the game stands then, and whether that is its end."""
    tally, sides = slot.game.tally_before(slot.number), side_names(slot.rules, slot.names)
    tally.change(slot.rules)
    before = tally.standing.points
    entered = tally.add(result)
    after = tally.standing.points
    gained = gains(result, sides, before, after)
    end = None if _has_later_rounds(slot) else tally.final()
    if end is not None:
        won = win_text(end, final_score(slot.rules, end, after), sides)
        return gained, _("Game over: %(result)s") % {"result": won}, True
    if columns := tally.columns:
        several = len(entered) > 1
        texts = (columns_text(side, sides[side], columns, entered[side], named=several) for side in entered)
        return gained, in_a_row(texts), False
    return gained, lead_text(after, sides, [gain.side for gain in gained]), False


def _has_later_rounds(slot: RoundSlot) -> bool:
    """Whether counting rounds follow this one, so that it cannot end the game."""
    return any(line.counts and line.number > slot.number for line in slot.game.rounds)


def _waiting_for(slot: RoundSlot, typed: TypedRound) -> str:
    """Return what is missing next: a player's deadwood, the card, or how another hand ended."""
    if typed.missing:
        who = slot.names[_first_on_form(slot, typed.missing)]
        return _("How much deadwood does %(who)s have?") % {"who": who}
    if typed.card_error:
        return typed.card_error
    open_hands = [hand for n, hand in enumerate(slot.hands) if not typed.endings.get(n)]
    if not typed.started or not open_hands:
        return ""
    players = listed([slot.names[seat] for seat in open_hands[0]])
    return _("How did the round end for %(players)s?") % {"players": players}


def _first_on_form(slot: RoundSlot, seats: set[int]) -> int:
    """Return the first of ``seats`` in the order of the form."""
    return next(seat for hand in slot.hands for seat in hand if seat in seats)
