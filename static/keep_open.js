// What somebody has unfolded stays unfolded, and the focus where it is, when a part of the page is exchanged for a newer
// one: by the ids of what was open and focused.
"use strict";

{
  // What is not in the newer part comes with the next one (swaps.js), or never.
  let open = new Set();
  let focused = null;

  const idOf = (element) => element?.id || element?.closest("details")?.id;

  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
    for (const one of target.querySelectorAll("details[open][id]")) open.add(one.id);
    if (target.contains(document.activeElement)) focused = idOf(document.activeElement);
  });

  document.addEventListener("htmx:oobAfterSwap", () => {
    for (const one of [...open].map((id) => document.getElementById(id))) {
      one?.setAttribute("open", "");
      open.delete(one?.id);
    }
    const element = focused && document.getElementById(focused);
    if (!element) return;
    focused = null;
    if (document.activeElement === document.body) (element.querySelector("summary") ?? element).focus({ preventScroll: true });
  });
}
