// Stores the entries waiting on this phone in IndexedDB. An entry is stored once its transaction has completed. Only
// `remove` deletes it (after the server's acknowledgement, or when a person discards it), or `put` of its replacement.
//
// An entry: { id, seq, format, kind, table, tableTitle, url, fields: [[name, value]], key, game, round, title, summary, at,
//   device, busy, state: "waiting" | "parked", problem: null | { status, code, text, saved, savedBy, typed } }
"use strict";

const outboxStore = (() => {
  const TIMEOUT = 1500; // milliseconds; in some browsers the database at times never answers: then there is none
  const LEASE = 20_000; // milliseconds
  const me = Math.random().toString(36).slice(2);
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
  let opened = null;

  function open() {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("outbox", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("entries", { keyPath: "id" });
        request.result.createObjectStore("leases", { keyPath: "name" });
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = database.onversionchange = () => {
          database.close();
          opened = null;
        };
        resolve(database);
      };
    });
    opened.catch(() => { opened = null; });
    return opened;
  }

  // Runs `act` on a store; resolves to its result once everything is written. "strict" means to disk, not just to a cache.
  async function inTransaction(store, mode, act) {
    const database = await open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: "strict" });
      let result;
      const ready = (value) => { result = value; };
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("not stored"));
      act(transaction.objectStore(store), ready);
    });
  }

  const withTimeout = (promise) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, TIMEOUT, new Error("no answer")))]);

  function announceChange() {
    channel?.postMessage("changed");
    document.dispatchEvent(new CustomEvent("outbox-changed"));
  }
  channel?.addEventListener("message", () => document.dispatchEvent(new CustomEvent("outbox-changed")));

  const rounds = (entry) => ["round", "cards"].includes(entry.kind);
  const inOrder = (entries) => entries.sort((one, other) => one.seq - other.seq);

  // Adds an entry: in the place of the one it replaces, else before later rounds of its game (it fills a gap), else last.
  // Returns whether no other entry of its table has to be sent first.
  async function put(entry, replaces) {
    const first = await withTimeout(inTransaction("entries", "readwrite", (store, ready) => {
      store.getAll().onsuccess = ({ target: { result } }) => {
        const all = inOrder(result);
        const replaced = all.find((other) => other.id === entry.id) ?? all.find((other) => other.id === replaces);
        const later = rounds(entry) && all.find((other) => rounds(other) && other.table === entry.table && other.game === entry.game && other.round > entry.round);
        entry.seq = replaced?.seq ?? (later ? between(all, later) : (all.at(-1)?.seq ?? 0) + 1);
        if (replaces && replaces !== entry.id) store.delete(replaces);
        store.put(entry);
        ready(!all.some((other) => other !== replaced && other.table === entry.table && other.state !== "parked" && other.seq < entry.seq));
      };
    }));
    announceChange();
    return first;
  }

  function between(all, later) {
    const before = all[all.indexOf(later) - 1]?.seq ?? later.seq - 1;
    return (before + later.seq) / 2;
  }

  async function all() {
    return inOrder(await withTimeout(inTransaction("entries", "readonly", (store, ready) => {
      store.getAll().onsuccess = ({ target }) => ready(target.result);
    })));
  }

  // Updates an entry, unless it was removed meanwhile.
  async function change(id, values) {
    await inTransaction("entries", "readwrite", (store) => {
      store.get(id).onsuccess = ({ target: { result } }) => result && store.put({ ...result, ...values });
    });
    announceChange();
  }

  async function remove(id) {
    await inTransaction("entries", "readwrite", (store) => store.delete(id));
    announceChange();
  }

  // Removes what a person doesn't want to send.
  function discard(id) {
    document.dispatchEvent(new CustomEvent("outbox-discarded", { detail: id }));
    return remove(id);
  }

  // Runs `act` in one tab at a time; returns false while another tab is running it. Plain http has no Web Locks: there a
  // lease in the database is used, which expires by itself. If two tabs did send the same entry, the server would save one
  // round, because both requests have the same key.
  async function alone(act) {
    if (navigator.locks) return navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? act() : false));
    const mine = await inTransaction("leases", "readwrite", (store, ready) => {
      store.get("sending").onsuccess = ({ target: { result } }) => {
        const remaining = result && result.owner !== me ? result.until - Date.now() : 0;
        if (remaining > 0 && remaining <= LEASE) return ready(false);
        store.put({ name: "sending", owner: me, until: Date.now() + LEASE });
        ready(true);
      };
    });
    if (!mine) return false;
    try {
      return await act();
    } finally {
      await inTransaction("leases", "readwrite", (store) => store.delete("sending"));
    }
  }

  // Runs `act` on what this tab stores for its next page; returns null where a browser stores nothing.
  function withSession(act) {
    try {
      return act(sessionStorage);
    } catch {
      return null;
    }
  }

  return { put, all, change, remove, discard, alone, withSession, isRound: rounds };
})();
