// Reads the fields of the round form as facts, as games/forms/table/round_form.py does. tally.js describes the values.
"use strict";

const tallyForm = (() => {
  const { handFaults } = tallyRound;
  const LONGEST_COUNT = 60;
  const BAD = NaN;

  // A whole number or a sum: 24, 10+6+4. null if it is empty, NaN if it is anything else.
  function countIn(field) {
    const text = field.trim().replaceAll("\u2212", "-");
    if (!text) return null;
    const parts = text.replace(/[+ ]+$/, "").split("+").map((part) => part.trim());
    if (text.length > LONGEST_COUNT || !parts.every((part) => /^-?\d+$/.test(part))) return BAD;
    return parts.reduce((total, part) => total + Number(part), 0);
  }

  // The card that sets the limit, null where there is none or a part is missing; undefined if the deck has no such card.
  function cardIn(rank, suit, rules) {
    const used = rules.limit_source !== "fixed" || rules.double_suits.length;
    if (!used || !suit || !(rank || suit === "W")) return null;
    if (rules.deck === "french52") return /^[A2-9TJQK][shdc]$/.test(rank + suit) ? rank + suit : undefined;
    if (suit === "W") return "W1"; // as an upcard one wild is as good as another
    return /^[RBGYP]([1-9]|1[0-3])$/.test(suit + rank) ? suit + rank : undefined;
  }

  // "dead", or seat, kind and points as in "0:knock:7"; "0:knock" where the knocker's deadwood is typed like the others'.
  function endingIn(text, seats) {
    if (text === "dead") return { declared: text, ender: null, own: null };
    const [seat, declared = "", ...amount] = text.split(":");
    const ender = seats.find((place) => String(place) === seat);
    if (ender === undefined || !["knock", "gin", "big_gin", "false_knock"].includes(declared)) return null;
    if (declared !== "knock") return { declared, ender, own: 0 };
    if (!amount.length) return { declared, ender, own: null };
    const own = countIn(amount.join(":"));
    return own === null || Number.isNaN(own) ? null : { declared, ender, own };
  }

  function read(fields, hands, rules) {
    const data = new Map(fields);
    const value = (name) => data.get(name) ?? "";
    const ascending = (seats) => [...seats].sort((one, other) => one - other);
    if (value("end") === "misdeal") {
      const facts = { active: ascending(hands.flat()), declared: "misdeal", ender: null, deadwood: {}, card: null };
      return { facts, faults: [], open: [], unreadable: [] };
    }
    const card = cardIn(value("rank"), value("suit"), rules);
    const open = [];
    const unreadable = [];
    const ended = [];
    for (const [number, seats] of hands.entries()) {
      const ending = endingIn(value(number ? `end-${number}` : "end"), seats);
      if (!ending) {
        open.push(number);
        continue;
      }
      const { declared, ender, own } = ending;
      const deadwood = {};
      for (const seat of ender === null || declared === "false_knock" ? [] : ascending(seats)) {
        const count = seat === ender && own !== null ? own : countIn(value(`deadwood-${seat}`));
        if (Number.isNaN(count)) unreadable.push(seat);
        else if (count !== null) deadwood[seat] = count;
      }
      ended.push({ active: ascending(seats), declared, ender, deadwood, card: card ?? null });
    }
    const faults = ended.flatMap((hand) => handFaults(hand, rules));
    if (card === undefined) faults.push({ code: "unknown_card", seat: null });
    const whole = !open.length && !faults.length;
    return { facts: whole ? (hands.length > 1 ? { hands: ended } : ended[0]) : null, faults, open, unreadable };
  }

  return { read };
})();
