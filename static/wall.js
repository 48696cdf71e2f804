// Shows the wall screen and the hall page by page: each part of #wall is split into as many pages as its items need, and
// each page is shown for some seconds. Nobody presses anything. Without this script it is one long page.
//
// <div id="wall" data-seconds="12">  how long a page is shown
// <section class="wall-part"> … <tbody data-items> or <ul data-items>  what is shown a page at a time
"use strict";

{
  const SECOND = 1000;
  let pages = []; // { part, items, from, to }
  let shown = 0;
  let timer = 0;
  let nextAt = 0; // when the next page is shown

  const wall = () => document.getElementById("wall");
  const itemsOf = (part) => [...(part.querySelector("[data-items]")?.children ?? [])];

  function showOnly(part) {
    for (const other of wall().children) other.hidden = other !== part;
  }

  // Returns how many items fit above `bottom`, starting at `from`; at least 1, so that a very tall item is still shown.
  function countFitting(items, from, bottom) {
    items.forEach((item, index) => { item.hidden = index < from; });
    const beyond = items.findIndex((item, index) => index > from && item.getBoundingClientRect().bottom > bottom);
    return beyond < 0 ? items.length - from : beyond - from;
  }

  function splitPart(part) {
    showOnly(part);
    const items = itemsOf(part);
    if (!items.length) return [{ part, items, from: 0, to: 0 }];
    const bottom = wall().getBoundingClientRect().bottom;
    const found = [];
    for (let from = 0; from < items.length;) {
      const to = from + countFitting(items, from, bottom);
      found.push({ part, items, from, to });
      from = to;
    }
    // Spread the items evenly, so that the last page isn't a single line.
    const each = Math.ceil(items.length / found.length);
    const even = found.map((page, index) => ({ ...page, from: index * each, to: Math.min(items.length, (index + 1) * each) }));
    return even.every(({ from, to }) => to > from && countFitting(items, from, bottom) >= to - from) ? even : found;
  }

  function show(number, until = Date.now() + (Number(wall().dataset.seconds) || 12) * SECOND) {
    shown = number % pages.length;
    const { part, items, from, to } = pages[shown];
    showOnly(part);
    items.forEach((item, index) => { item.hidden = index < from || index >= to; });
    document.getElementById("wall-dots").replaceChildren(...pages.map((_, index) => {
      const dot = document.createElement("i");
      dot.classList.toggle("now", index === shown);
      return dot;
    }));
    nextAt = until;
    clearTimeout(timer);
    timer = setTimeout(() => show(shown + 1), nextAt - Date.now());
  }

  // Splits the pages again after a swap or a new screen size. The part that was shown stays in sight, but not longer than
  // planned: otherwise, where something changes every other second, the other parts would never be shown.
  function layOut() {
    const before = pages[shown];
    const title = before?.part.getAttribute("aria-labelledby");
    pages = [...wall().children].flatMap(splitPart);
    const same = pages.findIndex(({ part, to }) => part.getAttribute("aria-labelledby") === title && to > (before?.from ?? 0));
    if (same < 0) show(0);
    else show(same, nextAt);
  }

  document.addEventListener("htmx:oobAfterSwap", layOut);
  window.addEventListener("resize", layOut);
  document.fonts.ready.then(layOut);
  layOut();
}
