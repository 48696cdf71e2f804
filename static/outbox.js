// The outbox on a page with a form: the form's fields are stored on this phone, then sent as usual. What couldn't be sent is
// listed as waiting (outbox_list.js), and the next round can be entered meanwhile.
//
// <form data-outbox="round | cards | change | strike" data-table="/t/…/" data-table-title="…" data-title="Round 7"
//   data-summary="Ann knocks with 7, Ben 20" [data-complete] [data-next="8"]>
//   data-next: the number of the round after this one; left out where only the server can know who plays it.
"use strict";

{
  const SLOW = 1000; // milliseconds; an entry that takes longer to send is listed as waiting
  const TIMEOUT = 8000; // milliseconds for htmx requests
  const THANKS = 6000; // milliseconds for which "sent" is shown
  const RELOAD_PAUSE = 60_000;
  const root = document.documentElement;
  const box = document.getElementById("outbox");
  const words = box.dataset;
  const usesOutbox = (form) => form.matches?.("form[data-outbox]");
  const isSaving = (submitter) => !submitter?.name || ["save", "as_next"].includes(submitter.name) || submitter.value === "save";
  const { say, render } = outboxList;

  function notice(tone, text) {
    const element = Object.assign(document.createElement("p"), { className: `notice ${tone}`, textContent: text });
    document.getElementById("notice").replaceChildren(element);
  }

  // --- Storing a form ----------------------------------------------------------------------------------------------------

  function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function entryOf(form, submitter) {
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    if (submitter?.name) fields.push([submitter.name, submitter.value]);
    const value = (name) => fields.find(([field]) => field === name)?.[1] ?? "";
    const { outbox: kind, table, tableTitle, title } = form.dataset;
    const url = new URL(submitter?.getAttribute("formaction") || form.action, location.href).pathname;
    const key = value("as_next") ? `${value("key")}:next` : value("key") || `${value("revision")}`;
    return {
      id: `${url} ${key}`, format: Number(outboxSender.FORMAT), kind, table, tableTitle, url, fields, key,
      game: Number(value("game") || form.dataset.game), round: Number(value("round") || form.dataset.round), title,
      summary: form.dataset.summary || document.querySelector("#told.known .told-so-far")?.textContent.trim() || "",
      at: Date.now(), device: navigator.userAgentData?.platform || navigator.platform || "",
      busy: Date.now() + outboxSender.BUSY, state: "waiting", problem: null,
    };
  }

  const { mending, young } = outboxList;
  const sending = new WeakMap(); // form -> its entry, while it is sent
  let storageFault = ""; // why nothing can be stored on this phone, in words

  async function storeEntry(form, submitter) {
    const entry = entryOf(form, submitter);
    try {
      await outboxStore.put(entry, mending.get(form));
      return entry;
    } catch {
      storageFault = words.unkept;
      return null;
    }
  }

  // Whether no other entry of its table has to be sent first.
  async function isFirst(entry) {
    const all = await outboxStore.all();
    const own = all.find((other) => other.id === entry.id);
    return !all.some((other) => other.table === entry.table && other.state !== "parked" && other.seq < (own?.seq ?? 0));
  }

  async function markWaiting(entry) {
    young.delete(entry.id);
    await outboxStore.change(entry.id, { busy: 0 });
    // Requested only once something has to wait, because some browsers ask the person for permission.
    navigator.storage?.persist?.().catch(() => {});
    box.dataset.just = entry.title;
    document.getElementById("notice").replaceChildren(); // "Round 6 saved" was about another round
    render();
    outboxSender.flush();
  }

  function showIfSlow(entry) {
    young.add(entry.id);
    setTimeout(() => young.delete(entry.id) && render(), SLOW);
  }

  // --- Forms that htmx sends ---------------------------------------------------------------------------------------------

  document.addEventListener("htmx:confirm", (event) => {
    const { elt: form, triggeringEvent, issueRequest } = event.detail;
    if (!usesOutbox(form) || !isSaving(triggeringEvent?.submitter)) return;
    delete form.dataset.kept;
    // An incomplete round isn't stored, but sent directly, so that the server says what is missing.
    if (form.dataset.outbox === "round" && !("complete" in form.dataset)) return;
    event.preventDefault();
    if (sending.has(form)) return;
    sending.set(form, null);
    begin(form, triggeringEvent?.submitter, issueRequest);
  });

  async function begin(form, submitter, issueRequest) {
    const entry = await storeEntry(form, submitter);
    if (entry && !(await isFirst(entry))) {
      sending.delete(form);
      return queue(form, entry);
    }
    if (entry) {
      sending.set(form, entry);
      form.dataset.kept = "";
      showIfSlow(entry);
    } else {
      sending.delete(form);
    }
    issueRequest(true);
  }

  // Send exactly the stored fields.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const entry = usesOutbox(detail.elt) && sending.get(detail.elt);
    if (!entry) return;
    detail.timeout = TIMEOUT;
    const sent = {};
    for (const [name, value] of entry.fields) sent[name] = name in sent ? [sent[name], value].flat() : value;
    detail.parameters = sent;
  });

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt: form, xhr } = event.detail;
    const entry = sending.get(form);
    if (!entry) return;
    sending.delete(form);
    if (xhr.status < 300 && xhr.getResponseHeader("Recorded-Revision")) {
      young.delete(entry.id);
      outboxStore.remove(entry.id).then(outboxSender.flush);
    } else if ([400, 409, 412, 422, 428].includes(xhr.status)) {
      // The response is the form again, with its errors or a question: the entry is corrected there.
      outboxStore.change(entry.id, { busy: 0, state: "parked", problem: { status: xhr.status, text: "" } });
      refused = entry.id;
    } else {
      // The server failed, or refuses this phone altogether (403, 404): the entry waits, and sending it again shows why.
      event.preventDefault();
      queue(form, entry);
    }
  });

  let refused = null;
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    const form = document.querySelector("#entry form[data-outbox]");
    if (refused && (target?.id === "entry" || (form && target?.contains(form)))) {
      // A response without a form (the game is over by now) doesn't show the entry: it stays in the list.
      if (form) mending.set(form, refused);
      refused = null;
    }
    if (target?.id === "entry") afterSwap();
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => target?.id === "entry" && afterSwap());

  for (const trouble of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"]) {
    document.addEventListener(trouble, ({ detail: { elt: form } }) => {
      const entry = sending.get(form);
      sending.delete(form);
      if (entry) queue(form, entry);
      else if (usesOutbox(form) && storageFault) notice("bad", `${storageFault} ${form.dataset.lost}`);
      else if (form.matches?.("[data-outbox=round]:not([data-complete])")) notice("bad", words.incomplete);
    });
  }

  async function queue(form, entry) {
    await markWaiting(entry);
    mending.delete(form);
    if (form.matches("[data-entry][hx-post]")) nextRound(form);
    else showStored(form);
  }

  // --- Forms that lead to another page: changing or deleting a round -----------------------------------------------------

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!usesOutbox(form) || form.hasAttribute("hx-post") || !isSaving(event.submitter)) return;
    if ((form.dataset.outbox === "change" && !("complete" in form.dataset)) || withoutOutbox.has(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!sending.has(form)) sendPlain(form, event.submitter);
  }, true);

  const withoutOutbox = new WeakSet(); // forms that are sent as if there were no outbox

  async function sendPlain(form, submitter) {
    sending.set(form, null);
    const entry = await storeEntry(form, submitter);
    if (!entry || !(await isFirst(entry))) {
      sending.delete(form);
      if (entry) return queue(form, entry);
      withoutOutbox.add(form);
      // By setTimeout: the form's first submit event isn't over yet.
      return setTimeout(() => form.requestSubmit(submitter));
    }
    showIfSlow(entry);
    let result = { later: 0 };
    try {
      result = await outboxSender.send(entry, await outboxSender.freshToken());
    } catch { /* The server can't be reached. */ }
    sending.delete(form);
    if (!("later" in result)) document.dispatchEvent(new CustomEvent("outbox-answered", { detail: { saved: Boolean(result.acknowledged) } }));
    if (result.acknowledged) {
      await outboxStore.remove(entry.id);
      location.assign(result.acknowledged.url);
    } else if (result.problem) {
      await outboxStore.change(entry.id, { state: "parked", problem: result.problem, busy: 0 });
      look(entry);
    } else {
      queue(form, entry);
    }
  }

  // Submits an entry as an ordinary form: the server answers with the page that shows its errors or a question.
  function look(entry) {
    const form = Object.assign(document.createElement("form"), { method: "post", action: entry.url, hidden: true });
    for (const [name, value] of [["csrfmiddlewaretoken", ""], ...entry.fields]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    withStorage((store) => store.setItem("outbox looked at", entry.id));
    document.body.append(form);
    outboxSender.freshToken().then((token) => { form.elements.csrfmiddlewaretoken.value = token; }, () => {}).then(() => HTMLFormElement.prototype.submit.call(form));
  }

  // The page's CSRF token has expired: its forms get a fresh one, and what was typed stays.
  document.addEventListener("form-expired", async ({ target }) => {
    const token = await outboxSender.freshToken();
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
    for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
    if (target.matches("[data-asks]")) target.closest("form").dispatchEvent(new Event("preview"));
    else if (!usesOutbox(target)) notice("warn", words.expired);
  });

  document.addEventListener("outbox-look", ({ detail }) => look(detail));

  function withStorage(act) {
    try {
      return act(sessionStorage);
    } catch {
      return null;
    }
  }

  // Links the form on this page with the entry that `look` submitted to get here.
  function linkLookedAt() {
    const id = withStorage((store) => store.getItem("outbox looked at"));
    withStorage((store) => store.removeItem("outbox looked at"));
    const form = document.querySelector("#entry form[data-outbox], form[data-entry]");
    if (id && form?.querySelector(".conflict, .errors, .error, [aria-invalid], .ends:checked, .ask")) mending.set(form, id);
  }

  // "Keep this": the version on the sheet is right, so the waiting one is removed.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-keeps]");
    const id = link && mending.get(link.closest("form"));
    if (!id) return;
    event.preventDefault();
    await outboxStore.remove(id);
    location.assign(link.href);
  });

  // The same, decided on the server, which has both versions: the waiting one is sent again, and thereby settled.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful && detail.requestConfig.parameters.right) outboxSender.retry();
  });

  // The same on a page whose form leads to another page.
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    const id = submitter?.value === "keep" && !form.hasAttribute("hx-post") && mending.get(form);
    if (!id) return;
    event.preventDefault();
    mending.delete(form);
    await outboxStore.remove(id);
    form.requestSubmit(submitter);
  });

  // A swap that removes a form asking which version is right: that was decided elsewhere. The entry isn't needed any more,
  // because the server has stored what was typed.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
    const form = target?.id === "entry" && target.querySelector("form");
    const id = form && form.querySelector("[name=question]") && mending.get(form);
    if (id) outboxStore.remove(id).then(render);
  });

  // --- The next round, while earlier ones wait ---------------------------------------------------------------------------

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
  }

  async function nextRound(form) {
    for (const chosen of form.querySelectorAll("[data-picker] :checked")) chosen.checked = false;
    form.querySelector("[data-picker]")?.setAttribute("open", "");
    form.querySelector("[data-clear]").click();
    await render();
    // swaps.js ignores taps for a moment, as after any swap: a double tap must not hit the new form.
    const target = document.getElementById("entry");
    target.dispatchEvent(new CustomEvent("outbox:next", { bubbles: true, detail: { target } }));
  }

  // On a page for one round: replaces the form by a note that it is stored, and a link back to the table.
  function showStored(form) {
    const back = Object.assign(document.createElement("a"), { className: "button", href: form.dataset.table, textContent: words.back });
    const card = Object.assign(document.createElement("div"), { className: "card kept-card" });
    card.append(Object.assign(document.createElement("p"), { textContent: say("kept", { title: form.dataset.title }) }), back);
    form.replaceWith(card);
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
    const last = Number(withStorage((store) => store.getItem("renewed")) ?? 0);
    if (!root.dataset.copy || (form && isBusy(form)) || Math.abs(Date.now() - last) < RELOAD_PAUSE) return;
    withStorage((store) => store.setItem("renewed", String(Date.now())));
    location.reload();
  }

  // --- When it may be possible to reach the server again -----------------------------------------------------------------

  window.addEventListener("online", outboxSender.now);
  window.addEventListener("pageshow", (event) => event.persisted && outboxSender.now());
  document.addEventListener("visibilitychange", () => document.hidden || outboxSender.now());
  // The change may be that somebody decided which of two versions is right.
  document.addEventListener("table-moved", async () => {
    const disputed = (await outboxStore.all().catch(() => [])).find((entry) => entry.state === "parked" && entry.problem?.saved && location.pathname.startsWith(entry.table));
    if (disputed && !outboxList.isShown(disputed.id)) outboxSender.retry(disputed.id);
    else outboxSender.flush();
  });
  let live = "";
  new MutationObserver(() => {
    const back = live === "offline" && ["live", "polling"].includes(root.dataset.live);
    live = root.dataset.live;
    if (back) outboxSender.now();
    if (["live", "polling"].includes(live)) outboxSender.flush().then(renew);
  }).observe(root, { attributeFilter: ["data-live"] });

  outboxList.beforeDrawing((entries) => showForm(onTable(), entries));
  linkLookedAt();
  if (onTable()) serverValues(onTable());
  render();
  outboxSender.retry().catch(() => {});
}
