"""What an evening comes to in money or matchsticks: every finished game of a table added up, and who pays whom."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.pages import BalanceLine, EveningView
from games.rules.declaration import Declaration
from games.rules.payments import debts
from games.rules.settlement import Standing
from games.rules.sheet import GameSheet, TableSheet
from games.rules.stakes import Stakes, added, game_balance
from games.wording import MINUS, listed

_BEFORE: Final = ("$", "£")
"""Signs that are written before the amount."""
_MATCHSTICKS: Final = "matchsticks"
"""The unit that is no money and has a name of its own; it is stored under this word."""


def evening(sheet: TableSheet, players: Sequence[str]) -> EveningView | None:
    """What all finished games of a table come to under its stakes; None where it plays for nothing.

    ``players`` are the names by player number. The balances add up to zero.
    """
    stakes = sheet.stakes
    if stakes is None:
        return None
    over = [game for game in sheet.games if game.over]
    total = added((balance(game, stakes) for game in over), range(len(players)))
    whole = all(amount % 100 == 0 for amount in total.values())
    order = sorted(total, key=lambda player: (-total[player], player))
    return EveningView(
        stakes=stakes_text(stakes),
        balances=tuple(
            BalanceLine(players[player], _signed(total[player], stakes.unit, whole=whole), total[player] > 0)
            for player in order
            if over
        ),
        payments=tuple(
            _pays(players[debt.frm], players[debt.to], amount_text(debt.amount, stakes.unit, whole=whole))
            for debt in debts(total)
        ),
        note=_note(sheet, over),
    )


def _pays(who: str, whom: str, amount: str) -> str:
    return _("%(who)s pays %(whom)s %(amount)s") % {"who": who, "whom": whom, "amount": amount}


def balance(game: GameSheet, stakes: Stakes) -> dict[int, int]:
    """What a finished game won or cost each player by number, in hundredths; the sum is zero."""
    if game.final is None:
        return {}
    standing = Standing(game.cumulative, game.boxes, game.hands_won)
    by_seat = game_balance(
        game.rules,
        len(game.seating),
        standing,
        game.final,
        stakes,
        complete=game.complete,
        rounds=[
            (line.told.declaration, line.told.result)
            for line in game.rounds
            if line.counts and isinstance(line.told.declaration, Declaration)
        ],
    )
    return {game.seating[seat]: amount for seat, amount in by_seat.items()}


def amount_text(hundredths: int, unit: str, *, whole: bool | None = None) -> str:
    """An amount with its unit: "3.40 €", "$3.40", "12 matchsticks".

    Of money the hundredths are always written, of anything else only where there are any: in this amount, or with
    ``whole`` False in one that stands beside it.

    >>> amount_text(340, "€"), amount_text(300, "$"), amount_text(1200, "matchsticks"), amount_text(50, "beans")
    ('3.40 €', '$3.00', '12 matchsticks', '0.50 beans')
    """
    without = hundredths % 100 == 0 if whole is None else whole
    number = _local(hundredths) if _is_money(unit) or not without else str(hundredths // 100)
    if unit == _MATCHSTICKS:
        # Translators: the amount may have a fraction.
        text = ngettext("%(amount)s matchstick", "%(amount)s matchsticks", 1 if number == "1" else _many(hundredths))
        return text % {"amount": number}
    if unit in _BEFORE:
        return f"{unit}{number}"
    return f"{number} {unit}"


def _local(hundredths: int) -> str:
    """An amount with two decimals as the reader's language writes it."""
    mark = str(get_format("DECIMAL_SEPARATOR"))
    return f"{hundredths // 100}{mark}{hundredths % 100:02}"


def _many(hundredths: int) -> int:
    """The number that decides on the plural of an amount that is not written as 1; of a fraction, that of many."""
    return hundredths // 100 if hundredths % 100 == 0 and hundredths != 100 else 5


def stakes_text(stakes: Stakes) -> str:
    """What is played for: "0.10 € a point, 2.00 € a game"."""
    amounts = {_A_POINT: stakes.point, _A_BOX: stakes.box, _A_GAME: stakes.game}
    return ", ".join(_(per) % {"amount": amount_text(n, stakes.unit)} for per, n in amounts.items() if n)


_A_POINT: Final = gettext_noop("%(amount)s a point")
_A_BOX: Final = gettext_noop("%(amount)s a box")
_A_GAME: Final = gettext_noop("%(amount)s a game")


def _signed(hundredths: int, unit: str, *, whole: bool) -> str:
    sign = "+" if hundredths > 0 else MINUS if hundredths < 0 else ""
    return sign + amount_text(abs(hundredths), unit, whole=whole)


def _is_money(unit: str) -> bool:
    """Whether ``unit`` holds a currency's sign, or is a code like "EUR"."""
    code = len(unit) == 3 and unit.isalpha() and unit.isupper()
    return code or any(unicodedata.category(character) == "Sc" for character in unit)


def _note(sheet: TableSheet, over: Sequence[GameSheet]) -> str:
    numbers = [str(game.number) for game in over]
    counted = _("No game is over yet.")
    if numbers:
        text = ngettext("Counted: game %(games)s.", "Counted: games %(games)s.", len(numbers))
        counted = text % {"games": listed(numbers)}
    open_games = [str(game.number) for game in sheet.games if not game.over]
    if not open_games:
        return counted
    text = ngettext(
        "Game %(games)s is under way and does not count yet.",
        "Games %(games)s are under way and do not count yet.",
        len(open_games),
    )
    return f"{counted} {text % {'games': listed(open_games)}}"
