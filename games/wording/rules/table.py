"""A rule set in sentences, part: seating, dealing, the opening, and dead hands (rules 5.12, 5.13, 8 F)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.rule_properties import hands_per_round, table_sizes
from games.rules.ruleset import RuleSet
from games.rules.sides import seats_for
from games.wording.rules.words import best_in_words, players_in_words
from games.wording.words import either


def players(rules: RuleSet) -> Iterator[str]:
    """Yield how many can play."""
    numbers, wanted = table_sizes(rules), seats_for(rules).best
    if len(numbers) > 1 and wanted in numbers:
        text = (
            _("For %(numbers)s players in two teams, best with %(best)s.")
            if rules.seating == "teams"
            else _("For %(numbers)s players, best with %(best)s.")
        )
    else:
        text = _("For %(numbers)s players in two teams.") if rules.seating == "teams" else _("For %(numbers)s players.")
    yield text % {"numbers": either([players_in_words(n) for n in numbers]), "best": best_in_words(wanted)}


def sitting_out(rules: RuleSet) -> Iterator[str]:
    """Yield who sits out, or who plays alone."""
    if rules.seating == "dealer_sits_out":
        yield _("The dealer deals to the others and sits out.")
    elif rules.seating == "loser_sits_out":
        yield _("Two play at a time; the loser of a round makes room for the player who sat out.")
    elif rules.seating == "loser_deals_and_sits":
        yield _("Two play at a time; the loser of a round deals the next to the other two and sits out.")
    elif rules.seating == "captain":
        yield _("The captain plays alone against the others, who keep one score.")
        yield _("Whoever loses to the captain makes room for the next of them.")


def teams(rules: RuleSet) -> Iterator[str]:
    """Yield how two teams play, and how their hands become one score (rules 7 "Teams")."""
    if rules.seating != "teams":
        return
    yield _("Partners sit in every second seat; each plays a hand against one of the other team.")
    if rules.team_netting == "per_hand":
        yield _("The hands of a round are set off: the better team scores the difference; level, nobody scores.")
    else:
        yield _("A team scores all that its players win.")


def deal(rules: RuleSet) -> Iterator[str]:
    """Yield who deals the next round."""
    if rules.seating == "teams":
        yield {
            "winner": _("The team that won deals the next round."),
            "loser": _("The team that lost deals the next round."),
        }.get(rules.next_dealer, _("The teams deal in turn."))
    elif rules.seating == "loser_sits_out":
        if rules.next_dealer == "winner":
            yield _("The winner of a round deals the next.")
        else:
            yield _("The player who comes in deals the next.")
    elif rules.seating == "dealer_sits_out" and rules.next_dealer == "idle_player":
        yield _("The same player deals every round.")
    elif rules.seating != "loser_deals_and_sits":
        yield _dealer(rules)


def _dealer(rules: RuleSet) -> str:
    """Return who deals next if the deal depends on the result or passes on."""
    if rules.next_dealer == "winner":
        return _("The winner of a round deals the next.")
    if rules.next_dealer == "loser":
        if hands_per_round(rules) > 2:
            return _("The loser of a round deals the next, of several the one with the most deadwood.")
        return _("The loser of a round deals the next.")
    if hands_per_round(rules) == 2 and rules.seating != "dealer_sits_out":
        return _("The deal alternates.")
    return _("The deal passes to the left.")


def opening(rules: RuleSet) -> Iterator[str]:
    """Yield who plays first, and which card is offered."""
    yield _first(rules)
    if rules.opening == "no_upcard":
        yield _("There is no upcard: the first card is drawn from the stock.")
    elif rules.opening == "non_dealer_eleven":
        cards = rules.hand_size + 1
        text = ngettext(
            "The first player is dealt %(n)d card and begins with a discard.",
            "The first player is dealt %(n)d cards and begins with a discard.",
            cards,
        )
        yield text % {"n": cards}
    else:
        yield _upcard_offered(rules)


def _dealer_plays(rules: RuleSet) -> bool:
    return rules.seating not in ("dealer_sits_out", "loser_deals_and_sits")


def _first(rules: RuleSet) -> str:
    if hands_per_round(rules) == 2 and _dealer_plays(rules):
        if rules.first_turn == "lower_score":
            return _("The lower score plays first; level, the player who did not deal.")
        return _("The player who did not deal plays first.")
    if rules.first_turn == "lower_score":
        return _("The lower score plays first; level, the player to the dealer's left.")
    return _("The player to the dealer's left plays first.")


def _upcard_offered(rules: RuleSet) -> str:
    if hands_per_round(rules) == 2:
        return _(
            "The first player may take the upcard, then the other; if all pass, the first player draws from the stock."
        )
    if _dealer_plays(rules) and rules.first_turn != "lower_score":
        return _(
            "The first player may take the upcard, then the others in turn, the dealer last; if all pass, the first "
            "player draws from the stock."
        )
    return _(
        "The first player may take the upcard, then the others in turn; if all pass, the first player draws from the "
        "stock."
    )


def dead(rules: RuleSet) -> Iterator[str]:
    """Yield when a hand is dead, who deals then, and what happens after a misdeal."""
    if rules.seating == "teams":
        next_deal = (
            _("If neither team wins the round, the same dealer deals again.")
            if rules.dead_hand_dealer == "same"
            else _("If neither team wins the round, the deal passes on.")
        )
        yield f"{_dead_between_teams(rules)} {next_deal}"
    else:
        yield _dead(rules)
    yield _("After a misdeal nobody scores, and the same dealer deals again.")


def _dead_between_teams(rules: RuleSet) -> str:
    if not rules.dead_stock:
        return _("If the stock runs out, that hand is dead and counts nothing.")
    text = ngettext(
        "If one card is left in the stock, that hand is dead and counts nothing.",
        "If %(n)d cards are left in the stock, that hand is dead and counts nothing.",
        rules.dead_stock,
    )
    return text % {"n": rules.dead_stock}


def _dead(rules: RuleSet) -> str:
    if rules.dead_hand_dealer == "same":
        if not rules.dead_stock:
            return _("If the stock runs out, the hand is dead: nobody scores and the same dealer deals again.")
        text = ngettext(
            "If one card is left in the stock, the hand is dead: nobody scores and the same dealer deals again.",
            "If %(n)d cards are left in the stock, the hand is dead: nobody scores and the same dealer deals again.",
            rules.dead_stock,
        )
    elif not rules.dead_stock:
        return _("If the stock runs out, the hand is dead: nobody scores and the deal passes on.")
    else:
        text = ngettext(
            "If one card is left in the stock, the hand is dead: nobody scores and the deal passes on.",
            "If %(n)d cards are left in the stock, the hand is dead: nobody scores and the deal passes on.",
            rules.dead_stock,
        )
    return text % {"n": rules.dead_stock}
