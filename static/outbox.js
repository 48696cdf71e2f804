// The outbox on the page: a form is kept on this phone before it is sent, then sent as ever; what could not be sent waits in
// sight, and the next round can be entered meanwhile.
//
// <form data-outbox="round | cards | change | strike" data-table="/t/…/" data-table-title="…" data-title="Round 7"
//   data-summary="Ann knocks with 7, Ben 20" [data-complete] [data-next="8"]>
//   data-next: the number of the round after it; without, nobody knows before the server who plays it.
"use strict";

{
  const SLOW = 1000; // milliseconds after which an answer that is still coming is worth a word
  const TIMEOUT = 8000;
  const THANKS = 6000;
  const ONCE = 60_000;
  const root = document.documentElement;
  const box = document.getElementById("outbox");
  const words = box.dataset;
  const isKept = (form) => form.matches?.("form[data-outbox]");
  const isSaving = (submitter) => !submitter?.name || ["save", "as_next"].includes(submitter.name) || submitter.value === "save";
  const { say, render } = outboxList;

  function notice(tone, text) {
    const said = Object.assign(document.createElement("p"), { className: `notice ${tone}`, textContent: text });
    document.getElementById("notice").replaceChildren(said);
  }

  // --- What is kept ------------------------------------------------------------------------------------------------------

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
  const atWork = new WeakMap(); // form -> its entry, while it is sent
  let broken = ""; // why nothing can be kept on this phone

  async function keep(form, submitter) {
    const entry = entryOf(form, submitter);
    try {
      await outboxStore.put(entry, mending.get(form));
      return entry;
    } catch {
      broken = words.unkept;
      return null;
    }
  }

  // Whether nothing of its table has to be sent before it.
  async function isFirst(entry) {
    const all = await outboxStore.all();
    const own = all.find((other) => other.id === entry.id);
    return !all.some((other) => other.table === entry.table && other.state !== "parked" && other.seq < (own?.seq ?? 0));
  }

  async function waits(entry) {
    young.delete(entry.id);
    await outboxStore.change(entry.id, { busy: 0 });
    // Asked for once something has to wait: some browsers put the question to the person.
    navigator.storage?.persist?.().catch(() => {});
    box.dataset.just = entry.title;
    document.getElementById("notice").replaceChildren(); // "Round 6 saved" is of another round
    render();
    outboxSender.flush();
  }

  function slowly(entry) {
    young.add(entry.id);
    setTimeout(() => young.delete(entry.id) && render(), SLOW);
  }

  // --- Forms that htmx sends ---------------------------------------------------------------------------------------------

  document.addEventListener("htmx:confirm", (event) => {
    const { elt: form, triggeringEvent, issueRequest } = event.detail;
    if (!isKept(form) || !isSaving(triggeringEvent?.submitter)) return;
    delete form.dataset.kept;
    // What is not complete would only be sent to be refused: the server says at once what is missing.
    if (form.dataset.outbox === "round" && !("complete" in form.dataset)) return;
    event.preventDefault();
    if (atWork.has(form)) return;
    atWork.set(form, null);
    begin(form, triggeringEvent?.submitter, issueRequest);
  });

  async function begin(form, submitter, issueRequest) {
    const entry = await keep(form, submitter);
    if (entry && !(await isFirst(entry))) {
      atWork.delete(form);
      return queued(form, entry);
    }
    if (entry) {
      atWork.set(form, entry);
      form.dataset.kept = "";
      slowly(entry);
    } else {
      atWork.delete(form);
    }
    issueRequest(true);
  }

  // Exactly what was kept is sent.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const entry = isKept(detail.elt) && atWork.get(detail.elt);
    if (!entry) return;
    detail.timeout = TIMEOUT;
    const sent = {};
    for (const [name, value] of entry.fields) sent[name] = name in sent ? [sent[name], value].flat() : value;
    detail.parameters = sent;
  });

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt: form, xhr } = event.detail;
    const entry = atWork.get(form);
    if (!entry) return;
    atWork.delete(form);
    if (xhr.status < 300 && xhr.getResponseHeader("Recorded-Revision")) {
      young.delete(entry.id);
      outboxStore.remove(entry.id).then(outboxSender.flush);
    } else if ([400, 409, 412, 422, 428].includes(xhr.status)) {
      // The server's answer is the form again, with what is wrong or what is asked: there it is mended.
      outboxStore.change(entry.id, { busy: 0, state: "parked", problem: { status: xhr.status, text: "" } });
      mended = entry.id;
    } else {
      // Neither yes nor no, or a "no" to this phone as a whole: it waits, and sending it again finds out why.
      event.preventDefault();
      queued(form, entry);
    }
  });

  let mended = null;
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    const form = document.querySelector("#entry form[data-outbox]");
    if (mended && (target?.id === "entry" || (form && target?.contains(form)))) {
      // An answer without a form (the game is over by now) shows nothing of the entry: it stands among what waits.
      if (form) mending.set(form, mended);
      mended = null;
    }
    if (target?.id === "entry") settled();
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => target?.id === "entry" && settled());

  for (const trouble of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"]) {
    document.addEventListener(trouble, ({ detail: { elt: form } }) => {
      const entry = atWork.get(form);
      atWork.delete(form);
      if (entry) queued(form, entry);
      else if (isKept(form) && broken) notice("bad", `${broken} ${form.dataset.lost}`);
      else if (form.matches?.("[data-outbox=round]:not([data-complete])")) notice("bad", words.incomplete);
    });
  }

  async function queued(form, entry) {
    await waits(entry);
    mending.delete(form);
    if (form.matches("[data-entry][hx-post]")) goOn(form);
    else leave(form);
  }

  // --- Forms that go to another page: the change of a round, a strike ----------------------------------------------------

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!isKept(form) || form.hasAttribute("hx-post") || !isSaving(event.submitter)) return;
    if ((form.dataset.outbox === "change" && !("complete" in form.dataset)) || unkept.has(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!atWork.has(form)) sendPlain(form, event.submitter);
  }, true);

  const unkept = new WeakSet(); // forms that go their way as without an outbox

  async function sendPlain(form, submitter) {
    atWork.set(form, null);
    const entry = await keep(form, submitter);
    if (!entry || !(await isFirst(entry))) {
      atWork.delete(form);
      if (entry) return queued(form, entry);
      unkept.add(form);
      // Not while the form still tells of its first submission.
      return setTimeout(() => form.requestSubmit(submitter));
    }
    slowly(entry);
    let said = { later: 0 };
    try {
      said = await outboxSender.send(entry, await outboxSender.freshToken());
    } catch { /* Not there. */ }
    atWork.delete(form);
    if (!("later" in said)) document.dispatchEvent(new CustomEvent("outbox-answered", { detail: { saved: Boolean(said.acknowledged) } }));
    if (said.acknowledged) {
      await outboxStore.remove(entry.id);
      location.assign(said.acknowledged.url);
    } else if (said.problem) {
      await outboxStore.change(entry.id, { state: "parked", problem: said.problem, busy: 0 });
      look(entry);
    } else {
      queued(form, entry);
    }
  }

  // Sends an entry as the form it was: the server answers with the page that says what is wrong, or asks.
  function look(entry) {
    const form = Object.assign(document.createElement("form"), { method: "post", action: entry.url, hidden: true });
    for (const [name, value] of [["csrfmiddlewaretoken", ""], ...entry.fields]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    stored((store) => store.setItem("outbox looked at", entry.id));
    document.body.append(form);
    outboxSender.freshToken().then((token) => { form.elements.csrfmiddlewaretoken.value = token; }, () => {}).then(() => HTMLFormElement.prototype.submit.call(form));
  }

  // The page is older than its cookies: its forms get a fresh token, and what was typed stays.
  document.addEventListener("form-expired", async ({ target }) => {
    const token = await outboxSender.freshToken();
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
    for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
    if (target.matches("[data-asks]")) target.closest("form").dispatchEvent(new Event("preview"));
    else if (!isKept(target)) notice("warn", words.expired);
  });

  document.addEventListener("outbox-look", ({ detail }) => look(detail));

  function stored(act) {
    try {
      return act(sessionStorage);
    } catch {
      return null;
    }
  }

  // After `look` the form on the page is about that entry.
  function lookedAt() {
    const id = stored((store) => store.getItem("outbox looked at"));
    stored((store) => store.removeItem("outbox looked at"));
    const form = document.querySelector("#entry form[data-outbox], form[data-entry]");
    if (id && form?.querySelector(".conflict, .errors, .error, [aria-invalid], .ends:checked, .ask")) mending.set(form, id);
  }

  // "Keep this": both versions were seen, and the one on the sheet is right.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-keeps]");
    const id = link && mending.get(link.closest("form"));
    if (!id) return;
    event.preventDefault();
    await outboxStore.remove(id);
    location.assign(link.href);
  });

  // The same, told the server, which knows both versions: it lets go of the one that waits.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful && detail.requestConfig.parameters.right) outboxSender.retry();
  });

  // And on a page whose form goes to another page.
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    const id = submitter?.value === "keep" && !form.hasAttribute("hx-post") && mending.get(form);
    if (!id) return;
    event.preventDefault();
    mending.delete(form);
    await outboxStore.remove(id);
    form.requestSubmit(submitter);
  });

  // A form that asks which version is right goes when that is decided elsewhere. The server has kept what was typed.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
    const form = target?.id === "entry" && target.querySelector("form");
    const id = form && form.querySelector("[name=question]") && mending.get(form);
    if (id) outboxStore.remove(id).then(render);
  });

  // --- The next round, while earlier ones wait ---------------------------------------------------------------------------

  const server = new WeakMap(); // form -> what the server made it with
  const onTable = () => document.querySelector("#entry form[data-entry][data-outbox=round]");
  const isBusy = (form) => mending.has(form) || atWork.has(form) || form.querySelector(".ends:checked, .conflict");

  function made(form) {
    if (!server.has(form)) {
      const { game, round, key, seating, revision } = form.elements;
      const told = { game: Number(game.value), round: Number(round.value), key: key.value, seating: seating.value, revision: revision?.value };
      server.set(form, { ...told, next: Number(form.dataset.next) || 0, title: form.dataset.title });
      remember(form, told);
    }
    return server.get(form);
  }

  // An offline copy may be older than what this phone has seen: what comes next is written down.
  function remember(form, told) {
    const name = `next ${form.dataset.table}`;
    try {
      const seen = JSON.parse(localStorage.getItem(name));
      const older = root.dataset.copy && seen && (seen.game > told.game || (seen.game === told.game && seen.round > told.round));
      if (!older) localStorage.setItem(name, JSON.stringify({ game: told.game, round: told.round, seating: told.seating }));
      else if (seen.game === told.game) Object.assign(server.get(form), { from: seen.round, seating: seen.seating });
      else server.get(form).next = 0, server.get(form).from = Infinity;
    } catch { /* Then the copy is what there is. */ }
  }

  // The number that this form is for: what the server said, or the first after it that does not wait here already.
  function number(form, entries) {
    const said = made(form);
    const taken = new Set(entries.filter((entry) => outboxStore.isRound(entry) && entry.table === form.dataset.table && entry.game === said.game).map((entry) => entry.round));
    if (!taken.has(said.round) && !(said.from > said.round)) return said.round;
    let found = Math.max(said.next, said.from ?? 0);
    while (taken.has(found)) found += 1;
    return said.next && Number.isFinite(found) ? found : 0;
  }

  function place(form, entries) {
    if (!form || isBusy(form)) return;
    const said = made(form);
    const round = number(form, entries);
    form.hidden = !round;
    document.getElementById("not-yet").hidden = Boolean(round);
    document.body.classList.toggle("ahead", round !== said.round);
    if (!round || Number(form.elements.round.value) === round) return;
    const asServer = round === said.round;
    form.elements.round.value = round;
    form.elements.key.value = asServer ? said.key : newKey();
    form.elements.seating.value = said.seating;
    if (form.elements.revision) form.elements.revision.disabled = !asServer;
    const title = asServer ? said.title : say("round", { n: round });
    form.dataset.title = form.ariaLabel = title;
    form.querySelector("p[data-says]").dataset.says = title;
    const deal = document.getElementById("deal");
    deal.replaceChildren(Object.assign(document.createElement("p"), { textContent: asServer ? "" : words.unknown }));
    deal.firstChild.prepend(Object.assign(document.createElement("strong"), { textContent: title }), " ");
  }

  async function goOn(form) {
    for (const chosen of form.querySelectorAll("[data-picker] :checked")) chosen.checked = false;
    form.querySelector("[data-picker]")?.setAttribute("open", "");
    form.querySelector("[data-clear]").click();
    await render();
    // A second tap must not fall on what stands there now, as after any swap.
    const target = document.getElementById("entry");
    target.dispatchEvent(new CustomEvent("outbox:next", { bubbles: true, detail: { target } }));
  }

  // A page for one round has done its work.
  function leave(form) {
    const back = Object.assign(document.createElement("a"), { className: "button", href: form.dataset.table, textContent: words.back });
    const card = Object.assign(document.createElement("div"), { className: "card kept-card" });
    card.append(Object.assign(document.createElement("p"), { textContent: say("kept", { title: form.dataset.title }) }), back);
    form.replaceWith(card);
  }

  function settled() {
    const form = onTable();
    if (!form || isBusy(form)) return;
    made(form);
    render();
  }

  document.addEventListener("outbox-sent", async ({ detail: sent }) => {
    const form = onTable();
    const here = sent.filter(({ entry }) => entry.table === form?.dataset.table);
    const rounds = here.filter(({ entry, game, how }) => outboxStore.isRound(entry) && how && game === made(form).game).map(({ round }) => round);
    if (rounds.length) {
      const told = made(form);
      told.from = Math.max(told.from ?? 0, ...rounds.map((round) => round + 1));
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

  // An offline copy gives way to the page itself, once; not again and again where a server is slow.
  function renew() {
    const form = onTable();
    const last = Number(stored((store) => store.getItem("renewed")) ?? 0);
    if (!root.dataset.copy || (form && isBusy(form)) || Math.abs(Date.now() - last) < ONCE) return;
    stored((store) => store.setItem("renewed", String(Date.now())));
    location.reload();
  }

  // --- When the server may be there again --------------------------------------------------------------------------------

  window.addEventListener("online", outboxSender.now);
  window.addEventListener("pageshow", (event) => event.persisted && outboxSender.now());
  document.addEventListener("visibilitychange", () => document.hidden || outboxSender.now());
  // News of a table may be that somebody decided which of two versions is right.
  document.addEventListener("table-moved", async () => {
    const asked = (await outboxStore.all().catch(() => [])).find((entry) => entry.state === "parked" && entry.problem?.saved && location.pathname.startsWith(entry.table));
    if (asked && !outboxList.isShown(asked.id)) outboxSender.retry(asked.id);
    else outboxSender.flush();
  });
  let live = "";
  new MutationObserver(() => {
    const back = live === "offline" && ["live", "polling"].includes(root.dataset.live);
    live = root.dataset.live;
    if (back) outboxSender.now();
    if (["live", "polling"].includes(live)) outboxSender.flush().then(renew);
  }).observe(root, { attributeFilter: ["data-live"] });

  outboxList.beforeDrawing((entries) => place(onTable(), entries));
  lookedAt();
  if (onTable()) made(onTable());
  render();
  outboxSender.retry().catch(() => {});
}
