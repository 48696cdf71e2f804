"""Sentences about the next round: who deals, who plays first, who plays whom, who sits out (rules 5.12, 5.13, 8 F)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.game import MemberContext
from games.rules.rotation import dealing_seats, sitting_out
from games.rules.ruleset import RuleSet
from games.rules.settlement import Score, leader, settle
from games.rules.sheet import GameSheet
from games.rules.sides import side_of, team_pairings
from games.wording.words import cards, listed


def dealers(game: GameSheet, place: int, names: Sequence[str]) -> str:
    """Return who deals: a name, or the names of a side."""
    return listed([names[seat] for seat in dealing_seats(game.rules, len(names), place)])


def deal_sentence(game: GameSheet, names: Sequence[str]) -> str:
    """Return who deals the next round, who opens it and how, and who sits out; empty once the game is over."""
    if game.over:
        return ""
    rules, seats = game.rules, len(names)
    dealing = dealing_seats(rules, seats, game.deal.dealer)
    first = dealing_seats(rules, seats, game.first_to_act)
    sitting = sitting_out(rules, seats, game.deal)
    deals = _deals(
        dealers(game, game.deal.dealer, names),
        len(dealing),
        sits_out=game.deal.dealer in sitting and rules.seating != "teams",
    )
    who = listed([names[seat] for seat in first])
    if not _opens_by_score(game):
        text = _("%(deals)s, %(opens)s") % {"deals": deals, "opens": _opens(rules, who, len(first))}
    elif first != dealing:
        # The side behind opens, no matter who dealt. Say so, or it would look like a mistake.
        text = _("%(deals)s; %(opens)s") % {"deals": deals, "opens": _opens_behind(rules, who, len(first))}
    else:
        text = _deals_and_opens(rules, deals, len(first))
    idle = [names[seat] for seat in sitting if seat != game.deal.dealer]
    if idle:
        sits_out_text = ngettext("%(dealing)s; %(who)s sits out", "%(dealing)s; %(who)s sit out", len(idle))
        text = sits_out_text % {"dealing": text, "who": listed(idle)}
    return _("Tied at the top: one more round. %(dealing)s") % {"dealing": text} if _tied_at_target(game) else text


def _tied_at_target(game: GameSheet) -> bool:
    """Return whether the target was reached but the game goes on because the totals with bonuses are tied."""
    target = game.rules.target
    if game.columns or target is None or max(game.cumulative.values()) < target:
        return False
    score = Score(game.cumulative, game.boxes, game.hands_won)
    return leader(game.cumulative) is None or settle(game.rules, score).winner is None


def pairs_text(game: GameSheet, number: int, names: Sequence[str]) -> tuple[str, ...]:
    """Return who plays whom in round ``number``, a sentence for each hand; empty without teams."""
    if game.rules.seating != "teams":
        return ()
    pairs = team_pairings(len(names), number)
    return tuple(_("%(who)s plays %(other)s") % {"who": names[a], "other": names[b]} for a, b in pairs)


def members_of(game: GameSheet, side: int, names: Sequence[str]) -> tuple[MemberContext, ...]:
    """Return the players of a side, and which of them sit out the next round."""
    idle = () if game.over else sitting_out(game.rules, len(names), game.deal)
    return tuple(MemberContext(names[seat], seat in idle) for seat in game.sides[side])


def _opens_by_score(game: GameSheet) -> bool:
    """Return whether the score decides who opens the next round; it doesn't while the lowest score is tied."""
    rules, places = game.rules, game.deal.active
    scores = [game.cumulative[place if rules.seating == "teams" else side_of(rules, place)] for place in places]
    return rules.first_turn == "lower_score" and scores.count(min(scores)) == 1


def _deals(who: str, people: int, *, sits_out: bool) -> str:
    """Return who deals: "Ann deals", "Ann and Ben deal and sit out"."""
    if sits_out:
        return ngettext("%(who)s deals and sits out", "%(who)s deal and sit out", people) % {"who": who}
    return ngettext("%(who)s deals", "%(who)s deal", people) % {"who": who}


def _opens(rules: RuleSet, who: str, people: int) -> str:
    """Return how the first to play begins: with the upcard, with one more card, or from the stock."""
    if rules.opening == "non_dealer_eleven":
        text = ngettext("%(who)s has %(cards)s and discards first", "%(who)s have %(cards)s and discard first", people)
    elif rules.opening == "no_upcard":
        text = ngettext("%(who)s draws first, from the stock", "%(who)s draw first, from the stock", people)
    else:
        text = ngettext("%(who)s plays first", "%(who)s play first", people)
    return text % {"who": who, "cards": _opening_cards(rules)}


def _opens_behind(rules: RuleSet, who: str, people: int) -> str:
    """Like ``_opens``, for a side that opens because of its lower score."""
    if rules.opening == "non_dealer_eleven":
        text = ngettext(
            "%(who)s has the lower score, gets %(cards)s, and discards first",
            "%(who)s have the lower score, get %(cards)s, and discard first",
            people,
        )
    elif rules.opening == "no_upcard":
        text = ngettext(
            "%(who)s has the lower score and draws first, from the stock",
            "%(who)s have the lower score and draw first, from the stock",
            people,
        )
    else:
        text = ngettext(
            "%(who)s has the lower score and plays first", "%(who)s have the lower score and play first", people
        )
    return text % {"who": who, "cards": _opening_cards(rules)}


def _deals_and_opens(rules: RuleSet, deals: str, people: int) -> str:
    """Like ``_opens_behind``, for a side that deals as well; ``deals`` is the sentence that says so."""
    # Translators: "Ben deals, has the lower score, and plays first"; the first words come as %(deals)s.
    if rules.opening == "non_dealer_eleven":
        text = ngettext(
            "%(deals)s, has the lower score, gets %(cards)s, and discards first",
            "%(deals)s, have the lower score, get %(cards)s, and discard first",
            people,
        )
    elif rules.opening == "no_upcard":
        text = ngettext(
            "%(deals)s, has the lower score, and draws first, from the stock",
            "%(deals)s, have the lower score, and draw first, from the stock",
            people,
        )
    else:
        text = ngettext(
            "%(deals)s, has the lower score, and plays first",
            "%(deals)s, have the lower score, and play first",
            people,
        )
    return text % {"deals": deals, "cards": _opening_cards(rules)}


def _opening_cards(rules: RuleSet) -> str:
    """Return how many cards the opening player holds, spelled out for the usual hand sizes."""
    match rules.hand_size + 1:
        case 11:
            return _("eleven cards")
        case 8:
            return _("eight cards")
        case n:
            return cards(n)
