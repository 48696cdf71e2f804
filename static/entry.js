// The round form's keypad and preview, and small comforts of the other pages. Everything works without it, by plain
// forms; no rule of the game is known here: what may be typed is checked by the server, which also makes the preview.
"use strict";

document.documentElement.classList.add("js");

const shown = (element) => element.getClientRects().length > 0;
const form = () => document.querySelector("form[data-entry]");
const fields = (entry) => [...entry.querySelectorAll("[data-deadwood]")].filter(shown);
const ending = (entry) => entry.querySelector(".ends:checked");

// --- Typing a hand's deadwood: digits, or cards added with + ---------------------------------------------------------

const parts = (text) => text.split("+").map((part) => Number(part.trim() || 0));
const sum = (text) => parts(text).reduce((total, part) => total + part, 0);
const allowed = (entry, text) => sum(text) <= Number(entry.dataset.most) && text.length <= 40;

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
  const text = typed(field.value, key);
  if (text === field.value || (key !== "back" && !allowed(entry, text))) return;
  field.value = text;
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
  for (const key of entry.querySelectorAll("[data-key]")) {
    const name = key.dataset.key;
    if (name === "next") key.hidden = fields(entry).length < 2;
    else key.disabled = !current || (name !== "back" && (typed(current.value, name) === current.value || !allowed(entry, typed(current.value, name))));
  }
  entry.querySelector("[data-keypad]").classList.toggle("with-next", fields(entry).length > 1);
  for (const field of fields(entry)) {
    const note = document.getElementById(`${field.id}-note`);
    const full = field.value && !allowed(entry, typed(field.value, "9"));
    const adding = field.value.includes("+");
    note.textContent = adding ? `= ${sum(field.value)}` : full ? note.dataset.full : note.dataset.note;
    note.classList.toggle("adds", adding);
  }
}

function ask(entry) {
  // A "yes" was given to the question about other numbers.
  entry.querySelector("#preview [name=confirm]")?.remove();
  entry.dispatchEvent(new Event("preview"));
}

function prepare(entry) {
  entry.querySelector("[data-keypad]").hidden = false;
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
  }
});

// The keypad must not take the focus from the field.
document.addEventListener("mousedown", (event) => event.target.closest("[data-key]") && event.preventDefault());

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-deadwood]")) activate(event.target.form, event.target);
});

document.addEventListener("input", (event) => {
  const entry = event.target.closest("form[data-entry]");
  if (!entry || event.target.name === "reason") return;
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

for (const trouble of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(trouble, (event) => {
    const text = event.target.dataset?.lost;
    if (!text) return;
    const notice = Object.assign(document.createElement("p"), { className: "notice bad", textContent: text });
    document.getElementById("notice").replaceChildren(notice);
  });
}

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
