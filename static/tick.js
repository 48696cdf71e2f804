// A phone that can says by touch what came of a save: a tick once the server has it, two knocks where it said no. On the tap
// itself nothing is felt, as nothing is saved by it. It is no motion: a choice of less motion leaves it.
"use strict";

{
  const SAVED = 30; // milliseconds
  const REFUSED = [70, 90, 70];
  const NO = [400, 404, 409, 410, 412, 422, 428];
  const tick = (pattern) => navigator.vibrate?.(pattern);

  document.addEventListener("htmx:afterRequest", ({ detail: { elt, requestConfig, xhr } }) => {
    if (requestConfig?.verb !== "post" || elt.matches("[data-asks]")) return;
    if (xhr.status < 300 && xhr.getResponseHeader("Recorded-Revision")) tick(SAVED);
    else if (NO.includes(xhr.status)) tick(REFUSED);
  });

  // Forms that go to another page, and what had waited on this phone.
  document.addEventListener("outbox-answered", ({ detail: { saved } }) => tick(saved ? SAVED : REFUSED));
  document.addEventListener("outbox-sent", () => tick(SAVED));
}
