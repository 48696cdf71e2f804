"""Read the form that sets the stakes: a unit, and the amounts for a point, a box and a game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.rules.names import InvalidNameError, clean_name
from games.rules.stakes import MAX_STAKE, Stakes

UNITS: Final = ("€", "$", "£", "matchsticks")
"""The units that have a button."""
OTHER_UNIT: Final = "other"
LONGEST_UNIT: Final = 12
AMOUNTS: Final = {"point": gettext_noop("Per point"), "box": gettext_noop("Per box"), "game": gettext_noop("Per game")}
"""The fields of the amounts, with their labels."""


@dataclass(slots=True)
class TypedStakes:
    """The submitted form and its errors; ``stakes`` are set if there are none."""

    picked: str
    unit: str
    texts: dict[str, str]
    stakes: Stakes | None = None
    unit_error: str = ""
    amount_errors: dict[str, str] = field(default_factory=dict)
    non_field_errors: list[str] = field(default_factory=list)

    @property
    def ready(self) -> bool:
        """Whether the stakes can be saved."""
        return self.stakes is not None


def unit_texts() -> dict[str, str]:
    """Return the labels of the unit buttons, with one for a unit of one's own."""
    labels = {"matchsticks": _("Matchsticks"), OTHER_UNIT: pgettext("unit of the stakes", "Other")}
    return {unit: labels.get(unit, unit) for unit in (*UNITS, OTHER_UNIT)}


def read_stakes(data: Mapping[str, str]) -> TypedStakes:
    """Read the form; amounts are "0.10" or "0,10" with at most two decimals, and zero if left empty."""
    typed = TypedStakes(
        picked=data.get("unit", "")[:20],
        unit=data.get("own-unit", "")[: 20 * LONGEST_UNIT],
        texts={name: data.get(name, "").strip()[:20] for name in AMOUNTS},
    )
    unit = typed.picked if typed.picked in UNITS else _own_unit(typed)
    amounts = dict[str, int]()
    for name, text in typed.texts.items():
        try:
            amounts[name] = parse_hundredths(text)
        except ValueError as wrong:
            typed.amount_errors[name] = str(wrong)
    if not typed.amount_errors and not any(amounts.values()):
        typed.non_field_errors.append(_("Enter what a point, a box or a game is worth."))
    if not (typed.unit_error or typed.amount_errors or typed.non_field_errors):
        typed.stakes = Stakes(unit, **amounts)
    return typed


def initial_stakes(stakes: Stakes | None) -> TypedStakes:
    """Return the form with the present stakes as initial values; empty if there are none."""
    if stakes is None:
        return TypedStakes(picked="€", unit="", texts=dict.fromkeys(AMOUNTS, ""))
    amounts = {"point": stakes.point, "box": stakes.box, "game": stakes.game}
    has_button = stakes.unit in UNITS
    return TypedStakes(
        picked=stakes.unit if has_button else OTHER_UNIT,
        unit="" if has_button else stakes.unit,
        texts={name: _in_figures(amount) for name, amount in amounts.items()},
    )


def parse_hundredths(text: str) -> int:
    """Return an amount in hundredths: "0.10" and "0,10" give 10, "" gives 0. Raises ValueError with a sentence.

    >>> parse_hundredths("0,10"), parse_hundredths("2"), parse_hundredths(".5")
    (10, 200, 50)
    """
    if not text:
        return 0
    match = re.fullmatch(r"([0-9]*)(?:[.,]([0-9]*))?", text)
    if not match or not (match[1] or match[2]):
        raise ValueError(_("Please type an amount, like 0.10."))
    whole, part = match[1] or "0", match[2] or ""
    if len(part) > 2:
        raise ValueError(_("Use at most two decimal places."))
    amount = 100 * int(whole) + int(part.ljust(2, "0"))
    if amount > MAX_STAKE:
        raise ValueError(_("The limit is %(most)d.") % {"most": MAX_STAKE // 100})
    return amount


def _own_unit(typed: TypedStakes) -> str:
    try:
        unit = clean_name(typed.unit)
    except InvalidNameError as bad:
        typed.unit_error = {
            "required": _("What do you play for? Type it, or pick one from the list."),
            "too_long": _too_long(),
            "characters": _("Some of these characters can't be displayed."),
        }[bad.args[0]]
        return ""
    if len(unit) > LONGEST_UNIT:
        typed.unit_error = _too_long()
    return unit


def _too_long() -> str:
    return _("Keep it to %(most)d characters or fewer.") % {"most": LONGEST_UNIT}


def _in_figures(amount: int) -> str:
    if not amount:
        return ""
    return str(amount // 100) if amount % 100 == 0 else f"{amount // 100}.{amount % 100:02}"
