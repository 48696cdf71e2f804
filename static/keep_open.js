// Restores open <details> and the focus after htmx has swapped a part of the page out of band. Elements are found again
// by id; the focused one else by its text, or by its position in the part.
"use strict";

{
  const FOCUSABLE = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  // Ids to open again. One that is missing from the new part waits here for the next swap (see swaps.js).
  let open = new Set();
  let lastFocus = null;

  const focusable = (part) => [...part.querySelectorAll(FOCUSABLE)];
  const describe = (element) => [element.tagName, element.getAttribute("href"), element.getAttribute("aria-label") ?? element.textContent].join(" ");

  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
    for (const one of target.querySelectorAll("details[open][id]")) open.add(one.id);
    const element = document.activeElement;
    if (!target.contains(element) || element === document.body) return;
    lastFocus = { part: target.id, id: element.id, says: describe(element), place: focusable(target).indexOf(element) };
  });

  function findSuccessor() {
    const part = document.getElementById(lastFocus.part);
    if (!part) return null;
    const all = focusable(part);
    const same = (lastFocus.id && document.getElementById(lastFocus.id)) || all.find((one) => describe(one) === lastFocus.says);
    return same || (part.querySelector("[hx-preserve]:empty") ? null : all[Math.min(lastFocus.place, all.length - 1)]);
  }

  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    for (const one of [...open].map((id) => document.getElementById(id))) {
      one?.setAttribute("open", "");
      open.delete(one?.id);
    }
    if (!lastFocus || target.id !== lastFocus.part) return;
    if (document.activeElement === document.body) findSuccessor()?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) lastFocus = null;
  });
}
