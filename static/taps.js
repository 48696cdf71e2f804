// Keeps the second tap of a double tap from hitting what a swap or a new page has put under the finger. Only that spot is
// guarded, and only for a moment: a tap anywhere else counts at once.
"use strict";

{
  const DOUBLE = 300; // milliseconds from the first tap of a double tap to the second
  const REACTION = 200; // milliseconds after a swap in which nobody can have meant what it brought
  const NEAR = 24; // pixels
  const control = (element) => element.closest?.("a, button, label, summary, input, select, textarea") ?? element;

  let last = null; // the latest tap: { x, y, at, on }
  let swapped = 0; // when something last took the place of what was on the page
  const storage = (act) => {
    try {
      return act(sessionStorage);
    } catch {
      return null;
    }
  };

  const before = storage((store) => JSON.parse(store.getItem("tap")));
  if (before) {
    last = before;
    swapped = Date.now();
    storage((store) => store.removeItem("tap"));
  }
  window.addEventListener("pagehide", () => {
    if (last && Date.now() - last.at < DOUBLE) storage((store) => store.setItem("tap", JSON.stringify({ ...last, on: null })));
  });

  for (const swapEvent of ["htmx:afterSwap", "htmx:oobAfterSwap", "outbox:next"]) {
    document.addEventListener(swapEvent, () => { swapped = Date.now(); });
  }

  // Typing comes between two taps that are meant. Chips and card pickers change within a tap, so they don't count here.
  document.addEventListener("input", ({ isTrusted, target }) => {
    if (isTrusted && !["radio", "checkbox"].includes(target.type)) last = null;
  }, true);

  const isDouble = (tap) =>
    last && swapped >= last.at && tap.on !== last.on && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR
    && tap.at < Math.max(last.at + DOUBLE, swapped + REACTION);

  window.addEventListener("click", (event) => {
    // Clicks by keyboard and by scripts have no spot. A tap on a label also clicks its field, as a part of the same tap.
    if (!event.detail || !event.isTrusted) return;
    const tap = { x: event.clientX, y: event.clientY, at: Date.now(), on: control(event.target) };
    if (last && tap.on.labels && [...tap.on.labels].includes(last.on)) return;
    if (isDouble(tap)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      last = tap;
    }
  }, true);

  // With a mouse there is no click when a swap takes away the element between pressing and releasing: then its successor in
  // the same place is clicked.
  let pressed = null;
  window.addEventListener("pointerdown", ({ target }) => { pressed = control(target); }, true);
  window.addEventListener("pointerup", ({ target, pointerType }) => {
    const now = control(target);
    if (pointerType === "mouse" && pressed && !pressed.isConnected && now.tagName === pressed.tagName && now.textContent === pressed.textContent) now.click();
  }, true);
}
