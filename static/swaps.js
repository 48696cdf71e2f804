// Swaps on a table's page: taps are ignored for a moment after each, the focus is moved, and updates from other phones wait
// while a round is being saved.
"use strict";

{
  // After a swap or a new page, the second tap of a double tap might hit something else: for a moment the stylesheet makes
  // everything ignore taps ([data-settling]). "around" leaves out a form that wasn't swapped because somebody types in it.
  const SETTLING = 700;
  const root = document.documentElement;
  let settleTimer = 0;

  function settle(part) {
    if (root.dataset.settling !== "all") root.dataset.settling = part === "entry" ? "all" : "around";
    clearTimeout(settleTimer);
    settleTimer = setTimeout(() => delete root.dataset.settling, SETTLING);
  }
  for (const swapEvent of ["htmx:afterSwap", "htmx:oobAfterSwap", "outbox:next"]) {
    document.addEventListener(swapEvent, ({ detail: { target } }) => ["entry", "questions", "sheet", "undo", "checks"].includes(target?.id) && settle(target.id));
  }
  if (document.querySelector("form[data-entry]") && document.referrer.startsWith(location.origin)) settle("entry");

  let saving = 0;
  // The newest state that was announced: the table's revision, and its number of reports (rounds as other phones entered
  // them, which leave the revision as it is). The page's own state is in #tally.
  const announced = { revision: 0, said: 0 };
  const onPage = (counter) => Number(document.getElementById("tally")?.dataset[counter] ?? 0);
  const counters = Object.keys(announced);
  const requestUpdate = () => window.htmx.trigger(document.body, "table-moved", announced);
  const newer = () => counters.some((counter) => announced[counter] > onPage(counter));

  // In the capture phase: these numbers must be up to date before htmx handles the event.
  document.addEventListener("table-moved", (event) => {
    for (const counter of counters) announced[counter] = Math.max(announced[counter], Number(event.detail?.[counter] ?? 0));
  }, true);

  // The server sends unchanged lines of the sheet as empty elements with hx-preserve, and htmx keeps the lines on the page.
  // An element stays empty where the page lacks its line or has another version of it: then all lines are requested.
  const lacksLines = () => document.querySelector("[hx-preserve]:empty") !== null;

  document.addEventListener("htmx:configRequest", (event) => {
    if (!lacksLines()) event.detail.headers["X-Has-Before"] = "1";
    const typing = document.querySelector("form[data-entry] .ends:checked");
    if (typing && event.target.matches("#moved, form.question")) event.detail.parameters.typing = "1";
    if (event.target.id !== "moved") return;
    // No request while a round is being saved (its own response brings the new score), or when nothing is newer.
    if (saving || (announced.revision && !newer() && !lacksLines())) return event.preventDefault();
    // For a form that asks which of two versions is right: the server leaves it alone only while its question is open.
    const asks = document.querySelector("form[data-entry] [name=question]");
    if (asks) event.detail.parameters.asks = `${asks.value}:${asks.form.elements.revision.value}`;
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form")) saving += 1;
  });

  // The response may be older than the change it was requested for: then it is requested once more.
  const RETRY_DELAY = 2000;
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    // By setTimeout: this request isn't over yet, and a new one would replace it.
    if (lacksLines() && detail.requestConfig.headers["X-Has-Before"]) return setTimeout(requestUpdate);
    if (detail.elt.id !== "moved" || !detail.successful || !newer()) return;
    setTimeout(() => newer() && requestUpdate(), RETRY_DELAY);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig?.verb !== "post" || event.detail.elt.matches("[data-asks]")) return;
    saving = Math.max(0, saving - 1);
    const wrong = event.detail.xhr.status >= 400 && document.querySelector("[data-entry] [aria-invalid], [data-picker]:has(.error) summary");
    (wrong || document.getElementById("entry"))?.focus({ preventScroll: true });
    for (const counter of counters) {
      if (onPage(counter) > Number(document.body.dataset[counter])) document.body.dataset[counter] = onPage(counter);
    }
    if (newer()) requestUpdate();
  });
}
