// On every page: warns when a form couldn't be sent, so that nothing is lost unnoticed. Also sets the class "js" on <html>
// for the stylesheets.
"use strict";

{
  const root = document.documentElement;
  root.classList.add("js");

  // The form that couldn't be sent, and its notice. Once the server can be reached, the notice asks to send it again.
  let failed = null;

  function notice(tone, text) {
    const element = Object.assign(document.createElement("p"), { className: `notice ${tone}`, textContent: text });
    document.getElementById("notice").replaceChildren(element);
    return element;
  }

  const words = (sender, name) => sender.dataset[name] ?? document.querySelector(".toast").dataset[name];

  function warnLost(sender) {
    failed = { sender, notice: notice("bad", words(sender, "lost")) };
  }

  function reportBack() {
    if (!failed?.notice.isConnected) return;
    if (failed.sender.isConnected) notice("warn", words(failed.sender, "back"));
    else failed.notice.remove();
    failed = null;
  }

  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failure, (event) => event.target.matches?.("form:not([data-kept])") && warnLost(event.target));
  }
  window.addEventListener("online", reportBack);
  new MutationObserver(() => root.dataset.live !== "offline" && reportBack()).observe(root, { attributeFilter: ["data-live"] });

  // Offline, a form without htmx would end on the browser's own error page, and what was typed would be lost: a request
  // checks first that the server can be reached. It asks for /healthz, because
  // the page itself could make a new secret.
  const CHECK_TIMEOUT = 5000;
  let checking = null; // the form to be sent
  const checked = new WeakSet();

  document.addEventListener("submit", (event) => {
    const sender = event.target;
    if (sender.method !== "post" || sender.hasAttribute("hx-post") || checked.delete(sender)) return;
    event.preventDefault();
    if (checking) return;
    checking = sender;
    const check = fetch("/healthz", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(CHECK_TIMEOUT) });
    check.then(() => {
      checked.add(sender);
      sender.requestSubmit(event.submitter);
    }, () => warnLost(sender)).finally(() => { checking = null; });
  });

  // A form that a swap takes away meanwhile can't be sent any more, and the tap would be lost.
  for (const swap of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) {
    document.addEventListener(swap, (event) => checking && event.detail.target?.contains(checking) && event.preventDefault());
  }
}
