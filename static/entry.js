// The round form's keypad and preview, and small comforts of the other pages. Everything works without it, by plain
// forms; no rule of the game is known here: what may be typed is checked by the server, which also makes the preview.
"use strict";

document.documentElement.classList.add("js");

const shown = (element) => element.getClientRects().length > 0;
const form = () => document.querySelector("form[data-entry]");
const fields = (entry) => [...entry.querySelectorAll("[data-deadwood]")].filter(shown);
const ending = (entry) => entry.querySelector(".ends:checked");

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
  const field = all[(all.indexOf(active(entry)) + 1) % all.length];
  field.focus({ preventScroll: true });
  activate(entry, field);
}

// Draws what follows from the fields: which keys still lead to a possible hand, sums with their total, one Next or none.
function show(entry) {
  const current = active(entry);
  const chosen = ending(entry);
  const says = entry.querySelector("p[data-says]");
  says.hidden = !chosen;
  says.textContent = chosen ? `${says.dataset.says}: ${chosen.dataset.says}` : "";
  for (const key of entry.querySelectorAll("[data-key]")) {
    const name = key.dataset.key;
    if (name === "next") key.hidden = fields(entry).length < 2;
    else key.disabled = !current || !leads(entry, current, name);
  }
  entry.querySelector("[data-keypad]").classList.toggle("with-next", fields(entry).length > 1);
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
  // Only in a form that is new on the page: a preview that arrives must not take the hand being typed away.
  if (!ending(entry) || entry.querySelector("[data-deadwood].active")) return;
  activate(entry, entry.querySelector("[aria-invalid]") ?? firstEmpty(entry) ?? fields(entry)[0]);
}

document.addEventListener("click", (event) => {
  const entry = event.target.closest("form[data-entry]");
  if (!entry) return;
  const key = event.target.closest("[data-key]");
  if (key) press(entry, key.dataset.key);
  // A tap goes on to the next hand; arrow keys, whose clicks count 0, stay among the chips.
  if (event.target.matches(".ends") && event.detail > 0) {
    entry.querySelector(".rare").open = false;
    const field = firstEmpty(entry) ?? fields(entry)[0];
    field?.focus({ preventScroll: true });
    activate(entry, field);
  }
  if (event.target.closest("[data-clear]")) {
    event.preventDefault();
    for (const end of entry.querySelectorAll(".ends")) end.checked = false;
    for (const field of entry.querySelectorAll("[data-deadwood]")) field.value = "";
    document.getElementById("preview").replaceChildren();
    show(entry);
  }
});

// The keypad must not take the focus from the field.
document.addEventListener("mousedown", (event) => event.target.closest("[data-key]") && event.preventDefault());

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
  show(entry);
  if (ending(entry)) ask(entry);
});

document.addEventListener("keydown", (event) => {
  const entry = event.target.closest("form[data-entry]") ?? (event.target === document.body ? form() : null);
  if (!entry || !ending(entry) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("[data-deadwood]")) {
    // Enter goes to the hand still missing before it saves.
    if (event.key === "Enter" && firstEmpty(entry) && firstEmpty(entry) !== event.target) {
      event.preventDefault();
      firstEmpty(entry).focus({ preventScroll: true });
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
  const wrong = event.detail.xhr.status >= 400 && document.querySelector("[data-entry] [aria-invalid]");
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

document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  const field = fill && [...document.querySelectorAll("[data-name]")].find((name) => shown(name) && !name.value);
  if (field) {
    field.value = fill.dataset.fill;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) navigator.clipboard.writeText(copy.dataset.copy).then(() => { copy.textContent = copy.dataset.copied; });
});

document.addEventListener("input", (event) => {
  if (event.target.name === "preset") document.querySelector("[data-usual]").placeholder = event.target.dataset.target;
  const number = event.target.dataset?.name;
  if (!number) return;
  const label = document.querySelector(`[data-name-of="${number}"]`);
  label.textContent = event.target.value || `Player ${number}`;
});
