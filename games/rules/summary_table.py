"""The rules in sentences: who sits where, who deals, and how a hand opens and dies (rules 5.12, 5.13, 8 F)."""

from collections.abc import Iterator

from games.rules.ruleset import RuleSet
from games.rules.sides import seats_for
from games.rules.summary_words import at_once, capital, counted, listed, small, table_sizes


def players(r: RuleSet) -> Iterator[str]:
    """How many play, and who sits out."""
    numbers, wanted = table_sizes(r), seats_for(r).best
    best = f", best with {small(wanted)}" if len(numbers) > 1 and wanted in numbers else ""
    sides = " in two teams" if r.seating == "teams" else ""
    yield f"For {listed([small(n) for n in numbers], 'or')} players{sides}{best}."
    if r.seating == "dealer_sits_out":
        yield "The dealer deals to the others and sits out."
    elif r.seating == "loser_sits_out":
        yield "Two play at a time; the loser of a round makes room for the player who sat out."
    elif r.seating == "loser_deals_and_sits":
        yield "Two play at a time; the loser of a round deals the next to the other two and sits out."
    elif r.seating == "captain":
        yield "The captain plays alone against the others, who keep one score."
        yield "Whoever loses to the captain makes room for the next of them."


def teams(r: RuleSet) -> Iterator[str]:
    """How two teams meet, and how their hands become one score (rules 7 "Teams")."""
    if r.seating != "teams":
        return
    yield "Partners sit in every second seat; each plays a hand against one of the other team."
    if r.team_netting == "per_hand":
        yield "The hands of a round are set off: the better team scores the difference; level, nobody scores."
    else:
        yield "A team scores all that its players win."


def deal(r: RuleSet) -> Iterator[str]:
    """Who deals the next round."""
    if r.seating == "teams":
        yield {
            "winner": "The team that won deals the next round.",
            "loser": "The team that lost deals the next round.",
        }.get(r.next_dealer, "The teams deal in turn.")
    elif r.seating == "loser_sits_out":
        who = "winner of a round" if r.next_dealer == "winner" else "player who comes in"
        yield f"The {who} deals the next."
    elif r.seating == "dealer_sits_out" and r.next_dealer == "idle_player":
        yield "The same player deals every round."
    elif r.seating != "loser_deals_and_sits":
        yield _dealer(r)


def _dealer(r: RuleSet) -> str:
    """Who deals next where the deal hangs on the result or goes round; the losers' dealer has the most deadwood."""
    if r.next_dealer == "winner":
        return "The winner of a round deals the next."
    if r.next_dealer == "loser":
        most = ", of several the one with the most deadwood" if at_once(r) > 2 else ""
        return f"The loser of a round deals the next{most}."
    return (
        "The deal alternates." if at_once(r) == 2 and r.seating != "dealer_sits_out" else "The deal passes to the left."
    )


def opening(r: RuleSet) -> Iterator[str]:
    """Who plays first, and with what."""
    two, dealer_plays = at_once(r) == 2, r.seating not in ("dealer_sits_out", "loser_deals_and_sits")
    other = "the player who did not deal" if two and dealer_plays else "the player to the dealer's left"
    if r.first_turn == "lower_score":
        yield f"The lower score plays first; level, {other}."
    else:
        yield f"{capital(other)} plays first."
    if r.opening == "no_upcard":
        yield "There is no upcard: the first card is drawn from the stock."
    elif r.opening == "non_dealer_eleven":
        yield f"The first player is dealt {counted(r.hand_size + 1, 'cards')} and begins with a discard."
    else:
        dealer_last = ", the dealer last" if dealer_plays and r.first_turn != "lower_score" else ""
        others = "other" if two else f"others in turn{dealer_last}"
        yield (
            f"The first player may take the upcard, then the {others}; if all pass, the first player draws from the "
            "stock."
        )


def dead(r: RuleSet) -> Iterator[str]:
    """When a hand is dead, and who deals then; a misdeal is dealt again."""
    left = {0: "the stock runs out", 1: "one card is left in the stock"}.get(
        r.dead_stock, f"{r.dead_stock} cards are left in the stock"
    )
    deals = "the same dealer deals again" if r.dead_hand_dealer == "same" else "the deal passes on"
    if r.seating == "teams":
        yield f"If {left}, that hand is dead and counts nothing. If neither team wins the round, {deals}."
    else:
        yield f"If {left}, the hand is dead: nobody scores and {deals}."
    yield "After a misdeal nobody scores, and the same dealer deals again."
