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
    yield ngettext("Each player holds %(n)d card.", "Each player holds %(n)d cards.", rules.hand_size) % {
        "n": rules.hand_size
    }


def values(rules: RuleSet) -> str:
    """Return what the cards count."""
    return f"{capital(card_values(rules))}."


def wild_value(rules: RuleSet) -> str:
    """Return what an unmelded wild of the Rumski deck counts."""
    return _("A wild left over counts %(n)d.") % {"n": rules.wild_value}


def _deck(rules: RuleSet) -> str:
    pairs = rules.seating == "teams"
    if rules.deck == "rumski70":
        if pairs:
            return _("Rumski deck: five colours, 1 to 13, and five wilds for each pair.")
        return _("Rumski deck: five colours, 1 to 13, and five wilds.")
    return _("One deck of 52 for each pair.") if pairs else _("One deck of 52.")


def melds(rules: RuleSet) -> Iterator[str]:
    """Yield what sets and runs are."""
    if rules.deck == "rumski70":
        text = _("Melds are sets of three or more of a rank and runs of three or more in one colour.")
        end = {
            "none": "",
            "ace_high": _("The 1 may also follow the 13."),
            "around_corner": _("Runs go round the corner: 12, 13, 1, 2."),
        }[rules.run_wrap]
    else:
        text = _("Melds are sets of three or more of a rank and runs of three or more in one suit.")
        end = {
            "none": _("The ace is low only."),
            "ace_high": _("The ace is low or high."),
            "around_corner": _("Runs go round the corner: queen, king, ace, two."),
        }[rules.run_wrap]
    yield f"{text} {end}" if end else text


def wilds(rules: RuleSet) -> Iterator[str]:
    """Yield what wilds may do in melds."""
    if rules.deck != "rumski70":
        return
    if not rules.max_wilds_per_meld:
        yield _("Wilds are in no meld.")
        return
    if rules.wild_scope == "sets_only":
        text = ngettext(
            "A wild stands for any card in a set; at most one wild to a meld, with two natural cards or more.",
            "A wild stands for any card in a set; at most %(n)d wilds to a meld, with two natural cards or more.",
            rules.max_wilds_per_meld,
        )
    else:
        text = ngettext(
            "A wild stands for any card in any meld; at most one wild to a meld, with two natural cards or more.",
            "A wild stands for any card in any meld; at most %(n)d wilds to a meld, with two natural cards or more.",
            rules.max_wilds_per_meld,
        )
    yield text % {"n": rules.max_wilds_per_meld}
    if rules.wild_may_duplicate:
        yield _("With a wild a set may be larger than the five colours.")
    else:
        yield _("A wild may not double a colour in a set.")


def knocking(rules: RuleSet) -> Iterator[str]:
    """Yield how much deadwood a knock may have."""
    if not has_knocks(rules):
        yield _("No knocking: the hand is played to %(gin)s.") % gins(rules)
    elif rules.limit_source != "fixed":
        yield _limit_from_card(rules)
    elif rules.knock_limit is None:
        yield _("Knock with any count.")
    else:
        text = ngettext(
            "Knock with %(n)d point of deadwood or less.",
            "Knock with %(n)d points of deadwood or less.",
            rules.knock_limit,
        )
        yield text % {"n": rules.knock_limit}


def _limit_from_card(rules: RuleSet) -> str:
    """Return the limit if a card sets it: that of the first upcard holds for the whole hand (rules 5.6)."""
    if rules.limit_source == "upcard":
        text = _("The first upcard sets the most you may knock with for the whole hand; %(means)s.")
        if rules.knock_limit is not None:
            text = _(
                "The first upcard sets the most you may knock with for the whole hand, but never more than %(most)d; "
                "%(means)s."
            )
    else:
        text = _("The knock card, from a second deck, sets the most you may knock with for the whole hand; %(means)s.")
        if rules.knock_limit is not None:
            text = _(
                "The knock card, from a second deck, sets the most you may knock with for the whole hand, but never "
                "more than %(most)d; %(means)s."
            )
    return text % {"most": rules.knock_limit, "means": _lowest_cards(rules)}


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
        return (_("an ace means %(ace)d") if ace else _("an ace means %(gin)s only")) % context
    if ace:
        return (
            _("a 1 means %(ace)d, a wild %(wild)d") if wild else _("a 1 means %(ace)d, a wild %(gin)s only")
        ) % context
    if wild:
        return _("a 1 means %(gin)s only, a wild %(wild)d") % context
    return _("a 1 means %(gin)s only, a wild %(gin)s only") % context


def layoffs(rules: RuleSet) -> Iterator[str]:
    """Yield who may lay off, and whether layoffs can void gin."""
    gin_names = gins(rules)
    if rules.layoff == "never":
        yield _("Nothing may be laid off on the melds of the player who ended the round.")
    elif rules.layoff == "always":
        text = _("The others may lay off cards on the melds of the player who ended the round, also after %(gin)s.")
        yield text % gin_names
    elif has_knocks(rules):
        text = _("After a knock the others may lay off cards on the knocker's melds; after %(gin)s they may not.")
        yield text % gin_names
    else:
        yield _("Nothing may be laid off after %(gin)s.") % gin_names
    if rules.layoff != "never" and rules.deck == "rumski70" and (has_knocks(rules) or rules.layoff == "always"):
        yield _("Wilds are not laid off.")
    if rules.layoff_zero_voids_gin:
        yield _("If the others have no deadwood left after %(gin)s, nobody scores.") % gin_names
