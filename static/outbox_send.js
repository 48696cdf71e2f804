// Sends the waiting entries: table by table, in the order they were entered, with their own keys, until the server answers.
// If the server refuses an entry, it is parked with the reason, and the later entries of that table wait.
"use strict";

const outboxSender = (() => {
  const SECOND = 1000;
  const TOO_SLOW = 10 * SECOND;
  const PAUSES = [1, 2, 4, 8, 15]; // seconds between attempts; the last one repeats
  const BUSY = 9 * SECOND; // how long an entry is left alone while its page is sending the form
  const FORMAT = "1";

  let failures = 0;
  let timer = 0;
  let ongoing = null; // the promise of what is being sent
  let flushAgain = false;

  async function request(url, options) {
    const limit = new AbortController();
    const slow = setTimeout(() => limit.abort(), TOO_SLOW);
    try {
      return await fetch(url, { cache: "no-store", credentials: "same-origin", redirect: "error", signal: limit.signal, ...options });
    } finally {
      clearTimeout(slow);
    }
  }

  async function freshToken() {
    const response = await request(document.getElementById("outbox").dataset.tokenUrl, { headers: { Accept: "application/json" } });
    const { token } = await response.json();
    if (!token) throw new Error("no token");
    return token;
  }

  // Sends one entry. Returns { acknowledged }, { problem } for a final refusal, { held } for a round whose earlier rounds
  // are missing, or { later: seconds } to try again. A success without a revision came from a captive portal.
  async function send(entry, token) {
    let response, body;
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": token, "Outbox-Format": String(entry.format ?? FORMAT) };
      response = await request(entry.url, { method: "POST", body: new URLSearchParams(entry.fields), headers });
      body = await response.json();
    } catch {
      return { later: 0 };
    }
    if (response.ok) return Number.isInteger(body.revision) ? { acknowledged: body } : { later: 0 };
    const { status } = response;
    if (status >= 500 || status === 429 || status === 408 || body.code === "csrf_failed" || !body.code) {
      return { later: Number(response.headers.get("Retry-After")) || 0 };
    }
    const problem = { status, code: body.code, text: body.detail, saved: body.saved, savedBy: body.saved_by, typed: body.typed };
    return body.code === "missing_rounds" ? { held: problem } : { problem };
  }

  function scheduleFlush(seconds) {
    clearTimeout(timer);
    const pause = Math.max(seconds, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
    timer = setTimeout(flush, pause * SECOND * (0.8 + 0.4 * Math.random()));
  }

  // Sends the entries of one table; returns { later: seconds } if one has to be tried again. Adds the server's answers to
  // `acknowledged`. `token` is called only for an entry that is really sent: one that its page is sending needs none.
  async function sendTable(entries, token, acknowledged) {
    for (const entry of entries) {
      if (entry.state === "parked") return {};
      const busy = entry.busy - Date.now();
      if (busy > 0 && busy <= BUSY) return { later: busy / SECOND };
      const result = await send(entry, await token());
      if (result.acknowledged) {
        await outboxStore.remove(entry.id);
        acknowledged.push({ entry, ...result.acknowledged });
      } else if (result.problem) {
        await outboxStore.change(entry.id, { state: "parked", problem: result.problem, busy: 0 });
        return {};
      } else {
        if (result.held) await outboxStore.change(entry.id, { problem: result.held });
        return { later: result.later ?? 0 };
      }
    }
    return {};
  }

  async function sendAll(acknowledged) {
    const entries = await outboxStore.all();
    if (!entries.some((entry) => entry.state !== "parked")) return { done: true };
    let fresh = null;
    const token = () => (fresh ??= freshToken());
    let later = null;
    for (const path of new Set(entries.map((entry) => entry.table))) {
      const result = await sendTable(entries.filter((entry) => entry.table === path), token, acknowledged);
      if ("later" in result) later = Math.max(later ?? 0, result.later);
    }
    return later === null ? { done: true } : { later };
  }

  function flush() {
    if (ongoing) flushAgain = true;
    else ongoing = sendOnce();
    return ongoing;
  }

  async function sendOnce() {
    clearTimeout(timer);
    const acknowledged = [];
    let result;
    try {
      result = await outboxStore.alone(() => sendAll(acknowledged));
    } catch {
      result = { later: 0 };
    }
    ongoing = null;
    if (acknowledged.length) document.dispatchEvent(new CustomEvent("outbox-sent", { detail: acknowledged }));
    if (acknowledged.length || (result && result.done)) failures = 0;
    if (flushAgain) {
      flushAgain = false;
      return flush();
    }
    if (!result || "later" in result) scheduleFlush(result ? result.later : 0);
  }

  // Tries at once: there are signs that the server can be reached again.
  function now() {
    failures = 0;
    return flush();
  }

  // Tries parked entries again, too: for a person, or on a new page. Meanwhile a new link may have been opened, or a
  // question answered.
  async function retry(only) {
    // What is being sent may still be parked, by an answer from before the reason to try it again.
    await ongoing;
    for (const entry of await outboxStore.all()) {
      if (entry.state === "parked" && (!only || entry.id === only)) await outboxStore.change(entry.id, { state: "waiting" });
    }
    return now();
  }

  return { send, freshToken, flush, now, retry, BUSY, FORMAT };
})();
