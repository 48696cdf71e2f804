// What the rounds that wait on this phone come to: the preview at once, and the score, the dealer and the end of the game
// until the server has them. It is computed anew from what waits, stored nowhere, and the server's answer replaces it.
"use strict";

{
  const { say } = outboxList;
  const byId = (id) => document.getElementById(id);
  const formOn = () => document.querySelector("form[data-entry]");
  const scores = () => [...document.querySelectorAll("#tally > .score")];
  const rows = () => [...document.querySelectorAll("#tally tbody tr")]; // of Hollywood, which has no cards
  const totals = () => [...document.querySelectorAll("#tally .total")];
  const asServed = new WeakMap(); // an element that the server made -> its content before anything was changed here
  const discarded = new Set(); // ids of entries that a person took back
  let waiting = []; // this table's entries in the outbox
  let drawnOn = null; // the #tally that shows what they come to

  function nameOf(seat) {
    const label = document.querySelector(`label[for="deadwood-${seat}"] bdi`) ?? scores()[seat]?.querySelector("h2 bdi");
    return label?.textContent.trim() ?? "";
  }
  const sideName = (sheet, side) => scores()[side]?.querySelector("h2 bdi").textContent.trim() || sheet.sides[side].map(nameOf).join(" & ");
  const handsNow = (sheet, number) => {
    const played = sheet.rounds.find((round) => round.number === number);
    return !played || played.void || !played.deal || sheet.rules.seating === "teams" ? sheet.next.hands : [played.deal.active];
  };

  // Enters what waits, up to the first entry that only the server can score: { game, whole, added }.
  function enterWaiting() {
    let game = tally.gameOn(document);
    let [whole, added] = [true, 0];
    for (const entry of waiting) {
      const known = game.rounds.find((round) => round.number === entry.round && !round.void);
      if (entry.kind === "void") game = tally.voidRound(game, entry.round);
      else if (entry.kind === "round" && known) continue; // another phone was faster: the same, or a question
      else {
        const sheet = tally.fold(game);
        const counted = entry.kind !== "cards" && entry.state !== "parked";
        const { facts } = counted ? tally.read(entry.fields, handsNow(sheet, entry.round), sheet.rules) : { facts: null };
        if (!facts) {
          whole = false;
          break;
        }
        game = tally.enter(game, entry.round, facts);
      }
      added += 1;
    }
    return { game, whole, added };
  }

  // --- The preview -------------------------------------------------------------------------------------------------------

  function previewOf(form) {
    const { game, whole } = enterWaiting();
    const before = tally.fold(game);
    const number = Number(form.elements.round.value);
    const { facts } = tally.read(new FormData(form), handsNow(before, number), before.rules);
    if (!whole || !facts) return [];
    const corrects = form.matches(".corrects");
    const start = corrects ? tally.fold(tally.voidRound(game, number)) : before;
    const after = tally.fold(tally.enter(game, number, facts));
    const line = after.rounds.find((round) => round.number === number);
    const moves = Object.entries(line?.result?.points ?? {}).filter(([side, points]) => points || line.result.boxes[side]);
    const gains = moves.map(([side]) => {
      const [from, to] = [start.score.points[side], after.score.points[side]];
      const change = corrects ? line.result.points[side] : to - from;
      const sums = change === line.result.points[side] ? formula(line.result.lines.filter(([of]) => of === Number(side))) : "";
      return gainOf(sideName(after, side), `${change < 0 ? "\u2212" : "+"}${Math.abs(change)}`, sums === String(change) ? "" : sums);
    });
    const wins = after.final && !start.final && after.final.winner !== null;
    const rest = wins ? say("wins", { name: sideName(after, after.final.winner) }) : corrects ? "" : leadOf(after);
    return [...gains.flatMap((gain, place) => (place ? ["; ", ...gain] : gain)), gains.length ? "." : "", rest ? ` ${rest}.` : ""];
  }

  // "Ann leads 82\u201366", between two; how several stand is left to the server.
  function leadOf(sheet) {
    const { points } = sheet.score;
    const first = tally.leader(points);
    if (points.length !== 2 || first === null || sheet.columns.length) return "";
    return say("leads", { name: sideName(sheet, first), score: `${points[first]}\u2013${points[1 - first]}` });
  }

  // How one side's points add up, "20 \u2212 7", as games/wording/scores.py has it; "" where that takes words.
  function formula(lines) {
    let text = "";
    for (const [, kind, , points, , terms] of lines) {
      if (kind === "split") return "";
      if (!points && kind !== "caught") continue;
      if (kind === "doubled") text = `${text.includes(" ") ? `(${text})` : text} \u00d7 2`;
      else if (kind === "own") text += terms[1] === 1 ? ` \u2212 ${terms[0]}` : ` \u2212 ${terms[1]} \u00d7 ${terms[0]}`;
      else if (kind === "netted") text += ` \u2212 ${-points}`;
      else {
        const each = (kind === "gin" || kind === "big_gin") && terms[1] > 1;
        const part = kind === "caught" ? terms.join(" + ") : each ? `${terms[1]} \u00d7 ${terms[0]}` : points;
        text += text ? ` + ${part}` : part;
      }
    }
    return text;
  }

  // "Ann +13 (20 \u2212 7)", as templates/table/_preview.html has it.
  function gainOf(name, points, sums) {
    const gain = document.createElement("b");
    gain.append(Object.assign(document.createElement("bdi"), { textContent: name, translate: false }), ` ${points}`);
    return sums ? [gain, ` (${sums})`] : [gain];
  }

  document.addEventListener("preview", ({ target: form }) => {
    const place = byId("preview");
    if (!form.matches?.("form[data-entry]") || !place || (form.dataset.table !== location.pathname && !form.matches(".corrects"))) return;
    const parts = previewOf(form);
    const sentence = Object.assign(document.createElement("p"), { className: "sentence" });
    sentence.append(...parts);
    place.className = `preview tone-${parts.length ? "win" : "wait"}`;
    place.replaceChildren(...(parts.length ? [sentence] : []));
  }, true);

  // --- The score -----------------------------------------------------------------------------------------------------------

  function restore(part) {
    if (asServed.has(part)) part.innerHTML = asServed.get(part);
    else if (waiting.length) asServed.set(part, part.innerHTML);
  }

  function move(mark, place) {
    const [element, article, row] = [document.querySelector(`#tally .${mark}`), scores()[place], rows()[place]];
    if (element && article) article.querySelector(".total").after(element);
    else if (element && row) row.querySelector("th").append(element);
  }

  function showTotal(total, points) {
    total.textContent = points;
    total.className = `total digits-${total.textContent.length}`;
  }

  // The three columns of Hollywood: a side's points in each that it has reached.
  function showColumns(sheet, marked) {
    for (const [side, row] of rows().entries()) {
      for (const [index, slot] of row.querySelectorAll(".slot").entries()) {
        const { points } = sheet.columns[index].score;
        if (sheet.rounds.some(({ entered }) => entered?.[side]?.includes(index + 1))) showTotal(slot.querySelector(".total"), points[side]);
        slot.classList.toggle("leads", tally.leader(points) === side);
      }
    }
    const next = document.querySelector("#tally .reach");
    if (marked && next) next.dataset.notSent = say("notSent");
  }

  // `marked`: something really waits. What is being sent just now only shows its totals, as the server's are about to come.
  function showScore(sheet, marked) {
    const articles = scores();
    if (sheet.columns.length) showColumns(sheet, marked);
    else if (articles.length !== sheet.score.points.length) return;
    for (const [side, article] of articles.entries()) {
      showTotal(article.querySelector(".total"), sheet.score.points[side]);
      if (marked) article.dataset.notSent = say("notSent");
      article.classList.toggle("leads", tally.leader(sheet.score.points) === side);
    }
    if (!marked) return;
    for (const mark of sheet.final ? document.querySelectorAll("#tally :is(.dealer, .first)") : []) mark.remove();
    move("dealer", sheet.deal.dealer);
    move("first", sheet.firstToAct);
  }

  function showNext(sheet, whole) {
    const title = document.querySelector("#deal strong")?.textContent ?? "";
    const who = sheet.rules.seating === "captain" ? null : { dealer: sideName(sheet, sheet.deal.dealer), first: sideName(sheet, sheet.firstToAct) };
    const text = !whole ? say("unknown") : who && !sheet.final ? say("dealing", who) : "";
    const line = Object.assign(document.createElement("p"), { textContent: text });
    if (!sheet.final) line.prepend(Object.assign(document.createElement("strong"), { textContent: title }), " ");
    byId("deal").replaceChildren(line);
  }

  function showEnd(sheet) {
    const place = byId("not-yet");
    if (!place || !sheet.final) return;
    const { winner, totals } = sheet.final;
    place.dataset.text ??= place.textContent;
    const order = [...totals].sort((one, other) => other - one).join("\u2013");
    place.textContent = `${winner === null ? "" : say("wins", { name: sideName(sheet, winner) })} ${order}, ${say("notSent")}`.trim();
    place.hidden = false;
    formOn().hidden = true;
  }

  // --- Undo of what waits ---------------------------------------------------------------------------------------------------

  function showUndo(marked) {
    const place = byId("undo");
    const last = marked && waiting.filter((entry) => outboxStore.isRound(entry) && entry.state === "waiting").pop();
    place?.querySelector(".undo-waiting")?.remove();
    place?.classList.toggle("own", Boolean(last));
    if (!last || !place) return;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "undo-waiting", textContent: say("undoWaiting", { title: last.title }) });
    button.addEventListener("click", async () => {
      button.disabled = true;
      await outboxStore.discard(last.id);
    });
    place.append(button);
  }

  // `entries` are the outbox's, when it has just been drawn.
  function draw(entries) {
    const table = byId("tally");
    const form = formOn();
    if (!table || !form) return;
    const now = entries.filter((entry) => entry.table === location.pathname && entry.game === Number(form.elements.game.value));
    // What was sent a moment ago counts until the server's score is on the page, or the score would go back.
    const sent = table === drawnOn ? waiting.filter((entry) => !discarded.has(entry.id) && !now.some((other) => other.id === entry.id)) : [];
    waiting = [...now, ...sent].sort((one, other) => one.seq - other.seq);
    drawnOn = table;
    const marked = now.some((entry) => !outboxList.young.has(entry.id));
    const before = totals().map((total) => Number(total.dataset.shown ?? total.textContent));
    restore(table);
    const place = byId("not-yet");
    if (place?.dataset.text) place.textContent = place.dataset.text;
    showUndo(marked);
    const { game, whole, added } = enterWaiting();
    table.classList.toggle("provisional", marked && added > 0);
    const sheet = tally.fold(game);
    if (added) showScore(sheet, marked);
    document.dispatchEvent(new CustomEvent("totals-changed", { detail: before }));
    if (!marked) return;
    showNext(sheet, whole);
    if (whole) showEnd(sheet);
  }

  document.addEventListener("outbox-discarded", ({ detail }) => discarded.add(detail));
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => target.id === "tally" && outboxList.render());
  document.addEventListener("outbox-form", ({ detail }) => draw(detail));
  outboxList.render();
}
