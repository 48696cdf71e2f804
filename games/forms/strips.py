"""The hands of the round form: a strip of chips for every player, and everything else that can end a hand."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.forms.round_form import TypedRound, counted, end_field
from games.pages import Choice, EntryHand, EntrySeat
from games.rules.ruleset import RuleSet
from games.wording import listed

_WITHOUT_COUNTS: Final = {"dead": gettext_noop("Dead hand"), "misdeal": gettext_noop("Misdeal")}
"""What is said of a hand that nobody ended."""


def entry_hands(
    names: Sequence[str], hands: Sequence[tuple[int, ...]], rules: RuleSet, typed: TypedRound
) -> tuple[EntryHand, ...]:
    """The ``hands`` (seats) of a round with what was ``typed``; of several the first unfinished one is open.

    ``names`` are by seat.
    """
    several = len(hands) > 1
    now = next((n for n, hand in enumerate(hands) if _unfinished(typed, n, hand)), None) if several else 0
    return tuple(_hand(names, hand, rules, typed, n, titled=several, is_open=n == now) for n, hand in enumerate(hands))


def hints(rules: RuleSet) -> tuple[str, ...]:
    """Why chips are switched off under ``rules`` whatever is played, one sentence each."""
    return () if rules.big_gin_bonus is not None or counted(rules) else (_(_NO_BIG_GIN),)


_NO_BIG_GIN: Final = gettext_noop("BIG is off: these rules do not play big gin.")


def _unfinished(typed: TypedRound, number: int, hand: tuple[int, ...]) -> bool:
    if typed.endings.get(0) == "misdeal":
        return False  # that is said of all hands at once
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
        says=_says(ending, seats, false_knocks),
        open=is_open,
        seats=seats,
        false_knocks=false_knocks,
    )


def _says(ending: str, seats: Sequence[EntrySeat], false_knocks: Sequence[Choice]) -> str:
    """What was told of a hand so far: "Ann knocks with 7, Ben 20"."""
    if ending in _WITHOUT_COUNTS:
        return _(_WITHOUT_COUNTS[ending])
    for choice in false_knocks:
        if choice.checked:
            return choice.spoken
    said = [choice.spoken for seat in seats for choice in seat.choices if choice.checked]
    return ", ".join([*said, *(f"{x.name} {x.value}" for x in seats if x.value and not x.ended)]) if said else ""


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


def _choices(seat: int, name: str, ending: str, rules: RuleSet) -> tuple[Choice, ...]:
    """One player's strip: BIG, GIN, and a knock with 1 up to the limit, or with whatever is typed."""
    ginski = rules.deck == "rumski70"

    def choice(kind: str, value: str, label: str, spoken: str, *, amount: int = 0, reason: str = "") -> Choice:
        value, spoken = f"{seat}:{value}", spoken % {"who": name, "points": amount}
        return Choice(value, label, spoken, kind, amount, ending == value, bool(reason), reason)

    big_off = _(_NO_BIG_GIN) if rules.big_gin_bonus is None else ""
    goes_big = _("%(who)s goes big Ginski") if ginski else _("%(who)s goes big gin")
    big_gin = choice("big_gin", "big_gin", pgettext("chip", "BIG"), goes_big, reason=big_off)
    goes_gin = _("%(who)s goes Ginski") if ginski else _("%(who)s goes gin")
    choices = [big_gin, choice("gin", "gin", pgettext("chip", "GIN"), goes_gin)]
    if rules.knock_limit is None or counted(rules):
        # Without a grid of numbers there is no gap where BIG would be.
        knock = choice("count", "knock", pgettext("chip", "KNOCK"), _("%(who)s knocks"), amount=1)
        return (*choices[bool(big_off) :], knock)
    amounts, knocks = range(1, rules.knock_limit + 1), _("%(who)s knocks with %(points)d")
    return (*choices, *(choice("knock", f"knock:{n}", str(n), knocks, amount=n) for n in amounts))


def _false_knocks(names: Sequence[str], hand: tuple[int, ...], ending: str, rules: RuleSet) -> tuple[Choice, ...]:
    """Who knocked falsely, where that is scored."""
    if rules.false_knock_penalty is None:
        return ()
    found = []
    for seat in hand:
        others = [names[other] for other in hand if other != seat]
        told = {"who": names[seat], "points": rules.false_knock_penalty, "others": listed(others)}
        value, spoken = f"{seat}:false_knock", _("%(who)s knocked falsely") % told
        label = (
            ngettext(
                "%(who)s knocked falsely: %(points)d to %(others)s",
                "%(who)s knocked falsely: %(points)d to %(others)s each",
                len(others),
            )
            % told
        )
        found.append(Choice(value, label, spoken, "false_knock", 0, ending == value, disabled=False, reason=""))
    return tuple(found)
