// On every page: scrolls to mistakes and to what is opened, registers the service worker (HTTPS or localhost only), and marks
// a page that is shown from its offline copy.
"use strict";

{
  const root = document.documentElement;
  const clock = (time) => new Date(time).toLocaleTimeString(root.lang || [], { hour: "2-digit", minute: "2-digit" });

  // What sticks to the edges of the screen covers nothing: the stylesheets say how much room it takes (scroll-padding).
  function showMistake() {
    const mistakes = document.querySelectorAll("main :is([aria-invalid=true], .error, .errors)");
    const first = [...mistakes].find((one) => one.getClientRects().length);
    if (!first) return;
    if (!first.matches("input, select, textarea")) first.tabIndex = -1;
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "center" });
  }
  showMistake();
  document.addEventListener("htmx:afterSettle", ({ detail }) => detail.xhr?.status >= 400 && detail.target.id === "entry" && showMistake());

  document.addEventListener("click", ({ target }) => {
    const opened = target.closest?.("summary")?.parentElement;
    const shown = () => opened.open && (opened.querySelector(":scope > .panel") ?? opened).scrollIntoView({ block: "nearest" });
    opened?.addEventListener("toggle", shown, { once: true });
  });

  const mark = document.getElementById("copy");
  if (root.dataset.copy) {
    mark.textContent = mark.dataset.words.replace("{time}", clock(Number(root.dataset.copy)));
    mark.hidden = false;
  }

  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;
  const messageWorker = (message) => worker.ready.then(({ active }) => active?.postMessage(message));
  const table = document.body.matches(".at-table") && /^\/t\/[^/]+\/$/.test(location.pathname) ? location.pathname : "";

  if (worker) worker.register(mark.dataset.worker).catch(() => {});

  // The worker doesn't see the page that registered it, nor one reached by the redirect after a form (a link that was
  // opened, a table that was started): it is asked to copy that page.
  async function requestCopy() {
    await worker.ready;
    const redirected = performance.getEntriesByType("navigation")[0]?.redirectCount > 0;
    if (redirected || !(await caches.match(table))) messageWorker({ seen: table });
  }
  if (worker && table) requestCopy().catch(() => {});

  if (worker && table) {
    new MutationObserver(() => root.dataset.live === "gone" && messageWorker({ gone: table })).observe(root, { attributeFilter: ["data-live"] });
  }

  // Copies keep the theme and text size they were made with: after a change of these, the worker fetches them again.
  const look = JSON.stringify([root.dataset.theme, root.dataset.text, root.dataset.motion, document.body.matches(".four")]);
  async function renewLook() {
    if (root.dataset.copy || document.getElementById("copies") || localStorage.getItem("look") === look) return;
    await messageWorker({ look });
    localStorage.setItem("look", look);
  }
  if (worker) renewLook().catch(() => {});
}
