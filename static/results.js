// The page that enters results: a line is saved when it is left, and Enter leads to the next line. Without script, each
// line has a button.
"use strict";

{
  const saved = new WeakMap(); // form: its numbers when it was shown
  const numbers = (form) => [...form.querySelectorAll("input[type=text]")];
  const typed = (form) => numbers(form).map(({ value }) => value.trim()).join(" ");
  const shown = (form) => numbers(form).map(({ defaultValue }) => defaultValue).join(" ");

  // Half a result is sent as well: its line comes back with what is missing.
  function save(form) {
    if (typed(form) === (saved.get(form) ?? shown(form))) return;
    saved.set(form, typed(form));
    form.requestSubmit();
  }

  function saveUnlessInUse(form) {
    if (!form.contains(document.activeElement)) save(form);
  }

  function next(form) {
    const forms = [...document.querySelectorAll("form[data-result]")];
    const field = forms[forms.indexOf(form) + 1]?.querySelector("input[type=text]");
    if (field) field.focus();
    else document.activeElement.blur();
  }

  document.documentElement.classList.add("saves-lines");
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const form = target.closest?.("form[data-result]");
    if (form && !form.contains(relatedTarget)) save(form);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("form[data-result] input[type=text]")) target.select();
  });
  document.addEventListener("keydown", (event) => {
    const form = event.target.closest?.("form[data-result]");
    if (event.key !== "Enter" || event.target.type !== "text" || !form) return;
    event.preventDefault();
    next(form);
  });
  // The buttons of a question go with it: then Tab goes on from their line.
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    if (elt.matches(".result-line") && document.activeElement === document.body) elt.focus({ preventScroll: true });
  });
  // Each saved line brings the choice anew.
  document.addEventListener("change", ({ target }) => {
    if (target.id === "of") target.form.requestSubmit();
  });
  // What could not be sent is sent again: soon where the server was busy, otherwise once the network is back, or when the
  // line is left the next time.
  const RETRY = 2000; // milliseconds
  for (const failure of ["htmx:sendError", "htmx:responseError"]) {
    document.addEventListener(failure, ({ target, detail }) => {
      const form = target.closest("form[data-result]");
      saved.delete(form);
      if (detail.xhr.status === 503) setTimeout(saveUnlessInUse, RETRY, form);
    });
  }
  window.addEventListener("online", () => document.querySelectorAll("form[data-result]").forEach(saveUnlessInUse));

  // Leaving the page loses no line: one that waits for its turn or for an answer is sent once more, which changes nothing
  // if it has been saved. Without a network the browser asks first. With a service worker, Chromium loses what is only
  // sent on pagehide; Safari on a phone has no beforeunload.
  for (const leaving of ["beforeunload", "pagehide"]) {
    window.addEventListener(leaving, (event) => {
      for (const form of document.querySelectorAll("form[data-result]")) {
        if (typed(form) === shown(form)) continue;
        if (!navigator.onLine) event.preventDefault();
        fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true }).catch(() => {});
      }
    });
  }
}
