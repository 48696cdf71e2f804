// Buttons that share a text, copy it or a link, or print the page. Each is shown only where the browser supports it.
"use strict";

{
  // A page on plain http, as in a home network, has no navigator.clipboard: there a text is copied from a field.
  const canCopy = Boolean(navigator.clipboard ?? document.queryCommandSupported?.("copy"));

  function copyFromField(text, button) {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "sr" });
    button.after(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    button.focus({ preventScroll: true });
    return copied;
  }

  const copyText = async (text, button) => {
    if (!navigator.clipboard) return copyFromField(text, button);
    await navigator.clipboard.writeText(text);
    return true;
  };

  function showSupported() {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !canCopy;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
    // The hand checker: the address bar gets the link to the current hand, so that copying it from there works, too.
    const link = document.querySelector("[data-link]");
    if (!link) return;
    // The link may name another host (the one that other phones can reach); the address bar can't leave its own host.
    const { pathname, search } = new URL(link.href);
    if (pathname + search !== location.pathname + location.search) history.replaceState(null, "", pathname + search);
    link.hidden = canCopy;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
    const share = event.target.closest("[data-share]");
    // Rejected when the person closes the share dialog: no message is needed.
    if (share) navigator.share({ text: share.dataset.share, url: share.dataset.address }).catch(() => {});
    const copy = event.target.closest("[data-copy]");
    if (copy) copyText(copy.dataset.copy, copy).then((copied) => { if (copied) copy.textContent = copy.dataset.copied; });
  });

  document.addEventListener("htmx:afterSwap", showSupported);
  showSupported();
}
