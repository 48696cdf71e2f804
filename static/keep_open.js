// What somebody has unfolded stays unfolded, and the focus where it is, when a part of the page is exchanged for a newer
// one: by the ids of what was open and focused, else by what it says or where it stands in its part.
"use strict";

{
  const FOCUSABLE = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  // What is not in the newer part comes with the next one (swaps.js), or never.
  let open = new Set();
  let lost = null;

  const focusable = (part) => [...part.querySelectorAll(FOCUSABLE)];
  const saying = (element) => [element.tagName, element.getAttribute("href"), element.getAttribute("aria-label") ?? element.textContent].join(" ");

  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
    for (const one of target.querySelectorAll("details[open][id]")) open.add(one.id);
    const element = document.activeElement;
    if (!target.contains(element) || element === document.body) return;
    lost = { part: target.id, id: element.id, says: saying(element), place: focusable(target).indexOf(element) };
  });

  function found() {
    const part = document.getElementById(lost.part);
    if (!part) return null;
    const all = focusable(part);
    const same = (lost.id && document.getElementById(lost.id)) || all.find((one) => saying(one) === lost.says);
    return same || (part.querySelector("[hx-preserve]:empty") ? null : all[Math.min(lost.place, all.length - 1)]);
  }

  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    for (const one of [...open].map((id) => document.getElementById(id))) {
      one?.setAttribute("open", "");
      open.delete(one?.id);
    }
    if (!lost || target.id !== lost.part) return;
    if (document.activeElement === document.body) found()?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) lost = null;
  });
}
