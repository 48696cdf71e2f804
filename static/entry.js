// The round form's keypad and preview, and small comforts of the other pages. Everything works without it, by plain
// forms; no rule of the game is known here: what may be typed is checked by the server, which also makes the preview.
"use strict";

document.documentElement.classList.add("js");

const shown = (element) => element.getClientRects().length > 0;
const form = () => document.querySelector("form[data-entry]");
const fields = (entry) => [...entry.querySelectorAll("[data-deadwood]")].filter(shown);
const ending = (entry) => entry.querySelector(".ends:checked");

// --- Hands played side by side: one is open, the others folded to a line ----------------------------------------------

const hands = (entry) => [...entry.querySelectorAll(".hand")];
const several = (entry) => hands(entry).length > 1;
const openHand = (entry) => (several(entry) ? hands(entry).find((hand) => hand.open) : hands(entry)[0]);
const endingOf = (entry, hand) => entry.querySelector(`.of-${hand.dataset.hand}:checked`);
const whose = (field) => field.closest(".field").querySelector("bdi").textContent;

// The counts that a hand's ending asks for, as the stylesheet shows them.
function asked(entry, hand) {
  const end = endingOf(entry, hand);
  if (!end || end.matches(`.none-${hand.dataset.hand}`)) return [];
  const counts = entry.querySelectorAll(`[data-counts="${hand.dataset.hand}"] .field`);
  return [...counts].filter((field) => !end.matches(`.${field.dataset.ends}`)).map((field) => field.querySelector("input"));
}

const finished = (entry, hand) => endingOf(entry, hand) && asked(entry, hand).every((field) => field.value);
const misdealt = (entry) => Boolean(entry.querySelector(".ends-misdeal:checked"));
const unfinished = (entry) =>
  misdealt(entry) || !several(entry) ? undefined : hands(entry).find((hand) => !hand.open && !finished(entry, hand));

function turnTo(entry, hand) {
  if (several(entry)) for (const other of hands(entry)) other.open = other === hand;
  show(entry);
}

const said = (entry, hand) =>
  [endingOf(entry, hand)?.dataset.says, ...asked(entry, hand).filter((f) => f.value).map((f) => `${whose(f)} ${f.value}`)]
    .filter(Boolean).join(", ");

// --- The card that sets the limit --------------------------------------------------------------------------------------

const chosenCard = (picker) => ["rank", "suit"].map((part) => picker.querySelector(`[name=${part}]:checked`));
const isWhole = ([rank, suit]) => Boolean(suit && (rank || "whole" in suit.dataset));

// Which limit a card sets came with the page; here a number is only compared with it.
function showCard(entry) {
  const picker = entry.querySelector("[data-picker]");
  if (!picker) return;
  const [rank, suit] = chosenCard(picker);
  const parts = (suit && "whole" in suit.dataset ? [suit] : [rank, suit]).filter(Boolean);
  const words = picker.querySelector("summary").dataset;
  const means = parts.map((part) => part.dataset.means).filter(Boolean).join(", ");
  const face = picker.querySelector("[data-face]");
  face.textContent = parts.map((part) => part.dataset.label).join(words.gap) || words.title;
  face.classList.toggle("red", Boolean(suit?.closest(".red")));
  picker.classList.toggle("chosen", isWhole([rank, suit]));
  // A line that is too long breaks between the two meanings.
  picker.querySelector("[data-means]").textContent = means.replaceAll(" ", "\u00a0").replaceAll(",\u00a0", ", ") || words.ask;
  const limit = suit?.dataset.limit ?? rank?.dataset.limit;
  for (const end of entry.querySelectorAll("[data-amount]")) {
    if (!Number(end.dataset.amount)) continue;
    const over = limit !== undefined && Number(end.dataset.amount) > Number(limit);
    const chip = end.closest(".chip");
    const reason = `${face.textContent}: ${means}`;
    end.disabled = over && !end.checked;
    end.ariaLabel = over ? `${end.dataset.says}. ${reason}` : end.dataset.says;
    chip.title = over ? reason : "";
    chip.classList.toggle("over", over);
  }
}

// What lies open on the table stays chosen until the round is saved, also when the page comes anew.
const place = (entry) => [location.pathname, entry.elements.game.value, entry.elements.round.value].join(" ");

function remember(entry, picker) {
  const [rank, suit] = chosenCard(picker);
  try {
    sessionStorage.setItem("card", JSON.stringify([place(entry), rank?.value, suit?.value]));
  } catch { /* Then it lasts as long as the page. */ }
}

function recall(entry) {
  const picker = entry.querySelector("[data-picker]");
  if (!picker || entry.matches(".corrects") || chosenCard(picker).some(Boolean)) return;
  let kept = [];
  try {
    kept = JSON.parse(sessionStorage.getItem("card")) ?? [];
  } catch { /* Nothing is kept. */ }
  if (kept[0] !== place(entry)) return;
  for (const [at, part] of ["rank", "suit"].entries()) {
    const choice = [...picker.querySelectorAll(`[name=${part}]`)].find((one) => one.value === kept[at + 1]);
    if (choice) choice.checked = true;
  }
  picker.open = !isWhole(chosenCard(picker));
}

// Both taps since it was opened fold it; a changed rank alone might still want another suit.
const tapped = new WeakMap();

function tapCard(entry, choice) {
  const picker = choice.closest("[data-picker]");
  const parts = (tapped.get(picker) ?? new Set()).add(choice.name);
  tapped.set(picker, parts);
  if ("whole" in choice.dataset || parts.size === 2) picker.open = false;
}

// --- Typing a hand's deadwood: digits, or cards added with + ---------------------------------------------------------

// What is no sum, as 10+x or 5++5, has no total; 10+ is a sum being typed.
const isSum = (text) => /^\s*(\d+\s*(\+\s*\d+\s*)*(\+\s*)?)?$/.test(text);
const sum = (text) => (isSum(text) ? text.split("+").reduce((total, part) => total + Number(part), 0) : NaN);
const allowed = (entry, text) => sum(text) <= Number(entry.dataset.most) && text.length <= 40;

// Numbers that came with a correction and nobody touched yet: a digit begins a new number, as on a calculator.
const untouched = new WeakSet();
const follows = (field, key) => typed(untouched.has(field) && /\d/.test(key) ? "" : field.value, key);
const leads = (entry, field, key) => {
  const text = follows(field, key);
  return key === "back" || (allowed(entry, text) && (text !== field.value || untouched.has(field)));
};

function typed(text, key) {
  if (key === "back") return text.slice(0, -1);
  if (key === "+") return !text || text.endsWith("+") ? text : text + key;
  // A leading zero says nothing: 0 then 7 is 7.
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
  if (!leads(entry, field, key)) return;
  field.value = follows(field, key);
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
}

// Draws what follows from the fields: which keys still lead to a possible hand, sums with their total, one Next or none.
function show(entry) {
  showCard(entry);
  const hand = openHand(entry);
  for (const counts of entry.querySelectorAll("[data-counts]")) counts.classList.toggle("now", counts.dataset.counts === hand?.dataset.hand);
  const current = active(entry);
  const chosen = misdealt(entry) ? ending(entry) : hand && endingOf(entry, hand);
  const says = entry.querySelector("p[data-says]");
  says.hidden = !ending(entry);
  says.textContent = [says.dataset.says, chosen?.dataset.says ?? hand?.querySelector("b")?.textContent].filter(Boolean).join(": ");
  const onward = fields(entry).length > 1 || Boolean(unfinished(entry));
  for (const key of entry.querySelectorAll("[data-key]")) {
    const name = key.dataset.key;
    if (name === "next") key.hidden = !onward;
    else key.disabled = !current || !leads(entry, current, name);
  }
  entry.querySelector("[data-keypad]").classList.toggle("with-next", onward);
  entry.classList.toggle("nothing-to-count", !current);
  for (const other of several(entry) ? hands(entry) : []) {
    other.querySelector("[data-told]").textContent = misdealt(entry) ? "" : said(entry, other);
    other.classList.toggle("finished", !misdealt(entry) && Boolean(finished(entry, other)));
  }
  const reason = entry.elements.reason;
  reason.disabled = !misdealt(entry) && !entry.matches(".corrects");
  for (const field of fields(entry)) {
    const note = document.getElementById(`${field.id}-note`);
    const full = field.value && !untouched.has(field) && isSum(field.value) && !allowed(entry, typed(field.value, "9"));
    const adding = field.value.includes("+") && isSum(field.value);
    const usual = chosen?.dataset.kind?.endsWith("gin") ? note.dataset.ginNote : note.dataset.note;
    note.textContent = adding ? `= ${sum(field.value)}` : full ? note.dataset.full : usual;
    note.classList.toggle("adds", adding);
  }
}

function ask(entry) {
  // A "yes" was given to the question about other numbers.
  entry.querySelector("#preview [name=confirm]")?.remove();
  entry.dispatchEvent(new Event("preview"));
}

function prepare(entry) {
  const keypad = entry.querySelector("[data-keypad]");
  for (const field of keypad.hidden && entry.matches(".corrects") ? fields(entry) : []) if (field.value) untouched.add(field);
  keypad.hidden = false;
  for (const field of entry.querySelectorAll("[data-deadwood]")) field.inputMode = "none";
  recall(entry);
  show(entry);
  // Only in a form that is new on the page: a preview that arrives must not take the hand being typed away.
  if (!ending(entry) || entry.querySelector("[data-deadwood].active")) return;
  activate(entry, entry.querySelector("[aria-invalid]") ?? firstEmpty(entry) ?? fields(entry)[0]);
}

document.addEventListener("click", (event) => {
  const entry = event.target.closest("form[data-entry]");
  if (!entry) return;
  const key = event.target.closest("[data-key]");
  if (key) press(entry, key.dataset.key);
  // A tap goes on to what is to be told next; arrow keys, whose clicks count 0, stay among the chips.
  if (event.target.matches("[name=rank], [name=suit]") && event.detail > 0) tapCard(entry, event.target);
  if (event.target.matches(".ends") && event.detail > 0) {
    entry.querySelector(".rare").open = false;
    const told = hands(entry).find((hand) => endingOf(entry, hand) === event.target);
    turnToCount(entry, (finished(entry, told) && unfinished(entry)) || told);
  }
  if (event.target.closest("[data-clear]")) {
    event.preventDefault();
    for (const end of entry.querySelectorAll(".ends")) end.checked = false;
    for (const field of entry.querySelectorAll("[data-deadwood], [name=reason]")) field.value = "";
    document.getElementById("preview").replaceChildren();
    turnTo(entry, hands(entry)[0]);
  }
});

// The keypad must not take the focus from the field.
document.addEventListener("mousedown", (event) => event.target.closest("[data-key]") && event.preventDefault());

document.addEventListener("toggle", (event) => {
  const entry = event.target.closest?.("form[data-entry]");
  if (!entry) return;
  if (event.target.matches("[data-picker]") && event.target.open) tapped.delete(event.target);
  if (!event.target.matches("details.hand")) return;
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
  if (event.target.matches("[name=rank], [name=suit]")) remember(entry, event.target.closest("[data-picker]"));
  show(entry);
  if (ending(entry)) ask(entry);
});

document.addEventListener("keydown", (event) => {
  const entry = event.target.closest("form[data-entry]") ?? (event.target === document.body ? form() : null);
  if (!entry || !ending(entry) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("[data-deadwood]")) {
    // Enter goes to the hand still missing before it saves.
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

// --- Talking to the server ------------------------------------------------------------------------------------------

// A swap, or a new page after a button, may put something else under a finger that taps twice: for a moment taps go
// nowhere (the stylesheet sees to it).
// A form that was not exchanged itself, because somebody types in it, goes on taking them.
const SETTLING = 700;
const root = document.documentElement;
let settled = 0;

function settle(part) {
  if (root.dataset.settling !== "all") root.dataset.settling = part === "entry" ? "all" : "around";
  clearTimeout(settled);
  settled = setTimeout(() => delete root.dataset.settling, SETTLING);
}
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
  document.addEventListener(swapped, ({ detail: { target } }) => ["entry", "sheet", "undo"].includes(target?.id) && settle(target.id));
}
if (form() && document.referrer.startsWith(location.origin)) settle("entry");

let saving = 0;
let heard = 0;
const onPage = () => Number(document.getElementById("tally")?.dataset.revision ?? 0);

// On the way down, before htmx hears of it and asks what is heard so far.
document.addEventListener("table-moved", (event) => { heard = Math.max(heard, Number(event.detail?.revision ?? 0)); }, true);

document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.id !== "moved") return;
  // While a round is on its way, its own answer will bring the new score; and what is shown need not be fetched.
  if (saving || (heard && heard <= onPage())) return event.preventDefault();
  if (form() && ending(form())) event.detail.parameters.typing = "1";
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches("form")) saving += 1;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig?.verb !== "post" || event.detail.elt.matches("[data-asks]")) return;
  saving = Math.max(0, saving - 1);
  const wrong = event.detail.xhr.status >= 400 && document.querySelector("[data-entry] [aria-invalid], [data-picker]:has(.error) summary");
  (wrong || document.getElementById("entry")).focus({ preventScroll: true });
  if (onPage() > Number(document.body.dataset.revision)) document.body.dataset.revision = onPage();
  if (heard > onPage()) window.htmx.trigger(document.body, "table-moved", { revision: heard });
});

// What could not be sent is said, until the server is there again: then, that it has to be sent again.
let unsent = null;

function notice(tone, text) {
  const said = Object.assign(document.createElement("p"), { className: `notice ${tone}`, textContent: text });
  document.getElementById("notice").replaceChildren(said);
  return said;
}

const words = (sender, name) => sender.dataset[name] ?? document.querySelector(".toast").dataset[name];

function lost(sender) {
  unsent = { sender, said: notice("bad", words(sender, "lost")) };
}

function back() {
  if (!unsent?.said.isConnected) return;
  if (unsent.sender.isConnected) notice("warn", words(unsent.sender, "back"));
  else unsent.said.remove();
  unsent = null;
}

for (const trouble of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(trouble, (event) => event.target.matches?.("form") && lost(event.target));
}
window.addEventListener("online", back);
new MutationObserver(() => root.dataset.live !== "offline" && back()).observe(root, { attributeFilter: ["data-live"] });

// A plain form would be lost on the browser's own error page: the server is asked first whether it is there.
const ASKING = 5000;
let asking = false;
const sure = new WeakSet();

document.addEventListener("submit", (event) => {
  const sender = event.target;
  if (sender.method !== "post" || sender.hasAttribute("hx-post") || sure.delete(sender)) return;
  event.preventDefault();
  if (asking) return;
  asking = true;
  const reached = fetch(location.href, { method: "HEAD", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout?.(ASKING) });
  reached.then(() => {
    sure.add(sender);
    sender.requestSubmit(event.submitter);
  }, () => lost(sender)).finally(() => { asking = false; });
});

document.addEventListener("htmx:afterSettle", () => form() && prepare(form()));
if (form()) prepare(form());

// --- Start and links ------------------------------------------------------------------------------------------------

for (const list of document.querySelectorAll("[data-remembered]")) list.hidden = false;
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;

// The button says which rules are chosen: their row may be out of sight.
function showRules() {
  const rules = document.querySelector("[name=preset]:checked");
  if (!rules) return;
  document.querySelector("[data-usual]").placeholder = rules.dataset.target;
  document.querySelector("[data-chosen]").textContent = rules.dataset.title;
}
showRules();
window.addEventListener("pageshow", showRules);

document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  const field = fill && [...document.querySelectorAll("[data-name]")].find((name) => shown(name) && !name.value);
  if (field) {
    field.value = fill.dataset.fill;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (event.target.closest("[data-print]")) window.print();
  const copy = event.target.closest("[data-copy]");
  if (copy) navigator.clipboard.writeText(copy.dataset.copy).then(() => { copy.textContent = copy.dataset.copied; });
});

document.addEventListener("input", (event) => {
  if (event.target.name === "preset") showRules();
  const number = event.target.dataset?.name;
  if (!number) return;
  const label = document.querySelector(`[data-name-of="${number}"]`);
  label.textContent = event.target.value || `Player ${number}`;
});
