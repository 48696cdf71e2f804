"""The rules in sentences: the cards, what is a meld, how much one may knock with, and laying off (rules 4, 5.6, 7)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ruleset import RuleSet
from games.rules.traits import knocks
from games.wording.rules.words import capital, card_values, gins


def cards(r: RuleSet) -> Iterator[str]:
    """The deck, what its cards count, and the hand."""
    yield f"{_deck(r)} {values(r)}"
    if r.deck == "rumski70":
        yield wild_value(r)
    yield ngettext("Each player holds %(n)d card.", "Each player holds %(n)d cards.", r.hand_size) % {"n": r.hand_size}


def values(r: RuleSet) -> str:
    """What the cards count."""
    return f"{capital(card_values(r))}."


def wild_value(r: RuleSet) -> str:
    """What a wild counts in a hand of the Rumski deck."""
    return _("A wild left over counts %(n)d.") % {"n": r.wild_value}


def _deck(r: RuleSet) -> str:
    pairs = r.seating == "teams"
    if r.deck == "rumski70":
        if pairs:
            return _("Rumski deck: five colours, 1 to 13, and five wilds for each pair.")
        return _("Rumski deck: five colours, 1 to 13, and five wilds.")
    return _("One deck of 52 for each pair.") if pairs else _("One deck of 52.")


def melds(r: RuleSet) -> Iterator[str]:
    """Sets and runs."""
    if r.deck == "rumski70":
        told = _("Melds are sets of three or more of a rank and runs of three or more in one colour.")
        end = {
            "none": "",
            "ace_high": _("The 1 may also follow the 13."),
            "around_corner": _("Runs go round the corner: 12, 13, 1, 2."),
        }[r.run_wrap]
    else:
        told = _("Melds are sets of three or more of a rank and runs of three or more in one suit.")
        end = {
            "none": _("The ace is low only."),
            "ace_high": _("The ace is low or high."),
            "around_corner": _("Runs go round the corner: queen, king, ace, two."),
        }[r.run_wrap]
    yield f"{told} {end}" if end else told


def wilds(r: RuleSet) -> Iterator[str]:
    """What wilds may do in melds."""
    if r.deck != "rumski70":
        return
    if not r.max_wilds_per_meld:
        yield _("Wilds are in no meld.")
        return
    if r.wild_scope == "sets_only":
        told = ngettext(
            "A wild stands for any card in a set; at most one wild to a meld, with two natural cards or more.",
            "A wild stands for any card in a set; at most %(n)d wilds to a meld, with two natural cards or more.",
            r.max_wilds_per_meld,
        )
    else:
        told = ngettext(
            "A wild stands for any card in any meld; at most one wild to a meld, with two natural cards or more.",
            "A wild stands for any card in any meld; at most %(n)d wilds to a meld, with two natural cards or more.",
            r.max_wilds_per_meld,
        )
    yield told % {"n": r.max_wilds_per_meld}
    if r.wild_may_duplicate:
        yield _("With a wild a set may be larger than the five colours.")
    else:
        yield _("A wild may not double a colour in a set.")


def knocking(r: RuleSet) -> Iterator[str]:
    """With how much one may knock."""
    if not knocks(r):
        yield _("No knocking: the hand is played to %(gin)s.") % gins(r)
    elif r.limit_source != "fixed":
        yield _limit_from_card(r)
    elif r.knock_limit is None:
        yield _("Knock with any count.")
    else:
        told = ngettext(
            "Knock with %(n)d point of deadwood or less.", "Knock with %(n)d points of deadwood or less.", r.knock_limit
        )
        yield told % {"n": r.knock_limit}


def _limit_from_card(r: RuleSet) -> str:
    """The limit where a card sets it: the first upcard's holds for the whole hand (rules 5.6)."""
    if r.limit_source == "upcard":
        told = _("The first upcard sets the most you may knock with for the whole hand; %(means)s.")
        if r.knock_limit is not None:
            told = _(
                "The first upcard sets the most you may knock with for the whole hand, but never more than %(most)d; "
                "%(means)s."
            )
    else:
        told = _("The knock card, from a second deck, sets the most you may knock with for the whole hand; %(means)s.")
        if r.knock_limit is not None:
            told = _(
                "The knock card, from a second deck, sets the most you may knock with for the whole hand, but never "
                "more than %(most)d; %(means)s."
            )
    return told % {"most": r.knock_limit, "means": _lowest_cards(r)}


def _lowest_cards(r: RuleSet) -> str:
    """What an ace means as the card that sets the limit, with the Rumski deck a 1 and a wild."""
    ace, wild = r.rank_values[0], r.wild_value
    if r.knock_limit is not None:
        ace, wild = min(ace, r.knock_limit), min(wild, r.knock_limit)
    if r.limit_ace == "gin_only":
        ace = 0
    told = {"ace": ace, "wild": wild} | gins(r)
    if r.deck != "rumski70":
        # Translators: this and the next five are the end of a sentence: "%(means)s".
        return (_("an ace means %(ace)d") if ace else _("an ace means %(gin)s only")) % told
    if ace:
        return (_("a 1 means %(ace)d, a wild %(wild)d") if wild else _("a 1 means %(ace)d, a wild %(gin)s only")) % told
    if wild:
        return _("a 1 means %(gin)s only, a wild %(wild)d") % told
    return _("a 1 means %(gin)s only, a wild %(gin)s only") % told


def layoffs(r: RuleSet) -> Iterator[str]:
    """Whether the others may lay off, and what that does to gin."""
    went = gins(r)
    if r.layoff == "never":
        yield _("Nothing may be laid off on the melds of the player who ended the round.")
    elif r.layoff == "always":
        told = _("The others may lay off cards on the melds of the player who ended the round, also after %(gin)s.")
        yield told % went
    elif knocks(r):
        told = _("After a knock the others may lay off cards on the knocker's melds; after %(gin)s they may not.")
        yield told % went
    else:
        yield _("Nothing may be laid off after %(gin)s.") % went
    if r.layoff != "never" and r.deck == "rumski70" and (knocks(r) or r.layoff == "always"):
        yield _("Wilds are not laid off.")
    if r.layoff_zero_voids_gin:
        yield _("If the others have no deadwood left after %(gin)s, nobody scores.") % went
