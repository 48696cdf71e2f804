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

  function choose(layoffs, card) {
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
    const chosen = layoffs.querySelector("[data-loose][aria-pressed=true]");
    const card = event.target.closest("[data-loose]");
    const target = event.target.closest("[data-target]");
    const back = event.target.closest("[data-takes]");
    if (card) choose(layoffs, card === chosen ? null : card);
    else if (target && chosen && target.classList.contains("open")) say(layoffs, chosen.dataset.loose, target.dataset.target);
    else if (back) say(layoffs, back.dataset.takes, "");
  });

  // A step begins at its top.
  document.addEventListener("change", (event) => {
    if (event.target.name === "step") document.getElementById("entry").scrollIntoView({ block: "start" });
  });
}
