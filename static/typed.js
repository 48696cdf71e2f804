// Keeps what was typed into the form for the next round in localStorage until the round is saved or cleared, so that a reload,
// or a look at another page, doesn't lose it. It is restored only into the form of the same round, and only if that is empty.
//
// <form data-entry data-outbox="round" data-table="/t/…/">. A correction comes with its own numbers, and nothing is kept of it.
"use strict";

{
  const form = () => document.querySelector("form[data-entry][data-outbox=round]");
  const nameOf = (table) => `typed ${table}`;
  // Where the browser refuses storage, what was typed lasts only as long as the page.
  const withStorage = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  };
  const forget = (table) => withStorage((store) => store.removeItem(nameOf(table)));

  // The round that the form is for. A form made before a swap of seats, or before its round was undone, is another one.
  function roundOf({ elements: { game, round, seating, revision } }) {
    const seen = revision && !revision.disabled ? revision.value : "";
    return { game: Number(game.value), round: Number(round.value), made: `${seating.value} ${seen}` };
  }

  const isChoice = (field) => field.matches("[type=radio]");
  const fieldsOf = (entry) => [...entry.elements].filter((field) => field.name && field.matches("input:not([type=hidden])"));
  const hasContent = (entry) => fieldsOf(entry).some((field) => (isChoice(field) ? field.checked && field.matches(".ends") : field.value));

  function keep(entry) {
    // What a refused entry, or a question between two phones, is about is kept in the outbox and on the server.
    if (entry.querySelector(".conflict") || outboxList.mending.has(entry) || !hasContent(entry)) return forget(entry.dataset.table);
    const fields = fieldsOf(entry).filter((field) => field.value && (!isChoice(field) || field.checked)).map(({ name, value }) => [name, value]);
    withStorage((store) => store.setItem(nameOf(entry.dataset.table), JSON.stringify({ ...roundOf(entry), fields })));
  }

  function restore(entry) {
    const { table } = entry.dataset;
    const record = withStorage((store) => JSON.parse(store.getItem(nameOf(table))));
    if (!record || hasContent(entry)) return;
    const { game, round, made } = roundOf(entry);
    // A later round than the form's: those before it wait in the outbox, and the form will become that round's.
    if (record.game === game && record.round > round) return;
    if (record.game !== game || record.round !== round || record.made !== made) return forget(table);
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
  document.addEventListener("click", ({ target }) => target.closest?.("[data-clear]") && form() && forget(form().dataset.table));
  // From here on a complete round is in the outbox.
  document.addEventListener("submit", ({ target }) => target === form() && "complete" in target.dataset && forget(target.dataset.table));
  // The form that came is empty, or is the same one again, and says what is wrong. outbox.js looks at it first.
  for (const swapEvent of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
    document.addEventListener(swapEvent, ({ detail: { target } }) => target?.id === "entry" && queueMicrotask(() => form() && keep(form())));
  }
  document.addEventListener("entry-turned", ({ target }) => restore(target));
  // After htmx has started: what is restored requests its preview.
  document.addEventListener("DOMContentLoaded", () => (form() ? restore(form()) : forget(location.pathname)));
}
