"""A second implementation of the standings, written from the definitions, slow and plain, to check the real one.

It knows results only and stores no sums: every question goes through all matches again. Rules are the
dict of their JSON.
"""

import hashlib
from fractions import Fraction


def played(results):
    return [r for r in results if not r.void and len(r.sides) > 1]


def of(entrant, result):
    return next((s for s in result.sides if s.entrant == entrant), None)


def points_of_a_match(rules, side):
    bonus = rules["bonus_shutout"] * side.shutouts + rules["bonus_gin"] * side.gins
    return rules[side.outcome.value] + bonus + (rules["bonus_box_lead"] if side.box_lead else 0)


def kind_of_bye(rules, result):
    """Return what a bye counts as: "win", "draw" or "nothing"."""
    return {"full": "win", "half": "draw"}.get(result.requested_bye, rules["bye"])


def points_of_some(rules, results, entrant):
    """Return the league points of an entrant in some results, byes among them, without penalties."""
    total = 0
    for result in results:
        side = of(entrant, result)
        if side and not result.void:
            bye = rules.get(kind_of_bye(rules, result), 0)
            total += bye if len(result.sides) == 1 else points_of_a_match(rules, side)
    return total


def game_points(rules, result, side):
    """Return the game points of a side of a result, and those against it: without a match, those of a walkover."""
    worth = worths(rules, by_game_points=True)
    if len(result.sides) == 1:
        kind = kind_of_bye(rules, result)
        return worth.get(kind, 0), worth["draw"] if kind == "draw" else 0
    if result.forfeit:
        return worth[side.outcome.value], max(worth[s.outcome.value] for s in result.sides if s is not side)
    return side.points_for, side.points_against


def worths(rules, *, by_game_points):
    """Return what each outcome of a match that isn't played is worth."""
    whole = rules["walkover"]
    return {"win": whole, "draw": whole // 2, "loss": 0} if by_game_points else rules


def earned(rules, results, entrant, *, by_game_points):
    """Return the league points or the game points of an entrant in some results."""
    if not by_game_points:
        return points_of_some(rules, results, entrant)
    own = [(r, of(entrant, r)) for r in results if not r.void]
    return sum(game_points(rules, result, side)[0] for result, side in own if side)


def counting(rules, results, entrant):
    """Return the results that count for an entrant: those of the best nights."""
    own = [r for r in results if of(entrant, r) and not r.void]
    if rules["best_nights"] is None:
        return own
    nights = sorted({r.night for r in own})
    chosen = []
    while nights and len(chosen) < rules["best_nights"]:
        best = max(points_of_some(rules, [r for r in own if r.night == n], entrant) for n in nights)
        night = next(n for n in nights if points_of_some(rules, [r for r in own if r.night == n], entrant) == best)
        chosen.append(night)
        nights.remove(night)
    return [r for r in own if r.night in chosen]


def points(rules, results, penalties, entrant):
    taken = sum(p.points for p in penalties if p.entrant == entrant)
    return points_of_some(rules, counting(rules, results, entrant), entrant) - taken


def value(criterion, season, entrant):
    """Return how well an entrant does by any criterion but head-to-head: more is better."""
    rules, results, penalties, seed = season
    sides = [of(entrant, r) for r in played(counting(rules, results, entrant))]
    if criterion == "points":
        return points(rules, results, penalties, entrant)
    if criterion == "wins":
        return len([s for s in sides if s.outcome == "win"])
    if criterion == "fewest_losses":
        return -len([s for s in sides if s.outcome == "loss"])
    if criterion in ("point_difference", "points_scored"):
        scores = [game_points(rules, r, of(entrant, r)) for r in counting(rules, results, entrant)]
        return sum(own - (against if criterion == "point_difference" else 0) for own, against in scores)
    if criterion in ("boxes", "gins"):
        return sum(getattr(s, criterion) for s in sides)
    if criterion == "games_won":
        return sum(s.games for s in sides) if rules["length"] == "games" else value("wins", season, entrant)
    if criterion == "lot":
        return hashlib.sha256(f"{seed}:{entrant}".encode()).hexdigest()[:16]
    if criterion == "progressive":
        return progressive(rules, results, entrant)
    if criterion == "koya":
        return koya(season, entrant)
    if criterion == "extended_sonneborn_berger":
        return sum(score * scored for _, score, _, scored in opponents(season, entrant, by_game_points=True))
    met = opponents(season, entrant, by_game_points=False)
    if criterion == "sonneborn_berger":
        return sum((share * score for _, score, share, _ in met), Fraction(0))
    scores = [score for _, score, *_ in sorted(met, key=lambda one: (not one[0], one[1]))]
    if criterion != "buchholz":
        scores = sorted(scores[1:])
    return sum(scores[:-1] if criterion == "median_buchholz" else scores)


def steps(results):
    """Return the rounds of the draw in order, then the nights outside it; those without a date are one night."""
    rounds = {r.round for r in results if not r.void and r.round is not None}
    nights = {max(0, r.night) for r in results if not r.void and r.round is None}
    return [(True, number) for number in sorted(rounds)] + [(False, night) for night in sorted(nights)]


def at(result, step):
    drawn, number = step
    return (result.round if drawn else max(0, result.night)) == number and drawn == (result.round is not None)


def progressive(rules, results, entrant):
    total = score = 0
    for step in steps(results):
        score += points_of_some(rules, [r for r in results if at(r, step)], entrant)
        total += score
    return total


def koya(season, entrant):
    rules, results, penalties, _ = season
    total = 0
    for result in played(results):
        own = of(entrant, result)
        for other in result.sides if own else ():
            counted = len(counting(rules, results, other.entrant))
            enough = Fraction(counted * rules["win"], 2) <= points(rules, results, penalties, other.entrant)
            total += rules[own.outcome.value] if other is not own and enough else 0
    return total


SHARES = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0), "nothing": Fraction(0)}


def missed(season, entrant):
    """Return (number of the round, its results) for the rounds an entrant missed, and how many rounds there are."""
    rules, results, _, _ = season
    rounds = [step for step in steps(results) if step[0]]
    found = []
    for number, step in enumerate(rounds, 1):
        here = [r for r in results if not r.void and at(r, step) and of(entrant, r)]
        on_the_table = [r for r in here if len(r.sides) > 1 and not (r.forfeit and "fide" in rules["unplayed"])]
        if not on_the_table and rules["unplayed"] != "nothing":
            found.append((number, here))
    return found, len(rounds)


def by_choice(entrant, here):
    forfeits = [of(entrant, r).outcome for r in here if len(r.sides) > 1]
    if forfeits:
        return "win" not in forfeits
    return not [r for r in here if r.requested_bye is None]


def points_in_table(season, entrant, *, by_game_points):
    rules, results, penalties, _ = season
    if by_game_points:
        return earned(rules, counting(rules, results, entrant), entrant, by_game_points=True)
    return points(rules, results, penalties, entrant)


def points_as_opponent(season, entrant, *, by_game_points):
    rules = season[0]
    total = points_in_table(season, entrant, by_game_points=by_game_points)
    gaps, rounds = missed(season, entrant)
    if "fide" not in rules["unplayed"]:
        return total
    for number, here in gaps:
        later = range(number, rounds + 1)
        trailing = all(any(n == m and by_choice(entrant, h) for m, h in gaps) for n in later)
        forfeited = any(len(r.sides) > 1 for r in here)
        if rules["unplayed"] == "fide_2009" or (trailing and not forfeited):
            drawn = worths(rules, by_game_points=by_game_points)["draw"]
            total += drawn - earned(rules, here, entrant, by_game_points=by_game_points)
    return total


def virtual_opponents(season, entrant, *, by_game_points):
    """Yield (missed by choice, points, share won, game points) for each missed round, by each convention."""
    rules, results, _, _ = season
    worth = worths(rules, by_game_points=by_game_points)
    own = points_in_table(season, entrant, by_game_points=by_game_points)
    gaps, rounds = missed(season, entrant)
    for number, here in gaps:
        forfeits = {}
        for result in here:
            for other in result.sides:
                if other.entrant != entrant:
                    forfeits.setdefault(other.entrant, []).append(of(entrant, result).outcome.value)
        kinds = [kind_of_bye(rules, r) for r in here if r.requested_bye is None and not forfeits]
        kinds = kinds or sorted([kind_of_bye(rules, r) for r in here if not forfeits], reverse=True) or ["nothing"]
        for other, outcomes in forfeits.items() or [(None, kinds[:1])]:
            shares = sum((SHARES[o] for o in outcomes), Fraction(0))
            if rules["unplayed"] == "fide_2009":
                earlier = [s for s in steps(results) if s[0]][: number - 1]
                before = [r for s in earlier for r in results if at(r, s)]
                so_far = earned(rules, before, entrant, by_game_points=by_game_points)
                opposite = "loss" if "win" in outcomes else "draw" if "draw" in outcomes else "win"
                score = so_far + worth[opposite] + worth["draw"] * (rounds - number)
            elif rules["unplayed"] == "fide_2023":
                score = own
            else:
                highest = worth["draw"] * rounds
                if other is not None:
                    highest = points_as_opponent(season, other, by_game_points=by_game_points)
                score = min(own, highest)
            chosen = by_choice(entrant, here) and rules["unplayed"] != "fide_2009"
            for kind in outcomes:
                walkover = worths(rules, by_game_points=True).get(kind, 0)
                yield chosen, score, shares / len(outcomes), walkover


def opponents(season, entrant, *, by_game_points):
    """Return (missed by choice, points, share won, game points) of every opponent, virtual ones among them."""
    gone = [result for _, here in missed(season, entrant)[0] for result in here]
    met = list(virtual_opponents(season, entrant, by_game_points=by_game_points))
    for result in played(season[1]):
        own = of(entrant, result)
        if own and not any(result is one for one in gone):
            scored = game_points(season[0], result, own)[0]
            met += [
                (
                    False,
                    points_as_opponent(season, s.entrant, by_game_points=by_game_points),
                    SHARES[own.outcome.value],
                    scored,
                )
                for s in result.sides
                if s is not own
            ]
    return met


def among(rules, results, tied):
    """Return league points, difference and game points in matches among those tied, or None if it would be unfair."""
    scores, meetings = dict.fromkeys(tied, 0), {frozenset((a, b)): 0 for a in tied for b in tied if a != b}
    goals, against = dict.fromkeys(tied, 0), dict.fromkeys(tied, 0)
    for result in played(results):
        for own in result.sides:
            for other in result.sides:
                if own is not other and own.entrant in tied and other.entrant in tied:
                    scores[own.entrant] += rules[own.outcome.value]
                    goals[own.entrant] += game_points(rules, result, own)[0]
                    against[other.entrant] += game_points(rules, result, own)[0]
                    meetings[frozenset((own.entrant, other.entrant))] += 1
    fair = len(set(meetings.values())) == 1 and min(meetings.values())
    values = {e: dict(zip(MINI_TABLE, (scores[e], goals[e] - against[e], goals[e]), strict=True)) for e in tied}
    return values if fair else None


MINI_TABLE = ("head_to_head", "head_to_head_difference", "head_to_head_scored")


def ordered(season, tied, criteria):
    """Return those tied as a list of lists, from the best; in one list are those whom nothing separates."""
    if len(tied) < 2 or not criteria:
        return [tied]
    head, rest = criteria[0], criteria[1:]
    if head in MINI_TABLE:
        together = [head]
        while rest and rest[0] in MINI_TABLE:
            together.append(rest[0])
            rest = rest[1:]
        values = among(season[0], season[1], tied)
        scores = {e: [values[e][name] for name in together] if values else [] for e in tied}
        if any(scores[e] != scores[tied[0]] for e in tied):
            rest = criteria
    else:
        scores = {e: [value(head, season, e)] for e in tied}
    table = []
    for score in sorted(map(list, {tuple(one) for one in scores.values()}), reverse=True):
        table += ordered(season, [e for e in tied if scores[e] == score], rest)
    return table


def brute_table(entrants, results, rules, penalties, seed):
    """Return [(place, {entrants}, {entrant: points})], the unranked with place 0 at the end, part by part."""
    matches = {e: len([r for r in played(results) if of(e, r)]) for e in entrants}
    ranked = [e for e in entrants if matches[e] >= rules["minimum"]]
    table, place = [], 1
    for part, is_ranked in ((ranked, True), ([e for e in entrants if e not in ranked], False)):
        for level in ordered((rules, results, penalties, seed), part, tuple(rules["order"])) if part else []:
            fields = {e: points(rules, results, penalties, e) for e in level}
            table.append((place if is_ranked else 0, set(level), fields))
            place += len(level)
    return table
