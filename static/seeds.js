// Seeds can be dragged by a grip; where one is dropped, all of them get their numbers anew. The form saves them.
"use strict";

for (const list of document.querySelectorAll("[data-seeds]")) {
  let dragged = null;

  const number = () => {
    [...list.querySelectorAll("input")].forEach((input, index) => { input.value = index + 1; });
  };

  for (const grip of list.querySelectorAll("[data-grip]")) grip.hidden = false;

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip) return;
    event.preventDefault();
    dragged = grip.closest("li");
    dragged.classList.add("dragged");
    // The list keeps the pointer: a line that moves in the document would lose it.
    list.setPointerCapture(event.pointerId);
  });

  list.addEventListener("pointermove", ({ clientY }) => {
    if (!dragged) return;
    const below = [...list.children].find((line) => {
      const box = line.getBoundingClientRect();
      return line !== dragged && clientY < box.top + box.height / 2;
    }) ?? null;
    if (below !== dragged.nextElementSibling) list.insertBefore(dragged, below);
  });

  for (const end of ["pointerup", "pointercancel"]) {
    list.addEventListener(end, () => {
      if (!dragged) return;
      dragged.classList.remove("dragged");
      dragged = null;
      number();
    });
  }
}
