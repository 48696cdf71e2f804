// Keeps what was typed into the form for the next round, or for the correction of a round, in localStorage until it is saved
// or given up, so that a reload, or a look at another page, doesn't lose it. It is restored only into the form of the same
// round, and not over what somebody has saved or typed there since.
//
// <form data-entry data-outbox="round | change" data-table="/t/…/" action="/t/…/rounds/1/3/">
"use strict";

{
  const form = () => document.querySelector("form[data-entry][data-outbox]");
  const isCorrection = (entry) => entry.dataset.outbox === "change";
  const addressOf = (entry) => new URL(entry.action, location.href).pathname;
  // One round at a time is new at a table; each round can have a correction.
  const placeOf = (entry) => (isCorrection(entry) ? addressOf(entry) : entry.dataset.table);
  const nameOf = (place) => `typed ${place}`;
  // Where the browser refuses storage, what was typed lasts only as long as the page.
  const withStorage = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  };
  const forget = (place) => withStorage((store) => store.removeItem(nameOf(place)));
  const forgetEntry = (entry) => forget(placeOf(entry));

  // The round that the form is for. A form made before a swap of seats, or before its round was undone or corrected, is
  // another one.
  function roundOf({ elements: { game, round, seating, revision } }) {
    const seen = revision && !revision.disabled ? revision.value : "";
    return { game: Number(game.value), round: Number(round.value), made: `${seating.value} ${seen}` };
  }

  const isChoice = (field) => field.matches("[type=radio]");
  const fieldsOf = (entry) => [...entry.elements].filter((field) => field.name && field.matches("input:not([type=hidden])"));
  const hasContent = (entry) => fieldsOf(entry).some((field) => (isChoice(field) ? field.checked && field.matches(".ends") : field.value));

  // What a refused entry, or a question between two phones, is about is kept in the outbox and on the server.
  const isKeptElsewhere = (entry) => entry.querySelector(".conflict") || outboxList.mending.has(entry);
  // A correction comes with the round's own numbers, unless it is shown again with what was typed on another page.
  const isFresh = (entry) => (isCorrection(entry) ? addressOf(entry) === location.pathname : !hasContent(entry));

  function keep(entry) {
    if (isKeptElsewhere(entry) || !hasContent(entry)) return forgetEntry(entry);
    const fields = fieldsOf(entry).filter((field) => field.value && (!isChoice(field) || field.checked)).map(({ name, value }) => [name, value]);
    withStorage((store) => store.setItem(nameOf(placeOf(entry)), JSON.stringify({ ...roundOf(entry), fields })));
  }

  function restore(entry) {
    const record = withStorage((store) => JSON.parse(store.getItem(nameOf(placeOf(entry)))));
    if (!record || !isFresh(entry) || isKeptElsewhere(entry)) return;
    const { game, round, made } = roundOf(entry);
    // A later round than the form's: those before it wait in the outbox, and the form will become that round's.
    if (record.game === game && record.round > round) return;
    if (record.game !== game || record.round !== round || record.made !== made) return forgetEntry(entry);
    for (const field of fieldsOf(entry)) {
      if (isChoice(field)) field.checked = false;
      else field.value = "";
    }
    for (const [name, value] of record.fields) {
      const fields = fieldsOf(entry).filter((field) => field.name === name);
      const choice = fields.find((field) => isChoice(field) && field.value === value);
      if (choice) choice.checked = true;
      else if (fields[0] && !isChoice(fields[0])) fields[0].value = value;
    }
    entry.dispatchEvent(new Event("entry-filled", { bubbles: true }));
  }

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => target.form && target.form === form() && keep(target.form));
  }
  document.addEventListener("click", ({ target }) => target.closest?.("[data-clear]") && form() && forgetEntry(form()));
  // The page's own ways out of a correction.
  document.addEventListener("click", ({ target }) => target.closest?.(".back, [data-keeps]") && form() && isCorrection(form()) && forgetEntry(form()));
  // From here on a complete round is in the outbox. On the window: outbox.js stops the event of a correction.
  window.addEventListener("submit", ({ target }) => target === form() && "complete" in target.dataset && forgetEntry(target), true);
  // The form that came is empty, or is the same one again, and says what is wrong. outbox.js looks at it first.
  for (const swapEvent of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
    document.addEventListener(swapEvent, ({ detail: { target } }) => target?.id === "entry" && queueMicrotask(() => form() && keep(form())));
  }
  document.addEventListener("entry-turned", ({ target }) => restore(target));
  // After htmx has started: what is restored requests its preview.
  document.addEventListener("DOMContentLoaded", () => (form() ? restore(form()) : forget(location.pathname)));
}
