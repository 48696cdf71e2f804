// Picks the card that sets the knock limit: tap its rank and its suit, then the picker folds to one line. The form works
// without this script. It knows no rules of the game: each choice carries its limit in a data attribute.
"use strict";

const limitCard = (() => {
  const chosenCard = (picker) => ["rank", "suit"].map((part) => picker.querySelector(`[name=${part}]:checked`));
  const isWhole = ([rank, suit]) => Boolean(suit && (rank || "whole" in suit.dataset));

  // Writes the folded line, and disables the chips whose amount is over the card's limit.
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
    // Non-breaking spaces: a long line may break only between the two meanings.
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

  // The chosen card is remembered until its round is saved, also when the page is loaded again.
  const roundKey = (entry) => [location.pathname, entry.elements.game.value, entry.elements.round.value].join(" ");

  function remember(entry, picker) {
    const [rank, suit] = chosenCard(picker);
    try {
      sessionStorage.setItem("card", JSON.stringify([roundKey(entry), rank?.value, suit?.value]));
    } catch { /* No storage: the choice lasts as long as the page. */ }
  }

  function recall(entry) {
    const picker = entry.querySelector("[data-picker]");
    if (!picker || entry.matches(".corrects") || chosenCard(picker).some(Boolean)) return;
    let stored = [];
    try {
      stored = JSON.parse(sessionStorage.getItem("card")) ?? [];
    } catch { /* No storage: nothing to recall. */ }
    if (stored[0] !== roundKey(entry)) return;
    for (const [index, part] of ["rank", "suit"].entries()) {
      const choice = [...picker.querySelectorAll(`[name=${part}]`)].find((one) => one.value === stored[index + 1]);
      if (choice) choice.checked = true;
    }
    picker.open = !isWhole(chosenCard(picker));
  }

  const pickerOf = (element) => element.closest?.("form [data-picker]");

  // It folds once both rank and suit were tapped since it was opened: after a new rank, the suit may change, too.
  const tapped = new WeakMap();

  document.addEventListener("click", (event) => {
    const picker = pickerOf(event.target);
    // Arrow keys cause clicks, too (with detail 0), but only move between the chips.
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

  // On the cards page no other script calls show(); draft.js has already restored its fields by then.
  const onCards = () => document.querySelector(".cards-form [data-picker]");
  document.addEventListener("htmx:afterSwap", () => onCards() && show(onCards().closest("form")));
  document.addEventListener("DOMContentLoaded", () => {
    const picker = onCards();
    if (!picker) return;
    show(picker.closest("form"));
    picker.open = !isWhole(chosenCard(picker));
  });

  const isChosen = (entry) => {
    const picker = entry.querySelector("[data-picker]");
    return !picker || isWhole(chosenCard(picker));
  };

  return { show, recall, isWhole: isChosen };
})();
