"""The rules in sentences: who sits where, who deals, and how a hand opens and dies (rules 5.12, 5.13, 8 F)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ruleset import RuleSet
from games.rules.sides import seats_for
from games.rules.traits import at_once, table_sizes
from games.wording.rules.words import best_in_words, players_in_words
from games.wording.words import either


def players(r: RuleSet) -> Iterator[str]:
    """How many play."""
    numbers, wanted = table_sizes(r), seats_for(r).best
    if len(numbers) > 1 and wanted in numbers:
        told = (
            _("For %(numbers)s players in two teams, best with %(best)s.")
            if r.seating == "teams"
            else _("For %(numbers)s players, best with %(best)s.")
        )
    else:
        told = _("For %(numbers)s players in two teams.") if r.seating == "teams" else _("For %(numbers)s players.")
    yield told % {"numbers": either([players_in_words(n) for n in numbers]), "best": best_in_words(wanted)}


def sitting_out(r: RuleSet) -> Iterator[str]:
    """Who sits out, or who is alone."""
    if r.seating == "dealer_sits_out":
        yield _("The dealer deals to the others and sits out.")
    elif r.seating == "loser_sits_out":
        yield _("Two play at a time; the loser of a round makes room for the player who sat out.")
    elif r.seating == "loser_deals_and_sits":
        yield _("Two play at a time; the loser of a round deals the next to the other two and sits out.")
    elif r.seating == "captain":
        yield _("The captain plays alone against the others, who keep one score.")
        yield _("Whoever loses to the captain makes room for the next of them.")


def teams(r: RuleSet) -> Iterator[str]:
    """How two teams meet, and how their hands become one score (rules 7 "Teams")."""
    if r.seating != "teams":
        return
    yield _("Partners sit in every second seat; each plays a hand against one of the other team.")
    if r.team_netting == "per_hand":
        yield _("The hands of a round are set off: the better team scores the difference; level, nobody scores.")
    else:
        yield _("A team scores all that its players win.")


def deal(r: RuleSet) -> Iterator[str]:
    """Who deals the next round."""
    if r.seating == "teams":
        yield {
            "winner": _("The team that won deals the next round."),
            "loser": _("The team that lost deals the next round."),
        }.get(r.next_dealer, _("The teams deal in turn."))
    elif r.seating == "loser_sits_out":
        if r.next_dealer == "winner":
            yield _("The winner of a round deals the next.")
        else:
            yield _("The player who comes in deals the next.")
    elif r.seating == "dealer_sits_out" and r.next_dealer == "idle_player":
        yield _("The same player deals every round.")
    elif r.seating != "loser_deals_and_sits":
        yield _dealer(r)


def _dealer(r: RuleSet) -> str:
    """Who deals next where the deal hangs on the result or goes round; the losers' dealer has the most deadwood."""
    if r.next_dealer == "winner":
        return _("The winner of a round deals the next.")
    if r.next_dealer == "loser":
        if at_once(r) > 2:
            return _("The loser of a round deals the next, of several the one with the most deadwood.")
        return _("The loser of a round deals the next.")
    if at_once(r) == 2 and r.seating != "dealer_sits_out":
        return _("The deal alternates.")
    return _("The deal passes to the left.")


def opening(r: RuleSet) -> Iterator[str]:
    """Who plays first, and with what."""
    yield _first(r)
    if r.opening == "no_upcard":
        yield _("There is no upcard: the first card is drawn from the stock.")
    elif r.opening == "non_dealer_eleven":
        more = r.hand_size + 1
        told = ngettext(
            "The first player is dealt %(n)d card and begins with a discard.",
            "The first player is dealt %(n)d cards and begins with a discard.",
            more,
        )
        yield told % {"n": more}
    else:
        yield _upcard_offered(r)


def _dealer_plays(r: RuleSet) -> bool:
    return r.seating not in ("dealer_sits_out", "loser_deals_and_sits")


def _first(r: RuleSet) -> str:
    if at_once(r) == 2 and _dealer_plays(r):
        if r.first_turn == "lower_score":
            return _("The lower score plays first; level, the player who did not deal.")
        return _("The player who did not deal plays first.")
    if r.first_turn == "lower_score":
        return _("The lower score plays first; level, the player to the dealer's left.")
    return _("The player to the dealer's left plays first.")


def _upcard_offered(r: RuleSet) -> str:
    if at_once(r) == 2:
        return _(
            "The first player may take the upcard, then the other; if all pass, the first player draws from the stock."
        )
    if _dealer_plays(r) and r.first_turn != "lower_score":
        return _(
            "The first player may take the upcard, then the others in turn, the dealer last; if all pass, the first "
            "player draws from the stock."
        )
    return _(
        "The first player may take the upcard, then the others in turn; if all pass, the first player draws from the "
        "stock."
    )


def dead(r: RuleSet) -> Iterator[str]:
    """When a hand is dead, and who deals then; a misdeal is dealt again."""
    if r.seating == "teams":
        again = (
            _("If neither team wins the round, the same dealer deals again.")
            if r.dead_hand_dealer == "same"
            else _("If neither team wins the round, the deal passes on.")
        )
        yield f"{_dead_between_teams(r)} {again}"
    else:
        yield _dead(r)
    yield _("After a misdeal nobody scores, and the same dealer deals again.")


def _dead_between_teams(r: RuleSet) -> str:
    if not r.dead_stock:
        return _("If the stock runs out, that hand is dead and counts nothing.")
    told = ngettext(
        "If one card is left in the stock, that hand is dead and counts nothing.",
        "If %(n)d cards are left in the stock, that hand is dead and counts nothing.",
        r.dead_stock,
    )
    return told % {"n": r.dead_stock}


def _dead(r: RuleSet) -> str:
    if r.dead_hand_dealer == "same":
        if not r.dead_stock:
            return _("If the stock runs out, the hand is dead: nobody scores and the same dealer deals again.")
        told = ngettext(
            "If one card is left in the stock, the hand is dead: nobody scores and the same dealer deals again.",
            "If %(n)d cards are left in the stock, the hand is dead: nobody scores and the same dealer deals again.",
            r.dead_stock,
        )
    elif not r.dead_stock:
        return _("If the stock runs out, the hand is dead: nobody scores and the deal passes on.")
    else:
        told = ngettext(
            "If one card is left in the stock, the hand is dead: nobody scores and the deal passes on.",
            "If %(n)d cards are left in the stock, the hand is dead: nobody scores and the deal passes on.",
            r.dead_stock,
        )
    return told % {"n": r.dead_stock}
