// The form that goes on from paper: tap a remembered name to fill it in; the button shows the chosen rules, the target
// field their usual target, and the list of dealers the names as they are typed. The form works without script.
"use strict";

{
  for (const list of document.querySelectorAll("[data-remembered]")) list.hidden = false;

  // The button repeats which rules are chosen, because their row may be scrolled out of sight.
  function showRules() {
    const rules = document.querySelector("[name=preset]:checked");
    if (!rules) return;
    document.querySelector("[data-usual]").placeholder = rules.dataset.target;
    document.querySelector("[data-chosen]").textContent = rules.dataset.title;
  }
  showRules();
  window.addEventListener("pageshow", showRules);

  document.addEventListener("click", (event) => {
    const fill = event.target.closest("[data-fill]");
    const isFree = (field) => field.getClientRects().length > 0 && !field.value;
    const field = fill && [...document.querySelectorAll("[data-name]")].find(isFree);
    if (!field) return;
    field.value = fill.dataset.fill;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  document.addEventListener("input", (event) => {
    if (event.target.name === "preset") showRules();
    const number = event.target.dataset?.name;
    if (!number) return;
    const label = document.querySelector(`[data-name-of="${number}"]`);
    label.textContent = event.target.value || label.dataset.unnamed;
  });
}
