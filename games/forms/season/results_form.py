"""Read one line of the page that enters results: the numbers of each side, and what was on the screen before."""

import json
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.forms.typed_values import typed_number, value_or_error
from games.refusals import RefusedError
from games.rules.league.typed_result import MOST_COUNTED, MOST_TYPED, TypedSide, typed_sides
from games.services.season.typed_results import TypedResult


def read_result(
    data: Mapping[str, str], number: int, sides: int, asked: Sequence[str], errors: dict[str, str]
) -> TypedResult:
    """Return what was typed for the match ``number``; ``asked`` are the counts that the season needs beside points.

    Empty fields take the result back. Sentences about wrong fields are put into ``errors``, by field; then the result
    is of no use. Raises RefusedError ("invalid_value") for a form that no page of ours sends.
    """
    names = [f"{name}-{side}" for side in range(sides) for name in ("points", *asked)]
    texts = {name: data.get(name, "").strip() for name in names}
    seen = _seen(data.get("seen", ""), sides)
    if not any(texts.values()):
        return TypedResult(number, None, seen)
    amounts = [{name: _amount(texts, name, side, errors) for name in ("points", *asked)} for side in range(sides)]
    return TypedResult(number, tuple(TypedSide(**amount) for amount in amounts), seen)


def _amount(texts: Mapping[str, str], name: str, side: int, errors: dict[str, str]) -> int:
    field = f"{name}-{side}"
    if not texts[field]:
        if name in ("points", "games"):
            errors[field] = _("Please enter a number for each side.")
        return 0
    low, high = (-MOST_TYPED, MOST_TYPED) if name == "points" else (0, MOST_COUNTED)
    return value_or_error(errors, field, lambda: typed_number(texts[field], low, high)) or 0


def _seen(text: str, sides: int) -> tuple[TypedSide, ...] | None:
    if not text:
        return None
    try:
        return typed_sides(json.loads(text), sides)
    except ValueError as error:
        raise RefusedError("invalid_value", what="seen") from error
