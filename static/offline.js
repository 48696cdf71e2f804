// On every page: nothing that is sent gets lost unseen. Says that there is script, too, for the stylesheet.
"use strict";

{
  const root = document.documentElement;
  root.classList.add("js");

  // What could not be sent is said, until the server is there again: then, that it has to be sent again.
  let unsent = null;

  function notice(tone, text) {
    const said = Object.assign(document.createElement("p"), { className: `notice ${tone}`, textContent: text });
    document.getElementById("notice").replaceChildren(said);
    return said;
  }

  const words = (sender, name) => sender.dataset[name] ?? document.querySelector(".toast").dataset[name];

  function lost(sender) {
    unsent = { sender, said: notice("bad", words(sender, "lost")) };
  }

  function back() {
    if (!unsent?.said.isConnected) return;
    if (unsent.sender.isConnected) notice("warn", words(unsent.sender, "back"));
    else unsent.said.remove();
    unsent = null;
  }

  for (const trouble of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(trouble, (event) => event.target.matches?.("form:not([data-kept])") && lost(event.target));
  }
  window.addEventListener("online", back);
  new MutationObserver(() => root.dataset.live !== "offline" && back()).observe(root, { attributeFilter: ["data-live"] });

  // A plain form would be lost on the browser's own error page: the server is asked first whether it is there.
  const ASKING = 5000;
  let asking = false;
  const sure = new WeakSet();

  document.addEventListener("submit", (event) => {
    const sender = event.target;
    if (sender.method !== "post" || sender.hasAttribute("hx-post") || sure.delete(sender)) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const reached = fetch(location.href, { method: "HEAD", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout?.(ASKING) });
    reached.then(() => {
      sure.add(sender);
      sender.requestSubmit(event.submitter);
    }, () => lost(sender)).finally(() => { asking = false; });
  });
}
