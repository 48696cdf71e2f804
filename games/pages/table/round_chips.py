"""Build the hands of the round form: for each player a row of buttons (chips), one for each way to end a hand."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.forms.table.round_form import TypedRound, end_field, knock_deadwood_is_typed
from games.pages.table.entry import EntryChip, EntryHand, EntrySeat
from games.rules.ruleset import RuleSet
from games.wording.words import listed

_NO_ENDER_TEXTS: Final = {"dead": gettext_noop("Dead hand"), "misdeal": gettext_noop("Misdeal")}
"""The summaries of hands that no player ended."""


def entry_hands(
    names: Sequence[str], hands: Sequence[tuple[int, ...]], rules: RuleSet, typed: TypedRound
) -> tuple[EntryHand, ...]:
    """Return the ``hands`` (seats) of a round as ``typed``; of several, the first unfinished one is unfolded.

    ``names`` are by seat.
    """
    several = len(hands) > 1
    open_number = next((n for n, hand in enumerate(hands) if _unfinished(typed, n, hand)), None) if several else 0
    return tuple(
        _hand(names, hand, rules, typed, n, titled=several, is_open=n == open_number) for n, hand in enumerate(hands)
    )


def _unfinished(typed: TypedRound, number: int, hand: tuple[int, ...]) -> bool:
    if typed.endings.get(0) == "misdeal":
        return False  # a misdeal is one of all hands at once
    return not typed.endings.get(number) or any(seat in typed.errors for seat in hand)


def _hand(
    names: Sequence[str],
    hand: tuple[int, ...],
    rules: RuleSet,
    typed: TypedRound,
    number: int,
    *,
    titled: bool,
    is_open: bool,
) -> EntryHand:
    ending = typed.endings.get(number, "")
    seats = tuple(_seat(seat, names[seat], ending, rules, typed) for seat in hand)
    false_knocks = _false_knocks(names, hand, ending, rules)
    return EntryHand(
        number=number,
        field=end_field(number),
        title=_("%(one)s plays %(other)s") % {"one": names[hand[0]], "other": names[hand[1]]} if titled else "",
        pair=listed([names[seat] for seat in hand]) if titled else "",
        ending=ending,
        summary=_summary(ending, seats, false_knocks),
        open=is_open,
        seats=seats,
        false_knocks=false_knocks,
    )


def _summary(ending: str, seats: Sequence[EntrySeat], false_knocks: Sequence[EntryChip]) -> str:
    """Return what was entered for a hand so far: "Ann knocks with 7, Ben 20"."""
    if ending in _NO_ENDER_TEXTS:
        return _(_NO_ENDER_TEXTS[ending])
    for choice in false_knocks:
        if choice.checked:
            return choice.spoken
    parts = [choice.spoken for seat in seats for choice in seat.choices if choice.checked]
    return ", ".join([*parts, *(f"{x.name} {x.value}" for x in seats if x.value and not x.ended)]) if parts else ""


def _seat(seat: int, name: str, ending: str, rules: RuleSet, typed: TypedRound) -> EntrySeat:
    return EntrySeat(
        seat=seat,
        name=name,
        choices=_choices(seat, name, ending, rules),
        field=f"deadwood-{seat}",
        value=typed.counts.get(seat, ""),
        error=typed.errors.get(seat, ""),
        ended=ending.startswith(f"{seat}:") and ending != f"{seat}:knock",
    )


def _choices(seat: int, name: str, ending: str, rules: RuleSet) -> tuple[EntryChip, ...]:
    """Return one player's chips: BIG if the rules have it, GIN, a knock for each count, or one with a typed count."""
    ginski = rules.deck == "rumski70"

    def choice(kind: str, value: str, label: str, spoken: str, amount: int = 0) -> EntryChip:
        value, spoken = f"{seat}:{value}", spoken % {"who": name, "points": amount}
        return EntryChip(value, label, spoken, kind, amount, ending == value)

    goes_big = _("%(who)s goes big Ginski") if ginski else _("%(who)s goes big gin")
    goes_gin = _("%(who)s goes Ginski") if ginski else _("%(who)s goes gin")
    choices = [choice("gin", "gin", pgettext("chip", "GINSKI") if ginski else pgettext("chip", "GIN"), goes_gin)]
    if rules.big_gin_bonus is not None:
        choices.insert(0, choice("big_gin", "big_gin", pgettext("chip", "BIG"), goes_big))
    if rules.knock_limit is None or knock_deadwood_is_typed(rules):
        return (*choices, choice("count", "knock", pgettext("chip", "KNOCK"), _("%(who)s knocks"), 1))
    amounts, knocks = range(1, rules.knock_limit + 1), _("%(who)s knocks with %(points)d")
    return (*choices, *(choice("knock", f"knock:{n}", str(n), knocks, n) for n in amounts))


def _false_knocks(names: Sequence[str], hand: tuple[int, ...], ending: str, rules: RuleSet) -> tuple[EntryChip, ...]:
    """Return the chips for a false knock, where the rules score it."""
    if rules.false_knock_penalty is None:
        return ()
    chips = []
    for seat in hand:
        others = [names[other] for other in hand if other != seat]
        context = {"who": names[seat], "points": rules.false_knock_penalty, "others": listed(others)}
        value, spoken = f"{seat}:false_knock", _("%(who)s made a false knock") % context
        label = (
            ngettext(
                "%(who)s made a false knock: %(points)d to %(others)s",
                "%(who)s made a false knock: %(points)d each to %(others)s",
                len(others),
            )
            % context
        )
        chips.append(EntryChip(value, label, spoken, "false_knock", 0, ending == value))
    return tuple(chips)
