// The second reading of a game on this phone: its totals, dealer and end from counts alone, at once and without network, as
// games/rules/sheet.py computes them. Nothing here is stored as a score, and the server's answer always replaces it.
// tests/conformance plays random games through both, which must agree to the last line.
//
//   tally.gameOn(document)            the game on the page, or null
//   tally.unpack(data)                the game in what the page has (games/pages/table/tally_data.py)
//   tally.read(fields, hands, rules)  the round in a form's fields, [[name, value], …] or FormData, between those hands
//   tally.enter(game, number, facts)  the game with round `number` entered, or corrected if it is there
//   tally.voidRound(game, number)        the game with that round void
//   tally.fold(game)                  the sheet of a game
//   tally.faultsOf(facts, rules)      everything wrong with a round's counts; [] if they are legal
//   tally.scoreOf(facts, rules)       the result of a legal round
//   tally.rulesFrom(parameters)       the rules that differ from the preset "standard" in these parameters
//   tally.knockLimit(rules, card), tally.mostDeadwood(rules), tally.leader(points)
//
// A preview is tally.fold(tally.enter(game, number, facts)): it has the round's line, the new totals, the next deal and the
// end. Undoing something that waits is folding the game without it. A round that waits with cards can't be entered here: its
// counts are the server's. No function changes its arguments.
//
// Seats and sides are numbers from 0. A side is a seat, a team (every second seat) or one of the captain (0) and the others
// (1). Amounts are points unless named otherwise; Score is { points, boxes, handsWon }, three lists by side.
//
// facts   as games/rules/ledger.py stores them, without cards: { active: [0, 1], declared: "knock", ender: 0,
//         deadwood: { 0: 7, 1: 17 }, card: null }, or between teams { hands: [such facts, …] }.
//         active: the seats that play, ascending. declared: knock, gin, big_gin, dead, misdeal or false_knock. ender: null for
//         dead and misdeal. deadwood: after layoffs, by seat. card: "Ks", "R13", "W1"; null where the rules use none.
// read    { facts: null until they are whole and legal, faults: of the hands that ended, open: the numbers of those that
//         didn't, from 0, unreadable: the seats whose count is no number }. Only a count or card is missing where every
//         fault's code begins with "missing_", of a seat that is readable.
// fault   { code, seat, name, amount, limit, reason } with what games/rules/faults.py gives it; seat null: of no one hand.
// result  as ledger.py stores it: { event, winners: [side], points: { side: n }, boxes: { side: n }, deadwood: { seat: n },
//         lines: [[side, kind, parameter, points, boxes, terms], …] }, and hands: [result by seat, …] between teams.
// game    { rules: { parameter: value, … }, seats, dealer, rounds: [{ number, void, facts or result }, …], and where there
//         are any, opening: Score from paper, or with handicap: true of given points, changes: [{ through, rules }] (rules from the round after it on),
//         decision: { through, finished } (a person ended the game after that round, or continued it) }
// sheet   { rules, sides: [[seat, …], …], rounds: [line, …], score: Score, columns, reach, deal, firstToAct, sittingOut,
//         next: { number, hands: [[seat, …], …] }, reachedIn, endedAfter, byHand, complete, final }
//         deal: { dealer, active } of the next round, active from the dealer's left; with teams these are sides, like
//         firstToAct. sittingOut: seats. next: the round to enter, and who plays it, hand by hand. reachedIn: the round that
//         reached the target, endedAfter: the one that ended the game; null while still going. byHand: a person ended it;
//         complete: it was played to its end.
//         columns, reach: of Hollywood, { score, multiplier, final, credit }, and by side the columns, from 1, that the next
//         win goes into; else [].
// line    { number, void, afterEnd, counts, faults, result, rules, deal, score, entered, columns }: score, columns: after the
//         round. deal: null where it doesn't count. entered: by side, the columns it went into. A round with faults counts
//         for nothing.
// final   { totals: [by side], winner: side or null, shutout, net: between two sides, else null, lines }
"use strict";

const tally = (() => {
  const { rulesFrom, faultsOf, scoreOf, knockLimit, mostDeadwood, sideOf, sum, line } = tallyRound;
  const range = (length) => Array.from({ length }, (_, index) => index);
  const seatsIn = (amounts) => Object.keys(amounts).map(Number);

  function sidesOf(rules, seats) {
    const sides = [];
    for (const seat of range(seats)) (sides[sideOf(rules, seat)] ??= []).push(seat);
    return sides;
  }

  // The side with the most points; null if several are level.
  function leader(points) {
    const most = Math.max(...points);
    return points.indexOf(most) === points.lastIndexOf(most) ? points.indexOf(most) : null;
  }

  // --- Who deals, who plays: games/rules/rotation.py ---------------------------------------------------------------------

  const from = (dealer, places, count = places) => ({ dealer, active: range(count).map((i) => (dealer + i + 1) % places) });
  const dealerSits = (rules) => ["dealer_sits_out", "loser_deals_and_sits"].includes(rules.seating);
  const places = (rules, seats) => (rules.seating === "teams" ? 2 : seats < 3 || rules.seating === "all_active" ? seats : 0);

  function firstDeal(rules, seats, dealer) {
    const all = places(rules, seats);
    if (all) return from(rules.seating === "teams" ? sideOf(rules, dealer) : dealer, all);
    if (dealerSits(rules)) return from(dealer, seats, seats - 1);
    const other = rules.seating === "captain" && dealer ? 0 : (dealer + 1) % seats;
    return { dealer, active: [other, dealer] };
  }

  const winnersOf = (rules, active, { winners }) =>
    active.filter((seat) => winners.includes(rules.seating === "captain" ? sideOf(rules, seat) : seat));

  // The one with the most deadwood of those who didn't win, the first among equals.
  function loserOf(rules, active, result) {
    const winners = winnersOf(rules, active, result);
    const losers = active.filter((seat) => !winners.includes(seat));
    const count = (seat) => result.deadwood[seat] ?? 0;
    return losers.length ? losers.reduce((most, seat) => (count(seat) > count(most) ? seat : most)) : active[0];
  }

  // The next dealer; `sits` if the dealer sits out, where the deal may stay or go to the seat on the left.
  function nextDealer(rules, seats, deal, result, sits = false) {
    const [winner] = winnersOf(rules, deal.active, result);
    if (winner === undefined) return rules.dead_hand_dealer === "same" ? deal.dealer : deal.active[0];
    if (rules.next_dealer === "loser" || (sits && rules.seating === "loser_deals_and_sits")) return loserOf(rules, deal.active, result);
    if (rules.next_dealer === "winner") return winner;
    if (!sits) return deal.active[0];
    return rules.next_dealer === "idle_player" ? deal.dealer : (deal.dealer + 1) % seats;
  }

  // The deal with those who really played: others, if an earlier round was corrected after this one.
  function asPlayed(rules, seats, deal, result) {
    const played = seatsIn(rules.seating === "captain" ? result.deadwood : result.points);
    if (played.length !== deal.active.length || played.every((seat) => deal.active.includes(seat))) return deal;
    if (dealerSits(rules)) return from(range(seats).find((seat) => !played.includes(seat)), seats, seats - 1);
    const dealer = played.includes(deal.dealer) ? deal.dealer : Math.max(...played);
    return { dealer, active: [...played.filter((seat) => seat !== dealer), dealer] };
  }

  function nextDeal(rules, seats, before, result) {
    if (["misdeal", "false_knock"].includes(result.event)) return before;
    const all = places(rules, seats);
    if (all) return from(nextDealer(rules, seats, before, result), all);
    const deal = asPlayed(rules, seats, before, result);
    if (dealerSits(rules)) return from(nextDealer(rules, seats, deal, result, true), seats, seats - 1);
    if (rules.seating === "captain") {
      // The captain, seat 0, plays every round; an opponent who loses is replaced.
      const opponent = Math.max(...deal.active);
      const other = result.winners.includes(0) ? (opponent % (seats - 1)) + 1 : opponent;
      return nextDealer(rules, seats, deal, result) ? { dealer: other, active: [0, other] } : { dealer: 0, active: [other, 0] };
    }
    const [winner] = winnersOf(rules, deal.active, result);
    if (winner === undefined) {
      const dealer = nextDealer(rules, seats, deal, result);
      return { dealer, active: [...deal.active.filter((seat) => seat !== dealer), dealer] };
    }
    const idle = range(seats).find((seat) => !deal.active.includes(seat));
    const [dealer, other] = rules.next_dealer === "winner" ? [winner, idle] : [idle, winner];
    return { dealer, active: [other, dealer] };
  }

  function firstToAct(rules, { active }, points) {
    if (rules.first_turn === "lower_score") {
      const score = (place) => points[rules.seating === "teams" ? place : sideOf(rules, place)];
      const least = Math.min(...active.map(score));
      const lowest = active.filter((place) => score(place) === least);
      if (lowest.length === 1) return lowest[0];
    }
    return active[0];
  }

  // Each member of the first team plays those of the other in turn: the next to the left, then the one after.
  function handsOf(rules, seats, deal, number) {
    if (rules.seating !== "teams") return [[...deal.active].sort()];
    return range(seats / 2).map((n) => [2 * n, (2 * n + 2 * number - 1) % seats]);
  }

  // --- The end of a game: games/rules/settlement.py ----------------------------------------------------------------------

  const zeroScore = (sides) => ({ points: range(sides).fill(0), boxes: range(sides).fill(0), handsWon: range(sides).fill(0) });
  const boxesAtOnce = (rules) => (rules.box_timing === "immediate" ? rules.box_value : 0);
  const rounded = ({ round_to: step }, amount) => (step ? Math.floor((2 * amount + step) / (2 * step)) * step : amount);

  function shutoutLines(rules, points, first, lines) {
    const amount = {
      none: 0, double_points: points[first], add: rules.shutout_amount,
      double_total: sum(lines.filter(([side]) => side === first).map((one) => one[3])),
    }[rules.shutout];
    return amount ? [line(first, `shutout_${rules.shutout}`, "shutout", amount)] : [];
  }

  function bonusLines(rules, { points }, first) {
    const bonus = rules.game_bonus === "target" ? rules.target : rules.game_bonus;
    const lines = bonus ? [line(first, "game", "game_bonus", bonus)] : [];
    const margin = points[first] - Math.max(...points.filter((_, side) => side !== first));
    if (!rules.line_bonus || margin < rules.line_margin) return lines;
    return [...lines, line(first, "line", "line_bonus", rules.line_bonus, 0, [margin, rules.line_margin])];
  }

  // The result of a game or of one column. It is not complete if it ended before the target: then nobody gets a bonus.
  // Points that were given as a handicap don't save a loser from a shutout.
  function settle(rules, score, complete = true, given = null) {
    const first = leader(score.points);
    const won = complete && rules.target !== null && first !== null;
    const kind = boxesAtOnce(rules) ? "points_and_boxes" : "hand_points";
    let lines = score.points.map((points, side) => line(side, kind, "target", points));
    const value = rules.box_timing === "end" ? rules.box_value : 0;
    for (const [side, n] of score.boxes.entries()) if (n && value) lines.push(line(side, "boxes", "box_value", n * value, 0, [n, value]));
    const scored = score.points.map((points, side) => points - (given ? given[side] : 0));
    const counted = rules.shutout_test === "no_points" ? scored : score.handsWon;
    const shutout = first !== null && counted[first] > 0 && counted.every((n, side) => side === first || !n);
    if (won) lines.push(...bonusLines(rules, score, first));
    if (won && shutout) lines.push(...shutoutLines(rules, score.points, first, lines));
    const totalsOf = () => score.points.map((_, side) => sum(lines.filter(([of]) => of === side).map((one) => one[3])));
    let totals = totalsOf();
    const winner = rules.winner === "first_to_target" && rules.target !== null ? first : leader(totals);
    if (rules.settlement === "one_point" && winner !== null) {
      lines = [line(winner, "game_won", "settlement", 1)];
      if (won && shutout && winner === first) lines.push(...shutoutLines(rules, { [winner]: 1 }, winner, lines));
      totals = totalsOf();
    }
    const difference = Math.max(...totals) - Math.min(...totals);
    const net = rules.columns === 1 ? rounded(rules, difference * rules.column_multipliers[0]) : difference;
    return { totals, winner, shutout, net: totals.length === 2 ? net : null, lines };
  }

  // --- A game, round by round: games/rules/game.py and hollywood.py ------------------------------------------------------

  function added(score, side, points, boxes, won) {
    const plus = (amounts, more) => amounts.map((amount, of) => (of === side ? amount + more : amount));
    return { points: plus(score.points, points), boxes: plus(score.boxes, boxes), handsWon: plus(score.handsWon, won) };
  }

  class Hollywood {
    constructor(rules, sides) {
      this.columns = rules.column_multipliers.map((multiplier) => ({ score: zeroScore(sides), multiplier, final: null, credit: null }));
      this.depth = range(sides).fill(0); // how many columns each side's wins have reached so far
    }

    get closed() { return this.columns.every((column) => column.final); }
    get firstOpen() { return this.columns.findIndex((column) => !column.final) + 1; }
    open(depth) { return range(depth + 1).slice(1).filter((n) => !this.columns[n - 1].final); }
    nextDepth(side) { return Math.min(this.columns.length, Math.max(this.depth[side] + 1, this.firstOpen)); }
    reach(side) { return this.open(this.nextDepth(side)); }

    // Enters a round; returns the columns (from 1) that each side's entry went into.
    add(rules, { winners, points, boxes }) {
      const entered = {};
      this.columns = [...this.columns];
      for (const side of seatsIn(points)) {
        const won = winners.includes(side);
        if (!points[side] && !boxes[side] && !won) continue;
        if (points[side] || won) this.depth[side] = this.nextDepth(side);
        entered[side] = this.open(Math.max(this.depth[side], this.firstOpen));
        for (const n of entered[side]) {
          const column = this.columns[n - 1];
          const score = added(column.score, side, points[side] + boxesAtOnce(rules) * boxes[side], boxes[side], Number(won));
          this.columns[n - 1] = { ...column, score };
        }
      }
      for (const n of new Set(Object.values(entered).flat())) this.close(rules, n - 1);
      return entered;
    }

    close(rules, index) {
      const { score, multiplier } = this.columns[index];
      if (Math.max(...score.points) < rules.target || leader(score.points) === null) return;
      const final = settle(rules, score);
      if (final.winner === null) return;
      this.columns[index] = { score, multiplier, final, credit: rounded(rules, final.net * multiplier) };
    }

    settled(rules, complete) {
      const lines = [];
      const totals = this.depth.map(() => 0);
      let shutout = false;
      for (const [index, { score, multiplier, final: closed, credit }] of this.columns.entries()) {
        const final = closed ?? (complete ? null : settle(rules, score, false));
        if (!final || final.winner === null) continue;
        const worth = closed ? credit : rounded(rules, final.net * multiplier);
        lines.push(line(final.winner, "column", "columns", worth, 0, [index + 1, final.net, multiplier]));
        totals[final.winner] += worth;
        shutout ||= final.shutout;
      }
      const net = Math.max(...totals) - Math.min(...totals);
      return { totals, winner: leader(totals), shutout, net: totals.length === 2 ? net : null, lines };
    }
  }

  class Running {
    constructor({ seats, dealer, opening, handicap }, rules) {
      const sides = sidesOf(rules, seats).length;
      Object.assign(this, { rules, seats, score: opening ?? zeroScore(sides), given: handicap ? opening.points : null });
      this.deal = firstDeal(rules, seats, dealer);
      this.hollywood = rules.columns > 1 ? new Hollywood(rules, sides) : null;
    }

    get columns() { return this.hollywood ? this.hollywood.columns : []; }

    get targetReached() {
      if (this.hollywood) return this.hollywood.closed;
      return this.rules.target !== null && Math.max(...this.score.points) >= this.rules.target;
    }

    add(result) {
      for (const side of seatsIn(result.points)) {
        const [points, boxes] = [result.points[side], result.boxes[side]];
        const won = Number(result.winners.includes(side));
        this.score = added(this.score, side, points + boxesAtOnce(this.rules) * boxes, boxes, won);
      }
      this.deal = nextDeal(this.rules, this.seats, this.deal, result);
      return this.hollywood ? this.hollywood.add(this.rules, result) : {};
    }

    // How the game ended; null before the target is reached, and while the leaders are level.
    get final() {
      if (!this.targetReached || (!this.hollywood && leader(this.score.points) === null)) return null;
      const final = this.settledNow;
      return this.hollywood || final.winner !== null ? final : null;
    }

    // What the game is worth if it ends now, whatever the score.
    get settledNow() {
      const complete = this.targetReached;
      return this.hollywood ? this.hollywood.settled(this.rules, complete) : settle(this.rules, this.score, complete, this.given);
    }
  }

  // --- The sheet: games/rules/sheet.py -----------------------------------------------------------------------------------

  function fold(game) {
    const changes = (game.changes ?? []).map(({ through, rules }) => ({ through, rules: rulesFrom(rules) }));
    const running = new Running(game, rulesFrom(game.rules));
    const { through, finished: byHand } = game.decision ?? { through: 0, finished: false };
    let [final, endedAfter, reachedIn] = [null, null, null];
    const rounds = game.rounds.map(({ number, void: isVoid = false, facts, result: saved }) => {
      while (changes.length && changes[0].through < number) running.rules = changes.shift().rules;
      const { rules } = running;
      const faults = saved ? [] : faultsOf(facts, rules);
      const result = saved ?? (faults.length ? null : scoreOf(facts, rules));
      const afterEnd = endedAfter !== null || (byHand && number > through);
      const counts = !isVoid && !afterEnd && result !== null;
      const deal = counts ? running.deal : null;
      const entered = counts ? running.add(result) : {};
      if (counts) {
        final = running.final;
        if (running.targetReached) reachedIn ??= number;
        if (final && number > through) endedAfter = number;
      }
      return { number, void: isVoid, afterEnd, counts, faults, result, rules, deal, score: running.score, entered, columns: running.columns };
    });
    for (const change of changes) running.rules = change.rules;
    if (byHand) {
      endedAfter = through;
      final ??= running.settledNow;
    } else if (endedAfter === null) {
      final = null;
    }
    const { rules, seats, score, deal, columns, hollywood } = running;
    // After an undo, the void rounds at the end are entered again, the first of them first.
    const last = rounds.length ? rounds[rounds.length - 1].number : 0;
    const number = rounds.reduce((again, one) => (one.void ? again ?? one.number : null), null) ?? last + 1;
    return {
      rules, sides: sidesOf(rules, seats), rounds, score, columns, reach: columns.length ? score.points.map((_, side) => hollywood.reach(side)) : [],
      deal, firstToAct: firstToAct(rules, deal, score.points),
      sittingOut: range(rules.seating === "teams" ? 0 : seats).filter((seat) => !deal.active.includes(seat)),
      next: { number, hands: handsOf(rules, seats, deal, number) }, reachedIn, endedAfter, byHand, complete: endedAfter !== null && (reachedIn !== null || rules.target === null), final,
    };
  }

  function enter(game, number, facts) {
    const rounds = game.rounds.filter((round) => round.number !== number);
    return { ...game, rounds: [...rounds, { number, facts }].sort((one, other) => one.number - other.number) };
  }

  const voidRound = (game, number) =>
    ({ ...game, rounds: game.rounds.map((round) => (round.number === number ? { ...round, void: true } : round)) });

  // Lists by side or seat, with null for those who didn't play, are shorter on the page.
  const amounts = (list) => Object.fromEntries([...list.entries()].filter(([, amount]) => amount !== null));

  const unpack = ({ rounds, ...game }) => ({
    ...game,
    rounds: rounds.map(([number, event, winners, points, boxes, deadwood, isVoid]) => ({
      number, void: Boolean(isVoid),
      result: { event, winners, points: amounts(points), boxes: amounts(boxes), deadwood: amounts(deadwood) },
    })),
  });

  function gameOn(page) {
    const part = page.querySelector("[data-tally]");
    return part && unpack(JSON.parse(part.dataset.tally));
  }

  return { gameOn, unpack, read: tallyForm.read, enter, voidRound, fold, faultsOf, scoreOf, rulesFrom, knockLimit, mostDeadwood, leader };
})();
