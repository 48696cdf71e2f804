// The desk of a night: a sound for each new call from a table, for each new dispute, and when the clock is at its end.
//
// <button data-sound data-text-on="…" hidden>  turns the sound on and off: browsers play none before a tap on the page
// <p data-sound-note hidden>                   says so, until it is on
// <li data-call="17">                          a call or a dispute that is open
"use strict";

{
  const button = document.querySelector("[data-sound]");
  const note = document.querySelector("[data-sound-note]");
  const offText = button.textContent;
  const title = document.title;
  let context = null;
  let known = openCalls();

  function openCalls() {
    return new Set([...document.querySelectorAll("[data-call]")].map(({ dataset }) => dataset.call));
  }

  // Two notes, one after the other: [frequency in Hz, start and end in seconds].
  function ring() {
    if (!context) return;
    for (const [pitch, from, to] of [[880, 0, 0.25], [660, 0.3, 0.8]]) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.4, context.currentTime + from);
      volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + to);
      tone.connect(volume).connect(context.destination);
      tone.start(context.currentTime + from);
      tone.stop(context.currentTime + to);
    }
  }

  function showCount() {
    document.title = known.size ? `(${known.size}) ${title}` : title;
  }

  function showSound() {
    button.textContent = context ? button.dataset.textOn : offText;
    button.setAttribute("aria-pressed", String(Boolean(context)));
    note.hidden = Boolean(context);
  }

  // Updates wait while somebody types or chooses in a form, but not for long: a call must not go unheard.
  const PATIENCE = 15_000; // milliseconds
  let touchedAt = -PATIENCE;
  let waiting = 0;
  const isBusy = () => performance.now() - touchedAt < PATIENCE && document.activeElement?.closest("#desk :is(.clock-fields, .desk-draw)");

  function update() {
    clearTimeout(waiting);
    waiting = 0;
    window.htmx.trigger(document.body, "table-moved");
  }

  document.addEventListener("input", () => { touchedAt = performance.now(); });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id !== "moved" || !isBusy()) return;
    event.preventDefault();
    clearTimeout(waiting);
    waiting = setTimeout(update, PATIENCE);
  });
  // A moment later: a tap on the form's button takes the focus away first.
  document.addEventListener("focusout", () => setTimeout(() => waiting && !isBusy() && update(), 500));

  // What was chosen for the next draw stays while the desk is updated.
  const choices = () => [...document.querySelectorAll("#desk .desk-draw :is(select, [type=checkbox])")];
  let chosen = new Map();
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.id === "desk") chosen = new Map(choices().map((one) => [one.name, [one.value, one.checked]]));
  });

  button.addEventListener("click", () => {
    if (context) {
      context.close();
      context = null;
    } else {
      context = new AudioContext();
      ring();
    }
    showSound();
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target.id !== "desk") return;
    for (const one of choices()) [one.value, one.checked] = chosen.get(one.name) ?? [one.value, one.checked];
    const now = openCalls();
    if ([...now].some((call) => !known.has(call))) ring();
    known = now;
    showCount();
  });

  document.addEventListener("clock-over", ring);
  button.hidden = false;
  showSound();
  showCount();
}
