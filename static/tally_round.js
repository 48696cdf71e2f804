// Scores one round by its counts, as games/rules/scoring.py and teams.py do: the same faults, points, boxes and lines. It is a
// second reading for an answer at once and without network; the server's is the only truth. tally.js describes the values.
"use strict";

const tallyRound = (() => {
  // The preset "standard": parameters that a game doesn't name. Those that only concern cards or words aren't here.
  const STANDARD = {
    deck: "french52", rank_values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], wild_value: 0, hand_size: 10,
    knock_limit: 10, limit_source: "fixed", limit_ace: "value", layoff_zero_voids_gin: false,
    hand_scoring: "points", knock_bonus: 0, gin_bonus: 25, big_gin_bonus: 31,
    undercut_on: "tie_or_less", undercut_bonus: 25, undercut_tie_bonus: null, undercut_points: "difference",
    undercut_winners: "lowest", undercut_tied: "each", knock_points: "own_once", bonus_per_opponent: false,
    double_suits: [], double_boxes: "extra",
    box_win: 1, box_undercut: 0, box_gin: 0, box_big_gin: 0, box_value: 25, box_timing: "end",
    target: 100, game_bonus: 100, shutout: "double_points", shutout_amount: 0, shutout_test: "no_points",
    line_bonus: 0, line_margin: 50, winner: "highest_total", settlement: "difference",
    columns: 1, column_multipliers: [1], round_to: 0,
    seating: "all_active", next_dealer: "alternate", dead_hand_dealer: "same", first_turn: "non_dealer",
    team_netting: "per_hand", sweep_boxes: 0, false_knock_penalty: null,
  };
  const rulesFrom = (changed) => ({ ...STANDARD, ...changed });

  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const sideOf = (rules, seat) =>
    rules.seating === "teams" ? seat % 2 : rules.seating === "captain" ? Math.min(seat, 1) : seat;

  // --- Cards that set the knock limit or double the round ---------------------------------------------------------------

  const FRENCH_RANKS = "A23456789TJQK";
  const isFrench = (rules) => rules.deck === "french52";
  const suitOf = (card, rules) => card[isFrench(rules) ? 1 : 0];

  // 1 (ace) to 13 (king), 0 for a wild.
  function rankOf(card, rules) {
    if (isFrench(rules)) return FRENCH_RANKS.indexOf(card[0]) + 1;
    return card[0] === "W" ? 0 : Number(card.slice(1));
  }

  // The most deadwood one may knock with; null: any count.
  function knockLimit(rules, card) {
    if (rules.limit_source === "fixed") return rules.knock_limit;
    const rank = rankOf(card, rules);
    if (rank === 1 && rules.limit_ace === "gin_only") return 0;
    const value = rank ? rules.rank_values[rank - 1] : rules.wild_value;
    return Math.min(value, rules.knock_limit ?? value);
  }

  const doubles = (card, rules) => Boolean(card) && rules.double_suits.includes(suitOf(card, rules));

  function mostDeadwood(rules) {
    return (rules.hand_size + 1) * Math.max(...rules.rank_values, isFrench(rules) ? 0 : rules.wild_value);
  }

  // --- Faults ------------------------------------------------------------------------------------------------------------

  const countOf = (hand, seat) => hand.deadwood[seat] ?? null;

  function handFaults(hand, rules) {
    const { active, declared, ender } = hand;
    const faults = [];
    const add = (code, seat, more) => faults.push({ code, seat, ...more });
    const most = mostDeadwood(rules);
    const beyond = (seat) => countOf(hand, seat) !== null && !(countOf(hand, seat) >= 0 && countOf(hand, seat) <= most);

    for (const seat of Object.keys(hand.deadwood).map(Number)) if (!active.includes(seat)) add("not_active", seat);
    for (const seat of active) if (beyond(seat)) add("out_of_range", seat, { amount: countOf(hand, seat), limit: most });
    if (declared === "dead" || declared === "misdeal") {
      if (ender !== null) add("invalid_value", ender, { name: "ender", reason: declared });
      return faults;
    }
    const counted = declared !== "false_knock";
    for (const seat of counted ? active : []) if (countOf(hand, seat) === null) add("missing_deadwood", seat);
    const plays = active.includes(ender);
    if (ender === null) add("unknown_player", null, { reason: "no_ender" });
    else if (!plays) add("not_active", ender, { reason: "ender" });
    if (!counted && rules.false_knock_penalty === null) add("invalid_value", null, { name: "declared", reason: "play_on" });
    if (!counted || !plays) return faults;

    const own = countOf(hand, ender);
    const knocked = declared === "knock" && own !== 0;
    const usesCard = rules.double_suits.length || (knocked && rules.limit_source !== "fixed");
    if (usesCard && !hand.card) add("missing_knock_card", null);
    if (!own || beyond(ender)) return faults;
    if (!knocked) add("not_gin", ender, { name: declared, amount: own, limit: 0 });
    else if (rules.limit_source === "fixed" || hand.card) {
      const limit = knockLimit(rules, hand.card);
      if (limit !== null && own > limit) add("over_knock_limit", ender, { amount: own, limit });
    }
    return faults;
  }

  function faultsOf(facts, rules) {
    const wrong = (reason) => ({ code: "invalid_value", seat: null, name: "declared", reason });
    if (facts.hands) {
      const faults = facts.hands.flatMap((hand) => handFaults(hand, rules));
      // Only the whole deal can be a misdeal, not a single hand.
      return facts.hands.some((hand) => hand.declared === "misdeal") ? [wrong("one_misdeal"), ...faults] : faults;
    }
    const oneHand = rules.seating === "teams" && facts.active.length > 2 && facts.declared !== "misdeal";
    return [...(oneHand ? [wrong("one_hand")] : []), ...handFaults(facts, rules)];
  }

  // --- One hand, by seat -------------------------------------------------------------------------------------------------

  const line = (seat, kind, parameter, points = 0, boxes = 0, terms = []) => [seat, kind, parameter, points, boxes, terms];
  const pointsOf = (lines) => sum(lines.map(([, , , points]) => points));
  const boxesOf = (lines) => sum(lines.map(([, , , , boxes]) => boxes));

  function resultOf(event, winners, hand, lines) {
    const points = {};
    const boxes = {};
    for (const seat of hand.active) {
      const own = lines.filter(([of]) => of === seat);
      points[seat] = pointsOf(own);
      boxes[seat] = boxesOf(own);
    }
    return { event, winners, points, boxes, deadwood: { ...hand.deadwood }, lines };
  }

  const winBox = (seat, rules) => (rules.box_win ? [line(seat, "box", "box_win", 0, rules.box_win)] : []);
  const boxLines = (seat, extra, parameter, rules) =>
    [...winBox(seat, rules), ...(extra ? [line(seat, "extra_box", parameter, 0, extra)] : [])];

  // Adds a line if the card's suit doubles the hand: points always, boxes as double_boxes says.
  function doubled(lines, hand, rules) {
    if (!doubles(hand.card, rules)) return lines;
    const kinds = { none: [], extra: ["extra_box"], all: ["box", "extra_box"] }[rules.double_boxes];
    const boxes = boxesOf(lines.filter(([, kind]) => kinds.includes(kind)));
    return [...lines, line(lines[0][0], "doubled", "double_suits", pointsOf(lines), boxes)];
  }

  const others = (hand, seat) => hand.active.filter((other) => other !== seat).map((other) => hand.deadwood[other]);
  const ownLine = (seat, parameter, own, times) => line(seat, "own", parameter, 0 - own * times, 0, [own, times]);
  const caughtLine = (seat, parameter, counts) => line(seat, "caught", parameter, sum(counts), 0, counts);
  const flopLine = (seat, kind) => line(seat, kind, "hand_scoring", 1);

  function gin(hand, rules) {
    const { ender } = hand;
    const counts = others(hand, ender);
    if (rules.layoff_zero_voids_gin && !counts.some(Boolean)) return resultOf("void_gin", [], hand, []);
    const big = hand.declared === "big_gin" && rules.big_gin_bonus !== null;
    const name = big ? "big_gin" : "gin";
    const bonus = rules[`${name}_bonus`];
    const times = rules.bonus_per_opponent ? counts.length : 1;
    const lines = rules.hand_scoring === "flop"
      ? [flopLine(ender, "flop_hand"), flopLine(ender, `flop_${name}`)]
      : [line(ender, name, `${name}_bonus`, bonus * times, 0, [bonus, times]), caughtLine(ender, `${name}_bonus`, counts)];
    lines.push(...boxLines(ender, rules[`box_${name}`], `box_${name}`, rules));
    return resultOf(name, [ender], hand, doubled(lines, hand, rules));
  }

  function knock(hand, rules) {
    const { ender } = hand;
    const counts = others(hand, ender);
    const times = rules.knock_points === "pairwise" ? counts.length : 1;
    const lines = rules.hand_scoring === "flop"
      ? [flopLine(ender, "flop_hand")]
      : [caughtLine(ender, "knock_points", counts), ownLine(ender, "knock_points", hand.deadwood[ender], times)];
    if (rules.hand_scoring === "points" && rules.knock_bonus) lines.push(line(ender, "knock_bonus", "knock_bonus", rules.knock_bonus));
    return resultOf("knock", [ender], hand, doubled([...lines, ...winBox(ender, rules)], hand, rules));
  }

  // Who undercuts, from the ender's left.
  function undercutters({ active, deadwood, ender }, rules) {
    const at = active.indexOf(ender);
    const limit = rules.undercut_on === "tie_or_less" ? deadwood[ender] : deadwood[ender] - 1;
    const below = [...active.slice(at + 1), ...active.slice(0, at)].filter((seat) => deadwood[seat] <= limit);
    if (rules.undercut_winners !== "lowest") return below;
    const least = Math.min(...below.map((seat) => deadwood[seat]));
    const lowest = below.filter((seat) => deadwood[seat] === least);
    return rules.undercut_tied === "next_left" ? lowest.slice(0, 1) : lowest;
  }

  function undercutLines(hand, seat, rules) {
    const [lost, own] = [hand.deadwood[hand.ender], hand.deadwood[seat]];
    const tied = own === lost && rules.undercut_tie_bonus !== null;
    const parameter = tied ? "undercut_tie_bonus" : "undercut_bonus";
    const all = others(hand, seat);
    const [counts, times] = {
      difference: [[lost], 1], ender_total: [[lost], 0], others_total: [all, 0], others_net: [all, 1], pairwise: [all, all.length],
    }[rules.undercut_points];
    const lines = [line(seat, "undercut", parameter, rules[parameter]), caughtLine(seat, "undercut_points", counts)];
    return times ? [...lines, ownLine(seat, "undercut_points", own, times)] : lines;
  }

  function undercut(hand, winners, rules) {
    const shares = rules.undercut_tied === "split" && rules.undercut_winners === "lowest" && winners.length > 1;
    const lines = winners.flatMap((seat) => {
      const own = rules.hand_scoring === "flop"
        ? [flopLine(seat, "flop_hand"), flopLine(seat, "flop_undercut")]
        : undercutLines(hand, seat, rules);
      if (shares) {
        const whole = pointsOf(own);
        own.push(line(seat, "split", "undercut_tied", Math.floor(whole / winners.length) - whole, 0, [whole, winners.length]));
      }
      return doubled([...own, ...boxLines(seat, rules.box_undercut, "box_undercut", rules)], hand, rules);
    });
    return resultOf("undercut", hand.active.filter((seat) => winners.includes(seat)), hand, lines);
  }

  function falseKnock(hand, rules) {
    const penalty = (seat) => line(seat, "penalty", "false_knock_penalty", rules.false_knock_penalty, 0, [hand.ender]);
    return resultOf("false_knock", [], hand, hand.active.filter((seat) => seat !== hand.ender).map(penalty));
  }

  function scoreHand(hand, rules) {
    if (hand.ender === null) return resultOf(hand.declared, [], hand, []);
    if (hand.declared === "false_knock") return falseKnock(hand, rules);
    if (hand.deadwood[hand.ender] === 0) return gin(hand, rules);
    const winners = undercutters(hand, rules);
    return winners.length ? undercut(hand, winners, rules) : knock(hand, rules);
  }

  // --- A whole round, by side --------------------------------------------------------------------------------------------

  function teamBoxLines(results, best, rules) {
    const netted = rules.team_netting === "per_hand";
    const lines = netted && best !== null ? winBox(best, rules) : [];
    for (const [seat, kind, parameter, , all] of results.flatMap((result) => result.lines)) {
      // The box for the win is the team's, not the hand's.
      const ofWin = kind === "box" ? all : kind === "doubled" && rules.double_boxes === "all" ? rules.box_win : 0;
      const boxes = netted && all ? all - ofWin : all;
      if (boxes) lines.push(line(sideOf(rules, seat), kind, parameter, 0, boxes));
    }
    return lines;
  }

  // A team whose members all won gets sweep_boxes more, doubled like any extra box.
  function sweepLines(results, doubles, rules) {
    const once = rules.sweep_boxes === "team_size" ? results.length : rules.sweep_boxes;
    const boxes = doubles && rules.double_boxes !== "none" ? once * 2 : once;
    const swept = (side) => results.every(({ winners }) => winners.some((seat) => sideOf(rules, seat) === side));
    return boxes ? [0, 1].filter(swept).slice(0, 1).map((side) => line(side, "sweep", "sweep_boxes", 0, boxes)) : [];
  }

  function netHands({ hands }, rules) {
    const results = hands.map((hand) => scoreHand(hand, rules));
    let lines = results.flatMap(({ points }) => Object.keys(points).map(Number).filter((seat) => points[seat])
      .map((seat) => line(sideOf(rules, seat), "hand", "team_netting", points[seat], 0, [seat])));
    const won = [0, 1].map((side) => pointsOf(lines.filter(([of]) => of === side)));
    const best = won[0] > won[1] ? 0 : won[1] > won[0] ? 1 : null;
    if (rules.team_netting === "per_hand") {
      lines = lines.filter(([side]) => side === best);
      if (best !== null && won[1 - best]) lines.push(line(best, "netted", "team_netting", -won[1 - best]));
    }
    lines.push(...teamBoxLines(results, best, rules), ...sweepLines(results, doubles(hands[0].card, rules), rules));
    const event = results.every((result) => result.event === "dead") ? "dead" : "team_deal";
    const deadwood = Object.assign({}, ...results.map((result) => result.deadwood));
    return { ...resultOf(event, best === null ? [] : [best], { active: [0, 1], deadwood }, lines), hands: results };
  }

  // Teams and the captain score by side, everybody else by seat.
  function bySide(result, rules) {
    if (!["teams", "captain"].includes(rules.seating)) return result;
    const winners = [...new Set(result.winners.map((seat) => sideOf(rules, seat)))].sort();
    const lines = result.lines.map(([seat, ...rest]) => [sideOf(rules, seat), ...rest]);
    return resultOf(result.event, winners, { active: [0, 1], deadwood: result.deadwood }, lines);
  }

  const scoreOf = (facts, rules) => (facts.hands ? netHands(facts, rules) : bySide(scoreHand(facts, rules), rules));

  return { rulesFrom, handFaults, faultsOf, scoreOf, knockLimit, mostDeadwood, sideOf, sum, line };
})();
