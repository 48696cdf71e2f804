"""The rules in plain sentences, made from the parameters and from nothing else."""

from collections.abc import Iterator

from games.rules.ruleset import FACES_TEN, RuleSet

_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_SUITS |= {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "purple"}


def summary(rules: RuleSet) -> tuple[str, ...]:
    """What ``rules`` say, one sentence for each thing a player may ask about."""
    parts = (_cards, _melds, _knocking, _layoffs, _knock, _gin, _undercut, _doubling, _boxes, _end, _deal, _dead)
    return tuple(sentence for part in parts for sentence in part(rules))


def _points(n: int) -> str:
    return "1 point" if n == 1 else f"{n} points"


def _cards(r: RuleSet) -> Iterator[str]:
    deck = "One deck of 52."
    if r.deck == "rumski70":
        deck = "Rumski deck: five colours, 1 to 13, and five wilds."
    yield f"{deck} {_values(r)}"
    if r.deck == "rumski70":
        yield f"A wild left over counts {r.wild_value}."


def _values(r: RuleSet) -> str:
    """What the cards count, as short as it can be said."""
    values, names = r.rank_values, [str(n) for n in range(1, 14)]
    if r.deck == "rumski70" and values == tuple(range(1, 14)):
        return "Every card counts its number."
    if r.deck == "french52":
        names = ["ace", *names[1:10], "jack", "queen", "king"]
        if values == FACES_TEN:
            return "Ace counts 1, number cards their number, jack, queen and king 10."
        if values[1:] == FACES_TEN[1:]:
            return f"An ace counts {values[0]}, number cards their number, jack, queen and king 10."
    return f"Values: {', '.join(f'{name} {value}' for name, value in zip(names, values, strict=True))}."


def _melds(r: RuleSet) -> Iterator[str]:
    suit = "colour" if r.deck == "rumski70" else "suit"
    ace = {
        "none": "" if r.deck == "rumski70" else " The ace is low only.",
        "ace_high": " The ace is low or high.",
        "around_corner": " Runs go round the corner: queen, king, ace, two.",
    }[r.run_wrap]
    yield f"Each player holds {r.hand_size} cards."
    yield f"Melds are sets of three or more of a rank and runs of three or more in one {suit}.{ace}"
    if r.max_wilds_per_meld and r.deck == "rumski70":
        where = "a set" if r.wild_scope == "sets_only" else "any meld"
        many = "at most one wild" if r.max_wilds_per_meld == 1 else f"at most {r.max_wilds_per_meld} wilds"
        yield f"A wild stands for any card in {where}; {many} to a meld, with two natural cards or more."
        if not r.wild_may_duplicate:
            yield "A wild may not double a colour in a set."


def _knocking(r: RuleSet) -> Iterator[str]:
    if r.knock_limit is None:
        limit = "Knock with any count."
    elif r.knock_limit == 0:
        limit = "No knocking: the hand is played to gin."
    else:
        limit = f"Knock with {_points(r.knock_limit)} of deadwood or less."
    if r.limit_source != "fixed" and r.knock_limit != 0:
        which = "first upcard" if r.limit_source == "upcard" else "knock card"
        most = "" if r.knock_limit is None else f", but never more than {r.knock_limit}"
        value = r.rank_values[0] if r.knock_limit is None else min(r.rank_values[0], r.knock_limit)
        ace = "an ace means gin only" if r.limit_ace == "gin_only" else f"an ace means {value}"
        limit = f"The {which} sets the most you may knock with{most}; {ace}."
    yield limit


def _layoffs(r: RuleSet) -> Iterator[str]:
    yield {
        "never": "Nothing may be laid off on the melds of the player who ended the round.",
        "unless_gin": "After a knock the others may lay off cards on the knocker's melds; after gin they may not.",
        "always": "The others may lay off cards on the melds of the player who ended the round, also after gin.",
    }[r.layoff]
    if r.layoff_zero_voids_gin:
        yield "If the others lay off everything after gin, nobody scores."


def _knock(r: RuleSet) -> Iterator[str]:
    if r.hand_scoring == "flop":
        undercut = "" if r.knock_limit == 0 else " and one more for an undercut"
        yield f"A hand won is worth 1 point, one more for gin{undercut}, whatever the deadwood."
        return
    if r.knock_limit == 0:
        return
    more_than_two = r.seats.max > 2
    if r.knock_points == "pairwise":
        yield "A knocker scores the difference to each opponent."
    elif more_than_two:
        yield "A knocker scores the deadwood of all the others, less the knocker's own, taken off once."
    else:
        yield "A knocker scores the difference between the two hands."
    if r.knock_bonus:
        yield f"A knock that stands earns {_points(r.knock_bonus)} more."


def _gin(r: RuleSet) -> Iterator[str]:
    if r.hand_scoring == "flop":
        return
    each = " from each opponent" if r.bonus_per_opponent else ""
    whose = "all the others' deadwood" if r.seats.max > 2 else "the other hand's deadwood"
    yield f"Gin earns {_points(r.gin_bonus)}{each} and {whose}, and is never undercut."
    if r.big_gin_bonus is None:
        yield "Big gin, eleven cards melded, is not played: it counts as gin."
    else:
        yield f"Big gin, eleven cards melded without a discard, earns {r.big_gin_bonus} instead of {r.gin_bonus}."


def _undercut(r: RuleSet) -> Iterator[str]:
    if r.knock_limit == 0:
        return
    when = ("no more" if r.undercut_on == "tie_or_less" else "less") + " deadwood than the knocker"
    adds = {
        "difference": "the difference",
        "ender_total": "the knocker's deadwood",
        "others_total": "the deadwood of everybody else",
        "others_net": "the deadwood of everybody else less one's own",
        "pairwise": "the difference to every other player",
    }[r.undercut_points]
    flop = r.hand_scoring == "flop"
    earns = "" if flop else f": {_points(r.undercut_bonus)} and {adds}"
    yield f"Whoever has {when} undercuts{earns}. The knocker scores nothing."
    if r.undercut_tie_bonus is not None and r.undercut_on == "tie_or_less" and not flop:
        yield f"With equal deadwood the undercut earns {r.undercut_tie_bonus} instead of {r.undercut_bonus}."
    if r.undercut_on == "less":
        yield "With equal deadwood the knock stands."
    if r.seats.max > 2:
        if r.undercut_winners == "all_below":
            yield "Everybody below the knocker undercuts."
        else:
            tied = {
                "each": "each scores in full",
                "split": "they share the points, halves dropped",
                "next_left": "the first to the knocker's left scores",
            }[r.undercut_tied]
            yield f"Only the lowest hand undercuts; if several are lowest, {tied}."


def _doubling(r: RuleSet) -> Iterator[str]:
    if r.double_suits:
        suits = " or ".join(_SUITS[s] for s in sorted(r.double_suits))
        boxes = {
            "none": "no boxes",
            "extra": "and extra boxes too, but not the box for the win",
            "all": "and boxes too",
        }
        yield f"When the card that sets the limit is {suits}, the round counts double, {boxes[r.double_boxes]}."


def _boxes(r: RuleSet) -> Iterator[str]:
    if r.box_win:
        yield f"Each round won is marked as {'a box' if r.box_win == 1 else f'{r.box_win} boxes'}."
    extra = [(r.box_undercut, "an undercut"), (r.box_gin, "gin"), (r.box_big_gin, "big gin")]
    words = [f"{n} for {what}" for n, what in extra if n]
    if words:
        yield f"Extra boxes: {', '.join(words)}."
    if r.box_win or words:
        when = "at once" if r.box_timing == "immediate" else "at the end of the game"
        yield f"A box is worth {_points(r.box_value)} {when}." if r.box_value else "Boxes are worth no points."


def _end(r: RuleSet) -> Iterator[str]:
    if r.target is None:
        yield "Each hand is settled on its own; there is no target."
        return
    yield f"The game ends after the round in which somebody reaches {r.target}; level at the top, play on."
    bonus = r.target if r.game_bonus == "target" else r.game_bonus
    if bonus:
        yield f"Whoever leads then earns a game bonus of {bonus}."
    if r.line_bonus:
        yield f"Winning by {r.line_margin} or more, before any bonus, earns {r.line_bonus} more."
    if r.shutout != "none":
        losers = "has no points" if r.shutout_test == "no_points" else "has won no round"
        what = {
            "double_points": "the winner's points, without the bonuses, count twice",
            "double_total": "the winner's whole total counts twice",
            "add": f"the winner earns {r.shutout_amount} more",
        }[r.shutout]
        yield f"Shutout: if the loser {losers}, {what}."
    yield {
        "highest_total": "The highest total after all bonuses wins.",
        "first_to_target": "Whoever reaches it first wins.",
    }[r.winner]
    if r.settlement == "one_point":
        more = {"none": "", "add": f", {1 + r.shutout_amount} for a shutout"}.get(r.shutout, ", two for a shutout")
        yield f"The game is worth one point{more}."
    if r.round_to:
        yield f"What the winner is paid is rounded to the nearest {r.round_to}."


def _deal(r: RuleSet) -> Iterator[str]:
    yield {
        "winner": "The winner of a round deals the next.",
        "loser": "The loser of a round deals the next.",
        "alternate": "The deal alternates." if r.seats.max == 2 else "The deal passes to the left.",
        "left": "The deal passes to the left.",
        "idle_player": "The player who sat out deals the next.",
    }[r.next_dealer]
    if r.first_turn == "lower_score":
        yield "The lower score plays first; level, the player who did not deal."


def _dead(r: RuleSet) -> Iterator[str]:
    left = "the stock runs out" if r.dead_stock == 0 else f"{r.dead_stock} cards are left in the stock"
    if r.dead_stock == 1:
        left = "one card is left in the stock"
    deals = "the same dealer deals again" if r.dead_hand_dealer == "same" else "the deal passes on"
    yield f"If {left}, the hand is dead: nobody scores and {deals}."
