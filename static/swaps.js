// Swaps on a table's page: taps made while a round is being saved are carried over, the focus is moved, and updates from
// other phones wait while a round is being saved.
"use strict";

{
  // What is tapped in the form after Save, before the server has answered, is meant for the form that comes next: it is
  // tapped again there. Selectors, in order; null while nothing is on its way to #entry.
  let carried = null;
  let onItsWay = false;

  document.addEventListener("submit", ({ target }) => {
    if (!target.matches("[hx-target='#entry']")) return;
    // A second Save while the first is stored: only with a new round before it is it more than a double tap.
    if (!onItsWay) carried = [];
    else if (carried.length) carried.push(".save");
    onItsWay = true;
  }, true);
  document.addEventListener("click", ({ target }) => {
    if (!carried) return;
    const key = target.closest("#entry [data-key]");
    if (key) carried.push(`[data-key="${key.dataset.key}"]`);
    if (!target.matches("#entry :is([type=radio], [type=checkbox])")) return;
    carried.push(`[name="${target.name}"][value="${CSS.escape(target.value)}"]`);
    // The numbers are those of the round that is on its way.
    if (target.matches(".ends")) for (const field of target.form.querySelectorAll("[data-deadwood]")) field.value = "";
  });
  // Save is disabled meanwhile: a disabled button is touched, but never clicked.
  document.addEventListener("pointerup", ({ target }) => carried?.length && target.closest?.("#entry .save:disabled") && carried.push(".save"), true);

  // htmx makes a new form its own only when it has settled, some 20 milliseconds later: a Save before that would leave the page.
  function adopt() {
    const entry = document.getElementById("entry");
    if (entry) window.htmx.process(entry);
  }
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => target?.id === "entry" && adopt());

  // What follows something that grows or goes leaves for two frames instead of jumping from under a finger.
  let over = document.querySelector(".final") !== null;
  function settle() {
    document.body.classList.add("settling");
    requestAnimationFrame(() => requestAnimationFrame(() => document.body.classList.remove("settling")));
  }
  document.addEventListener("click", ({ target }) => target.closest?.(".as-picture > summary") && settle());
  document.addEventListener("htmx:beforeSwap", ({ target }) => target.closest?.(".as-picture") && settle());
  for (const swapEvent of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
    document.addEventListener(swapEvent, () => {
      const ended = document.querySelector(".final") !== null;
      if (ended !== over) settle();
      over = ended;
    });
  }

  let answered = null; // the latest request whose answer took the form's place; htmx says so once for each part that it swapped
  function carryOver({ detail: { target, xhr } }) {
    if (target?.id !== "entry" || (xhr && xhr === answered)) return;
    answered = xhr;
    adopt();
    const taps = carried ?? [];
    carried = null;
    onItsWay = false;
    const form = document.querySelector("#entry form[data-entry]");
    // A form that asks something, or shows what is wrong, is still about the round that was sent.
    if (form?.querySelector(".ends:checked, .conflict")) return;
    for (const selector of taps) form?.querySelector(selector)?.click();
  }
  for (const swapEvent of ["htmx:afterSwap", "outbox:next"]) document.addEventListener(swapEvent, carryOver);

  // An update from another phone was requested before a tap in the form, and would replace the form: the form stays, as it
  // does when the server is told that somebody types in it.
  let toldTyping = false;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.id === "entry" && !toldTyping && detail.target.querySelector(".ends:checked")) detail.shouldSwap = false;
  });

  let saving = 0;
  // The newest state that was announced: the table's revision, and its number of reports (rounds as other phones entered
  // them, which leave the revision as it is). The page's own state is in #tally.
  const announced = { revision: 0, changes: 0 };
  const onPage = (counter) => Number(document.getElementById("tally")?.dataset[counter] ?? 0);
  const counters = Object.keys(announced);
  const requestUpdate = () => window.htmx.trigger(document.body, "table-moved", announced);
  const newer = () => counters.some((counter) => announced[counter] > onPage(counter));

  // In the capture phase: these numbers must be up to date before htmx handles the event.
  document.addEventListener("table-moved", (event) => {
    for (const counter of counters) announced[counter] = Math.max(announced[counter], Number(event.detail?.[counter] ?? 0));
  }, true);

  // The server sends unchanged lines of the sheet as empty elements with hx-preserve, and htmx keeps the lines on the page.
  // An element stays empty where the page lacks its line or has another version of it: then all lines are requested.
  const lacksLines = () => document.querySelector("[hx-preserve]:empty") !== null;

  document.addEventListener("htmx:configRequest", (event) => {
    if (!lacksLines()) event.detail.headers["X-Has-Before"] = "1";
    const typing = document.querySelector("form[data-entry] .ends:checked");
    if (event.target.matches("#moved, form.question")) {
      toldTyping = Boolean(typing);
      if (typing) event.detail.parameters.typing = "1";
    }
    if (event.target.id !== "moved") return;
    // No request while a round is being saved (its own response brings the new score), or when nothing is newer.
    if (saving || (announced.revision && !newer() && !lacksLines())) return event.preventDefault();
    // For a form that asks which of two versions is right: the server leaves it alone only while its question is open.
    const asks = document.querySelector("form[data-entry] [name=question]");
    if (asks) event.detail.parameters.asks = `${asks.value}:${asks.form.elements.revision.value}`;
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form")) saving += 1;
  });

  // The response may be older than the change it was requested for: then it is requested once more.
  const RETRY_DELAY = 2000;
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    // By setTimeout: this request isn't over yet, and a new one would replace it.
    if (lacksLines() && detail.requestConfig.headers["X-Has-Before"]) return setTimeout(requestUpdate);
    if (detail.elt.id !== "moved" || !detail.successful || !newer()) return;
    setTimeout(() => newer() && requestUpdate(), RETRY_DELAY);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig?.verb !== "post" || event.detail.elt.matches("[data-asks]")) return;
    saving = Math.max(0, saving - 1);
    // Where nothing was swapped; otherwise the next round may be on its way by now.
    if (event.detail.xhr !== answered) onItsWay = false;
    const wrong = event.detail.xhr.status >= 400 && document.querySelector("[data-entry] [aria-invalid], [data-picker]:has(.error) summary");
    (wrong || document.getElementById("entry"))?.focus({ preventScroll: true });
    for (const counter of counters) {
      if (onPage(counter) > Number(document.body.dataset[counter])) document.body.dataset[counter] = onPage(counter);
    }
    if (newer()) requestUpdate();
  });
}
