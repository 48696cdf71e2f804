"""Who deals, who plays first, who plays whom and who sits out, in words (rules 5.12, 5.13, 8 F)."""

from collections.abc import Sequence
from typing import Final

from games.pages import MemberView
from games.rules.rotation import dealing_seats, sitting_out
from games.rules.ruleset import RuleSet
from games.rules.settlement import Standing, leader, settle
from games.rules.sheet import GameSheet
from games.rules.sides import pairings, side_of
from games.wording import listed

_NUMBERS: Final = {11: "eleven", 8: "eight"}
"""How many cards who opens a hand may have, in words where they are the usual ones."""


def dealers(game: GameSheet, place: int, names: Sequence[str]) -> str:
    """Who deals: a name, or those of a side."""
    return listed([names[seat] for seat in dealing_seats(game.rules, len(names), place)])


def deal_sentence(game: GameSheet, names: Sequence[str]) -> str:
    """Who deals the next round, who opens it and how, and who sits out; empty once the game is over."""
    if game.over:
        return ""
    rules, seats = game.rules, len(names)
    dealing = dealing_seats(rules, seats, game.deal.dealer)
    first = dealing_seats(rules, seats, game.first_to_act)
    deals, plays = dealers(game, game.deal.dealer, names), _opens(rules, many=len(first) > 1)
    who = listed([names[seat] for seat in first])
    sits = sitting_out(rules, seats, game.deal)
    text = f"{deals} {'deal' if len(dealing) > 1 else 'deals'}"
    if game.deal.dealer in sits and rules.seating != "teams":
        text += " and sits out"
    if _by_score(game):
        # Who is behind opens, whoever dealt: that is told, or it would look like a mistake.
        opener = " and" if first == dealing else f"; {who}"
        text += f"{opener}, with the lower score, {plays}"
    else:
        text += f", {who} {plays}"
    idle = [names[seat] for seat in sits if seat != game.deal.dealer]
    text = f"{text}; {listed(idle)} {'sits' if len(idle) == 1 else 'sit'} out" if idle else text
    return f"Level at the top: one more round. {text}" if _level(game) else text


def _level(game: GameSheet) -> bool:
    """Whether somebody is at the target, and the game goes on because nobody is ahead once all is counted."""
    target = game.rules.target
    if game.columns or target is None or max(game.cumulative.values()) < target:
        return False
    standing = Standing(game.cumulative, game.boxes, game.hands_won)
    return leader(game.cumulative) is None or settle(game.rules, standing).winner is None


def pairs_text(game: GameSheet, number: int, names: Sequence[str]) -> tuple[str, ...]:
    """Who plays whom in round ``number`` between teams, a sentence a hand; empty without teams."""
    if game.rules.seating != "teams":
        return ()
    return tuple(f"{names[a]} plays {names[b]}" for a, b in pairings(len(names), number))


def members_of(game: GameSheet, side: int, names: Sequence[str]) -> tuple[MemberView, ...]:
    """The players of a side, and which of them sit out the next round."""
    idle = () if game.over else sitting_out(game.rules, len(names), game.deal)
    return tuple(MemberView(names[seat], seat in idle) for seat in game.sides[side])


def _by_score(game: GameSheet) -> bool:
    """Whether the score decides who opens the next round: it does not while two are level at the bottom."""
    rules, places = game.rules, game.deal.active
    scores = [game.cumulative[place if rules.seating == "teams" else side_of(rules, place)] for place in places]
    return rules.first_turn == "lower_score" and scores.count(min(scores)) == 1


def _opens(rules: RuleSet, *, many: bool) -> str:
    """How the first to play begins a hand: with the upcard, with a card more, or from the stock."""
    if rules.opening == "non_dealer_eleven":
        cards = rules.hand_size + 1
        has, discards = ("have", "discard") if many else ("has", "discards")
        return f"{has} {_NUMBERS.get(cards, cards)} cards and {discards} first"
    if rules.opening == "no_upcard":
        return f"{'draw' if many else 'draws'} first, from the stock"
    return f"{'play' if many else 'plays'} first"
