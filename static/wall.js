// The page on the wall turns its pages by itself: every part of #wall is cut into as many pages as its items need to fit
// the screen, and each is shown for a while. Nothing to press. Without this script it is one long page.
//
// <div id="wall" data-seconds="12">  how long a page is shown
// <section class="wall-part"> … <tbody data-items> or <ul data-items>  what is shown a page at a time
"use strict";

{
  const SECOND = 1000;
  let pages = []; // { part, items, from, to }
  let shown = 0;
  let timer = 0;
  let due = 0; // when the next one is shown

  const wall = () => document.getElementById("wall");
  const itemsOf = (part) => [...(part.querySelector("[data-items]")?.children ?? [])];

  function only(part) {
    for (const other of wall().children) other.hidden = other !== part;
  }

  // How many items from `from` on end above the lower edge, one at least: an item too large for a screen is still shown.
  function fitting(items, from, bottom) {
    items.forEach((item, at) => { item.hidden = at < from; });
    const beyond = items.findIndex((item, at) => at > from && item.getBoundingClientRect().bottom > bottom);
    return beyond < 0 ? items.length - from : beyond - from;
  }

  function cut(part) {
    only(part);
    const items = itemsOf(part);
    if (!items.length) return [{ part, items, from: 0, to: 0 }];
    const bottom = wall().getBoundingClientRect().bottom;
    const found = [];
    for (let from = 0; from < items.length;) {
      const to = from + fitting(items, from, bottom);
      found.push({ part, items, from, to });
      from = to;
    }
    // As long as each other: the last page is not to be a single line.
    const each = Math.ceil(items.length / found.length);
    const even = found.map((page, at) => ({ ...page, from: at * each, to: Math.min(items.length, (at + 1) * each) }));
    return even.every(({ from, to }) => to > from && fitting(items, from, bottom) >= to - from) ? even : found;
  }

  function show(number, until = Date.now() + (Number(wall().dataset.seconds) || 12) * SECOND) {
    shown = number % pages.length;
    const { part, items, from, to } = pages[shown];
    only(part);
    items.forEach((item, at) => { item.hidden = at < from || at >= to; });
    document.getElementById("wall-dots").replaceChildren(...pages.map((_, at) => {
      const dot = document.createElement("i");
      dot.classList.toggle("now", at === shown);
      return dot;
    }));
    due = until;
    clearTimeout(timer);
    timer = setTimeout(() => show(shown + 1), due - Date.now());
  }

  // A newer table, or another size of the screen: the part that was shown stays in sight, and no longer than it would have
  // been. Where something moves every other second the others would never have their turn.
  function lay() {
    const before = pages[shown];
    const title = before?.part.getAttribute("aria-labelledby");
    pages = [...wall().children].flatMap(cut);
    const same = pages.findIndex(({ part, to }) => part.getAttribute("aria-labelledby") === title && to > (before?.from ?? 0));
    if (same < 0) show(0);
    else show(same, due);
  }

  document.addEventListener("htmx:oobAfterSwap", lay);
  window.addEventListener("resize", lay);
  document.fonts.ready.then(lay);
  lay();
}
