// Keeps this phone's offline copy of the table (sw.js) as new as the page: each answer of the server that changes the page
// changes the copy, too, with the server's own words and nothing that scripts made of them.
"use strict";

{
  const COPIED = "X-Copied-At";
  const path = location.pathname;
  const parse = (text) => new DOMParser().parseFromString(text, "text/html");
  const stateOf = (part) => Number(part?.dataset.revision ?? -1);
  let work = Promise.resolve();

  // Lines that the server didn't send again, because the page has them, are those of the copy.
  function complete(part, copy) {
    for (const line of part.querySelectorAll("[hx-preserve]:empty")) {
      const known = copy.getElementById(line.id) ?? document.getElementById(line.id);
      if (known) line.replaceWith(known.cloneNode(true));
    }
  }

  async function update(answer) {
    const cache = await caches.open("tables");
    const stored = await cache.match(path);
    const parts = parse(answer);
    const tally = parts.getElementById("tally");
    if (!stored || !tally) return;
    const copy = parse(await stored.text());
    if (stateOf(copy.getElementById("tally")) > stateOf(tally)) return;
    for (const part of [...parts.body.children]) {
      const old = part.id && copy.getElementById(part.id);
      if (!old) continue;
      complete(part, copy);
      part.removeAttribute("hx-swap-oob");
      old.replaceWith(part);
    }
    for (const counter of ["revision", "changes"]) copy.body.dataset[counter] = tally.dataset[counter];
    const headers = new Headers(stored.headers);
    headers.set(COPIED, String(Date.now()));
    await cache.put(path, new Response(`<!doctype html>${copy.documentElement.outerHTML}`, { headers }));
  }

  if ("caches" in window && document.body.matches(".at-table")) {
    document.addEventListener("htmx:afterRequest", ({ detail: { successful, xhr } }) => {
      const answer = successful && xhr.responseText;
      if (answer && answer.includes('id="tally"')) work = work.then(() => update(answer)).catch(() => {});
    });
  }
}
