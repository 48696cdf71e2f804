// Buttons that share a text, copy it or a link, or print the page. Each is shown only where the browser supports it.
"use strict";

{
  function showSupported() {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
    // The hand checker: the address bar gets the link to the current hand, so that copying it from there works, too.
    const link = document.querySelector("[data-link]");
    if (!link) return;
    // The link may name another host (the one that other phones can reach); the address bar can't leave its own host.
    const { pathname, search } = new URL(link.href);
    if (pathname + search !== location.pathname + location.search) history.replaceState(null, "", pathname + search);
    link.hidden = Boolean(navigator.clipboard);
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
    const share = event.target.closest("[data-share]");
    // Rejected when the person closes the share dialog: no message is needed.
    if (share) navigator.share({ text: share.dataset.share, url: share.dataset.address }).catch(() => {});
    const copy = event.target.closest("[data-copy]");
    if (copy) navigator.clipboard.writeText(copy.dataset.copy).then(() => { copy.textContent = copy.dataset.copied; });
  });

  document.addEventListener("htmx:afterSwap", showSupported);
  showSupported();
}
