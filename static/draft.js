// Keeps cards that were entered but not saved in localStorage until their round is saved, so that a reload, or going to
// the number form and back, doesn't lose them. They are restored only if all hands are empty, and never overwrite a value
// that came with the page. The form of a correction (data-corrects) comes with the saved cards: there what was entered
// replaces them, until somebody saves the round or leaves by the page's own way back.
"use strict";

{
  const form = () => document.querySelector("form[data-draft]");
  const fieldsOf = (entry, name) => [...entry.elements].filter((field) => field.name === name);
  // Where the browser refuses storage, a draft lasts only as long as the page.
  const withStorage = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  };
  const forget = (draft) => withStorage((store) => store.removeItem(`draft ${draft}`));

  // The ending that is passed to the number form. If it comes back unchanged, nobody has edited it there.
  const passedEnd = () => document.querySelector("#as-numbers [name=end]")?.value ?? "";

  const savedForms = new WeakSet();

  function saveDraft(entry) {
    if (savedForms.has(entry)) return;
    const { draft, draftOf } = entry.dataset;
    const hiddenNames = new Set([...entry.elements].filter((field) => field.type === "hidden" && !field.matches("[data-seen], [data-put-back]")).map((field) => field.name));
    const filled = [...new FormData(entry)].filter(([name, value]) => value && !hiddenNames.has(name));
    if (filled.every(([name]) => name === "step" || name.startsWith("seen-"))) forget(draft);
    else withStorage((store) => store.setItem(`draft ${draft}`, JSON.stringify({ draftOf, told: filled, end: passedEnd() })));
  }

  function setField(entry, name, value, over) {
    const fields = fieldsOf(entry, name);
    const choices = fields.filter((field) => field.matches("[type=checkbox], [type=radio]"));
    if (choices.length) {
      const free = over || choices[0].type === "checkbox" || !choices.some((choice) => choice.checked && choice.value);
      for (const choice of free ? choices : []) if (choice.value === value) choice.checked = true;
    } else if (fields.length) {
      fields[0].value ||= value;
    } else {
      // A field that the page offers only once the server knows the cards (layoffs, the discard): a hidden field holds
      // its value until then.
      const later = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      later.dataset.putBack = "";
      entry.append(later);
    }
  }

  const hasCards = (grid) => grid.querySelector("[data-typed]").value || grid.querySelector("[type=checkbox]:checked");
  const showsSaved = (entry) =>
    "corrects" in entry.dataset && new URL(entry.action).pathname === location.pathname
    && !entry.querySelector(".conflict, .errors") && !outboxList.mending.has(entry);

  function clear(entry) {
    for (const field of entry.elements) {
      if (field.matches("[type=checkbox], [type=radio]")) field.checked = !field.value;
      else if (field.matches("input:not([type=hidden]), [data-seen]")) field.value = "";
    }
    document.getElementById("layoffs").replaceChildren();
  }

  function restore(entry) {
    const { draft, draftOf } = entry.dataset;
    const record = withStorage((store) => JSON.parse(store.getItem(`draft ${draft}`)));
    if (!record) return;
    if (record.draftOf !== draftOf) return forget(draft);
    const grids = [...entry.querySelectorAll("[data-grid]")];
    if (grids.some(hasCards)) {
      if (!showsSaved(entry)) return;
      clear(entry);
    }
    const endUnchanged = record.end && record.end === new URLSearchParams(location.search).get("end");
    for (const name of endUnchanged ? ["ender", "declared"] : []) setField(entry, name, "", true);
    for (const [name] of record.told) {
      const hand = name.match(/^cards?-(.+)$/)?.[1];
      // With its cards entered, a hand's deadwood is computed: clear the number, and fold its field.
      const [count] = hand ? fieldsOf(entry, `deadwood-${hand}`) : [];
      if (count) {
        count.value = "";
        count.closest("details").open = false;
      }
    }
    for (const [name, value] of record.told) setField(entry, name, value, name === "step" || (endUnchanged && ["ender", "declared"].includes(name)));
    for (const grid of grids) grid.dispatchEvent(new Event("input", { bubbles: true }));
  }

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      const entry = (event.target.form ?? event.target.closest?.("form"))?.closest("[data-draft]");
      if (entry) saveDraft(entry);
    });
  }

  document.addEventListener("click", ({ target }) => {
    if (form() && "corrects" in form().dataset && target.closest?.(".back, [data-keeps]")) forget(form().dataset.draft);
  });

  document.addEventListener("htmx:afterSwap", () => {
    const entry = form();
    if (!entry) return;
    for (const later of entry.querySelectorAll("[data-put-back]")) later.remove();
    saveDraft(entry);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const entry = event.target.closest?.("form[data-draft]");
    if (!entry || !event.detail.xhr?.getResponseHeader("HX-Redirect")) return;
    savedForms.add(entry);
    forget(entry.dataset.draft);
  });

  for (const done of document.querySelectorAll("[data-draft-done]")) forget(done.dataset.draftDone);
  // After htmx has started: restoring the cards triggers a request for their preview.
  document.addEventListener("DOMContentLoaded", () => form() && restore(form()));
}
