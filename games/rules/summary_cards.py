"""The rules in sentences: the cards, what is a meld, how much one may knock with, and laying off (rules 4, 5.6, 7)."""

from collections.abc import Iterator

from games.rules.ruleset import RuleSet
from games.rules.summary_words import capital, card_values, counted, gin, knocks


def cards(r: RuleSet) -> Iterator[str]:
    """The deck, what its cards count, and the hand."""
    rumski = r.deck == "rumski70"
    deck = "Rumski deck: five colours, 1 to 13, and five wilds" if rumski else "One deck of 52"
    yield f"{deck}{' for each pair' if r.seating == 'teams' else ''}. {capital(card_values(r))}."
    if rumski:
        yield f"A wild left over counts {r.wild_value}."
    yield f"Each player holds {counted(r.hand_size, 'cards')}."


def melds(r: RuleSet) -> Iterator[str]:
    """Sets, runs, and what wilds may do in them."""
    rumski = r.deck == "rumski70"
    suit, ends = ("colour", _RUMSKI_ENDS) if rumski else ("suit", _FRENCH_ENDS)
    yield f"Melds are sets of three or more of a rank and runs of three or more in one {suit}.{ends[r.run_wrap]}"
    if rumski:
        yield from _wilds(r)


_FRENCH_ENDS = {
    "none": " The ace is low only.",
    "ace_high": " The ace is low or high.",
    "around_corner": " Runs go round the corner: queen, king, ace, two.",
}
_RUMSKI_ENDS = {
    "none": "",
    "ace_high": " The 1 may also follow the 13.",
    "around_corner": " Runs go round the corner: 12, 13, 1, 2.",
}


def _wilds(r: RuleSet) -> Iterator[str]:
    if not r.max_wilds_per_meld:
        yield "Wilds are in no meld."
        return
    where = "a set" if r.wild_scope == "sets_only" else "any meld"
    many = f"at most {counted(r.max_wilds_per_meld, 'wilds')}".replace(" 1 ", " one ")
    yield f"A wild stands for any card in {where}; {many} to a meld, with two natural cards or more."
    if r.wild_may_duplicate:
        yield "With a wild a set may be larger than the five colours."
    else:
        yield "A wild may not double a colour in a set."


def knocking(r: RuleSet) -> Iterator[str]:
    """With how much one may knock."""
    if not knocks(r):
        yield f"No knocking: the hand is played to {gin(r)}."
    elif r.limit_source != "fixed":
        yield _limit_from_card(r)
    elif r.knock_limit is None:
        yield "Knock with any count."
    else:
        yield f"Knock with {counted(r.knock_limit, 'points')} of deadwood or less."


def _limit_from_card(r: RuleSet) -> str:
    """The limit where a card sets it: the first upcard's holds for the whole hand (rules 5.6)."""
    card = "first upcard" if r.limit_source == "upcard" else "knock card, from a second deck,"
    most, value = "", r.rank_values[0]
    if r.knock_limit is not None:
        most, value = f", but never more than {r.knock_limit}", min(value, r.knock_limit)
    ace = f"{gin(r)} only" if r.limit_ace == "gin_only" or not value else str(value)
    means = f"an ace means {ace}"
    if r.deck == "rumski70":
        wild = r.wild_value if r.knock_limit is None else min(r.wild_value, r.knock_limit)
        means = f"a 1 means {ace}, a wild {wild or f'{gin(r)} only'}"
    return f"The {card} sets the most you may knock with for the whole hand{most}; {means}."


def layoffs(r: RuleSet) -> Iterator[str]:
    """Whether the others may lay off, and what that does to gin."""
    went = gin(r)
    if r.layoff == "never":
        yield "Nothing may be laid off on the melds of the player who ended the round."
    elif r.layoff == "always":
        yield f"The others may lay off cards on the melds of the player who ended the round, also after {went}."
    elif knocks(r):
        yield f"After a knock the others may lay off cards on the knocker's melds; after {went} they may not."
    else:
        yield f"Nothing may be laid off after {went}."
    if r.layoff != "never" and r.deck == "rumski70" and (knocks(r) or r.layoff == "always"):
        yield "Wilds are not laid off."
    if r.layoff_zero_voids_gin:
        yield f"If the others have no deadwood left after {went}, nobody scores."
