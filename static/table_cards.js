// Layoffs on the cards page: tap a card, then the ender's meld it is laid off on; tap it there to take it back. The choices
// are stored in <select> fields, which people use directly without script. The server says which melds a card fits.
"use strict";

{
  const listFor = (form, name) => form.querySelector(`select[name="${CSS.escape(name)}"]`);

  function setLayoff(layoffs, name, onto) {
    const list = listFor(layoffs, name);
    if (!list) return;
    list.value = onto;
    list.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // The tapped card (data-loose). It stays selected when a response draws the layoffs again.
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
      setLayoff(layoffs, first.dataset.loose, target.dataset.target);
    } else if (back) setLayoff(layoffs, back.dataset.takes, "");
  });

  // --- Late responses ------------------------------------------------------------------------------------------------

  // Choices made in a list since the last request was sent: its response must not undo them.
  const newChoices = new Map();

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => target.matches(".cards-form select") && newChoices.set(target.name, target.value));
  }

  // A button's response is a whole new form. Previews requested before or meanwhile would put old parts into it, so they
  // are canceled.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const asks = event.target.matches("[data-asks]");
    const form = event.target.closest(".cards-form");
    if (asks && form?.matches(".htmx-request")) return event.preventDefault();
    if (form && !asks) window.htmx.trigger(form.querySelector("[data-asks]"), "htmx:abort");
    newChoices.clear();
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const [name, onto] of newChoices) {
      const list = document.querySelector(`.cards-form select[name="${CSS.escape(name)}"]`);
      if (list && [...list.options].some((option) => option.value === onto)) list.value = onto;
    }
    const card = chosen && document.querySelector(`[data-layoffs] [data-loose="${CSS.escape(chosen)}"]:enabled`);
    if (card) choose(card.closest("[data-layoffs]"), card);
  });

  // Each step is shown from its top.
  document.addEventListener("change", (event) => {
    if (event.target.name === "step") document.getElementById("entry").scrollIntoView({ block: "start" });
  });
}
