// The form that starts a table: more players, known names to tap, Enter for the next field, and the rules that suit the
// number of players. The form works without script: the server then does the same when a button is pressed.
"use strict";

{
  const form = document.querySelector(".new-table");
  const people = [...form.querySelectorAll(".person")];
  const fields = people.map((person) => person.querySelector("[data-name]"));
  const chips = [...form.querySelectorAll("[name=fill]")];
  const target = document.getElementById("target");
  const firstDealer = form.querySelector("[data-draw]");
  const fewest = 2;
  const shown = () => Number(form.elements.seats.value);
  const isFilled = (field) => field.value.trim() !== "";
  const checked = () => form.querySelector("[name=preset]:checked");

  function showRules() {
    const offered = [...form.querySelectorAll(".offered")];
    const fits = (row) => row.dataset.counts.split(" ").includes(String(shown()));
    const fitting = offered.filter(fits);
    for (const row of offered) row.hidden = !fits(row);
    if (fitting.length && !fitting.some((row) => row.contains(checked()))) fitting[0].querySelector("input").checked = true;
    form.querySelector(".nothing").hidden = fitting.length > 0;
    showTarget();
  }

  // The row of the chosen rules says how far the game goes, also when another target was typed.
  function showTarget() {
    target.placeholder = checked()?.dataset.target ?? "";
    for (const ends of form.querySelectorAll("[data-to]")) {
      const typed = ends.closest(".offered").contains(checked()) && /^\d+$/.test(target.value.trim());
      ends.textContent = typed ? ends.dataset.to.replace("{n}", target.value.trim()) : ends.dataset.ends;
    }
  }

  function showNames() {
    const names = fields.map((field) => field.value.trim());
    fields.forEach((field, i) => {
      people[i].querySelector(".take-out").hidden = i < fewest && !isFilled(field);
      field.enterKeyHint = i + 1 < shown() ? "next" : "go";
      const label = form.querySelector(`[data-name-of="${i + 1}"]`);
      label.textContent = names[i] || label.dataset.unnamed;
      label.closest("label").hidden = i >= shown();
    });
    for (const chip of chips) chip.setAttribute("aria-pressed", names.includes(chip.value));
    showDealer();
  }

  function showDealer() {
    const dealer = form.querySelector("[name=dealer]:checked:not([value=draw]) + span");
    firstDealer.textContent = dealer ? dealer.textContent.trim() : firstDealer.dataset.draw;
  }

  function show(seats) {
    form.elements.seats.value = seats;
    form.dataset.seats = seats;
    people.forEach((person, i) => {
      person.hidden = i >= seats;
    });
    if (form.elements.dealer.value > seats) form.elements.dealer.value = "draw";
    form.querySelector(".add").hidden = seats >= people.length;
    showRules();
    showNames();
  }

  function add() {
    if (shown() >= people.length) return null;
    show(shown() + 1);
    return fields[shown() - 1];
  }

  // Who comes after the name that is taken away moves up.
  function clear(at) {
    for (let i = at; i < fields.length; i++) fields[i].value = i + 1 < fields.length ? fields[i + 1].value : "";
    const filled = fields.reduce((last, field, i) => (isFilled(field) ? i + 1 : last), 0);
    show(Math.max(fewest, filled, shown() - 1));
  }

  function fill(chip) {
    const name = chip.value;
    const at = fields.findIndex((field) => field.value.trim() === name);
    if (at >= 0) return clear(at);
    const free = fields.slice(0, shown()).find((field) => !isFilled(field)) ?? add();
    if (free) free.value = name;
    return showNames();
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (chips.includes(button)) {
      event.preventDefault();
      fill(button);
    }
    if (button?.dataset.clear) {
      const at = Number(button.dataset.clear) - 1;
      clear(at);
      fields[Math.min(at, shown() - 1)].focus();
    }
    if (button?.classList.contains("add")) {
      event.preventDefault();
      add()?.focus();
    }
  });

  form.addEventListener("keydown", (event) => {
    const at = fields.indexOf(event.target);
    if (event.key !== "Enter" || event.isComposing || at < 0) return;
    if (at + 1 >= shown() && fields.slice(0, shown()).every(isFilled)) return;
    event.preventDefault();
    const empty = fields.slice(0, shown()).find((field) => !isFilled(field));
    (at + 1 < shown() ? fields[at + 1] : empty).focus();
  });

  form.addEventListener("input", (event) => {
    if (event.target.name === "dealer") showDealer();
    if (event.target === target || event.target.name === "preset") showTarget();
    if (fields.includes(event.target)) showNames();
  });

  show(shown());
  // Back in the history, the browser fills in what was there, and says so by this event.
  window.addEventListener("pageshow", () => show(shown()));
}
