// On the page that moves this phone's games to a new one: rounds that wait in the outbox would stay behind. As long as there
// are any, no code is shown, and one that was shown is good no longer. The outbox sends them meanwhile (outbox.js).
//
// <form data-offer> asks for a code, <form data-stop> ends it, <p data-waits> says what has to be sent first.
"use strict";

{
  const part = (name) => document.querySelector(`[data-${name}]`);
  let stopped = false;

  async function show() {
    const waits = (await outboxStore.all().catch(() => [])).length > 0;
    const [offer, stop, note] = ["offer", "stop", "waits"].map(part);
    if (offer) offer.hidden = waits;
    if (note) note.hidden = !waits;
    if (!waits || !stop || stopped) return;
    stopped = true;
    document.querySelector(".code-letters").hidden = true;
    stop.requestSubmit(stop.elements.stop);
  }

  document.addEventListener("outbox-changed", show);
  show();
}
