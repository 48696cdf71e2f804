// Cards that were entered and not saved yet outlast a new page, and the way to the numbers and back: the phone keeps them
// until their round is saved. They are put back only where all hands are empty, and never over what came with the page.
"use strict";

{
  const form = () => document.querySelector("form[data-draft]");
  const fieldsOf = (entry, name) => [...entry.elements].filter((field) => field.name === name);
  // Where nothing may be stored, a draft lasts as long as the page.
  const stored = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  };
  const forget = (draft) => stored((store) => store.removeItem(`draft ${draft}`));

  // What the cards said of the ending when they went to the numbers: if that comes back, nobody has said anything new.
  const asNumbers = () => document.querySelector("#as-numbers [name=end]")?.value ?? "";

  const saved = new WeakSet();

  function keep(entry) {
    if (saved.has(entry)) return;
    const { draft, draftOf } = entry.dataset;
    const marks = new Set([...entry.elements].filter((field) => field.type === "hidden" && !field.matches("[data-seen], [data-put-back]")).map((field) => field.name));
    const told = [...new FormData(entry)].filter(([name, value]) => value && !marks.has(name));
    if (told.every(([name]) => name === "step" || name.startsWith("seen-"))) forget(draft);
    else stored((store) => store.setItem(`draft ${draft}`, JSON.stringify({ draftOf, told, end: asNumbers() })));
  }

  function put(entry, name, value, over) {
    const fields = fieldsOf(entry, name);
    const choices = fields.filter((field) => field.matches("[type=checkbox], [type=radio]"));
    if (choices.length) {
      const free = over || choices[0].type === "checkbox" || !choices.some((choice) => choice.checked && choice.value);
      for (const choice of free ? choices : []) if (choice.value === value) choice.checked = true;
    } else if (fields.length) {
      fields[0].value ||= value;
    } else {
      // A choice that the page offers only once the server knows the cards: layoffs, what was thrown.
      const later = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      later.dataset.putBack = "";
      entry.append(later);
    }
  }

  function restore(entry) {
    const { draft, draftOf } = entry.dataset;
    const kept = stored((store) => JSON.parse(store.getItem(`draft ${draft}`)));
    if (!kept) return;
    if (kept.draftOf !== draftOf) return forget(draft);
    const grids = [...entry.querySelectorAll("[data-grid]")];
    if (grids.some((grid) => grid.querySelector("[data-typed]").value || grid.querySelector("[type=checkbox]:checked"))) return;
    const nothingNew = kept.end && kept.end === new URLSearchParams(location.search).get("end");
    for (const name of nothingNew ? ["ender", "declared"] : []) put(entry, name, "", true);
    for (const [name] of kept.told) {
      const hand = name.match(/^cards?-(.+)$/)?.[1];
      // What a hand counts follows from its cards.
      const [count] = hand ? fieldsOf(entry, `deadwood-${hand}`) : [];
      if (count) {
        count.value = "";
        count.closest("details").open = false;
      }
    }
    for (const [name, value] of kept.told) put(entry, name, value, name === "step" || (nothingNew && ["ender", "declared"].includes(name)));
    for (const grid of grids) grid.dispatchEvent(new Event("input", { bubbles: true }));
  }

  for (const told of ["input", "change"]) {
    document.addEventListener(told, (event) => {
      const entry = (event.target.form ?? event.target.closest?.("form"))?.closest("[data-draft]");
      if (entry) keep(entry);
    });
  }

  document.addEventListener("htmx:afterSwap", () => {
    const entry = form();
    if (!entry) return;
    for (const later of entry.querySelectorAll("[data-put-back]")) later.remove();
    keep(entry);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const entry = event.target.closest?.("form[data-draft]");
    if (!entry || !event.detail.xhr?.getResponseHeader("HX-Redirect")) return;
    saved.add(entry);
    forget(entry.dataset.draft);
  });

  for (const done of document.querySelectorAll("[data-draft-done]")) forget(done.dataset.draftDone);
  // After htmx is ready: what is put back is asked about.
  document.addEventListener("DOMContentLoaded", () => form() && restore(form()));
}
