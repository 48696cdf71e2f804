// Answers questions about counts with the scripts named on the command line: a JSON value a line in, one a line out.
"use strict";

const fs = require("node:fs");
const readline = require("node:readline");
const vm = require("node:vm");

const context = vm.createContext({});
for (const file of process.argv.slice(2)) vm.runInContext(fs.readFileSync(file, "utf8"), context, { filename: file });
const tally = vm.runInContext("tally", context);

const score = ({ points, boxes, handsWon }) => [points, boxes, handsWon];
const final = (end) => end && [end.totals, end.winner, end.shutout, end.net, end.lines];
const column = (one) => [score(one.score), one.multiplier, one.credit, final(one.final)];
const hand = ({ event, winners, points, boxes, deadwood, lines }) => [event, winners, points, boxes, deadwood, lines];
const result = (value) => [...hand(value), (value.hands ?? []).map(hand)];
// A result from the ledger has no lines here.
const agreed = ({ event, winners, points, boxes, deadwood }) => [event, winners, points, boxes, deadwood];
const deal = (value) => value && [value.dealer, value.active];

const sheet = (value, resultOf) => [
  value.rounds.map((line) => [
    line.number, line.void, line.afterEnd, line.counts, line.faults, resultOf(line.result), deal(line.deal),
    [line.score.points, line.score.boxes], line.entered, line.columns.map(column), line.rules.target,
  ]),
  value.sides, score(value.score), value.columns.map(column), value.reach, deal(value.deal), value.firstToAct, value.sittingOut,
  [value.next.number, value.next.hands], value.reachedIn, value.endedAfter, value.byHand, value.complete, final(value.final),
  value.rules.target,
];

const moved = (game, moves) =>
  moves.reduce((now, [number, facts]) => (facts ? tally.enter(now, number, facts) : tally.voidRound(now, number)), game);

const answers = {
  // A whole game, all rounds as facts where the rules of their entry still hold.
  facts: ({ game }) => sheet(tally.fold(game), (value) => (value.lines ? result(value) : agreed(value))),
  // A game as the page has it, and what was entered since: [number, facts], or [number] for a round that is struck.
  moves: ({ game, moves }) => sheet(tally.fold(moved(tally.unpack(game), moves)), agreed),
  // The game itself after the same moves were made, and its sheet folded.
  unchanged: ({ game, moves }) => {
    tally.fold(moved(game, moves));
    return game;
  },
  faults: ({ facts, parameters }) => tally.faultsOf(facts, tally.rulesFrom(parameters)),
  round: ({ facts, parameters }) => {
    const rules = tally.rulesFrom(parameters);
    const faults = tally.faultsOf(facts, rules);
    return faults.length ? { faults } : tally.scoreOf(facts, rules);
  },
  sheet: ({ game }) => tally.fold(game),
  // What a form says, which seats' counts and whether the card is still missing, and whether any hand has ended.
  form: ({ fields, hands, parameters }) => {
    const { facts, faults, open, unreadable } = tally.read(fields, hands, tally.rulesFrom(parameters));
    const missing = faults.filter(({ code, seat }) => code === "missing_deadwood" && !unreadable.includes(seat));
    const noCard = !faults.some(({ code }) => code === "unknown_card") && faults.some(({ code }) => code === "missing_knock_card");
    return [facts, missing.map(({ seat }) => seat).sort(), noCard, open.length < hands.length];
  },
  limit: ({ card, parameters }) => tally.knockLimit(tally.rulesFrom(parameters), card),
  rules: ({ parameters }) => tally.rulesFrom(parameters),
  most: ({ parameters }) => tally.mostDeadwood(tally.rulesFrom(parameters)),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = answers[question.ask](question);
  } catch (error) {
    answer = String(error.stack);
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
