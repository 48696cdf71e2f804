// The round form: its chips, its keypad, and when to request the preview. Without script it is a plain form. No rules of the
// game are known here: the server checks what is entered, and makes the preview.
"use strict";

{
  const shown = (element) => element.getClientRects().length > 0;
  const form = () => document.querySelector("form[data-entry]");
  const fields = (entry) => [...entry.querySelectorAll("[data-deadwood]")].filter(shown);
  const ending = (entry) => entry.querySelector(".ends:checked");

  // --- Hands played side by side: one is open, the others folded to a line --------------------------------------------

  const hands = (entry) => [...entry.querySelectorAll(".hand")];
  const several = (entry) => hands(entry).length > 1;
  const openHand = (entry) => (several(entry) ? hands(entry).find((hand) => hand.open) : hands(entry)[0]);
  const endingOf = (entry, hand) => entry.querySelector(`.of-${hand.dataset.hand}:checked`);
  const whose = (field) => field.closest(".field").querySelector("bdi").textContent;

  // The deadwood fields that a hand's ending needs: the same ones that the stylesheet shows.
  function requiredCounts(entry, hand) {
    const end = endingOf(entry, hand);
    if (!end || end.matches(`.none-${hand.dataset.hand}`)) return [];
    const counts = entry.querySelectorAll(`[data-counts="${hand.dataset.hand}"] .field`);
    return [...counts].filter((field) => !end.matches(`.${field.dataset.ends}`)).map((field) => field.querySelector("input"));
  }

  const finished = (entry, hand) => endingOf(entry, hand) && requiredCounts(entry, hand).every((field) => field.value);
  const misdealt = (entry) => Boolean(entry.querySelector(".ends-misdeal:checked"));
  const unfinished = (entry) =>
    misdealt(entry) || !several(entry) ? undefined : hands(entry).find((hand) => !hand.open && !finished(entry, hand));

  const complete = (entry) => {
    if (misdealt(entry)) return true;
    const counts = hands(entry).flatMap((hand) => requiredCounts(entry, hand));
    const dead = hands(entry).every((hand) => endingOf(entry, hand)?.matches(".ends-dead"));
    return hands(entry).every((hand) => finished(entry, hand)) && counts.every((field) => allowed(entry, field.value)) && (dead || limitCard.isWhole(entry));
  };

  function turnTo(entry, hand) {
    if (several(entry)) for (const other of hands(entry)) other.open = other === hand;
    show(entry);
  }

  const summarize = (entry, hand) =>
    [endingOf(entry, hand)?.dataset.says, ...requiredCounts(entry, hand).filter((f) => f.value).map((f) => `${whose(f)} ${f.value}`)]
      .filter(Boolean).join(", ");

  // --- Typing a hand's deadwood: digits, or cards added with + ---------------------------------------------------------

  // 10+x or 5++5 isn't a sum and has no total; 10+ is a sum that is still being typed.
  const isSum = (text) => /^\s*(\d+\s*(\+\s*\d+\s*)*(\+\s*)?)?$/.test(text);
  const sum = (text) => (isSum(text) ? text.split("+").reduce((total, part) => total + Number(part), 0) : NaN);
  const allowed = (entry, text) => sum(text) <= Number(entry.dataset.most) && text.length <= 40;

  // Fields of a correction that nobody has edited yet: the first digit starts a new number, as on a calculator.
  const untouched = new WeakSet();
  const textAfter = (field, key) => typed(untouched.has(field) && /\d/.test(key) ? "" : field.value, key);
  const isPossible = (entry, field, key) => {
    const text = textAfter(field, key);
    return key === "back" || (allowed(entry, text) && (text !== field.value || untouched.has(field)));
  };

  function typed(text, key) {
    if (key === "back") return text.slice(0, -1);
    if (key === "+") return !text || text.endsWith("+") ? text : text + key;
    // Drop a leading zero: 0, then 7, is 7.
    return text.replace(/(^|\+)0$/, "$1") + key;
  }

  function activate(entry, field) {
    for (const other of entry.querySelectorAll("[data-deadwood]")) other.classList.toggle("active", other === field);
    show(entry);
  }

  const active = (entry) => fields(entry).find((field) => field.classList.contains("active")) ?? fields(entry)[0];
  const firstEmpty = (entry) => fields(entry).find((field) => !field.value);

  function press(entry, key) {
    const field = active(entry);
    if (!field) return;
    if (key === "next") return next(entry);
    if (!isPossible(entry, field, key)) return;
    field.value = textAfter(field, key);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function next(entry) {
    const all = fields(entry);
    const at = all.indexOf(active(entry)) + 1;
    const hand = at === all.length && unfinished(entry);
    if (hand) return turnToCount(entry, hand);
    const field = all[at % all.length];
    field?.focus({ preventScroll: true });
    activate(entry, field);
  }

  function turnToCount(entry, hand) {
    turnTo(entry, hand);
    const field = firstEmpty(entry) ?? fields(entry)[0];
    field?.focus({ preventScroll: true });
    activate(entry, field);
    lift(entry);
  }

  // The panel covers no key of the hand that it is about: the page scrolls as far as it would, and back when it goes.
  let before = null;
  function lift(entry) {
    const [keys, panel] = [openHand(entry).querySelector(".strips"), entry.querySelector(".dock")].map((one) => one.getBoundingClientRect());
    const covered = Math.ceil(Math.min(keys.bottom - panel.top, keys.top));
    if (covered <= 0 || panel.left > keys.left) return;
    before ??= scrollY;
    scrollBy(0, covered);
  }
  function lower() {
    if (before !== null) scrollTo(0, before);
    before = null;
  }

  // Redraws everything that depends on the fields: which keys are enabled (only those that lead to a possible number),
  // the totals of sums, and whether there is a Next key.
  function show(entry) {
    limitCard.show(entry);
    const hand = openHand(entry);
    for (const counts of entry.querySelectorAll("[data-counts]")) counts.classList.toggle("now", counts.dataset.counts === hand?.dataset.hand);
    const current = active(entry);
    const chosen = misdealt(entry) ? ending(entry) : hand && endingOf(entry, hand);
    const sentence = entry.querySelector("p[data-says]");
    sentence.hidden = !ending(entry);
    sentence.textContent = [sentence.dataset.says, chosen?.dataset.says ?? hand?.querySelector("b")?.textContent].filter(Boolean).join(": ");
    const hasNext = fields(entry).length > 1 || Boolean(unfinished(entry));
    for (const key of entry.querySelectorAll("[data-key]")) {
      const name = key.dataset.key;
      if (name === "next") key.hidden = !hasNext;
      else key.disabled = !current || !isPossible(entry, current, name);
    }
    entry.querySelector("[data-keypad]").classList.toggle("with-next", hasNext);
    entry.classList.toggle("nothing-to-count", !current);
    for (const other of several(entry) ? hands(entry) : []) {
      other.querySelector("[data-told]").textContent = misdealt(entry) ? "" : summarize(entry, other);
      other.classList.toggle("finished", !misdealt(entry) && Boolean(finished(entry, other)));
    }
    // For the outbox: the round in words, and whether it is complete.
    entry.dataset.summary = misdealt(entry) ? ending(entry).dataset.says : hands(entry).map((other) => summarize(entry, other)).filter(Boolean).join("; ");
    entry.toggleAttribute("data-complete", complete(entry));
    const reason = entry.elements.reason;
    reason.disabled = !misdealt(entry) && !entry.matches(".corrects");
    for (const field of fields(entry)) {
      const note = document.getElementById(`${field.id}-note`);
      const noRoom = field.value && !untouched.has(field) && isSum(field.value) && !allowed(entry, typed(field.value, "9"));
      const isAdding = field.value.includes("+") && isSum(field.value);
      const hint = chosen?.dataset.kind?.endsWith("gin") ? note.dataset.ginNote : note.dataset.note;
      note.textContent = isAdding ? `= ${sum(field.value)}` : noRoom ? note.dataset.full : hint;
      note.classList.toggle("adds", isAdding);
    }
  }

  function requestPreview(entry) {
    // Remove a confirmation: it was given for the numbers before this change.
    entry.querySelector("#preview [name=confirm]")?.remove();
    entry.dispatchEvent(new Event("preview"));
  }

  function prepare(entry) {
    const keypad = entry.querySelector("[data-keypad]");
    for (const field of keypad.hidden && entry.matches(".corrects") ? fields(entry) : []) if (field.value) untouched.add(field);
    keypad.hidden = false;
    for (const field of entry.querySelectorAll("[data-deadwood]")) field.inputMode = "none";
    limitCard.recall(entry);
    show(entry);
    // Only in a form that has just come to the page: a preview that arrives must not move on from the active field.
    if (!ending(entry) || entry.querySelector("[data-deadwood].active")) return;
    activate(entry, entry.querySelector("[aria-invalid]") ?? firstEmpty(entry) ?? fields(entry)[0]);
  }

  document.addEventListener("click", (event) => {
    const entry = event.target.closest("form[data-entry]");
    if (!entry) return;
    const key = event.target.closest("[data-key]");
    if (key) press(entry, key.dataset.key);
    // After a tap on an ending, go on to what is missing. Arrow keys cause clicks, too (with detail 0), but only move
    // between the chips.
    if (event.target.matches(".ends") && event.detail > 0) {
      entry.querySelector(".rare").open = false;
      const endedHand = hands(entry).find((hand) => endingOf(entry, hand) === event.target);
      turnToCount(entry, (finished(entry, endedHand) && unfinished(entry)) || endedHand);
    }
    if (event.target.closest("[data-clear]")) {
      event.preventDefault();
      for (const end of entry.querySelectorAll(".ends")) end.checked = false;
      for (const field of entry.querySelectorAll("[data-deadwood], [name=reason]")) field.value = "";
      document.getElementById("preview").replaceChildren();
      turnTo(entry, hands(entry)[0]);
      lower();
      // The pressed button is hidden now, along with its panel.
      document.getElementById("entry")?.focus({ preventScroll: true });
    }
  });

  // For the keyboard: the endings behind "…" belong to the same radio group as the chips, so Tab would skip them.
  document.addEventListener("click", (event) => {
    const rare = event.detail === 0 && event.target.closest?.(".rare > summary")?.parentElement;
    if (rare && !rare.open) setTimeout(() => rare.querySelector(".ends")?.focus());
  });
  document.addEventListener("keydown", (event) => {
    const openDetails = event.key === "Escape" && event.target.closest?.(".rare[open], .menu[open]");
    if (!openDetails) return;
    openDetails.open = false;
    openDetails.querySelector("summary").focus();
  });

  // A tap on the keypad must not take the focus from the field.
  document.addEventListener("mousedown", (event) => event.target.closest("[data-key]") && event.preventDefault());

  document.addEventListener("toggle", (event) => {
    const entry = event.target.closest?.("form[data-entry]");
    if (!entry || !event.target.matches("details.hand")) return;
    if (event.target.open) for (const other of hands(entry)) other.open = other === event.target;
    show(entry);
  }, true);

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches("[data-deadwood]")) return;
    activate(event.target.form, event.target);
    if (untouched.has(event.target)) event.target.select();
  });

  document.addEventListener("input", (event) => {
    const entry = event.target.closest("form[data-entry]");
    if (!entry || event.target.name === "reason") return;
    untouched.delete(event.target);
    if (event.target.matches("[aria-invalid]")) {
      event.target.removeAttribute("aria-invalid");
      document.getElementById(`${event.target.id}-error`).hidden = true;
    }
    if (event.target.matches("input[type=radio]")) {
      for (const error of event.target.closest(".hand, [data-picker]")?.querySelectorAll(".error") ?? []) error.hidden = true;
    }
    show(entry);
    if (ending(entry)) requestPreview(entry);
  });

  document.addEventListener("keydown", (event) => {
    const entry = event.target.closest("form[data-entry]") ?? (event.target === document.body ? form() : null);
    if (!entry || !ending(entry) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("[data-deadwood]")) {
      // Enter goes to the first missing number, and saves only when none is missing.
      const missing = firstEmpty(entry);
      if (event.key === "Enter" && ((missing && missing !== event.target) || unfinished(entry))) {
        event.preventDefault();
        if (missing) missing.focus({ preventScroll: true });
        else turnToCount(entry, unfinished(entry));
      }
    } else if (!event.target.matches("input[type=text]") && /^([0-9+]|Backspace)$/.test(event.key)) {
      event.preventDefault();
      press(entry, event.key === "Backspace" ? "back" : event.key);
    }
  });

  // typed.js has put back what was typed before.
  document.addEventListener("entry-filled", ({ target: entry }) => {
    for (const field of entry.querySelectorAll("[data-deadwood]")) {
      field.classList.remove("active");
      if (field.value !== field.defaultValue) untouched.delete(field);
    }
    prepare(entry);
    if (ending(entry)) requestPreview(entry);
  });

  // At once: the keypad must be there for the next tap.
  for (const swapEvent of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(swapEvent, () => {
    const entry = form();
    if (!entry || !ending(entry)) lower();
    if (entry) prepare(entry);
  });
  if (form()) prepare(form());
}
