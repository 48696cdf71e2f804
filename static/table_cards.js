// Laying off at the table: tap a card, then the meld of the ender that it lies on; tap it there to take it back. The lists
// that stand for this without script hold what was said; which melds a card fits on came with the page.
"use strict";

{
  const field = (form, name) => form.querySelector(`select[name="${CSS.escape(name)}"]`);

  function say(layoffs, name, onto) {
    const list = field(layoffs, name);
    if (!list) return;
    list.value = onto;
    list.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // The card that was tapped stays chosen when an answer draws the layoffs anew.
  let chosen = "";

  function choose(layoffs, card) {
    chosen = card?.dataset.loose ?? "";
    const fits = card ? card.dataset.fits.split("|") : [];
    for (const other of layoffs.querySelectorAll("[data-loose]")) other.ariaPressed = String(other === card);
    for (const target of layoffs.querySelectorAll("[data-target]")) {
      const open = fits.includes(target.dataset.target);
      target.classList.toggle("open", open);
      target.querySelector("[data-onto]").disabled = !open;
    }
  }

  document.addEventListener("click", (event) => {
    const layoffs = event.target.closest("[data-layoffs]");
    if (!layoffs) return;
    const first = layoffs.querySelector("[data-loose][aria-pressed=true]");
    const card = event.target.closest("[data-loose]");
    const target = event.target.closest("[data-target]");
    const back = event.target.closest("[data-takes]");
    if (card) choose(layoffs, card === first ? null : card);
    else if (target && first && target.classList.contains("open")) {
      choose(layoffs, null);
      say(layoffs, first.dataset.loose, target.dataset.target);
    } else if (back) say(layoffs, back.dataset.takes, "");
  });

  // --- Answers that come late ----------------------------------------------------------------------------------------

  // What was chosen in a list since the server was last asked: the answer to an older question does not take it back.
  const said = new Map();

  for (const told of ["input", "change"]) {
    document.addEventListener(told, ({ target }) => target.matches(".cards-form select") && said.set(target.name, target.value));
  }

  // A button's answer is a whole new form: what was asked before it, or is asked meanwhile, would bring old parts into it.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const asks = event.target.matches("[data-asks]");
    const form = event.target.closest(".cards-form");
    if (asks && form?.matches(".htmx-request")) return event.preventDefault();
    if (form && !asks) window.htmx.trigger(form.querySelector("[data-asks]"), "htmx:abort");
    said.clear();
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const [name, onto] of said) {
      const list = document.querySelector(`.cards-form select[name="${CSS.escape(name)}"]`);
      if (list && [...list.options].some((option) => option.value === onto)) list.value = onto;
    }
    const card = chosen && document.querySelector(`[data-layoffs] [data-loose="${CSS.escape(chosen)}"]:enabled`);
    if (card) choose(card.closest("[data-layoffs]"), card);
  });

  // A step begins at its top.
  document.addEventListener("change", (event) => {
    if (event.target.name === "step") document.getElementById("entry").scrollIntoView({ block: "start" });
  });
}
