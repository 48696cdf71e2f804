"""A rule set in sentences, part: cards, melds, the knock limit, and layoffs (rules 4, 5.6, 7)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.rule_properties import has_knocks
from games.rules.ruleset import RuleSet
from games.wording.rules.words import capital, card_values, gins


def cards(rules: RuleSet) -> Iterator[str]:
    """Yield the deck, what its cards count, and the size of a hand."""
    yield f"{_deck(rules)} {values(rules)}"
    if rules.deck == "rumski70":
        yield wild_value(rules)
    yield ngettext("Each hand has %(n)d card.", "Each hand has %(n)d cards.", rules.hand_size) % {"n": rules.hand_size}


def values(rules: RuleSet) -> str:
    """Return what the cards count."""
    return f"{capital(card_values(rules))}."


def wild_value(rules: RuleSet) -> str:
    """Return what an unmelded wild of the Rumski deck counts."""
    return _("An unmelded wild counts %(n)d.") % {"n": rules.wild_value}


def _deck(rules: RuleSet) -> str:
    pairs = rules.seating == "teams"
    if rules.deck == "rumski70":
        if pairs:
            return _("Each pair of opponents uses a Rumski deck: five colors, 1 to 13, and five wilds.")
        return _("Use a Rumski deck: five colors, 1 to 13, and five wilds.")
    return _("Each pair of opponents uses a 52-card deck.") if pairs else _("Use a 52-card deck.")


def melds(rules: RuleSet) -> Iterator[str]:
    """Yield what sets and runs are."""
    if rules.deck == "rumski70":
        text = _("Melds are sets (three or more of a rank) and runs (three or more of a color in a row).")
        end = {
            "none": "",
            "ace_high": _("The 1 can also follow the 13."),
            "around_corner": _("Runs can go around the corner: 12, 13, 1, 2."),
        }[rules.run_wrap]
    else:
        text = _("Melds are sets (three or more of a rank) and runs (three or more of a suit in a row).")
        end = {
            "none": _("Aces are always low."),
            "ace_high": _("Aces are low or high."),
            "around_corner": _("Runs can go around the corner: queen, king, ace, two."),
        }[rules.run_wrap]
    yield f"{text} {end}" if end else text


def wilds(rules: RuleSet) -> Iterator[str]:
    """Yield what wilds may do in melds."""
    if rules.deck != "rumski70":
        return
    if not rules.max_wilds_per_meld:
        yield _("Wilds can't be melded.")
        return
    if rules.wild_scope == "sets_only":
        text = ngettext(
            "A wild can be any card in a set. Each meld needs at least two natural cards and can have only one wild.",
            "A wild can be any card in a set. Each meld needs at least two natural cards and can have up to "
            "%(n)d wilds.",
            rules.max_wilds_per_meld,
        )
    else:
        text = ngettext(
            "A wild can be any card in any meld. Each meld needs at least two natural cards and can have "
            "only one wild.",
            "A wild can be any card in any meld. Each meld needs at least two natural cards and can have up "
            "to %(n)d wilds.",
            rules.max_wilds_per_meld,
        )
    yield text % {"n": rules.max_wilds_per_meld}
    if rules.wild_may_duplicate:
        yield _("With a wild, a set can have more than five cards.")
    else:
        yield _("In a set, a wild can't stand for a color that's already there.")


def knocking(rules: RuleSet) -> Iterator[str]:
    """Yield how much deadwood a knock may have."""
    if not has_knocks(rules):
        yield _("There's no knocking: every hand is played to %(gin)s.") % gins(rules)
    elif rules.limit_source != "fixed":
        yield _limit_from_card(rules)
    elif rules.knock_limit is None:
        yield _("You can knock with any amount of deadwood.")
    else:
        text = ngettext(
            "You can knock with %(n)d point of deadwood or less.",
            "You can knock with %(n)d points of deadwood or less.",
            rules.knock_limit,
        )
        yield text % {"n": rules.knock_limit}


def _limit_from_card(rules: RuleSet) -> str:
    """Return the limit if a card sets it: that of the first upcard holds for the whole hand (rules 5.6)."""
    if rules.limit_source == "upcard":
        text = _("The first upcard sets the knock limit for the whole hand. %(means)s.")
        if rules.knock_limit is not None:
            text = _("The first upcard sets the knock limit for the whole hand, up to %(most)d. %(means)s.")
    else:
        text = _("The knock card, from a second deck, sets the knock limit for the whole hand. %(means)s.")
        if rules.knock_limit is not None:
            text = _(
                "The knock card, from a second deck, sets the knock limit for the whole hand, up to "
                "%(most)d. %(means)s."
            )
    return text % {"most": rules.knock_limit, "means": capital(_lowest_cards(rules))}


def _lowest_cards(rules: RuleSet) -> str:
    """Return the limit set by an ace; with the Rumski deck by a 1 and by a wild."""
    ace, wild = rules.rank_values[0], rules.wild_value
    if rules.knock_limit is not None:
        ace, wild = min(ace, rules.knock_limit), min(wild, rules.knock_limit)
    if rules.limit_ace == "gin_only":
        ace = 0
    context = {"ace": ace, "wild": wild} | gins(rules)
    if rules.deck != "rumski70":
        # Translators: this and the next five are the end of a sentence: "%(means)s".
        return (_("with an ace it's %(ace)d") if ace else _("with an ace it's %(gin)s only")) % context
    if ace:
        return (
            _("with a 1 it's %(ace)d, with a wild %(wild)d")
            if wild
            else _("with a 1 it's %(ace)d, with a wild %(gin)s only")
        ) % context
    if wild:
        return _("with a 1 it's %(gin)s only, with a wild %(wild)d") % context
    return _("with a 1 or a wild it's %(gin)s only") % context


def layoffs(rules: RuleSet) -> Iterator[str]:
    """Yield who may lay off, and whether layoffs can void gin."""
    gin_names = gins(rules)
    if rules.layoff == "never":
        yield _("There are no layoffs.")
    elif rules.layoff == "always":
        text = _("Opponents may lay off cards on the melds of the player who ended the round, even after %(gin)s.")
        yield text % gin_names
    elif has_knocks(rules):
        text = _("Opponents may lay off cards on the knocker's melds, but not after %(gin)s.")
        yield text % gin_names
    else:
        yield _("There are no layoffs after %(gin)s.") % gin_names
    if rules.layoff != "never" and rules.deck == "rumski70" and (has_knocks(rules) or rules.layoff == "always"):
        yield _("Wilds can't be laid off.")
    if rules.layoff_zero_voids_gin:
        yield _("If no opponent has any deadwood after %(gin)s, nobody scores.") % gin_names
