// Passing something on: buttons that share a text, copy it or a link, or print the page. They are shown where they can work.
"use strict";

{
  function offer() {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
    // The page of a hand has the address of the hand, whichever way it is passed on.
    const link = document.querySelector("[data-link]");
    if (!link) return;
    // The link may name this server as other phones reach it; the address bar keeps to the name it was opened by.
    const { pathname, search } = new URL(link.href);
    if (pathname + search !== location.pathname + location.search) history.replaceState(null, "", pathname + search);
    link.hidden = Boolean(navigator.clipboard);
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
    const share = event.target.closest("[data-share]");
    // Closed without sharing, there is nothing to say.
    if (share) navigator.share({ text: share.dataset.share, url: share.dataset.address }).catch(() => {});
    const copy = event.target.closest("[data-copy]");
    if (copy) navigator.clipboard.writeText(copy.dataset.copy).then(() => { copy.textContent = copy.dataset.copied; });
  });

  document.addEventListener("htmx:afterSwap", offer);
  offer();
}
