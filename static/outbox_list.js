// Lists the entries waiting on this phone, on every page: how many there are, and each in words with buttons to try again,
// look at it, confirm it or discard it.
"use strict";

const outboxList = (() => {
  const root = document.documentElement;
  const box = document.getElementById("outbox");
  const words = box.dataset;
  const say = (name, values = {}) => (words[name] ?? "").replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

  // form -> id of the refused entry that the form shows so that it can be corrected. The list leaves it out.
  const mending = new WeakMap();
  const sending = new WeakMap(); // form -> its entry, while it is sent
  const young = new Set(); // ids of entries that this page has only just begun to send; left out, too
  let beforeDrawing = () => {};

  const list = box.querySelector("ol");
  const model = box.querySelector("template").content.firstElementChild;
  const clock = (time) => new Date(time).toLocaleTimeString(root.lang || [], { hour: "2-digit", minute: "2-digit" });

  function reason({ problem, state, table }, before) {
    if (problem?.code === "missing_rounds") return problem.text;
    if (state === "parked" && [403, 404, 410].includes(problem.status)) return `${problem.text} ${words.newLink}`;
    if (state === "parked") return problem.text || words.asked;
    return before.some((other) => other.table === table && other.state === "parked") ? words.after : "";
  }

  function item(entry, before) {
    const one = model.cloneNode(true);
    const part = (name) => one.querySelector(`[data-part=${name}]`);
    const parked = entry.state === "parked";
    one.dataset.id = entry.id;
    one.classList.toggle("parked", parked);
    part("title").textContent = `${entry.title}${entry.summary ? ":" : ""}`;
    part("summary").textContent = entry.summary;
    part("where").textContent = `${entry.tableTitle} \u00b7 ${say("since", { time: clock(entry.at) })}`;
    part("reason").textContent = reason(entry, before);
    const versions = part("versions");
    versions.hidden = !(parked && entry.problem?.saved);
    if (!versions.hidden) {
      part("saved-by").textContent = say("savedBy", { who: entry.problem.savedBy });
      part("saved").textContent = entry.problem.saved;
      part("typed").textContent = entry.problem.typed;
    }
    part("confirm").hidden = !parked || entry.problem.code !== "ask_first" || entry.kind !== "round";
    part("look").hidden = !parked || [403, 404, 410].includes(entry.problem.status);
    part("look").textContent = versions.hidden ? words.look : words.decide;
    return one;
  }

  let drawn = "";
  async function render() {
    let entries = [];
    try {
      entries = await outboxStore.all();
    } catch {
      return; // No database, so no entries.
    }
    beforeDrawing(entries);
    const shown = entries.filter((entry) => !young.has(entry.id) && !isShown(entry.id));
    root.classList.toggle("waits", shown.length > 0);
    if (!shown.length) delete words.just;
    else root.classList.remove("all-sent");
    const parked = shown.filter((entry) => entry.state === "parked");
    box.hidden = !shown.length && !root.classList.contains("all-sent");
    box.classList.toggle("stuck", parked.length > 0);
    if (!shown.length) {
      list.replaceChildren();
      drawn = "";
      box.querySelector("details").open = false;
      return;
    }
    box.querySelector("[data-count]").textContent = say("waiting", { n: shown.length });
    const stored = isSecureContext ? (words.just ? say("saved", { title: words.just }) : words.stored) : words.storedHere;
    box.querySelector("[data-state]").textContent = parked.length ? words.needsYou : stored;
    const now = JSON.stringify(shown);
    if (now === drawn) return;
    drawn = now;
    // An entry that is showing "Really discard?" keeps showing it.
    const confirming = list.querySelector("li.sure")?.dataset.id;
    list.replaceChildren(...shown.map((entry, at) => item(entry, shown.slice(0, at))));
    if (confirming) [...list.children].find((one) => one.dataset.id === confirming)?.classList.add("sure");
  }

  box.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-part]");
    const one = button?.closest("li");
    if (!one) return;
    const { id } = one.dataset;
    const entry = (await outboxStore.all()).find((other) => other.id === id);
    if (!entry) return render();
    if (button.dataset.part === "try") {
      button.disabled = true;
      await outboxSender.retry(id);
      button.disabled = false;
    }
    if (button.dataset.part === "confirm") {
      await outboxStore.change(id, { fields: [...entry.fields.filter(([name]) => name !== "confirm"), ["confirm", "yes"]] });
      await outboxSender.retry(id);
    }
    if (button.dataset.part === "look") box.dispatchEvent(new CustomEvent("outbox-look", { bubbles: true, detail: entry }));
    if (button.dataset.part === "discard") one.classList.add("sure");
    if (button.dataset.part === "keep") one.classList.remove("sure");
    if (button.dataset.part === "yes" && one.classList.contains("sure")) {
      await outboxStore.discard(id);
      outboxSender.now();
    }
  });

  document.addEventListener("outbox-changed", render);

  // Whether a form on this page shows this entry.
  const isShown = (id) => [...document.querySelectorAll("form[data-outbox]")].some((form) => mending.get(form) === id);

  return { isShown, say, render, mending, sending, young, beforeDrawing: (act) => { beforeDrawing = act; } };
})();
