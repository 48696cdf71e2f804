// The service worker, where the browser has one (HTTPS, or this computer), the mark on an offline copy, and the list of
// copies on the page that stands in for one that there is no copy of.
"use strict";

{
  const root = document.documentElement;
  const SETTLED = 3000;
  const clock = (time) => new Date(time).toLocaleTimeString(root.lang || [], { hour: "2-digit", minute: "2-digit" });

  const mark = document.getElementById("copy");
  if (root.dataset.copy) {
    mark.textContent = mark.dataset.words.replace("{time}", clock(Number(root.dataset.copy)));
    mark.hidden = false;
  }

  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;
  const tell = (message) => worker.ready.then(({ active }) => active?.postMessage(message));
  const table = document.body.matches(".at-table") && /^\/t\/[^/]+\/$/.test(location.pathname) ? location.pathname : "";

  if (worker) worker.register(mark.dataset.worker).catch(() => {});

  // The worker does not see the page that brought it in, nor one that a form led to, as from a link or from the start.
  async function copied() {
    await worker.ready;
    const led = performance.getEntriesByType("navigation")[0]?.redirectCount > 0;
    if (led || !(await caches.match(table))) tell({ seen: table });
  }
  if (worker && table) copied().catch(() => {});

  if (worker && table) {
    // The copy follows the table on phones that score: the next round's number must be right in it.
    let timer = 0;
    document.addEventListener("htmx:afterSettle", ({ detail: { target } }) => {
      if (target?.id !== "entry") return;
      clearTimeout(timer);
      timer = setTimeout(tell, SETTLED, { seen: table });
    });
    new MutationObserver(() => root.dataset.live === "gone" && tell({ gone: table })).observe(root, { attributeFilter: ["data-live"] });
  }

  // A copy looks as its table did then. Once another look was chosen the worker fetches them anew.
  const look = JSON.stringify([root.dataset.theme, root.dataset.text, root.dataset.motion, document.body.matches(".four")]);
  async function looksElse() {
    if (root.dataset.copy || document.getElementById("copies") || localStorage.getItem("look") === look) return;
    await tell({ look });
    localStorage.setItem("look", look);
  }
  if (worker) looksElse().catch(() => {});

  // --- The page that is shown instead of one that there is no copy of ----------------------------------------------------

  async function listCopies(list) {
    const cache = await caches.open("tables");
    for (const request of (await cache.keys()).reverse()) {
      const copy = await cache.match(request);
      const title = new DOMParser().parseFromString(await copy.text(), "text/html").title;
      const link = Object.assign(document.createElement("a"), { href: new URL(request.url).pathname });
      const when = list.dataset.words.replace("{time}", clock(Number(copy.headers.get("X-Copied-At"))));
      link.append(Object.assign(document.createElement("b"), { textContent: title }), Object.assign(document.createElement("small"), { textContent: when }));
      const one = document.createElement("li");
      one.append(link);
      list.append(one);
    }
    list.closest("section").hidden = !list.children.length;
  }

  const copies = document.getElementById("copies");
  if (copies && "caches" in window) listCopies(copies).catch(() => {});
  document.getElementById("again")?.addEventListener("click", () => location.reload());
  if (copies) window.addEventListener("online", () => location.reload());
}
