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
  for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
    document.addEventListener(swapped, ({ detail: { target } }) => ["entry", "sheet", "undo", "checks"].includes(target?.id) && settle(target.id));
  }
  if (document.querySelector("form[data-entry]") && document.referrer.startsWith(location.origin)) settle("entry");

  let saving = 0;
  let heard = 0;
  const onPage = () => Number(document.getElementById("tally")?.dataset.revision ?? 0);

  // On the way down, before htmx hears of it and asks what is heard so far.
  document.addEventListener("table-moved", (event) => { heard = Math.max(heard, Number(event.detail?.revision ?? 0)); }, true);

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.id !== "moved") return;
    // While a round is on its way, its own answer will bring the new score; and what is shown need not be fetched.
    if (saving || (heard && heard <= onPage())) return event.preventDefault();
    if (document.querySelector("form[data-entry] .ends:checked")) event.detail.parameters.typing = "1";
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form")) saving += 1;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig?.verb !== "post" || event.detail.elt.matches("[data-asks]")) return;
    saving = Math.max(0, saving - 1);
    const wrong = event.detail.xhr.status >= 400 && document.querySelector("[data-entry] [aria-invalid], [data-picker]:has(.error) summary");
    (wrong || document.getElementById("entry"))?.focus({ preventScroll: true });
    if (onPage() > Number(document.body.dataset.revision)) document.body.dataset.revision = onPage();
    if (heard > onPage()) window.htmx.trigger(document.body, "table-moved", { revision: heard });
  });
}
