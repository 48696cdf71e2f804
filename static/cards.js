// The card grid: a drag down enters a run, a drag across a set, a tap one card; drawn cards are tapped together. The boxes
// work without it. No rule of the game is known here: what the cards come to is the server's answer, which is not waited
// for. Whenever a hand changes, "cards" is heard on its grid; what asks the server listens for that on the form.
"use strict";

{
  const all = (element, selector) => [...element.querySelectorAll(selector)];
  const boxes = (grid) => all(grid, "[type=checkbox]");
  const ticked = (grid) => boxes(grid).filter((box) => box.checked);
  const home = (element) => element.closest("form") ?? document;
  const grids = (element) => all(home(element), "[data-grid]");
  const most = (grid) => Number(grid.dataset.most);

  // --- What can be ticked --------------------------------------------------------------------------------------------

  // The upcard is in no hand, unless somebody took it, as whoever has it did. Gives its names, each with the reason.
  function lying(form, decks) {
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
    const upcard = lying(form, decks);
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

  // Hands that changed since the server was last asked: an answer to an older question leaves them alone.
  const changed = new WeakSet();

  function tell(grid) {
    changed.add(grid);
    grid.querySelector("[data-refused]").textContent = "";
    show(home(grid));
    grid.dispatchEvent(new CustomEvent("cards", { bubbles: true }));
  }

  document.addEventListener("input", (event) => {
    const grid = event.target.closest?.("[data-grid]");
    if (grid && event.target.matches("[data-typed], [type=checkbox], [data-grid]")) tell(grid);
    const place = event.target.form?.querySelector("[data-lying]");
    if (!place || grid) return;
    // That it was taken was said of another card.
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
  let done = 0;

  function cellAt(grid, x, y) {
    const cell = document.elementFromPoint(x, y)?.closest(".cell");
    return cell && grid.contains(cell) ? cell.firstElementChild : null;
  }

  function placeOf(grid, box) {
    const row = all(grid, ".rank").findIndex((rank) => rank.contains(box));
    return [row, boxes(all(grid, ".rank")[row]).indexOf(box)];
  }

  // The boxes from where the drag began, straight down or straight across, whichever it went further.
  function line(grid, from, to) {
    const [row, column] = placeOf(grid, from);
    const [lastRow, lastColumn] = placeOf(grid, to);
    const down = Math.abs(lastRow - row) >= Math.abs(lastColumn - column);
    const [first, last] = down ? [row, lastRow] : [column, lastColumn];
    const step = Math.sign(last - first) || 1;
    const rows = all(grid, ".rank").map(boxes);
    const found = [];
    for (let at = first; at !== last + step; at += step) found.push(down ? rows[at][column] : rows[row][at]);
    // A run ends where its suit does: the wilds below are no card of it.
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

  // A finger that lifts while it moves throws the page, and browsers take a tap for the end of a throw: none may begin.
  const hold = (event) => drag && event.cancelable && event.touches.length === 1 && event.preventDefault();

  // A tap counts when the finger leaves, as a drag does: after a drag browsers may swallow the click of the next tap.
  document.addEventListener("pointerup", (event) => {
    if (!drag || !event.isPrimary) return;
    const { grid, from, moved } = drag;
    const tapped = !moved && cellAt(grid, event.clientX, event.clientY) === from;
    if (tapped) paint(from);
    drag = null;
    done = event.timeStamp;
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

  // The click that follows has been done already. One from the keyboard or from a screen reader has not.
  document.addEventListener("click", (event) => {
    if (event.detail && event.timeStamp - done < 600 && event.target.closest?.("[data-grid] .cell")) event.preventDefault();
  }, true);

  // --- Keys ----------------------------------------------------------------------------------------------------------

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  // One stop of the Tab key for the whole grid, as for any set of boxes with arrow keys.
  function rest(grid, on) {
    for (const box of boxes(grid)) box.tabIndex = box === on ? 0 : -1;
  }

  document.addEventListener("focusin", (event) => event.target.matches("[data-grid] .cell input") && rest(event.target.closest("[data-grid]"), event.target));

  // Before the round form's own keypad hears of it.
  document.addEventListener("keydown", (event) => {
    const grid = event.target.closest?.("[data-grid]");
    if (!grid || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (event.target.matches("[data-typed]")) {
      event.stopPropagation();
      if (event.key !== "Enter") return;
      // What was typed is taken over; the form is not sent by it.
      event.preventDefault();
      event.target.blur();
      tell(grid);
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
      // Whoever begins to type means the field.
      event.stopPropagation();
      grid.querySelector("[data-typed]").focus();
    }
  }, true);

  // --- The hand as it is drawn ---------------------------------------------------------------------------------------

  const chosen = (hand) => hand.querySelector("[data-card][aria-pressed=true]");
  const gridOf = (hand) => grids(hand).find((grid) => grid.dataset.grid === hand.dataset.hand);

  // The card that was tapped first stays chosen when an answer draws the hand anew.
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
    const made = Object.assign(document.createElement("div"), { className });
    hand.querySelector(".laid").append(made);
    return made;
  }

  // Puts a card beside another one, or with null beside none, at once, and types what comes of it.
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

  // --- The server's answer -------------------------------------------------------------------------------------------

  // A drawn hand is followed once, when it comes: at a later swap it may be older than what was tapped since.
  const followed = new WeakSet(document.querySelectorAll("[data-hand]"));

  // Typed cards are ticked, ticked ones written down, as the server read them.
  function follow(hand) {
    const grid = gridOf(hand);
    if (!grid || followed.has(hand) || drag?.grid === grid) return;
    followed.add(hand);
    if (changed.has(grid)) return;
    const field = grid.querySelector("[data-typed]");
    const cards = new Set(hand.dataset.cards.split(" "));
    for (const box of boxes(grid)) box.checked = cards.has(box.value);
    const faulty = "faulty" in hand.dataset;
    if (faulty) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    // Where somebody is typing the text stays as it is, and shows the cards that it names.
    const stays = faulty || field === document.activeElement;
    if (!stays) field.value = hand.dataset.text;
    grid.querySelector("[data-seen]").value = stays ? hand.dataset.named : hand.dataset.cards;
  }

  function prepare() {
    for (const grid of document.querySelectorAll("[data-grid]")) {
      // What is in another hand of this form is seen from its boxes, and what lies open from its chips; both may change.
      const elsewhere = new Set(grids(grid).filter((deck) => deck !== grid).flatMap(ticked).map((box) => box.value));
      const upcard = home(grid).querySelector("[data-lying]")?.dataset.lying;
      for (const box of boxes(grid)) if (elsewhere.has(box.value) || box.dataset.blocked === upcard) delete box.dataset.blocked;
      if (!grid.querySelector("[type=checkbox][tabindex='0']")) rest(grid, boxes(grid)[0]);
      grid.querySelector(".deck").ontouchmove = hold;
      show(home(grid));
    }
    for (const hint of document.querySelectorAll("[data-arrange]")) hint.hidden = false;
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    for (const grid of event.target.closest("form") ? grids(event.target) : []) changed.delete(grid);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const hand of document.querySelectorAll("[data-hand]")) {
      follow(hand);
      const card = all(hand, "[data-card]").find((one) => one.dataset.card === choice.get(hand.dataset.hand));
      if (card) choose(hand, card);
    }
    prepare();
  });
  document.addEventListener("change", (event) => event.target.matches("[data-sends]") && event.target.form.requestSubmit());
  prepare();
}
