// What somebody has unfolded stays unfolded, and the focus where it is, when a part of the page is exchanged for a newer
// one: by the ids of what was open and focused.
"use strict";

{
  let open = [];
  let focused = null;

  const idOf = (element) => element?.id || element?.closest("details")?.id;

  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
    open = [...target.querySelectorAll("details[open][id]")].map((one) => one.id);
    focused = target.contains(document.activeElement) ? idOf(document.activeElement) : null;
  });

  document.addEventListener("htmx:oobAfterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    const element = focused && document.getElementById(focused);
    if (element) (element.querySelector("summary") ?? element).focus({ preventScroll: true });
    open = [];
    focused = null;
  });
}
