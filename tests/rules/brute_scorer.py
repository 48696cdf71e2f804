"""A second scorer, written independently from the rules notes, slow and plain, to check the real one.

It knows nothing of the engine: rules are a dict of parameters, players are names, a hand is a dict. Nothing is shared,
no value is computed once and kept. Where the notes leave a question open, a comment says which reading is used.
"""

COURT = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 1}


def card_suit_and_rank(rules, card):
    """Return the suit letter and the rank 1..13 of a card; a wild has neither."""
    if rules["deck"] == "french52":
        return card[1], COURT.get(card[0]) or int(card[0])
    if card[0] == "W":
        return None, None
    return card[0], int(card[1:])


def knock_limit_for(rules, card):
    """Return the highest count that may knock, None for any."""
    if rules["limit_source"] == "fixed":
        return rules["knock_limit"]
    rank = card_suit_and_rank(rules, card)[1]
    if rank == 1 and rules["limit_ace"] == "gin_only":
        return 0
    value = rules["wild_value"] if rank is None else rules["rank_values"][rank - 1]
    if rules["knock_limit"] is None:
        return value
    return value if value < rules["knock_limit"] else rules["knock_limit"]


def score_hand(rules, players, hand):
    """Return `{"event", "winners", "points", "boxes"}`, or `{"error"}` with the fault of the declared count.

    `hand` holds the declared `event`, and where it was not dead the `ender`, everybody's `deadwood` and the `kcard`.
    """
    nobody = dict.fromkeys(players, 0)
    event = hand["event"]
    if event in ("dead", "misdeal"):
        return {"event": event, "winners": [], "points": nobody, "boxes": nobody}
    if event == "false_knock":
        return score_false_knock(rules, players, hand["ender"])
    ender, deadwood = hand["ender"], hand["deadwood"]
    fault = fault_in(rules, event, deadwood[ender], hand["kcard"])
    if fault is not None:
        return {"error": fault}
    if event == "knock" and deadwood[ender] == 0:
        event = "gin"
    if event == "big_gin" and rules["big_gin_bonus"] is None:
        event = "gin"

    opponents = [player for player in players if player != ender]
    if event in ("gin", "big_gin"):
        if rules["layoff_zero_voids_gin"] and all(deadwood[player] == 0 for player in opponents):
            return {"event": "void_gin", "winners": [], "points": nobody, "boxes": nobody}
        paid = {ender: gin_amount(rules, opponents, event, deadwood)}
        extra = rules["box_big_gin"] if event == "big_gin" else rules["box_gin"]
    elif undercutters(rules, players, ender, deadwood):
        event = "undercut"
        paid = undercut_payments(rules, players, ender, deadwood)
        extra = rules["box_undercut"]
    else:
        paid = {ender: knock_amount(rules, opponents, deadwood[ender], deadwood)}
        extra = 0

    points, boxes = dict(nobody), dict(nobody)
    doubled = card_suit_and_rank(rules, hand["kcard"])[0] in rules["double_suits"]
    for player, amount in paid.items():
        points[player] = amount * 2 if doubled else amount
        win_box, extra_box = rules["box_win"], extra
        if doubled and rules["double_boxes"] in ("extra", "all"):
            extra_box = extra_box * 2
        if doubled and rules["double_boxes"] == "all":
            win_box = win_box * 2
        boxes[player] = win_box + extra_box
    winners = [player for player in players if player in paid]
    return {"event": event, "winners": winners, "points": points, "boxes": boxes}


def score_false_knock(rules, players, ender):
    """Return what a knock that was not legal scores: the house's penalty to each opponent, once; no hand is won.

    The issue: "undone ("play on") or scored with the penalty the house rules name". A card doubles hands, not this.
    """
    penalty = rules.get("false_knock_penalty")
    if penalty is None:
        return {"error": "invalid_value"}
    points = {player: 0 if player == ender else penalty for player in players}
    return {"event": "false_knock", "winners": [], "points": points, "boxes": dict.fromkeys(players, 0)}


def fault_in(rules, event, own, card):
    """Return the fault of ending the hand this way with this deadwood, or None."""
    if event in ("gin", "big_gin") and own != 0:
        return "not_gin"
    limit = knock_limit_for(rules, card)
    if event == "knock" and own != 0 and limit is not None and own > limit:
        return "over_knock_limit"
    return None


def gin_amount(rules, opponents, event, deadwood):
    """Return what a gin or big gin takes before doubling."""
    if rules["hand_scoring"] == "flop":
        return 1 + 1
    bonus = rules["big_gin_bonus"] if event == "big_gin" else rules["gin_bonus"]
    total = 0 if rules["bonus_per_opponent"] else bonus
    for player in opponents:
        total += deadwood[player]
        if rules["bonus_per_opponent"]:
            total += bonus
    return total


def knock_amount(rules, opponents, own, deadwood):
    """Return the points of a valid knock before doubling."""
    if rules["hand_scoring"] == "flop":
        return 1
    total = rules["knock_bonus"]
    for player in opponents:
        total += deadwood[player]
        if rules["knock_points"] == "pairwise":
            total -= own
    if rules["knock_points"] == "own_once":
        total -= own
    return total


def undercutters(rules, players, ender, deadwood):
    """Return who has few enough points, from the ender's left around the table."""
    seat = players.index(ender)
    clockwise = players[seat + 1 :] + players[:seat]
    if rules["undercut_on"] == "less":
        return [player for player in clockwise if deadwood[player] < deadwood[ender]]
    return [player for player in clockwise if deadwood[player] <= deadwood[ender]]


def undercut_payments(rules, players, ender, deadwood):
    """Return who is paid for an undercut, and how much, before doubling."""
    below = undercutters(rules, players, ender, deadwood)
    # A5 asks about a tie for the lowest; where everybody below is paid (A4), the question does not arise.
    if rules["undercut_winners"] == "all_below":
        return {player: undercut_amount(rules, players, ender, player, deadwood) for player in below}
    least = min(deadwood[player] for player in below)
    lowest = [player for player in below if deadwood[player] == least]
    paid = {}
    for player in lowest:
        amount = undercut_amount(rules, players, ender, player, deadwood)
        if rules["undercut_tied"] == "next_left" and player != lowest[0]:
            continue
        if rules["undercut_tied"] == "split":
            amount = amount // len(lowest)
        paid[player] = amount
    return paid


def undercut_amount(rules, players, ender, winner, deadwood):
    """Return what one undercutter takes before ties and doubling."""
    if rules["hand_scoring"] == "flop":
        return 1 + 1
    own, least = deadwood[ender], deadwood[winner]
    bonus = rules["undercut_bonus"]
    if own == least and rules["undercut_tie_bonus"] is not None:
        bonus = rules["undercut_tie_bonus"]
    everybody_else = [deadwood[player] for player in players if player != winner]
    return {
        "difference": bonus + own - least,
        "ender_total": bonus + own,
        "others_total": bonus + sum(everybody_else),
        "others_net": bonus + sum(everybody_else) - least,
        "pairwise": bonus + sum(count - least for count in everybody_else),
    }[rules["undercut_points"]]


def play_game(rules, players, hands):
    """Return the sheet of a game: dealers, running totals, whether it is over and how it was settled."""
    cumulative = dict.fromkeys(players, 0)
    boxes = dict.fromkeys(players, 0)
    won = dict.fromkeys(players, 0)
    per_hand, dealers, first = [], [], []
    final = None
    dealer = players[0]
    for hand in hands:
        if final is not None:
            raise ValueError("a hand after the end")
        dealers.append(dealer)
        first.append(who_acts_first(rules, players, dealer, cumulative))
        result = hand_result(rules, players, hand)
        for player in players:
            cumulative[player] += result["points"][player]
            if rules["box_timing"] == "immediate":
                cumulative[player] += result["boxes"][player] * rules["box_value"]
            boxes[player] += result["boxes"][player]
            won[player] += 1 if player in result["winners"] else 0
        per_hand.append(
            {"points": dict(result["points"]), "cumulative": dict(cumulative), "cumulative_boxes": dict(boxes)}
        )
        if rules["target"] is not None and any(cumulative[player] >= rules["target"] for player in players):
            final = settle_game(rules, players, cumulative, boxes, won)
        dealer = next_dealer(rules, players, dealer, result, hand.get("deadwood", {}))
    over = final is not None
    if rules["target"] is None:
        final = settle_session(rules, players, cumulative, boxes, won)
    return {
        "dealers": dealers,
        "first_to_act": first,
        "per_hand": per_hand,
        "over": over,
        "cumulative": cumulative,
        "boxes": boxes,
        "hands_won": won,
        "final": final,
    }


def hand_result(rules, players, hand):
    """Return what a hand of a game scores, or says it scores."""
    if "points" not in hand:
        return score_hand(rules, players, hand)
    winners = [] if hand["winner"] is None else [hand["winner"]]
    return {
        "winners": winners,
        "points": {player: hand["points"] if player in winners else 0 for player in players},
        "boxes": {player: hand["boxes"] if player in winners else 0 for player in players},
    }


def left_of_dealer(players, dealer):
    """Return everybody from the dealer's left, the dealer last."""
    seat = players.index(dealer)
    return players[seat + 1 :] + players[: seat + 1]


def who_acts_first(rules, players, dealer, cumulative):
    """Return who takes the first turn; several with the lowest score leave it to the dealer's left."""
    if rules["first_turn"] == "lower_score":
        lowest = [player for player in players if cumulative[player] == min(cumulative.values())]
        if len(lowest) == 1:
            return lowest[0]
    return left_of_dealer(players, dealer)[0]


def next_dealer(rules, players, dealer, result, deadwood):
    """Return who deals next. Of several winners the first from the left; the loser is who holds most, then the same."""
    order = left_of_dealer(players, dealer)
    if result.get("event") in ("misdeal", "false_knock"):
        return dealer
    if not result["winners"]:
        return dealer if rules["dead_hand_dealer"] == "same" else order[0]
    if rules["next_dealer"] == "winner":
        return next(player for player in order if player in result["winners"])
    if rules["next_dealer"] == "loser":
        losers = [player for player in order if player not in result["winners"]]
        most = max(deadwood.get(player, 0) for player in losers)
        return next(player for player in losers if deadwood.get(player, 0) == most)
    return order[0]


def settle_game(rules, players, cumulative, boxes, won):
    """Settle in the steps of the notes; return None where the top is level and the game goes on."""
    leader = only_highest(cumulative)
    if leader is None:
        # Level in hand points: nobody could be paid the game bonus, nobody was first. Read as "play on".
        return None
    others = [player for player in players if player != leader]
    totals = dict(cumulative)
    # (1) boxes
    if rules["box_timing"] == "end":
        for player in players:
            totals[player] += boxes[player] * rules["box_value"]
    # (2) game bonus, to the leader in hand points
    totals[leader] += rules["target"] if rules["game_bonus"] == "target" else rules["game_bonus"]
    # (3) line bonus, on the margin to the next
    if cumulative[leader] - max(cumulative[player] for player in others) >= rules["line_margin"]:
        totals[leader] += rules["line_bonus"]
    # (4) shutout
    shutout = shut_out(rules, leader, others, cumulative, won)
    if shutout:
        totals[leader] += shutout_worth(rules, cumulative[leader], totals[leader])
    # (5) winner
    winner = leader if rules["winner"] == "first_to_target" else only_highest(totals)
    if winner is None:
        return None
    if rules["settlement"] == "one_point":
        worth = 1
        if shutout and winner == leader:
            worth += shutout_worth(rules, 1, 1)
        totals = {player: worth if player == winner else 0 for player in players}
    return final_of(rules, players, totals, winner, shutout)


def settle_session(rules, players, cumulative, boxes, won):
    """Settle single hands: boxes count, bonuses don't; the leader is named."""
    totals = dict(cumulative)
    if rules["box_timing"] == "end":
        for player in players:
            totals[player] += boxes[player] * rules["box_value"]
    leader = only_highest(cumulative)
    shutout = leader is not None and shut_out(
        rules, leader, [player for player in players if player != leader], cumulative, won
    )
    winner = only_highest(totals)
    if rules["settlement"] == "one_point" and winner is not None:
        totals = {player: 1 if player == winner else 0 for player in players}
    return final_of(rules, players, totals, winner, shutout)


def only_highest(amounts):
    """Return who has most, None where several have as much."""
    top = [player for player in amounts if amounts[player] == max(amounts.values())]
    return top[0] if len(top) == 1 else None


def shut_out(rules, leader, others, cumulative, won):
    """Return whether every loser fails the test, and the leader does not: penalties may lead without a hand won."""
    counted = cumulative if rules["shutout_test"] == "no_points" else won
    return counted[leader] != 0 and all(counted[player] == 0 for player in others)


def shutout_worth(rules, points, total):
    """Return what a shutout adds."""
    return {"none": 0, "double_points": points, "double_total": total, "add": rules["shutout_amount"]}[rules["shutout"]]


def final_of(rules, players, totals, winner, shutout):
    """Return the last lines of the sheet."""
    final = {"totals": totals, "winner": winner, "shutout": shutout}
    if len(players) == 2:
        # (6) net, (7) multiplier, (8) rounding to the nearest, halves up
        net = abs(totals[players[0]] - totals[players[1]]) * rules["column_multipliers"][0]
        step = rules["round_to"]
        if step:
            net = net - net % step + (step if net % step * 2 >= step else 0)
        final["net"] = net
    return final
