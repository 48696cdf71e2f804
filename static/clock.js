// Counts the clocks of a page down. The server's time decides: a clock says when it ends and what time the server had when
// the page came, so that a phone whose own clock is wrong shows the right time left.
//
// <span data-clock data-ends="2026-11-24T20:40:00Z" data-now="…" data-over="Time's up.">  data-ends: empty while it is paused
//   <b data-left>18:24</b> <span data-text>until 9:40 PM</span>
// When the time is up the text changes to data-over, and "clock-over" is dispatched.
"use strict";

{
  const SECOND = 1000;
  const ahead = new WeakMap(); // clock: by how many milliseconds this device's time is ahead of the server's

  function aheadOf(clock) {
    if (!ahead.has(clock)) ahead.set(clock, Date.now() - Date.parse(clock.dataset.now));
    // A copy that is shown without network is old: then this device's time has to do.
    return document.getElementById("copy")?.hidden === false ? 0 : ahead.get(clock);
  }

  const two = (number) => String(number).padStart(2, "0");

  function leftText(seconds) {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  }

  function write(place, text) {
    if (place.textContent !== text) place.textContent = text;
  }

  function show(clock) {
    if (!clock.dataset.ends) return;
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.ends) - Date.now() + aheadOf(clock)) / SECOND));
    write(clock.querySelector("[data-left]"), leftText(left));
    if (left || clock.classList.contains("over")) return;
    clock.classList.replace("running", "over");
    write(clock.querySelector("[data-text]"), clock.dataset.over);
    clock.dispatchEvent(new CustomEvent("clock-over", { bubbles: true }));
  }

  const showAll = () => document.querySelectorAll("[data-clock]").forEach(show);
  setInterval(showAll, SECOND / 2);
  for (const change of ["htmx:afterSwap", "htmx:oobAfterSwap", "visibilitychange"]) document.addEventListener(change, showAll);
  showAll();
}
