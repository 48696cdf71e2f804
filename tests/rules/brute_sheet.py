"""A second implementation of sides, seats, team deals and the Hollywood sheet, used with ``brute_scorer``.

Rules are a dict of parameters, players are names, a side is the tuple of its players' names. Everything is worked out
anew each time it is needed. Where the notes leave a question open, a comment says which reading is used.
"""

from tests.rules.brute_scorer import (
    card_suit_and_rank,
    left_of_dealer,
    only_highest,
    score_hand,
    settle_game,
    settle_session,
)
from tests.rules.brute_scorer import next_dealer as next_dealer_of_all

# Sides, rules 5.12 and 5.13.


def sides(rules, players):
    """Return who scores together: every second player, the captain against the rest, or everybody alone."""
    if rules["seating"] == "teams":
        return [tuple(players[::2]), tuple(players[1::2])]
    if rules["seating"] == "captain":
        return [(players[0],), tuple(players[1:])]
    return [(player,) for player in players]


def side_with(rules, players, player):
    """Return the side a player is of."""
    return next(side for side in sides(rules, players) if player in side)


# One round, by side.


def score_round(rules, players, deal):
    """Return what a round scores by side: a hand between those who play, or a deal of several between two teams.

    ``deal`` is a hand as ``brute_scorer`` takes it with the ``active`` players, or ``{"hands": [...]}``.
    """
    if "hands" in deal:
        return score_deal(rules, players, deal["hands"])
    result = score_hand(rules, deal["active"], deal)
    if "error" in result:
        return result
    by_side = {"event": result["event"], "points": {}, "boxes": {}, "winners": [], "played": list(deal["active"])}
    for side in sides(rules, players):
        members = [player for player in side if player in deal["active"]]
        by_side["points"][side] = sum(result["points"][player] for player in members)
        by_side["boxes"][side] = sum(result["boxes"][player] for player in members)
        if any(player in result["winners"] for player in members):
            by_side["winners"].append(side)
    return by_side


def score_deal(rules, players, hands):
    """Return what a deal of simultaneous hands scores (rules 7, "Teams")."""
    both = sides(rules, players)
    points, extra, all_boxes = (dict.fromkeys(both, 0) for _ in range(3))
    won = []
    for hand in hands:
        result = score_hand(rules, hand["active"], hand)
        if "error" in result:
            return result
        # The extra boxes are those of the same hand where winning it is worth no box.
        without_win_box = score_hand(rules | {"box_win": 0}, hand["active"], hand)
        for player in hand["active"]:
            side = side_with(rules, players, player)
            points[side] += result["points"][player]
            all_boxes[side] += result["boxes"][player]
            extra[side] += without_win_box["boxes"][player]
        won.append([side_with(rules, players, player) for player in result["winners"]])
    better = only_highest(points)
    if rules["team_netting"] == "per_hand":
        # "winner side scores the difference and one win box; extra boxes stay with the side that earned them".
        # Read: one box whatever the card; a doubled win box is of a hand, and there is none here.
        boxes = {side: extra[side] + (rules["box_win"] if side == better else 0) for side in both}
        difference = max(points.values()) - min(points.values())
        points = {side: difference if side == better else 0 for side in both}
    else:
        boxes = all_boxes
    for side in both:
        if all(side in winners for winners in won):
            boxes[side] += sweep_boxes(rules, hands)
    return {
        "event": "dead" if all(hand["event"] == "dead" for hand in hands) else "team_deal",
        "points": points,
        "boxes": boxes,
        "winners": [] if better is None else [better],
        "played": list(players),
    }


def sweep_boxes(rules, hands):
    """Return the boxes for winning every hand of a deal: roodles, doubled as extra boxes are (team-08)."""
    boxes = len(hands) if rules["sweep_boxes"] == "team_size" else rules["sweep_boxes"]
    doubled = card_suit_and_rank(rules, hands[0]["kcard"])[0] in rules["double_suits"]
    return boxes * 2 if doubled and rules["double_boxes"] in ("extra", "all") else boxes


# The rotation of deal and seats.


def first_places(rules, players, dealer):
    """Return who deals and who plays the first round, from the dealer's left."""
    seating = rules["seating"]
    around = left_of_dealer(players, dealer)
    if seating == "teams":
        side = side_with(rules, players, dealer)
        other = next(each for each in sides(rules, players) if each != side)
        return side, [other, side]
    if len(players) == 2 or seating == "all_active":
        return dealer, around
    if seating in ("dealer_sits_out", "loser_deals_and_sits"):
        return dealer, around[:-1]
    if seating == "captain" and dealer != players[0]:
        return dealer, [players[0], dealer]
    return dealer, [around[0], dealer]


def next_places(rules, players, places, result, deadwood):
    """Return who deals and who plays after a round; ``places`` are those of that round."""
    seating = rules["seating"]
    dealer, active = places
    if result["event"] in ("misdeal", "false_knock"):
        return places
    if seating == "teams":
        side = next_dealer_of_all(rules, sides(rules, players), dealer, result, {})
        return side, [next(each for each in sides(rules, players) if each != side), side]
    if len(players) == 2 or seating == "all_active":
        named = dict(result, winners=[side[0] for side in result["winners"]])
        dealer = next_dealer_of_all(rules, players, dealer, named, deadwood)
        return dealer, left_of_dealer(players, dealer)
    winners = [player for player in active if side_with(rules, players, player) in result["winners"]]
    idle = [player for player in players if player not in active]
    if seating in ("dealer_sits_out", "loser_deals_and_sits"):
        sits = who_sits_next(rules, places, winners, deadwood)
        return sits, left_of_dealer(players, sits)[:-1]
    if not winners:
        # The same two again; the deal stays or passes to the other of them.
        deals = dealer if rules["dead_hand_dealer"] == "same" else active[0]
        return deals, [*(player for player in active if player != deals), deals]
    winner = winners[0]
    loser = next(player for player in active if player != winner)
    if seating == "captain":
        captain = players[0]
        opponent = idle[0] if winner == captain else winner
        captain_deals = {
            "winner": winner == captain,
            "loser": loser == captain,
        }.get(rules["next_dealer"], dealer != captain)
        return (captain, [opponent, captain]) if captain_deals else (opponent, [captain, opponent])
    # Cutthroat: "loser sits out, idle player deals"; read: who sat idle comes in and deals, to the winner.
    return (winner, [idle[0], winner]) if rules["next_dealer"] == "winner" else (idle[0], [winner, idle[0]])


def who_sits_next(rules, places, winners, deadwood):
    """Return who deals without cards in the next round."""
    dealer, active = places
    if not winners:
        return dealer if rules["dead_hand_dealer"] == "same" else active[0]
    losers = [player for player in active if player not in winners]
    most = max(deadwood[player] for player in losers)
    loser = next(player for player in losers if deadwood[player] == most)
    if rules["seating"] == "loser_deals_and_sits":
        return loser
    return {"loser": loser, "winner": winners[0], "idle_player": dealer}.get(rules["next_dealer"], active[0])


def first_turn(rules, players, places, points):
    """Return who plays first: the dealer's left, or the one of the lower score."""
    if rules["first_turn"] == "lower_score":
        scores = {}
        for place in places[1]:
            side = place if rules["seating"] == "teams" else side_with(rules, players, place)
            scores[place] = points[side]
        lowest = [place for place in scores if scores[place] == min(scores.values())]
        if len(lowest) == 1:
            return lowest[0]
    return places[1][0]


# A game, on one column or three.


def play_table(rules, players, dealer, rounds):
    """Return the sheet of a game: every round's places, score and entries, and how it ended.

    ``rounds`` are rounds as ``score_round`` takes them. Stops at the round that ends the game.
    """
    both = sides(rules, players)
    places = first_places(rules, players, dealer)
    results, lines = [], []
    final = None
    for played_round in rounds:
        if final is not None:
            break
        line = {"dealer": places[0], "active": places[1]}
        line["first"] = first_turn(rules, players, places, totals_of(rules, both, results)["points"])
        result = score_round(rules, players, played_round)
        results.append(result)
        line["score"] = totals_of(rules, both, results)
        if rules["columns"] > 1:
            sheet = hollywood(rules, both, results)
            line["columns"], line["entered"] = sheet["columns"], sheet["entered"][-1]
            final = sheet_final(rules, both, sheet["columns"])
        elif rules["target"] is not None and max(line["score"]["points"].values()) >= rules["target"]:
            score = line["score"]
            final = settle_game(rules, both, score["points"], score["boxes"], score["won"])
        lines.append(line)
        places = next_places(rules, players, places, result, deadwood_of(played_round))
    return {"lines": lines, "final": final, "places": places, "score": totals_of(rules, both, results)}


def deadwood_of(deal):
    """Return the deadwood of a round, everybody's."""
    hands = deal.get("hands", [deal])
    return {player: count for hand in hands for player, count in hand.get("deadwood", {}).items()}


def totals_of(rules, both, results):
    """Return points, boxes and hands won by side after these rounds."""
    at_once = rules["box_value"] if rules["box_timing"] == "immediate" else 0
    return {
        "points": {side: sum(r["points"][side] + at_once * r["boxes"][side] for r in results) for side in both},
        "boxes": {side: sum(r["boxes"][side] for r in results) for side in both},
        "won": {side: len([r for r in results if side in r["winners"]]) for side in both},
    }


def hollywood(rules, both, results):
    """Return the columns of a Hollywood sheet after these rounds, and the columns each round was entered in.

    A round of two entries (teams that add up) is entered whole before any column closes.
    """
    at_once = rules["box_value"] if rules["box_timing"] == "immediate" else 0
    columns = [[] for _ in range(rules["columns"])]
    finals = [None] * rules["columns"]
    depth = dict.fromkeys(both, 0)
    entered = []
    for result in results:
        into = {}
        for side in both:
            nothing = not result["points"][side] and not result["boxes"][side] and side not in result["winners"]
            is_open = [number for number in range(1, rules["columns"] + 1) if finals[number - 1] is None]
            if nothing or not is_open:
                continue
            if result["points"][side] or side in result["winners"]:
                depth[side] = min(rules["columns"], max(depth[side] + 1, is_open[0]))
            # A side with nothing but extra boxes won no hand of the deal: its entry opens no further column.
            into[side] = [number for number in is_open if number <= max(depth[side], is_open[0])]
            for number in into[side]:
                columns[number - 1].append((side, result))
        for number, column in enumerate(columns):
            score = column_score(both, column, at_once)
            if finals[number] is None and max(score["points"].values()) >= rules["target"]:
                finals[number] = settle_game(rules, both, score["points"], score["boxes"], score["won"])
        entered.append(into)
    return {
        "entered": entered,
        "columns": [
            {"score": column_score(both, column, at_once), "final": final}
            for column, final in zip(columns, finals, strict=True)
        ],
    }


def column_score(both, column, at_once):
    """Return the points, boxes and hands won of a column's entries."""
    score = {"points": dict.fromkeys(both, 0), "boxes": dict.fromkeys(both, 0), "won": dict.fromkeys(both, 0)}
    for side, result in column:
        score["points"][side] += result["points"][side] + at_once * result["boxes"][side]
        score["boxes"][side] += result["boxes"][side]
        score["won"][side] += side in result["winners"]
    return score


def column_credit(rules, number, totals):
    """Return what column ``number`` (from 0) is worth to its winner: (6) net, (7) multiplier, (8) rounding."""
    return rounded_to(rules, (max(totals.values()) - min(totals.values())) * rules["column_multipliers"][number])


def sheet_final(rules, both, columns):
    """Return the result of a closed sheet, or None while a column is open."""
    if any(column["final"] is None for column in columns):
        return None
    return credits_of(rules, both, [column["final"] for column in columns])


def sheet_given_up(rules, both, columns):
    """Return the result of a sheet if play stops: an open column counts its points and boxes without bonuses."""
    finals = []
    for column in columns:
        score = column["score"]
        open_worth = settle_session(rules, both, score["points"], score["boxes"], score["won"])
        if rules["winner"] == "first_to_target":
            # Nobody was first; who leads in hand points is read as the winner.
            open_worth["winner"] = only_highest(score["points"])
            if rules["settlement"] == "one_point":
                open_worth["totals"] = {side: int(side == open_worth["winner"]) for side in both}
        finals.append(column["final"] or open_worth)
    return credits_of(rules, both, finals)


def credits_of(rules, both, finals):
    """Return the sum of the columns' credits."""
    totals = dict.fromkeys(both, 0)
    for number, final in enumerate(finals):
        if final["winner"] is not None:
            totals[final["winner"]] += column_credit(rules, number, final["totals"])
    shutout = any(final["shutout"] for final in finals if final["winner"] is not None)
    net = max(totals.values()) - min(totals.values())
    return {"totals": totals, "winner": only_highest(totals), "shutout": shutout, "net": net}


# Money.


def money(rules, players, final, score, stakes, *, complete):
    """Return what each player won or lost: each against their counterpart, the captain against each opponent."""
    balance = dict.fromkeys(players, 0)
    both = sides(rules, players)
    for first in range(len(both)):
        for second in range(first + 1, len(both)):
            one, other = both[first], both[second]
            ahead = final["totals"][one] - final["totals"][other]
            if final.get("net") is not None:
                ahead = final["net"] if ahead > 0 else -final["net"] if ahead < 0 else 0
            elif ahead:
                better, worse = (one, other) if ahead > 0 else (other, one)
                owed = abs(ahead)
                if complete and final["winner"] == better:
                    owed += owed_for_nothing(rules, final, score, worse, better)
                owed = rounded_to(rules, owed * (rules["column_multipliers"][0] if rules["columns"] == 1 else 1))
                ahead = owed if ahead > 0 else -owed
            boxes = score["boxes"]
            worth = ahead * stakes["point"] + (boxes[one] - boxes[other]) * stakes["box"]
            if complete:
                worth += {one: 1, other: -1}.get(final["winner"], 0) * stakes["game"]
            for meeting in range(max(len(one), len(other))):
                balance[one[meeting % len(one)]] += worth
                balance[other[meeting % len(other)]] -= worth
    return balance


def owed_for_nothing(rules, final, score, loser, winner):
    """Return what one loser of several pays the winner for being shut out; where all are, it is in the total."""
    tested = score["points"] if rules["shutout_test"] == "no_points" else score["won"]
    if final["shutout"] or tested[loser]:
        return 0
    points = final["totals"][winner] if rules["settlement"] == "one_point" else score["points"][winner]
    if rules["shutout"] == "add":
        return rules["shutout_amount"]
    if rules["shutout"] == "double_points":
        return points
    return final["totals"][winner] if rules["shutout"] == "double_total" else 0


def rounded_to(rules, amount):
    """Return the nearest multiple, halves up."""
    step = rules["round_to"]
    if step == 0:
        return amount
    below = amount // step * step
    return below + step if 2 * (amount - below) >= step else below
