// The card grid: drag down to enter a run, drag across to enter a set, tap to enter one card. Below it the hand is drawn in
// its melds, and tapping two drawn cards joins them. Without script the grid's checkboxes still work. No rules of the game
// are known here: the server works out what the cards are worth, and nobody has to wait for it. Whenever a hand changes,
// its grid dispatches "cards"; htmx listens for that on the form, and requests the answer.
"use strict";

{
  const all = (element, selector) => [...element.querySelectorAll(selector)];
  const boxes = (grid) => all(grid, "[type=checkbox]");
  const ticked = (grid) => boxes(grid).filter((box) => box.checked);
  const scope = (element) => element.closest("form") ?? document;
  const grids = (element) => all(scope(element), "[data-grid]");
  const most = (grid) => Number(grid.dataset.most);

  // --- What can be ticked --------------------------------------------------------------------------------------------

  // Returns the upcard as a map from its names ("5h" and "h5") to the reason why no hand can have it; empty once somebody
  // has taken it. A hand that has the card did take it, so the box "taken" is ticked then.
  function unavailableUpcard(form, decks) {
    const place = form.querySelector("[data-lying]");
    const [rank, suit] = ["rank", "suit"].map((part) => place && form.querySelector(`[name=${part}]:checked`));
    if (!rank || !suit || "whole" in suit.dataset) return new Map();
    const names = [rank.value + suit.value, suit.value + rank.value];
    const taken = place.querySelector("[type=checkbox]");
    const held = decks.flatMap(ticked).some((box) => names.includes(box.value));
    if (taken && held) taken.checked = true;
    return new Map(held || taken?.checked ? [] : names.map((name) => [name, place.dataset.lying]));
  }

  function show(form) {
    const decks = all(form, "[data-grid]");
    const upcard = unavailableUpcard(form, decks);
    for (const grid of decks) {
      const held = new Map(decks.filter((deck) => deck !== grid).flatMap((deck) =>
        ticked(deck).map((box) => [box.value, deck.dataset.holds])));
      const full = ticked(grid).length >= most(grid) ? grid.dataset.full : "";
      for (const box of boxes(grid)) {
        const taken = box.checked ? "" : box.dataset.blocked || held.get(box.value) || upcard.get(box.value) || "";
        const reason = taken || (box.checked ? "" : full);
        box.disabled = Boolean(reason);
        box.ariaDescription = reason || null;
        box.parentElement.title = reason;
        box.parentElement.classList.toggle("taken", Boolean(taken));
      }
      grid.querySelector("[data-count]").textContent = grid.dataset.counting.replace("{n}", ticked(grid).length);
    }
  }

  // Grids that have changed since the last request: its response must not overwrite them.
  const changed = new WeakSet();

  function announceChange(grid) {
    changed.add(grid);
    grid.querySelector("[data-refused]").textContent = "";
    show(scope(grid));
    grid.dispatchEvent(new CustomEvent("cards", { bubbles: true }));
  }

  document.addEventListener("input", (event) => {
    const grid = event.target.closest?.("[data-grid]");
    if (grid && event.target.matches("[data-typed], [type=checkbox], [data-grid]")) announceChange(grid);
    const place = event.target.form?.querySelector("[data-lying]");
    if (!place || grid) return;
    // "Taken" was ticked for another card.
    if (event.target.matches("[name=rank], [name=suit]")) for (const taken of all(place, "[type=checkbox]")) taken.checked = false;
    show(event.target.form);
  });

  function type(grid, text) {
    const field = grid.querySelector("[data-typed]");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // --- Dragging ------------------------------------------------------------------------------------------------------

  let drag = null;
  let lastTap = 0;

  function cellAt(grid, x, y) {
    const cell = document.elementFromPoint(x, y)?.closest(".cell");
    return cell && grid.contains(cell) ? cell.firstElementChild : null;
  }

  function placeOf(grid, box) {
    const row = all(grid, ".rank").findIndex((rank) => rank.contains(box));
    return [row, boxes(all(grid, ".rank")[row]).indexOf(box)];
  }

  // Returns the boxes from the start of the drag, straight down or straight across: whichever way it went further.
  function line(grid, from, to) {
    const [row, column] = placeOf(grid, from);
    const [lastRow, lastColumn] = placeOf(grid, to);
    const down = Math.abs(lastRow - row) >= Math.abs(lastColumn - column);
    const [first, last] = down ? [row, lastRow] : [column, lastColumn];
    const step = Math.sign(last - first) || 1;
    const rows = all(grid, ".rank").map(boxes);
    const found = [];
    for (let at = first; at !== last + step; at += step) found.push(down ? rows[at][column] : rows[row][at]);
    // A run ends with its suit: it doesn't include the wilds below.
    return down && !from.closest(".wilds") ? found.filter((box) => !box.closest(".wilds")) : found;
  }

  function paint(to) {
    const { grid, from, value, before } = drag;
    for (const [box, was] of before) box.checked = was;
    for (const box of line(grid, from, to)) {
      if (box.disabled || (value && !box.checked && ticked(grid).length >= most(grid))) continue;
      box.checked = value;
    }
    navigator.vibrate?.(4);
  }

  document.addEventListener("pointerdown", (event) => {
    const grid = event.target.closest("[data-grid]");
    const from = event.target.closest(".cell")?.firstElementChild;
    if (!grid || !from || event.button || !event.isPrimary) return;
    drag = { grid, from, last: from, value: !from.checked, before: boxes(grid).map((box) => [box, box.checked]) };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const to = cellAt(drag.grid, event.clientX, event.clientY);
    if (!to || to === drag.last) return;
    drag.moved = true;
    drag.last = to;
    paint(to);
  });

  // No scrolling from the grid: a finger lifted while moving would start a fling, and browsers use the next tap to stop it.
  const preventScroll = (event) => drag && event.cancelable && event.touches.length === 1 && event.preventDefault();

  // Taps are handled on pointerup, not on click: after a drag, browsers may swallow the click of the next tap.
  document.addEventListener("pointerup", (event) => {
    if (!drag || !event.isPrimary) return;
    const { grid, from, moved } = drag;
    const tapped = !moved && cellAt(grid, event.clientX, event.clientY) === from;
    if (tapped) paint(from);
    drag = null;
    lastTap = event.timeStamp;
    if (!moved && !tapped) return;
    grid.querySelector("[data-typed]").blur();
    if (tapped && from.disabled) refuse(grid, from.parentElement.title);
    else grid.dispatchEvent(new Event("input", { bubbles: true }));
  });

  function refuse(grid, reason) {
    const words = grid.querySelector("[data-refused]");
    words.textContent = reason;
    words.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("pointercancel", () => {
    if (drag) for (const [box, was] of drag.before) box.checked = was;
    drag = null;
  });

  // The click that follows a pointerup was handled there. A click from the keyboard or a screen reader was not.
  document.addEventListener("click", (event) => {
    if (event.detail && event.timeStamp - lastTap < 600 && event.target.closest?.("[data-grid] .cell")) event.preventDefault();
  }, true);

  // --- Keys ----------------------------------------------------------------------------------------------------------

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  // Makes one box the grid's only Tab stop (roving tabindex); the arrow keys move between the boxes.
  function setTabStop(grid, on) {
    for (const box of boxes(grid)) box.tabIndex = box === on ? 0 : -1;
  }

  document.addEventListener("focusin", (event) => event.target.matches("[data-grid] .cell input") && setTabStop(event.target.closest("[data-grid]"), event.target));

  // In the capture phase: before entry.js handles the same keys for its keypad.
  document.addEventListener("keydown", (event) => {
    const grid = event.target.closest?.("[data-grid]");
    if (!grid || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (event.target.matches("[data-typed]")) {
      event.stopPropagation();
      if (event.key !== "Enter") return;
      // Enter applies the typed cards, but doesn't send the form.
      event.preventDefault();
      event.target.blur();
      announceChange(grid);
    } else if (event.target.matches("[type=checkbox]") && step) {
      event.preventDefault();
      const rows = all(grid, ".rank").map(boxes);
      let [row, column] = placeOf(grid, event.target);
      do {
        row += step[0];
        column += step[1];
      } while (rows[row]?.[column]?.disabled);
      rows[row]?.[column]?.focus();
    } else if (event.target.matches("[type=checkbox]") && event.key === "Enter") {
      event.preventDefault();
      event.target.click();
    } else if (event.target.matches("[type=checkbox]") && /^[^\s]$/.test(event.key)) {
      // Any other character goes to the text field.
      event.stopPropagation();
      grid.querySelector("[data-typed]").focus();
    }
  }, true);

  // --- The drawn hand ------------------------------------------------------------------------------------------------

  const chosen = (hand) => hand.querySelector("[data-card][aria-pressed=true]");
  const gridOf = (hand) => grids(hand).find((grid) => grid.dataset.grid === hand.dataset.hand);

  // Hand -> the card tapped first. It stays selected when a response draws the hand again.
  const choice = new Map();

  function choose(hand, card) {
    choice.set(hand.dataset.hand, card?.dataset.card);
    for (const other of all(hand, "[data-card]")) other.ariaPressed = String(other === card);
    const words = hand.querySelector("[data-joining]");
    words.dataset.usual ??= words.textContent;
    words.textContent = card ? words.dataset.ask : words.dataset.usual;
    hand.querySelector("[data-apart]").hidden = !card?.closest("[data-group]");
  }

  function place(hand, className) {
    const element = Object.assign(document.createElement("div"), { className });
    hand.querySelector(".laid").append(element);
    return element;
  }

  // Moves a card to the meld of another one (null: out of its meld) without waiting for the server, and writes the new
  // arrangement into the text field.
  function put(hand, card, beside) {
    const left = hand.querySelector(".left") ?? place(hand, "left");
    let group = beside ? beside.closest("[data-group]") : left;
    if (!group) {
      group = place(hand, "meld short");
      group.dataset.group = "";
      group.append(beside);
      left.before(group);
    }
    group.append(card);
    for (const one of all(hand, "[data-group]")) {
      if (one.childElementCount > 1) continue;
      left.append(...one.children);
      one.remove();
    }
    const words = (element) => all(element, "[data-card]").map((other) => other.dataset.card).join(" ");
    type(gridOf(hand), `${all(hand, "[data-group]").map(words).join(" / ")} - ${words(left)}`.trim());
  }

  document.addEventListener("click", (event) => {
    const hand = event.target.closest("[data-hand]");
    if (!hand || !gridOf(hand)) return;
    const card = event.target.closest("[data-card]");
    const first = chosen(hand);
    const best = event.target.closest("[data-best]");
    if (best) type(gridOf(hand), best.dataset.best);
    else if (event.target.closest("[data-apart]") && first) put(hand, first, null);
    else if (card && first && card !== first) put(hand, first, card);
    else if (card) return choose(hand, card === first ? null : card);
    else return;
    choose(hand, null);
  });

  // --- The server's response -----------------------------------------------------------------------------------------

  // Drawn hands whose cards were taken over into their grid. Once only: later, the grid may be newer than the drawn hand.
  const applied = new WeakSet(document.querySelectorAll("[data-hand]"));

  // Ticks the cards that were typed, and writes down those that were ticked, as the server read them.
  function applyAnswer(hand) {
    const grid = gridOf(hand);
    if (!grid || applied.has(hand) || drag?.grid === grid) return;
    applied.add(hand);
    if (changed.has(grid)) return;
    const field = grid.querySelector("[data-typed]");
    const cards = new Set(hand.dataset.cards.split(" "));
    for (const box of boxes(grid)) box.checked = cards.has(box.value);
    const faulty = "faulty" in hand.dataset;
    if (faulty) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    // Where somebody is typing, or the text has faults, the text stays; data-seen then holds the cards it names.
    const stays = faulty || field === document.activeElement;
    if (!stays) field.value = hand.dataset.text;
    grid.querySelector("[data-seen]").value = stays ? hand.dataset.named : hand.dataset.cards;
  }

  function prepare() {
    for (const grid of document.querySelectorAll("[data-grid]")) {
      // show() blocks the cards of this form's other hands and its upcard, which may change; so these don't stay blocked
      // by the data attribute from the server.
      const elsewhere = new Set(grids(grid).filter((deck) => deck !== grid).flatMap(ticked).map((box) => box.value));
      const upcard = scope(grid).querySelector("[data-lying]")?.dataset.lying;
      for (const box of boxes(grid)) if (elsewhere.has(box.value) || box.dataset.blocked === upcard) delete box.dataset.blocked;
      if (!grid.querySelector("[type=checkbox][tabindex='0']")) setTabStop(grid, boxes(grid)[0]);
      grid.querySelector(".deck").ontouchmove = preventScroll;
      show(scope(grid));
    }
    for (const hint of document.querySelectorAll("[data-arrange]")) hint.hidden = false;
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    for (const grid of event.target.closest("form") ? grids(event.target) : []) changed.delete(grid);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const hand of document.querySelectorAll("[data-hand]")) {
      applyAnswer(hand);
      const card = all(hand, "[data-card]").find((one) => one.dataset.card === choice.get(hand.dataset.hand));
      if (card) choose(hand, card);
    }
    prepare();
  });
  document.addEventListener("change", (event) => event.target.matches("[data-sends]") && event.target.form.requestSubmit());
  prepare();
}
