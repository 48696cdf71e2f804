// Exchanging parts of a table's page: taps rest for a moment, the focus finds its place, and news of other phones waits
// while a round is on its way.
"use strict";

{
  // A swap, or a new page after a button, may put something else under a finger that taps twice: for a moment taps go
  // nowhere (the stylesheet sees to it). A form that was not exchanged itself, because somebody types in it, goes on
  // taking them.
  const SETTLING = 700;
  const root = document.documentElement;
  let settled = 0;

  function settle(part) {
    if (root.dataset.settling !== "all") root.dataset.settling = part === "entry" ? "all" : "around";
    clearTimeout(settled);
    settled = setTimeout(() => delete root.dataset.settling, SETTLING);
  }
  for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "outbox:next"]) {
    document.addEventListener(swapped, ({ detail: { target } }) => ["entry", "questions", "sheet", "undo", "checks"].includes(target?.id) && settle(target.id));
  }
  if (document.querySelector("form[data-entry]") && document.referrer.startsWith(location.origin)) settle("entry");

  let saving = 0;
  // How far a page, or the news, is: the table's revision, and how much was said of rounds beside its ledger.
  const heard = { revision: 0, said: 0 };
  const onPage = (what) => Number(document.getElementById("tally")?.dataset[what] ?? 0);
  const all = Object.keys(heard);
  const ask = () => window.htmx.trigger(document.body, "table-moved", heard);
  const newer = () => all.some((what) => heard[what] > onPage(what));

  // On the way down, before htmx hears of it and asks what is heard so far.
  document.addEventListener("table-moved", (event) => {
    for (const what of all) heard[what] = Math.max(heard[what], Number(event.detail?.[what] ?? 0));
  }, true);

  // Most of a sheet stays as it was: the server only names those lines, and htmx leaves them where they are (hx-preserve).
  // A screen that lacks one of them, or has another version of it, asks for all of them.
  const lacks = () => document.querySelector("[hx-preserve]:empty") !== null;

  document.addEventListener("htmx:configRequest", (event) => {
    if (!lacks()) event.detail.headers["X-Has-Before"] = "1";
    const typing = document.querySelector("form[data-entry] .ends:checked");
    if (typing && event.target.matches("#moved, form.question")) event.detail.parameters.typing = "1";
    if (event.target.id !== "moved") return;
    // While a round is on its way, its own answer will bring the new score; and what is shown need not be fetched.
    if (saving || (heard.revision && !newer() && !lacks())) return event.preventDefault();
    // A form that asks which of two versions is right goes with its question.
    const asks = document.querySelector("form[data-entry] [name=question]");
    if (asks) event.detail.parameters.asks = `${asks.value}:${asks.form.elements.revision.value}`;
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form")) saving += 1;
  });

  // What was fetched may be from just before the news it was fetched for: then once more.
  const ONCE_MORE = 2000;
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    // In a moment: this request is not over yet, and the next would take its place.
    if (lacks() && detail.requestConfig.headers["X-Has-Before"]) return setTimeout(ask);
    if (detail.elt.id !== "moved" || !detail.successful || !newer()) return;
    setTimeout(() => newer() && ask(), ONCE_MORE);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig?.verb !== "post" || event.detail.elt.matches("[data-asks]")) return;
    saving = Math.max(0, saving - 1);
    const wrong = event.detail.xhr.status >= 400 && document.querySelector("[data-entry] [aria-invalid], [data-picker]:has(.error) summary");
    (wrong || document.getElementById("entry"))?.focus({ preventScroll: true });
    for (const what of all) {
      if (onPage(what) > Number(document.body.dataset[what])) document.body.dataset[what] = onPage(what);
    }
    if (newer()) ask();
  });
}
