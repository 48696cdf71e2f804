"""Add up the stakes of a table's finished games, in money or matchsticks, and find who pays whom."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from django.utils.formats import get_format
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.pages.table.stakes import BalanceLine, EveningContext
from games.rules.declaration import Declaration
from games.rules.payments import settling_payments
from games.rules.settlement import Score
from games.rules.sheet import GameSheet, TableSheet
from games.rules.stakes import Stakes, game_balance, total_balance
from games.wording.words import MINUS, listed

_SIGN_FIRST_LANGUAGES: Final = ("en",)
"""Languages that write a currency sign before the amount: "€33.50", but "33,50 €" in German."""
_MATCHSTICKS: Final = "matchsticks"
"""The stored name of the unit that isn't money and has a translation."""


def evening_view(sheet: TableSheet, players: Sequence[str]) -> EveningContext | None:
    """Return the balances of all finished games under the table's stakes; None if it has no stakes.

    ``players`` are the names by player number. The balances add up to zero.
    """
    stakes = sheet.stakes
    if stakes is None:
        return None
    finished = [game for game in sheet.games if game.over]
    everybody = sorted({number for game in sheet.games for number in game.seating})
    total = total_balance((player_balances(game, stakes) for game in finished), everybody)
    no_fractions = all(amount % 100 == 0 for amount in total.values())
    order = sorted(total, key=lambda player: (-total[player], player))
    return EveningContext(
        stakes=stakes_text(stakes),
        balances=tuple(
            BalanceLine(players[player], _signed(total[player], stakes.unit, whole=no_fractions), total[player] > 0)
            for player in order
            if finished
        ),
        payments=tuple(
            _pays(
                players[debt.frm],
                players[debt.to],
                amount_text(debt.amount, stakes.unit, without_decimals=no_fractions),
            )
            for debt in settling_payments(total)
        ),
        note=_note(sheet, finished),
    )


def _pays(payer: str, payee: str, amount: str) -> str:
    return _("%(who)s pays %(whom)s %(amount)s") % {"who": payer, "whom": payee, "amount": amount}


def player_balances(game: GameSheet, stakes: Stakes) -> dict[int, int]:
    """Return what each player, by number, won or lost in a finished game, in hundredths; the sum is zero."""
    if game.final is None:
        return {}
    score = Score(game.cumulative, game.boxes, game.hands_won)
    by_seat = game_balance(
        game.rules,
        len(game.seating),
        score,
        game.final,
        stakes,
        complete=game.complete,
        rounds=[
            (line.latest.declaration, line.latest.result)
            for line in game.rounds
            if line.counts and isinstance(line.latest.declaration, Declaration)
        ],
    )
    return {game.seating[seat]: amount for seat, amount in by_seat.items()}


def amount_text(hundredths: int, unit: str, *, without_decimals: bool | None = None) -> str:
    """Return an amount with its unit, as the current language writes it: "€3.40", "3,40 €", "12 matchsticks".

    Money always has two decimals; other units only if needed: by this amount, or, with ``without_decimals`` False, by
    another one in the same list.

    >>> amount_text(340, "€"), amount_text(300, "$"), amount_text(1200, "matchsticks"), amount_text(50, "beans")
    ('€3.40', '$3.00', '12 matchsticks', '0.50 beans')
    """
    no_decimals = hundredths % 100 == 0 if without_decimals is None else without_decimals
    number = _decimal_text(hundredths) if _is_money(unit) or not no_decimals else str(hundredths // 100)
    if unit == _MATCHSTICKS:
        # Translators: the amount may have a fraction.
        text = ngettext(
            "%(amount)s matchstick", "%(amount)s matchsticks", 1 if number == "1" else _plural_number(hundredths)
        )
        return text % {"amount": number}
    if _is_currency_sign(unit) and get_language() in _SIGN_FIRST_LANGUAGES:
        return f"{unit}{number}"
    return f"{number} {unit}"


def _decimal_text(hundredths: int) -> str:
    """Return an amount with two decimals in the current language's format."""
    mark = str(get_format("DECIMAL_SEPARATOR"))
    return f"{hundredths // 100}{mark}{hundredths % 100:02}"


def _plural_number(hundredths: int) -> int:
    """Return the number that selects the plural form of an amount other than "1"; a fraction uses that of many."""
    return hundredths // 100 if hundredths % 100 == 0 and hundredths != 100 else 5


def stakes_text(stakes: Stakes) -> str:
    """Return the stakes in words: "€0.10 a point, €2.00 a game"."""
    amounts = {_A_POINT: stakes.point, _A_BOX: stakes.box, _A_GAME: stakes.game}
    return ", ".join(_(per) % {"amount": amount_text(n, stakes.unit)} for per, n in amounts.items() if n)


_A_POINT: Final = gettext_noop("%(amount)s a point")
_A_BOX: Final = gettext_noop("%(amount)s a box")
_A_GAME: Final = gettext_noop("%(amount)s a game")


def _signed(hundredths: int, unit: str, *, whole: bool) -> str:
    sign = "+" if hundredths > 0 else MINUS if hundredths < 0 else ""
    return sign + amount_text(abs(hundredths), unit, without_decimals=whole)


def _is_money(unit: str) -> bool:
    """Return whether ``unit`` contains a currency sign, or is a code like "EUR"."""
    code = len(unit) == 3 and unit.isalpha() and unit.isupper()
    return code or any(map(_is_currency_sign, unit))


def _is_currency_sign(text: str) -> bool:
    return len(text) == 1 and unicodedata.category(text) == "Sc"


def _note(sheet: TableSheet, finished: Sequence[GameSheet]) -> str:
    numbers = [str(game.number) for game in finished]
    counted = _("No finished games yet.")
    if numbers:
        text = ngettext("Includes game %(games)s.", "Includes games %(games)s.", len(numbers))
        counted = text % {"games": listed(numbers)}
    open_games = [str(game.number) for game in sheet.games if not game.over]
    if not open_games:
        return counted
    text = ngettext(
        "Game %(games)s isn't over and doesn't count yet.",
        "Games %(games)s aren't over and don't count yet.",
        len(open_games),
    )
    return f"{counted} {text % {'games': listed(open_games)}}"
