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
        yield _("Two play at a time. The loser of a round changes places with the player who sat out.")
    elif rules.seating == "loser_deals_and_sits":
        yield _("Two play at a time. The loser of a round deals the next one to the other two and sits out.")
    elif rules.seating == "captain":
        yield _("The captain plays alone against the others, who share one score.")
        yield _("When one of the others loses to the captain, the next one takes over.")


def teams(rules: RuleSet) -> Iterator[str]:
    """Yield how two teams play, and how their hands become one score (rules 7 "Teams")."""
    if rules.seating != "teams":
        return
    yield _("Partners sit in alternate seats. Each plays a hand against one player from the other team.")
    if rules.team_netting == "per_hand":
        yield _(
            "Each team's results in a round are added together, and only the difference scores. If it's a tie, "
            "nobody scores."
        )
    else:
        yield _("A team scores everything its players win.")


def deal(rules: RuleSet) -> Iterator[str]:
    """Yield who deals the next round."""
    if rules.seating == "teams":
        yield {
            "winner": _("The team that won deals the next round."),
            "loser": _("The team that lost deals the next round."),
        }.get(rules.next_dealer, _("The teams take turns dealing."))
    elif rules.seating == "loser_sits_out":
        if rules.next_dealer == "winner":
            yield _("The winner of a round deals the next one.")
        else:
            yield _("The player who comes in deals the next round.")
    elif rules.seating == "dealer_sits_out" and rules.next_dealer == "idle_player":
        yield _("The same player deals every round.")
    elif rules.seating != "loser_deals_and_sits":
        yield _dealer(rules)


def _dealer(rules: RuleSet) -> str:
    """Return who deals next if the deal depends on the result or passes on."""
    if rules.next_dealer == "winner":
        return _("The winner of a round deals the next one.")
    if rules.next_dealer == "loser":
        if hands_per_round(rules) > 2:
            return _("The loser of a round deals the next one. If several lose, the one with the most deadwood deals.")
        return _("The loser of a round deals the next one.")
    if hands_per_round(rules) == 2 and rules.seating != "dealer_sits_out":
        return _("The deal alternates.")
    return _("The deal passes to the left.")


def opening(rules: RuleSet) -> Iterator[str]:
    """Yield who plays first, and which card is offered."""
    yield _first(rules)
    if rules.opening == "no_upcard":
        yield _("There's no upcard: the first card is drawn from the stock.")
    elif rules.opening == "non_dealer_eleven":
        cards = rules.hand_size + 1
        text = ngettext(
            "The first player is dealt %(n)d card and starts by discarding.",
            "The first player is dealt %(n)d cards and starts by discarding.",
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
            return _(
                "The player with the lower score goes first. If the scores are tied, it's the player who didn't deal."
            )
        return _("The player who didn't deal goes first.")
    if rules.first_turn == "lower_score":
        return _(
            "The player with the lowest score goes first. If there's a tie for lowest, it's the player to the "
            "dealer's left."
        )
    return _("The player to the dealer's left goes first.")


def _upcard_offered(rules: RuleSet) -> str:
    if hands_per_round(rules) == 2:
        return _(
            "The first player may take the upcard, then the other player may. If both pass, the first player "
            "draws from the stock."
        )
    if _dealer_plays(rules) and rules.first_turn != "lower_score":
        return _(
            "The first player may take the upcard, then the others in turn, the dealer last. If everyone "
            "passes, the first player draws from the stock."
        )
    return _(
        "The first player may take the upcard, then the others in turn. If everyone passes, the first player "
        "draws from the stock."
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
    yield _("After a misdeal, nobody scores and the same dealer deals again.")


def _dead_between_teams(rules: RuleSet) -> str:
    if not rules.dead_stock:
        return _("If the stock runs out, that hand is dead and scores nothing.")
    text = ngettext(
        "If only one card is left in the stock, that hand is dead and scores nothing.",
        "If only %(n)d cards are left in the stock, that hand is dead and scores nothing.",
        rules.dead_stock,
    )
    return text % {"n": rules.dead_stock}


def _dead(rules: RuleSet) -> str:
    if rules.dead_hand_dealer == "same":
        if not rules.dead_stock:
            return _("If the stock runs out, the hand is dead. Nobody scores, and the same dealer deals again.")
        text = ngettext(
            "If only one card is left in the stock, the hand is dead. Nobody scores, and the same dealer deals again.",
            "If only %(n)d cards are left in the stock, the hand is dead. Nobody scores, and the same dealer "
            "deals again.",
            rules.dead_stock,
        )
    elif not rules.dead_stock:
        return _("If the stock runs out, the hand is dead. Nobody scores, and the deal passes on.")
    else:
        text = ngettext(
            "If only one card is left in the stock, the hand is dead. Nobody scores, and the deal passes on.",
            "If only %(n)d cards are left in the stock, the hand is dead. Nobody scores, and the deal passes on.",
            rules.dead_stock,
        )
    return text % {"n": rules.dead_stock}
