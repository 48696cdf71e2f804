// Vibrates when the server answers a save: once if it was saved, twice if it was refused. The tap itself doesn't vibrate,
// because nothing is saved yet. This also happens with "reduced motion", which is about motion on the screen.
"use strict";

{
  const SAVED = 30; // milliseconds
  const REFUSED = [70, 90, 70];
  const REFUSAL_CODES = [400, 404, 409, 410, 412, 422, 428];
  const vibrate = (pattern) => navigator.vibrate?.(pattern);

  document.addEventListener("htmx:afterRequest", ({ detail: { elt, requestConfig, xhr } }) => {
    if (requestConfig?.verb !== "post" || elt.matches("[data-asks]")) return;
    if (xhr.status < 300 && xhr.getResponseHeader("Recorded-Revision")) vibrate(SAVED);
    else if (REFUSAL_CODES.includes(xhr.status)) vibrate(REFUSED);
  });

  // Forms that lead to another page, and entries that the outbox sent later.
  document.addEventListener("outbox-answered", ({ detail: { saved } }) => vibrate(saved ? SAVED : REFUSED));
  document.addEventListener("outbox-sent", () => vibrate(SAVED));
}
