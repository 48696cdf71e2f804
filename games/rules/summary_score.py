"""The rules in sentences: what a round scores (rules 7, "Hand score")."""

from collections.abc import Iterator

from games.rules.ruleset import RuleSet
from games.rules.summary_words import at_once, capital, counted, gin, has_boxes, has_extra_boxes, knocks, listed, suits


def _points(n: int) -> str:
    return counted(n, "points")


def flop(r: RuleSet) -> Iterator[str]:
    """What a hand is worth where deadwood is not counted (rules 3.4, D2)."""
    if r.hand_scoring == "flop":
        undercut = " and one more for an undercut" if knocks(r) else ""
        yield f"A hand won is worth 1 point, one more for {gin(r)}{undercut}, whatever the deadwood."


def knock(r: RuleSet) -> Iterator[str]:
    """A knock that stands."""
    if not knocks(r) or r.hand_scoring == "flop":
        return
    if r.knock_points == "pairwise":
        yield "A knocker scores the difference to each opponent."
    elif at_once(r) > 2:
        yield "A knocker scores the deadwood of all the others, less the knocker's own, taken off once."
    else:
        yield "A knocker scores the difference between the two hands."
    if r.knock_bonus:
        yield f"A knock that stands earns {_points(r.knock_bonus)} more."


def gin_hand(r: RuleSet) -> Iterator[str]:
    """Gin and big gin. Only whoever ended the round scores them (rules 3.1 A12, 3.3 C7)."""
    word, big = gin(r), f"big {gin(r)}"
    if r.hand_scoring == "flop":
        yield f"{capital(word)} is never undercut."
    else:
        bonus = _bonus(r, r.gin_bonus)
        whose = "all the others' deadwood" if at_once(r) > 2 else "the other hand's deadwood"
        yield f"{capital(word)} earns {bonus}{whose}, and is never undercut."
    if r.big_gin_bonus is None:
        yield f"{capital(big)}, {_eleven(r)} cards melded, is not played: it counts as {word}."
    elif r.hand_scoring == "flop":
        yield f"{capital(big)}, {_eleven(r)} cards melded without a discard, is worth as much as {word}."
    else:
        paid = f"{r.big_gin_bonus} instead of {r.gin_bonus}"
        yield f"{capital(big)}, {_eleven(r)} cards melded without a discard, earns {paid}."
    if knocks(r):
        yield f"No deadwood after somebody else's knock is an undercut, not {word}."


def _bonus(r: RuleSet, amount: int) -> str:
    each = " from each opponent" if r.bonus_per_opponent else ""
    return f"{_points(amount)}{each} and " if amount else ""


def _eleven(r: RuleSet) -> str:
    return "eleven" if r.hand_size == 10 else str(r.hand_size + 1)


def undercut(r: RuleSet) -> Iterator[str]:
    """When there is an undercut, what it pays, and to whom (rules 3.1 A2 to A6)."""
    if not knocks(r):
        return
    points = r.hand_scoring == "points"
    when = ("no more" if r.undercut_on == "tie_or_less" else "less") + " deadwood than the knocker"
    adds = {
        "difference": "the difference",
        "ender_total": "the knocker's deadwood",
        "others_total": "the deadwood of everybody else",
        "others_net": "the deadwood of everybody else less one's own",
        "pairwise": "the difference to every other player",
    }[r.undercut_points]
    bonus = f"{_points(r.undercut_bonus)} and " if r.undercut_bonus else ""
    earns = f": {bonus}{adds}" if points else ""
    yield f"Whoever has {when} undercuts{earns}. The knocker scores nothing."
    if r.undercut_on == "less":
        yield _tie(r)
    elif points and r.undercut_tie_bonus is not None:
        yield f"With equal deadwood the undercut earns {r.undercut_tie_bonus} instead of {r.undercut_bonus}."
    if at_once(r) > 2:
        yield _several(r)


def _tie(r: RuleSet) -> str:
    """A tie that is no undercut: between two hands it is a win for nothing, which still earns its box (rules 7)."""
    sentence = "With equal deadwood the knock stands"
    if at_once(r) > 2 or r.hand_scoring == "flop" or r.knock_bonus:
        return f"{sentence}."
    box = " but the box for the win" if r.box_win == 1 else " but the boxes for the win" if r.box_win else ""
    return f"{sentence}, for no points{box}."


def _several(r: RuleSet) -> str:
    """Several low enough to undercut (rules 3.1 A4, A5)."""
    if r.undercut_winners == "all_below":
        return "Everybody that low undercuts."
    tied = {
        "each": "each scores in full",
        "split": "they share the points, and what does not divide is dropped",
        "next_left": "the first to the knocker's left scores",
    }[r.undercut_tied]
    return f"Only the lowest hand undercuts; if several are lowest, {tied}."


def doubling(r: RuleSet) -> Iterator[str]:
    """The suits that double a round, and its boxes (rules 3.4, 5.6)."""
    if not r.double_suits:
        return
    card = "first upcard" if r.limit_source == "fixed" else "card that sets the limit"
    named = [name if r.deck == "rumski70" else f"a {name.removesuffix('s')}" for name in suits(r.double_suits)]
    yield f"When the {card} is {listed(named, 'or')}, the round counts double{_doubled_boxes(r)}."


def _doubled_boxes(r: RuleSet) -> str:
    """Which boxes of a doubled round double too, as far as there are any."""
    if not has_boxes(r):
        return ""
    if r.double_boxes == "none":
        return ", its boxes do not"
    if r.double_boxes == "all":
        return ", and its boxes too"
    extra = ", and extra boxes too" if has_extra_boxes(r) else ""
    return extra + (", but not the box for the win" if r.box_win else "")


def false_knock(r: RuleSet) -> Iterator[str]:
    """What becomes of a knock that was not legal: ours, rules 10 leave it to the table."""
    if r.false_knock_penalty is None:
        yield "A knock that was not legal is taken back, and the hand is played on."
    else:
        whose = "each opponent" if at_once(r) > 2 else "the opponent"
        penalty = _points(r.false_knock_penalty)
        yield f"A knock that was not legal ends the hand: {whose} gets {penalty}, and the same dealer deals again."
