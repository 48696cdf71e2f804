"""Explain in sentences why a game can't be scored by other rules."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.rules.analysis.rescore import IllegalRound, Reason, RescoreImpossible, players_per_round
from games.rules.faults import Code, Fault
from games.rules.ruleset import RuleSet
from games.selectors.rulebook.players_for_rules import player_counts_text
from games.wording.faults import fault_text
from games.wording.round_numbers import round_numbers


def impossible_reasons(outcome: RescoreImpossible, rules: RuleSet, names: Sequence[str]) -> tuple[str, ...]:
    """Return the reasons why the game's rounds don't fit ``rules``, a sentence each."""
    if outcome.reasons:
        return tuple(_reason(reason, rules, len(names)) for reason in outcome.reasons)
    return tuple(_offences(outcome.rounds, rules, names))


def _reason(reason: Reason, rules: RuleSet, seats: int) -> str:
    match reason:
        case Reason.SEATS:
            return _("These rules are for %(players)s players.") % {"players": player_counts_text(rules)}
        case Reason.SIDES if rules.seating == "teams":
            return _("Under these rules, partners score together.")
        case Reason.SIDES if rules.seating == "captain":
            return _("Under these rules, one player plays against all the others.")
        case Reason.SIDES:
            return _("These rules are for players on their own, not teams.")
        case Reason.DECK:
            return _("You need the Rumski deck.") if rules.deck == "rumski70" else _("You need a 52-card deck.")
        case Reason.PAPER:
            return _("The game started with a score from paper or a handicap, but columns start at 0.")
        case Reason.PLACES:
            active = players_per_round(rules, seats)
            if active == seats:
                return _("Under these rules, everyone plays every round.")
            return _("Under these rules, only %(active)d of %(seats)d play each round.") % {
                "active": active,
                "seats": seats,
            }


def _offences(rounds: Sequence[IllegalRound], rules: RuleSet, names: Sequence[str]) -> Iterator[str]:
    by_code: dict[Code, list[tuple[int, Fault]]] = {}
    for offence in rounds:
        for fault in offence.faults:
            by_code.setdefault(fault.code, []).append((offence.number, fault))
    for code, numbered_faults in by_code.items():
        numbers = sorted({number for number, _fault in numbered_faults})
        if code is Code.MISSING_KNOCK_CARD:
            text = (
                _("The upcard wasn't entered in %(rounds)s.")
                if rules.limit_source == "upcard"
                else _("The knock card wasn't entered in %(rounds)s.")
            )
            yield text % {"rounds": round_numbers(numbers)}
        elif code is Code.OVER_KNOCK_LIMIT and rules.knock_limit == 0:
            yield _("These rules have no knocking, but %(rounds)s ended with a knock.") % {
                "rounds": round_numbers(numbers)
            }
        else:
            for number, fault in numbered_faults[:2]:
                yield _("Round %(number)d: %(what)s") % {"number": number, "what": fault_text(fault, names)}
            if len(numbered_faults) > 2:
                rounds_text = round_numbers(sorted({n for n, _fault in numbered_faults[2:]}))
                yield _("The same goes for %(rounds)s.") % {"rounds": rounds_text}
