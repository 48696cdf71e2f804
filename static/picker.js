// The card that sets the limit, in a round's form: its rank and its suit are tapped, then it folds to a line. Everything
// works without it, and no rule of the game is known here: which limit a card sets came with the page.
"use strict";

const limitCard = (() => {
  const chosenCard = (picker) => ["rank", "suit"].map((part) => picker.querySelector(`[name=${part}]:checked`));
  const isWhole = ([rank, suit]) => Boolean(suit && (rank || "whole" in suit.dataset));

  // The line it folds to, and which chips are over its limit: a number is only compared with it.
  function show(entry) {
    const picker = entry.querySelector("[data-picker]");
    if (!picker) return;
    const [rank, suit] = chosenCard(picker);
    const parts = (suit && "whole" in suit.dataset ? [suit] : [rank, suit]).filter(Boolean);
    const words = picker.querySelector("summary").dataset;
    const means = parts.map((part) => part.dataset.means).filter(Boolean).join(", ");
    const face = picker.querySelector("[data-face]");
    face.textContent = parts.map((part) => part.dataset.label).join(words.gap) || words.title;
    face.classList.toggle("red", Boolean(suit?.closest(".red")));
    picker.classList.toggle("chosen", isWhole([rank, suit]));
    // A line that is too long breaks between the two meanings.
    picker.querySelector("[data-means]").textContent = means.replaceAll(" ", "\u00a0").replaceAll(",\u00a0", ", ") || words.ask;
    const limit = suit?.dataset.limit ?? rank?.dataset.limit;
    for (const end of entry.querySelectorAll("[data-amount]")) {
      if (!Number(end.dataset.amount)) continue;
      const over = limit !== undefined && Number(end.dataset.amount) > Number(limit);
      const chip = end.closest(".chip");
      const reason = `${face.textContent}: ${means}`;
      end.disabled = over && !end.checked;
      end.ariaLabel = over ? `${end.dataset.says}. ${reason}` : end.dataset.says;
      chip.title = over ? reason : "";
      chip.classList.toggle("over", over);
    }
  }

  // What lies open on the table stays chosen until the round is saved, also when the page comes anew.
  const place = (entry) => [location.pathname, entry.elements.game.value, entry.elements.round.value].join(" ");

  function remember(entry, picker) {
    const [rank, suit] = chosenCard(picker);
    try {
      sessionStorage.setItem("card", JSON.stringify([place(entry), rank?.value, suit?.value]));
    } catch { /* Then it lasts as long as the page. */ }
  }

  function recall(entry) {
    const picker = entry.querySelector("[data-picker]");
    if (!picker || entry.matches(".corrects") || chosenCard(picker).some(Boolean)) return;
    let kept = [];
    try {
      kept = JSON.parse(sessionStorage.getItem("card")) ?? [];
    } catch { /* Nothing is kept. */ }
    if (kept[0] !== place(entry)) return;
    for (const [at, part] of ["rank", "suit"].entries()) {
      const choice = [...picker.querySelectorAll(`[name=${part}]`)].find((one) => one.value === kept[at + 1]);
      if (choice) choice.checked = true;
    }
    picker.open = !isWhole(chosenCard(picker));
  }

  const pickerOf = (element) => element.closest?.("form [data-picker]");

  // Both taps since it was opened fold it; a changed rank alone might still want another suit.
  const tapped = new WeakMap();

  document.addEventListener("click", (event) => {
    const picker = pickerOf(event.target);
    // Arrow keys, whose clicks count 0, stay among the chips.
    if (!picker || !event.target.matches("[name=rank], [name=suit]") || !event.detail) return;
    const parts = (tapped.get(picker) ?? new Set()).add(event.target.name);
    tapped.set(picker, parts);
    if ("whole" in event.target.dataset || parts.size === 2) picker.open = false;
  });

  document.addEventListener("toggle", (event) => {
    if (event.target.open && event.target === pickerOf(event.target)) tapped.delete(event.target);
  }, true);

  document.addEventListener("input", (event) => {
    const picker = pickerOf(event.target);
    if (!picker) return;
    if (event.target.form.matches("[data-entry]")) remember(event.target.form, picker);
    else show(event.target.form);
  });

  // The page of cards has no other script to draw it, and its draft is put back before.
  const onCards = () => document.querySelector(".cards-form [data-picker]");
  document.addEventListener("htmx:afterSwap", () => onCards() && show(onCards().closest("form")));
  document.addEventListener("DOMContentLoaded", () => {
    const picker = onCards();
    if (!picker) return;
    show(picker.closest("form"));
    picker.open = !isWhole(chosenCard(picker));
  });

  const isSaid = (entry) => {
    const picker = entry.querySelector("[data-picker]");
    return !picker || isWhole(chosenCard(picker));
  };

  return { show, recall, isWhole: isSaid };
})();
