// Lets a total count up to its new number in place. The text is the new number at once, for screen readers and for everything
// that reads the page; what counts is drawn over it (data-shown). With reduced motion, nothing counts.
"use strict";

{
  const DURATION = 450; // milliseconds
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const totals = (part) => [...part.querySelectorAll(".total")];
  const numberIn = (total) => Number(total.dataset.shown ?? total.textContent);
  const goals = new WeakMap(); // a total that counts -> the number it counts to
  let before = [];

  function count(total, from) {
    const to = Number(total.textContent);
    if (!Number.isFinite(from) || !Number.isFinite(to) || from === to || goals.get(total) === to) return;
    goals.set(total, to);
    const started = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - started) / DURATION));
      if (goals.get(total) !== to) return;
      if (part === 1 || !total.isConnected) {
        goals.delete(total);
        delete total.dataset.shown;
        return;
      }
      total.dataset.shown = Math.round(from + (to - from) * (1 - (1 - part) ** 3));
      requestAnimationFrame(step);
    };
    step(started);
  }

  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
    if (target.id === "tally") before = totals(target).map(numberIn);
  });
  function countFrom(numbers) {
    if (document.hidden || still.matches || document.documentElement.dataset.motion === "less") return;
    const after = totals(document.getElementById("tally"));
    if (after.length === numbers.length) after.forEach((total, index) => count(total, numbers[index]));
  }
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => target.id === "tally" && countFrom(before));
  document.addEventListener("totals-changed", ({ detail }) => countFrom(detail)); // provisional.js has changed them
}
