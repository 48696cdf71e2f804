// The round form of a table's page while earlier rounds wait: which round it is for, and what it shows of those that were sent.
//
//   clear(form)    empties the form for the next round, as its own is waiting
//   afterSwap()    the server has just made the form
//   renew()        replaces an offline copy by the page itself, once the server can be reached
"use strict";

const outboxNext = (() => {
  const THANKS = 6000; // milliseconds for which "sent" is shown
  const RELOAD_PAUSE = 60_000;
  const root = document.documentElement;
  const box = document.getElementById("outbox");
  const words = box.dataset;
  const { say, render, mending, sending } = outboxList;

  function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const rendered = new WeakMap(); // form -> the values it had when the server rendered it
  const onTable = () => document.querySelector("#entry form[data-entry][data-outbox=round]");
  const isBusy = (form) => mending.has(form) || sending.has(form) || form.querySelector(".ends:checked, .conflict");

  function serverValues(form) {
    if (!rendered.has(form)) {
      const { game, round, key, seating, revision } = form.elements;
      const values = { game: Number(game.value), round: Number(round.value), key: key.value, seating: seating.value, revision: revision?.value };
      rendered.set(form, { ...values, next: Number(form.dataset.next) || 0, title: form.dataset.title });
      remember(form, values);
    }
    return rendered.get(form);
  }

  // Remembers the next round in localStorage: an offline copy may be older than what this phone has already seen.
  function remember(form, values) {
    const name = `next ${form.dataset.table}`;
    try {
      const seen = JSON.parse(localStorage.getItem(name));
      const older = root.dataset.copy && seen && (seen.game > values.game || (seen.game === values.game && seen.round > values.round));
      if (!older) localStorage.setItem(name, JSON.stringify({ game: values.game, round: values.round, seating: values.seating }));
      else if (seen.game === values.game) Object.assign(rendered.get(form), { from: seen.round, seating: seen.seating });
      else rendered.get(form).next = 0, rendered.get(form).from = Infinity;
    } catch { /* Then the copy is what there is. */ }
  }

  // Returns the number of the round the form is for: the server's number, or the first one after it that isn't already
  // waiting here. 0: only the server can know.
  function roundFor(form, entries) {
    const server = serverValues(form);
    const taken = new Set(entries.filter((entry) => outboxStore.isRound(entry) && entry.table === form.dataset.table && entry.game === server.game).map((entry) => entry.round));
    if (!taken.has(server.round) && !(server.from > server.round)) return server.round;
    let found = Math.max(server.next, server.from ?? 0);
    while (taken.has(found)) found += 1;
    return server.next && Number.isFinite(found) ? found : 0;
  }

  function showForm(form, entries) {
    if (!form || isBusy(form)) return;
    const server = serverValues(form);
    const round = roundFor(form, entries);
    form.hidden = !round;
    document.getElementById("not-yet").hidden = Boolean(round);
    document.body.classList.toggle("ahead", round !== server.round);
    if (!round || Number(form.elements.round.value) === round) return;
    const asServer = round === server.round;
    form.elements.round.value = round;
    form.elements.key.value = asServer ? server.key : newKey();
    form.elements.seating.value = server.seating;
    if (form.elements.revision) form.elements.revision.disabled = !asServer;
    const title = asServer ? server.title : say("round", { n: round });
    form.dataset.title = form.ariaLabel = title;
    form.querySelector("p[data-says]").dataset.says = title;
    const deal = document.getElementById("deal");
    deal.replaceChildren(Object.assign(document.createElement("p"), { textContent: asServer ? "" : words.unknown }));
    deal.firstChild.prepend(Object.assign(document.createElement("strong"), { textContent: title }), " ");
    form.dispatchEvent(new Event("entry-turned", { bubbles: true }));
  }

  async function clear(form) {
    for (const chosen of form.querySelectorAll("[data-picker] :checked")) chosen.checked = false;
    form.querySelector("[data-picker]")?.setAttribute("open", "");
    form.querySelector("[data-clear]").click();
    await render();
    // As after any swap, a double tap must not hit the new form (taps.js), and later taps are carried over (swaps.js).
    const target = document.getElementById("entry");
    target.dispatchEvent(new CustomEvent("outbox:next", { bubbles: true, detail: { target } }));
  }

  function afterSwap() {
    const form = onTable();
    if (!form || isBusy(form)) return;
    serverValues(form);
    render();
  }

  document.addEventListener("outbox-sent", async ({ detail: sent }) => {
    const form = onTable();
    const here = sent.filter(({ entry }) => entry.table === form?.dataset.table);
    const rounds = here.filter(({ entry, game, how }) => outboxStore.isRound(entry) && how && game === serverValues(form).game).map(({ round }) => round);
    if (rounds.length) {
      const values = serverValues(form);
      values.from = Math.max(values.from ?? 0, ...rounds.map((round) => round + 1));
    }
    const left = await outboxStore.all();
    if (!left.length) {
      const last = sent.at(-1);
      box.querySelector("[data-count]").textContent = sent.length === 1 ? last.text : say("sent", { n: sent.length });
      box.querySelector("[data-state]").textContent = "";
      root.classList.add("all-sent");
      box.hidden = false;
      setTimeout(() => {
        root.classList.remove("all-sent");
        render();
      }, THANKS);
    }
    const newest = Math.max(0, ...sent.filter(({ entry }) => location.pathname.startsWith(entry.table)).map(({ revision }) => revision));
    if (newest && window.htmx) window.htmx.trigger(document.body, "table-moved", { revision: newest });
    renew();
  });

  // Replaces an offline copy by the page itself; at most once a minute, in case the server is slow.
  function renew() {
    const form = onTable();
    const last = Number(outboxStore.withSession((store) => store.getItem("renewed")) ?? 0);
    if (!root.dataset.copy || (form && isBusy(form)) || Math.abs(Date.now() - last) < RELOAD_PAUSE) return;
    outboxStore.withSession((store) => store.setItem("renewed", String(Date.now())));
    location.reload();
  }

  // tally_loader.js comes after this script.
  function computeMeanwhile() {
    if (typeof loadTally === "undefined") document.addEventListener("DOMContentLoaded", computeMeanwhile, { once: true });
    else if (document.body.dataset.tallyScripts) loadTally().catch(() => {});
  }

  outboxList.beforeDrawing((entries) => {
    const form = onTable();
    showForm(form, entries);
    if (!form) return;
    // What they come to is computed on this phone meanwhile (provisional.js).
    if (entries.some((entry) => entry.table === form.dataset.table)) computeMeanwhile();
    document.dispatchEvent(new CustomEvent("outbox-form", { detail: entries }));
  });
  if (onTable()) serverValues(onTable());

  return { clear, afterSwap, renew };
})();
