// A page with a search field: what is typed is searched at once. Without script, the button beside the field does it.
// Each [data-search] is hidden unless all typed words are in its text, and a <section> in which all of them are hidden, too, but not the one with the field.
"use strict";

{
  const field = document.getElementById("q");
  const found = document.querySelector(".found");
  const all = found.textContent;

  function search() {
    // A line that was saved has been replaced.
    const rows = [...document.querySelectorAll("[data-search]")];
    const sections = new Set(rows.map((row) => row.closest("section")).filter((section) => section && !section.contains(field)));
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.search.includes(word));
    for (const section of sections) section.hidden = !section.querySelector("[data-search]:not([hidden])");
    const none = rows.every((row) => row.hidden) ? found.dataset.none : "";
    found.textContent = words.length ? none : all;
  }

  field.addEventListener("input", search);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    field.blur();
  });
}
