// Keeps a page in step with its table. It fetches no content: it says "table-moved", and whatever shows the table
// listens with hx-trigger="table-moved from:body" and asks for itself.
//
// <body data-live-url="/live/…/" data-poll-url="/t/…/revision/" data-revision="17" [data-said="3"] [data-live-beat="20"]>
//   The stream, what to ask while there is no stream, the revision the page shows, how much it shows of what was said
//   without a new revision (the stream then says "question", and the page asks), seconds between two beats.
// <body data-keep-awake>  The screen stays on: a table is watched, not touched.
// <p data-live-status data-text-live="…" data-text-polling="… {time}" data-text-offline="…" data-text-gone="…">
//   The words for each state; {time} is the local time of the last successful check.
// <html data-live="live | polling | offline | gone">  is set for the stylesheet.
"use strict";
(() => {
  const page = document.body;
  const root = document.documentElement;
  const SECOND = 1000;
  const POLL = 5 * SECOND;
  const FIRST_WORD = 5 * SECOND; // a stream speaks at once; a proxy that holds it back does not
  const SOON = 1 * SECOND; // first attempt after a cut: most cuts are a restart or the stream's own end
  const LATER = 15 * SECOND; // the longest wait; each is half as long again as the one before
  const TOO_SLOW = 8 * SECOND;
  const DEAD = (2 * (Number(page.dataset.liveBeat) || 20) + 5) * SECOND; // two beats missed

  async function keepAwake() {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Not offered (plain http, older browsers) or refused (low battery): the phone's own setting then rules.
    }
  }
  if ("keepAwake" in page.dataset) {
    keepAwake();
    document.addEventListener("visibilitychange", keepAwake); // hiding the page gave the lock back
  }

  const { liveUrl, pollUrl } = page.dataset;
  if (!liveUrl) return;

  let source = null;
  let failures = 0; // attempts since the stream last spoke
  let state = "";
  let checked = new Date();
  const timers = {};

  function after(name, delay, action) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(action, delay);
  }

  function show(next) {
    state = next;
    root.dataset.live = state;
    const time = checked.toLocaleTimeString(root.lang || [], { hour: "2-digit", minute: "2-digit" });
    for (const place of document.querySelectorAll("[data-live-status]")) {
      const words = (place.getAttribute(`data-text-${state}`) || "").replace("{time}", time);
      if (place.textContent !== words) place.textContent = words; // the same words again would be read out again
    }
  }

  const known = (what) => Number(page.dataset[what]) || 0;

  function announce() {
    const detail = { revision: known("revision"), said: known("said") };
    page.dispatchEvent(new CustomEvent("table-moved", { bubbles: true, detail }));
  }

  function moved(news) {
    const newer = ["revision", "said"].filter((what) => news[what] > known(what)); // late news must not lead back
    for (const what of newer) page.dataset[what] = news[what];
    if (newer.length) announce();
  }

  function close() {
    clearTimeout(timers.silence);
    if (source) source.close();
    source = null;
  }

  function open() {
    close();
    clearTimeout(timers.reopen);
    if (document.hidden || state === "gone") return;
    source = new EventSource(liveUrl);
    source.onmessage = heard;
    source.addEventListener("beat", heard);
    source.addEventListener("question", (event) => {
      heard(event);
      check();
    });
    source.onerror = lost; // the browser's own reconnecting differs from maker to maker, so it is done here
    after("silence", FIRST_WORD, lost);
  }

  function heard(event) {
    failures = 0;
    checked = new Date();
    clearTimeout(timers.poll);
    after("silence", DEAD, lost);
    show("live");
    moved(JSON.parse(event.data));
  }

  function lost() {
    close();
    const delay = Math.min(SOON * 1.5 ** failures, LATER);
    failures += 1;
    after("reopen", delay * (0.8 + 0.4 * Math.random()), open); // not all phones in the same instant
    check();
  }

  async function check() {
    clearTimeout(timers.poll);
    if (document.hidden || state === "gone") return;
    const limit = new AbortController();
    const tooSlow = setTimeout(() => limit.abort(), TOO_SLOW);
    let reached = true;
    try {
      const shown = "said" in page.dataset ? `${known("revision")}.${known("said")}` : known("revision");
      const headers = { "If-None-Match": `"${shown}"` };
      const answer = await fetch(pollUrl, { headers, cache: "no-store", redirect: "error", signal: limit.signal });
      if ([403, 404, 410].includes(answer.status)) return stop();
      if (!answer.ok && answer.status !== 304) throw new Error(`revision: ${answer.status}`);
      checked = new Date();
      if (answer.ok) moved(await answer.json());
    } catch {
      reached = false;
    } finally {
      clearTimeout(tooSlow);
    }
    if (state === "gone") return;
    if (source && !failures) return; // a stream that speaks, or has just been opened, needs no polling
    if (reached && state === "offline") open(); // the server is back: do not wait for the next attempt
    show(reached ? "polling" : "offline");
    after("poll", POLL, check);
  }

  function rest() {
    close();
    clearTimeout(timers.reopen);
    clearTimeout(timers.poll);
  }

  function stop() {
    rest();
    show("gone");
  }

  function wake() {
    // A stream that slept with its phone looks open and may be dead, so it is always opened anew.
    failures = 0;
    open();
    check();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : wake()));
  window.addEventListener("pagehide", rest); // an open stream would keep the page out of the back/forward cache
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => {
    if (state === "gone") return;
    show("offline");
    lost(); // and try all the same: the server may be on this very network
  });
  page.addEventListener("htmx:load", () => state && show(state)); // a swap may have brought in words of its own

  // A fragment that could not be fetched is asked for again, or the page would show an old sheet and say "live".
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    page.addEventListener(failure, ({ detail }) => {
      const cause = detail.requestConfig.triggeringEvent;
      const final = detail.xhr.status >= 400 && detail.xhr.status < 500;
      if (cause && cause.type === "table-moved" && !final) after("again", POLL, announce);
    });
  }

  open();
})();
