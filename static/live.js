// Keeps a page up to date with its table, by server-sent events or, where there is no stream, by polling. It fetches no
// content: it dispatches "table-moved", and the parts that show the table listen with
// hx-trigger="table-moved from:body" and request themselves.
//
// <body data-live-url="/live/…/" data-poll-url="/t/…/revision/" data-revision="17" [data-changes="3"] [data-live-beat="20"]>
//   live-url: the stream. poll-url: what to poll while there is no stream. revision: the table's revision that the page
//   shows. changes: how many reports it shows (rounds as other phones entered them; they don't change the revision. For a new
//   one the stream sends "question", and the page polls). live-beat: seconds between two heartbeats.
// <body data-keep-awake>  The screen stays on, because people only watch the page.
// <p data-live-status data-text-live="…" data-text-polling="… {time}" data-text-offline="…" data-text-gone="…">
//   The text for each state; {time} is the local time of the last successful check.
// <html data-live="live | polling | offline | gone">  is set for the stylesheet.
"use strict";
(() => {
  const page = document.body;
  const root = document.documentElement;
  const SECOND = 1000;
  const POLL = 5 * SECOND;
  const FIRST_EVENT = 5 * SECOND; // a stream sends an event at once, unless a proxy buffers it
  const SOON = 1 * SECOND; // first attempt after a cut: most are a restart or a stream's regular end
  const LATER = 15 * SECOND; // the longest wait; each is half as long again as the one before
  const TOO_SLOW = 8 * SECOND;
  const DEAD = (2 * (Number(page.dataset.liveBeat) || 20) + 5) * SECOND; // two heartbeats missed

  // Where the screen's wake lock is refused (plain http, older browsers), a silent video that plays keeps the screen on. It is
  // drawn on a canvas here, and a browser starts it only with a tap.
  let film = null;
  async function playFilm() {
    if (film || document.hidden) return;
    const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
    const paint = canvas.getContext("2d");
    film = Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true, className: "film", ariaHidden: "true" });
    film.srcObject = canvas.captureStream?.(1) ?? null;
    if (!film.srcObject) return;
    setInterval(() => !document.hidden && paint.fillRect(0, 0, 2, 2), SECOND);
    document.body.append(film);
    await film.play();
  }

  async function keepAwake() {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      document.addEventListener("click", () => playFilm().catch(() => {}), { once: true });
      film?.play().catch(() => {});
    }
  }
  if ("keepAwake" in page.dataset) {
    keepAwake();
    document.addEventListener("visibilitychange", keepAwake); // hiding the page released the lock
  }

  const { liveUrl, pollUrl } = page.dataset;
  if (!liveUrl) return;

  let source = null;
  let failures = 0; // attempts since the last event
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
      if (place.textContent !== words) place.textContent = words; // screen readers would read the same text again
    }
  }

  const known = (counter) => Number(page.dataset[counter]) || 0;

  function announce() {
    const detail = { revision: known("revision"), changes: known("changes") };
    page.dispatchEvent(new CustomEvent("table-moved", { bubbles: true, detail }));
  }

  function update(newest) {
    const newer = ["revision", "changes"].filter((counter) => newest[counter] > known(counter)); // an old event must not set the page back
    for (const counter of newer) page.dataset[counter] = newest[counter];
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
    source.onmessage = onEvent;
    source.addEventListener("beat", onEvent);
    source.addEventListener("question", (event) => {
      onEvent(event);
      check();
    });
    source.onerror = onLost; // browsers reconnect each in their own way, so it is done here
    after("silence", FIRST_EVENT, onLost);
  }

  function onEvent(event) {
    failures = 0;
    checked = new Date();
    clearTimeout(timers.poll);
    after("silence", DEAD, onLost);
    show("live");
    update(JSON.parse(event.data));
  }

  function onLost() {
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
      const shown = "changes" in page.dataset ? `${known("revision")}.${known("changes")}` : known("revision");
      const headers = { "If-None-Match": `"${shown}"` };
      const answer = await fetch(pollUrl, { headers, cache: "no-store", redirect: "error", signal: limit.signal });
      if ([403, 404, 410].includes(answer.status)) return stop();
      if (!answer.ok && answer.status !== 304) throw new Error(`revision: ${answer.status}`);
      checked = new Date();
      if (answer.ok) update(await answer.json());
    } catch {
      reached = false;
    } finally {
      clearTimeout(tooSlow);
    }
    if (state === "gone") return;
    if (source && !failures) return; // a stream that works, or was just opened, needs no polling
    if (reached && state === "offline") open(); // the server is back: do not wait for the next attempt
    show(reached ? "polling" : "offline");
    after("poll", POLL, check);
  }

  function pause() {
    close();
    clearTimeout(timers.reopen);
    clearTimeout(timers.poll);
  }

  function stop() {
    pause();
    show("gone");
  }

  function resume() {
    // After the phone slept, a stream may look open but be dead, so a new one is always opened.
    failures = 0;
    open();
    check();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? pause() : resume()));
  window.addEventListener("pagehide", pause); // an open stream would keep the page out of the back/forward cache
  window.addEventListener("pageshow", (event) => event.persisted && resume());
  window.addEventListener("online", resume);
  window.addEventListener("offline", () => {
    if (state === "gone") return;
    show("offline");
    onLost(); // and try anyway: the server may be on the local network
  });
  page.addEventListener("htmx:load", () => state && show(state)); // a swap may have brought a new status line

  // A fragment that couldn't be fetched is requested again: otherwise the page would show an old sheet as "live".
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    page.addEventListener(failure, ({ detail }) => {
      const cause = detail.requestConfig.triggeringEvent;
      const final = detail.xhr.status >= 400 && detail.xhr.status < 500;
      if (cause && cause.type === "table-moved" && !final) after("again", POLL, announce);
    });
  }

  open();
})();
