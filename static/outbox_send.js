// Sends what waits: table by table in the order it was entered, with the keys it was entered under, as often as it takes.
// "no" from the server parks an entry with the reason, and those after it at the same table wait.
"use strict";

const outboxSender = (() => {
  const SECOND = 1000;
  const TOO_SLOW = 10 * SECOND;
  const PAUSES = [1, 2, 4, 8, 15]; // seconds; the last one again and again
  const BUSY = 9 * SECOND; // how long a page that sends its own form is left to it
  const FORMAT = "1";

  let failures = 0;
  let timer = 0;
  let running = false;
  let wanted = false;

  async function ask(url, options) {
    const limit = new AbortController();
    const slow = setTimeout(() => limit.abort(), TOO_SLOW);
    try {
      return await fetch(url, { cache: "no-store", credentials: "same-origin", redirect: "error", signal: limit.signal, ...options });
    } finally {
      clearTimeout(slow);
    }
  }

  async function freshToken() {
    const answer = await ask(document.getElementById("outbox").dataset.tokenUrl, { headers: { Accept: "application/json" } });
    const { token } = await answer.json();
    if (!token) throw new Error("no token");
    return token;
  }

  // Sends one entry: { acknowledged }, { problem } for a "no" that stays one, { held } for a round whose predecessors are
  // missing, or { later: seconds }. What a captive portal answers is none of ours: it has no revision.
  async function send(entry, token) {
    let answer, body;
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": token, "Outbox-Format": String(entry.format ?? FORMAT) };
      answer = await ask(entry.url, { method: "POST", body: new URLSearchParams(entry.fields), headers });
      body = await answer.json();
    } catch {
      return { later: 0 };
    }
    if (answer.ok) return Number.isInteger(body.revision) ? { acknowledged: body } : { later: 0 };
    const { status } = answer;
    if (status >= 500 || status === 429 || status === 408 || body.code === "csrf_failed" || !body.code) {
      return { later: Number(answer.headers.get("Retry-After")) || 0 };
    }
    const problem = { status, code: body.code, text: body.detail, saved: body.saved, savedBy: body.saved_by, typed: body.typed };
    return body.code === "missing_rounds" ? { held: problem } : { problem };
  }

  function again(seconds) {
    clearTimeout(timer);
    const pause = Math.max(seconds, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
    timer = setTimeout(flush, pause * SECOND * (0.8 + 0.4 * Math.random()));
  }

  // Sends what waits at one table; says what is in the way, and the acknowledgements. What is on its way by itself
  // needs no token: it is asked for with the first entry that is sent.
  async function table(entries, token, acknowledged) {
    for (const entry of entries) {
      if (entry.state === "parked") return {};
      const busy = entry.busy - Date.now();
      if (busy > 0 && busy <= BUSY) return { later: busy / SECOND };
      const said = await send(entry, await token());
      if (said.acknowledged) {
        await outboxStore.remove(entry.id);
        acknowledged.push({ entry, ...said.acknowledged });
      } else if (said.problem) {
        await outboxStore.change(entry.id, { state: "parked", problem: said.problem, busy: 0 });
        return {};
      } else {
        if (said.held) await outboxStore.change(entry.id, { problem: said.held });
        return { later: said.later ?? 0 };
      }
    }
    return {};
  }

  async function work(acknowledged) {
    const entries = await outboxStore.all();
    if (!entries.some((entry) => entry.state !== "parked")) return { done: true };
    let fresh = null;
    const token = () => (fresh ??= freshToken());
    let later = null;
    for (const path of new Set(entries.map((entry) => entry.table))) {
      const said = await table(entries.filter((entry) => entry.table === path), token, acknowledged);
      if ("later" in said) later = Math.max(later ?? 0, said.later);
    }
    return later === null ? { done: true } : { later };
  }

  async function flush() {
    if (running) {
      wanted = true;
      return;
    }
    running = true;
    clearTimeout(timer);
    const acknowledged = [];
    let said;
    try {
      said = await outboxStore.alone(() => work(acknowledged));
    } catch {
      said = { later: 0 };
    }
    running = false;
    if (acknowledged.length) document.dispatchEvent(new CustomEvent("outbox-sent", { detail: acknowledged }));
    if (acknowledged.length || (said && said.done)) failures = 0;
    if (wanted) {
      wanted = false;
      return flush();
    }
    if (!said || "later" in said) again(said ? said.later : 0);
  }

  // Something says that the server may be there again: try at once.
  function now() {
    failures = 0;
    return flush();
  }

  // A person, or a page that opens, asks for parked entries too: a new link may have been taken up, a question answered.
  async function retry(only) {
    for (const entry of await outboxStore.all()) {
      if (entry.state === "parked" && (!only || entry.id === only)) await outboxStore.change(entry.id, { state: "waiting" });
    }
    return now();
  }

  return { send, freshToken, flush, now, retry, BUSY, FORMAT };
})();
