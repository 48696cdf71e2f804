// The outbox on a page with a form: the form's fields are stored on this phone, then sent as usual. What couldn't be sent is
// listed as waiting (outbox_list.js), and the next round can be entered meanwhile.
//
// <form data-outbox="round | cards | change | void" data-table="/t/…/" data-table-title="…" data-title="Round 7"
//   data-summary="Ann knocks with 7, Ben 20" [data-complete] [data-next="8"]>
//   data-next: the number of the round after this one; left out where only the server can know who plays it.
"use strict";

{
  const SLOW = 1000; // milliseconds; an entry that takes longer to send is listed as waiting
  const TIMEOUT = 8000; // milliseconds for htmx requests
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

  const { mending, young, sending } = outboxList;
  let storageFault = ""; // why nothing can be stored on this phone, in words

  async function storeEntry(form, submitter) {
    const entry = entryOf(form, submitter);
    young.add(entry.id);
    try {
      return { entry, first: await outboxStore.put(entry, mending.get(form)) };
    } catch {
      young.delete(entry.id);
      storageFault = words.unkept;
      return null;
    }
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
    const { entry, first } = (await storeEntry(form, submitter)) ?? {};
    if (entry && !first) {
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
    if (target?.id === "entry") outboxNext.afterSwap();
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => target?.id === "entry" && outboxNext.afterSwap());

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
    if (form.matches("[data-entry][hx-post]")) outboxNext.clear(form);
    else showStored(form);
  }

  // On a page for one round: replaces the form by a note that it is stored, and a link back to the table.
  function showStored(form) {
    const back = Object.assign(document.createElement("a"), { className: "button", href: form.dataset.table, textContent: words.back });
    const card = Object.assign(document.createElement("div"), { className: "card kept-card" });
    card.append(Object.assign(document.createElement("p"), { textContent: say("kept", { title: form.dataset.title }) }), back);
    form.replaceWith(card);
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
    const { entry, first } = (await storeEntry(form, submitter)) ?? {};
    if (!entry || !first) {
      sending.delete(form);
      if (entry) return queue(form, entry);
      withoutOutbox.add(form);
      // By setTimeout: the form's first submit event isn't over yet.
      return setTimeout(() => form.requestSubmit(submitter));
    }
    showIfSlow(entry);
    let result = { later: 0 };
    // Somebody looks at the page: what has to be decided is asked before it is saved. Later it is saved all the same.
    const asking = { ...entry, fields: [...entry.fields, ["ask", "yes"]] };
    try {
      result = await outboxSender.send(asking, await outboxSender.freshToken());
    } catch { /* The server can't be reached. */ }
    sending.delete(form);
    if (!("later" in result)) document.dispatchEvent(new CustomEvent("outbox-answered", { detail: { saved: Boolean(result.acknowledged) } }));
    if (result.acknowledged) {
      await outboxStore.remove(entry.id);
      location.assign(result.acknowledged.url);
    } else if (result.problem) {
      const { fields } = result.problem.code === "ask_first" ? asking : entry; // what was asked needs an answer
      await outboxStore.change(entry.id, { state: "parked", problem: result.problem, busy: 0, fields });
      look(entry, result.problem.code === "ask_first" ? "#preview" : "");
    } else {
      queue(form, entry);
    }
  }

  // Submits an entry as an ordinary form: the server answers with the page that shows its errors or a question.
  function look(entry, place = "") {
    const form = Object.assign(document.createElement("form"), { method: "post", action: entry.url + place, hidden: true });
    for (const [name, value] of [["csrfmiddlewaretoken", ""], ...entry.fields]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    outboxStore.withSession((store) => store.setItem("outbox looked at", entry.id));
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

  // Links the form on this page with the entry that `look` submitted to get here.
  function linkLookedAt() {
    const id = outboxStore.withSession((store) => store.getItem("outbox looked at"));
    outboxStore.withSession((store) => store.removeItem("outbox looked at"));
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
    if (["live", "polling"].includes(live)) outboxSender.flush().then(outboxNext.renew);
  }).observe(root, { attributeFilter: ["data-live"] });

  linkLookedAt();
  render();
  outboxSender.retry().catch(() => {});
}
