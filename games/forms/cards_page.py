"""The page of a round's cards: steps with a grid each, who ended it, layoffs, and the preview of the one scoring."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.forms.card_picker import card_picker, is_upcard
from games.forms.cards_form import TypedCards
from games.forms.cards_layoffs_page import fewest_text, layoffs_view
from games.forms.entry import Place, preview_of
from games.forms.round_form import looks_at_a_card
from games.pages import (
    CardsField,
    CardsForm,
    CardsOption,
    CardsSeat,
    ConflictView,
    HandView,
    Preview,
    UpcardView,
)
from games.rules.cards import Card
from games.rules.declaration import Ending, ShownHand
from games.rules.laying import without
from games.rules.layoffs import why_no_layoffs
from games.rules.melds import Kind, Meld, meld_of, order, window
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event
from games.rules.teams import score_told
from games.selectors.addresses import at_table
from games.selectors.cards_view import arrangeable, grid_view, hand_view, marked
from games.wording import (
    UPCARD_LIES,
    UPCARD_STAYS,
    card_face,
    card_names,
    event_word,
    rank_letter,
    what_happened,
)


def cards_form(
    place: Place,
    typed: TypedCards,
    *,
    action: str,
    revision: int | None,
    correction: bool,
    step: str = "",
    key: str = "",
    confirmed: bool = False,
    conflict: ConflictView | None = None,
    errors: Sequence[str] = (),
    differs: str = "",
) -> CardsForm:
    """The form for the round at ``place`` with what was ``typed``; see ``entry_form`` for what else is given."""
    key = key or secrets.token_hex(16)
    order_of = place.hands[0]
    seats = tuple(_seat(seat, place, typed) for seat in order_of)
    return CardsForm(
        action=action,
        title=_("Round %(number)d") % {"number": place.number},
        game=place.game.number,
        round=place.number,
        key=key,
        seating=place.seating,
        revision=revision,
        step=step if step in {*map(str, order_of), "end"} else str(order_of[0]),
        seats=seats,
        idle=tuple(name for seat, name in enumerate(place.names) if seat not in order_of),
        enders=_enders(place, typed),
        declared=_declared(typed, place.rules),
        told=told_so_far(place, typed),
        picker=card_picker(place.rules, typed.round),
        upcard=_upcard(place, typed),
        choices=_choices(place, typed),
        layoffs=layoffs_view(place, typed),
        fewest="" if place.table.strict else fewest_text(typed, place.rules),
        strict=place.table.strict,
        preview=preview_of_cards(place, typed, confirmed=confirmed),
        waiting=tuple(typed.waiting),
        errors=tuple(errors),
        conflict=conflict,
        differs=differs,
        comes_to=_comes_to(place, typed) if differs else "",
        reason=typed.round.reason,
        numbers_url=at_table(place.table, "preview/"),
        numbers=_numbers(place, typed, key, revision, correction=correction),
        correction=correction,
    )


def preview_of_cards(place: Place, typed: TypedCards, *, confirmed: bool) -> Preview | None:
    """What the round would score; everything wrong with it at once; or what is still to be told. None to begin with."""
    if typed.round.told is not None:
        return preview_of(place, typed.round, confirmed=confirmed)
    if typed.wrong:
        return Preview("error", "", (), "", typed.wrong, ready=False)
    if not typed.started:
        return None
    return Preview("wait", " ".join(typed.waiting), (), "", (), ready=False)


def _comes_to(place: Place, typed: TypedCards) -> str:
    """The round by its cards in a sentence, once nothing is wrong with it."""
    told = typed.round.told
    return what_happened(told, score_told(told, place.rules), place.rules, place.names) if told else ""


def told_so_far(place: Place, typed: TypedCards) -> str:
    """Who ended the round and how, as told or as the cards say: "Ann knocks with 10"."""
    if typed.ending is Ending.DEAD:
        return _("Dead hand: nobody scores")
    if typed.ending is None or typed.ender is None:
        return ""
    who = {"who": place.names[typed.ender]}
    if typed.ending is not Ending.KNOCK:
        return _goes(typed.ending, place.rules) % who
    count = typed.round.counts.get(typed.ender, "")
    return _("%(who)s knocks with %(count)s") % {**who, "count": count} if count else _("%(who)s knocks") % who


def _goes(ending: Ending, rules: RuleSet) -> str:
    """That %(who)s goes gin, or Ginski, which is its name where the Rumski deck is played."""
    big = ending is Ending.BIG_GIN
    if rules.deck == "rumski70":
        return _("%(who)s goes big Ginski") if big else _("%(who)s goes Ginski")
    return _("%(who)s goes big gin") if big else _("%(who)s goes gin")


# --- Steps -----------------------------------------------------------------------------------------------------------


def _seat(seat: int, place: Place, typed: TypedCards) -> CardsSeat:
    order_of, rules, name = place.hands[0], place.rules, place.names[seat]
    at = order_of.index(seat) + 1
    following = order_of[at] if at < len(order_of) else None
    blocked = {
        card: _("It is in %(who)s\u2019s hand.") % {"who": place.names[other]}
        for other in typed.active
        if other != seat
        for card in typed.hands[other].cards
    }
    upcard = _upcard(place, typed)
    if upcard and typed.card and not typed.card.wild and not typed.upcard_taken:
        blocked[typed.card] = upcard.reason
    hand = _hand(seat, place, typed)
    on_cards = {*hand.faults, *(f"{name}: {meld.fault}" for meld in hand.melds)}
    return CardsSeat(
        seat=seat,
        name=name,
        grid=grid_view(
            rules,
            typed.hands[seat],
            blocked,
            str(seat),
            name=_("%(who)s\u2019s hand") % {"who": name},
            holds=_("It is in %(who)s\u2019s hand.") % {"who": name},
        ),
        hand=hand,
        says=_says(seat, typed, hand),
        wrong=bool(typed.faults.get(seat)) or _doubled(seat, typed),
        faults=tuple(text for text in typed.faults.get(seat, ()) if text not in on_cards)
        + ((typed.twice_text,) if _doubled(seat, typed) else ()),
        count="" if seat in typed.shown else typed.round.counts.get(seat, ""),
        next_step="end" if following is None else str(following),
        next_label=_("Result") if following is None else place.names[following],
    )


def _upcard(place: Place, typed: TypedCards) -> UpcardView | None:
    """The card that lies open as a card of the deck; None where another deck's card is looked at, or none.

    Where there is no upcard to be taken (rules 8 ``opening``) one may still be turned for the limit.
    """
    if not looks_at_a_card(place.rules) or not is_upcard(place.rules):
        return None
    may_be_taken = place.rules.opening != "no_upcard"
    return UpcardView(_(UPCARD_LIES) if may_be_taken else _(UPCARD_STAYS), may_be_taken, typed.upcard_taken)


def _doubled(seat: int, typed: TypedCards) -> bool:
    """Whether one of the hand's cards is in another hand as well."""
    return any(card.text in typed.twice for card in typed.hands[seat].cards)


def _hand(seat: int, place: Place, typed: TypedCards) -> HandView:
    """The hand as it is drawn. Whether it could be better is not said before the round is saved."""
    shown = typed.shown.get(seat, ShownHand(()))
    gone = {layoff.card for layoff in typed.laid if layoff.seat == seat}
    kept = tuple(card for card in shown.cards if card not in gone)
    size = place.rules.hand_size
    ends = typed.ender in (None, seat) and typed.ending is not Ending.DEAD
    view = hand_view(
        place.names[seat],
        replace(without(shown, gone), cards=kept) if gone else shown,
        place.rules,
        typed=typed.hands[seat],
        prefix=str(seat),
        knock_card=typed.card,
        judged=ends or len(shown.cards) < size,
        hints=False,
    )
    view = marked(view, typed.twice)
    return view if place.table.strict else arrangeable(view, typed.hands[seat])


def _says(seat: int, typed: TypedCards, hand: HandView) -> str:
    if seat in typed.shown:
        if hand.deadwood is None or typed.faults.get(seat):
            return _("not right")
        return ngettext("%(n)d left", "%(n)d left", hand.deadwood) % {"n": hand.deadwood}
    return typed.round.counts.get(seat, "").strip()[:20]


# --- Who ended it ----------------------------------------------------------------------------------------------------


def _enders(place: Place, typed: TypedCards) -> CardsField:
    guess = place.names[typed.ender] if not typed.said_ender and typed.ender is not None else ""
    by_cards = _("By the cards: %(what)s") % {"what": guess} if guess else _("By the cards")
    options = [CardsOption("", by_cards, not typed.said_ender)]
    options += [CardsOption(str(s), place.names[s], typed.said_ender == str(s)) for s in place.hands[0]]
    options.append(CardsOption("dead", _("Nobody: dead hand"), typed.said_ender == "dead"))
    return CardsField("ender", _("Who ended it"), tuple(options))


def _declared(typed: TypedCards, rules: RuleSet) -> CardsField:
    gin, big = event_word(Event.GIN, rules), event_word(Event.BIG_GIN, rules)
    labels = {"": _("By the cards"), "knock": event_word(Event.KNOCK, rules), "gin": gin}
    if rules.big_gin_bonus is not None:
        labels["big_gin"] = big
    options = tuple(CardsOption(code, label, typed.called == code) for code, label in labels.items())
    # Translators: how the round was ended: by a knock, gin or big gin.
    return CardsField("declared", pgettext("a round was ended", "How"), options)


def _choices(place: Place, typed: TypedCards) -> tuple[CardsField, ...]:
    """What the ender's cards leave open: which of eleven was thrown, and which number a wild in a run is."""
    ender = typed.ender
    if ender is None or ender not in typed.shown:
        return ()
    hand, rules, found = typed.shown[ender], place.rules, list[CardsField]()
    if hand.discard:
        cards = sorted(typed.hands[ender].cards, key=order)
        thrown = tuple(CardsOption(card.text, card_face(card), card == hand.discard) for card in cards)
        found.append(CardsField(f"discard-{ender}", _("%(who)s threw") % {"who": place.names[ender]}, thrown))
    if why_no_layoffs(rules, ender_went_gin=typed.gin) is None:
        found += [field for meld in hand.melds for field in _wild_numbers(meld, hand, ender, rules)]
    return tuple(found)


def _wild_numbers(meld: tuple[Card, ...], hand: ShownHand, ender: int, rules: RuleSet) -> list[CardsField]:
    """A field for each wild of a run that may lie at either end: the numbers it can be, or open."""
    found = meld_of(meld, rules)
    if not isinstance(found, Meld) or found.kind is not Kind.RUN or len(found.windows) < 2:
        return []
    natural = {card.rank for card in meld if not card.wild}
    ranks = sorted({rank for start in found.windows for rank in window(start, len(meld))} - natural)
    others = card_names([card for card in found.cards if not card.wild], card_face)
    fields = []
    for wild in (card for card in found.cards if card.wild):
        said = hand.numbers.get(wild, 0)
        options = [CardsOption("0", pgettext("what a wild stands for", "open"), not said)]
        options += [CardsOption(str(rank), _rank_name(rank, rules), said == rank) for rank in ranks]
        # Translators: the label of a list of numbers: which one the wild that lies beside some cards stands for.
        label = _("%(wild)s beside %(cards)s is") % {"wild": wild.text, "cards": others}
        fields.append(CardsField(f"number-{ender}-{wild.text}", label, tuple(options)))
    return fields


def _rank_name(rank: int, rules: RuleSet) -> str:
    return rank_letter(rank) if rules.deck == "french52" else str(rank)


def _numbers(
    place: Place, typed: TypedCards, key: str, revision: int | None, *, correction: bool
) -> tuple[tuple[str, str], ...]:
    """The round form's fields, as far as they are known."""
    told = typed.round
    fields = {"game": place.game.number, "round": place.number, "key": key, "seating": place.seating}
    if revision is not None:
        fields["revision"] = revision
    known = {name: str(number) for name, number in fields.items()}
    known |= {"end": told.endings[0], "rank": told.rank, "suit": told.suit, "reason": told.reason}
    if correction:
        known["correction"] = "yes"
    known |= {f"deadwood-{seat}": count for seat, count in told.counts.items() if seat != typed.ender or not typed.gin}
    return tuple(known.items())
