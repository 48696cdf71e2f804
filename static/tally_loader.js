// Fetches the second reading of the rules (tally.js) where a round can be entered: once somebody begins to, or something
// waits, or the page has been there for a while. So it is there before the network is gone, and the first preview doesn't
// wait for it. Most screens only watch, and never need it.
//
//   loadTally()   a promise of `tally`; rejected without network where this phone has never had it, and tried again then
"use strict";

const loadTally = (() => {
  const PAGE_FIRST = 2000; // milliseconds that everything else on the page has for itself
  let loading = null;

  const run = (address) => new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { async: false, onload: resolve, onerror: reject, src: address });
    document.head.append(script);
  });

  function load() {
    loading ??= Promise.all(document.body.dataset.tallyScripts.split(" ").map(run)).then(() => tally, (error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  const wanted = (element) => element?.closest?.("form[data-entry]") && document.body.dataset.tallyScripts;
  const loadFor = (element) => wanted(element) && load().catch(() => {});

  for (const event of ["pointerdown", "focusin"]) document.addEventListener(event, ({ target }) => loadFor(target));

  const whenIdle = window.requestIdleCallback ?? setTimeout; // Safari has none
  window.addEventListener("load", () => setTimeout(() => whenIdle(() => loadFor(document.querySelector("form[data-entry]"))), PAGE_FIRST));

  return load;
})();
