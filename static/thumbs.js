// Confirms a round on the phone that lies between the players: when all of them hold their thumbs down for a second, the
// form is sent.
//
// <form data-thumbs> holds a <label class="thumb"> with a checkbox for each player. Without script they tick the boxes and
// press the button. While somebody holds a thumb down or types a dispute, htmx doesn't swap that part of the page.
"use strict";

{
  const HOLD = 1000; // milliseconds
  const held = new Map(); // pointer id -> thumb
  let timer = 0;

  const form = () => document.querySelector("form[data-thumbs]");
  const thumbs = () => [...(form()?.querySelectorAll(".thumb") ?? [])];

  function show() {
    const down = new Set(held.values());
    for (const thumb of thumbs()) thumb.classList.toggle("held", down.has(thumb));
    const all = thumbs().length > 0 && thumbs().every((thumb) => down.has(thumb));
    form()?.classList.toggle("holding", all);
    clearTimeout(timer);
    if (all) timer = setTimeout(send, HOLD);
  }

  function send() {
    for (const thumb of thumbs()) thumb.querySelector("input").checked = true;
    held.clear();
    form()?.requestSubmit();
  }

  document.addEventListener("pointerdown", (event) => {
    const thumb = event.target.closest?.("[data-thumbs] .thumb");
    if (!thumb) return;
    held.set(event.pointerId, thumb);
    show();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => held.delete(event.pointerId) && show());
  }
  // A long press on a thumb must not open the context menu.
  document.addEventListener("contextmenu", (event) => event.target.closest?.("[data-thumbs] .thumb") && event.preventDefault());

  // Whether somebody is using this part of the page: typing a dispute, or holding or ticking thumbs.
  const writing = (part) => [...document.querySelectorAll(`#${part} .dispute input[name=reason]`)].some((input) => input.value || input === document.activeElement);
  const busy = (part) => writing(part) || (part === "asks" && (held.size > 0 || document.querySelector("[data-thumbs] :checked") !== null));
  let sending = false; // while such a form is being sent, its response may swap everything

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.matches("[data-match-watch]") && (busy("asks") || busy("sheet"))) event.preventDefault();
  });
  document.addEventListener("htmx:beforeRequest", (event) => { sending ||= event.target.matches("#asks form, .dispute form"); });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.requestConfig?.verb === "post") sending = false; });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const part = event.detail.target?.id;
    if (!sending && ["asks", "sheet"].includes(part) && busy(part)) event.detail.shouldSwap = false;
  });
}
