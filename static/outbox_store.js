// What waits on this phone, in the browser's own database. An entry is there once its transaction is complete, and leaves
// by `remove` alone: after the server's acknowledgement, or when a person discards it.
//
// An entry: { id, seq, format, kind, table, tableTitle, url, fields: [[name, value]], key, game, round, title, summary, at,
//   device, busy, state: "waiting" | "parked", problem: null | { status, code, text, saved, savedBy, typed } }
"use strict";

const outboxStore = (() => {
  const PATIENCE = 1500; // milliseconds: a database that says nothing, as some browsers' do at times, counts as none
  const LEASE = 20_000;
  const me = Math.random().toString(36).slice(2);
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
  let opened = null;

  function open() {
    opened ??= new Promise((resolve, reject) => {
      const asking = indexedDB.open("outbox", 1);
      asking.onupgradeneeded = () => {
        asking.result.createObjectStore("entries", { keyPath: "id" });
        asking.result.createObjectStore("leases", { keyPath: "name" });
      };
      asking.onerror = () => reject(asking.error);
      asking.onsuccess = () => {
        const base = asking.result;
        base.onclose = base.onversionchange = () => {
          base.close();
          opened = null;
        };
        resolve(base);
      };
    });
    opened.catch(() => { opened = null; });
    return opened;
  }

  // Runs `act` on a store; resolves to its result only when everything is written. Strict: to the disk, not to its cache.
  async function within(store, mode, act) {
    const base = await open();
    return new Promise((resolve, reject) => {
      const work = base.transaction(store, mode, { durability: "strict" });
      let result;
      const ready = (value) => { result = value; };
      work.oncomplete = () => resolve(result);
      work.onabort = work.onerror = () => reject(work.error ?? new Error("not stored"));
      act(work.objectStore(store), ready);
    });
  }

  const soon = (promise) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("no answer")))]);

  function told() {
    channel?.postMessage("changed");
    document.dispatchEvent(new CustomEvent("outbox-changed"));
  }
  channel?.addEventListener("message", () => document.dispatchEvent(new CustomEvent("outbox-changed")));

  const rounds = (entry) => ["round", "cards"].includes(entry.kind);
  const inOrder = (entries) => entries.sort((one, other) => one.seq - other.seq);

  // Puts an entry at the end; before a later round of its game, where it fills a gap; in the place of the one it replaces.
  async function put(entry, replaces) {
    await soon(within("entries", "readwrite", (store) => {
      store.getAll().onsuccess = ({ target: { result } }) => {
        const all = inOrder(result);
        const there = all.find((other) => other.id === entry.id) ?? all.find((other) => other.id === replaces);
        const later = rounds(entry) && all.find((other) => rounds(other) && other.table === entry.table && other.game === entry.game && other.round > entry.round);
        entry.seq = there?.seq ?? (later ? between(all, later) : (all.at(-1)?.seq ?? 0) + 1);
        if (replaces && replaces !== entry.id) store.delete(replaces);
        store.put(entry);
      };
    }));
    told();
  }

  function between(all, later) {
    const before = all[all.indexOf(later) - 1]?.seq ?? later.seq - 1;
    return (before + later.seq) / 2;
  }

  async function all() {
    return inOrder(await soon(within("entries", "readonly", (store, ready) => {
      store.getAll().onsuccess = ({ target }) => ready(target.result);
    })));
  }

  // Changes an entry, unless it is gone meanwhile.
  async function change(id, values) {
    await within("entries", "readwrite", (store) => {
      store.get(id).onsuccess = ({ target: { result } }) => result && store.put({ ...result, ...values });
    });
    told();
  }

  async function remove(id) {
    await within("entries", "readwrite", (store) => store.delete(id));
    told();
  }

  // One tab at a time. On plain http there are no locks: there a lease is written down, which runs out by itself. Were two
  // tabs to send all the same, the keys of the entries make it one round.
  async function alone(act) {
    if (navigator.locks) return navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? act() : false));
    const mine = await within("leases", "readwrite", (store, ready) => {
      store.get("sending").onsuccess = ({ target: { result } }) => {
        const left = result && result.owner !== me ? result.until - Date.now() : 0;
        if (left > 0 && left <= LEASE) return ready(false);
        store.put({ name: "sending", owner: me, until: Date.now() + LEASE });
        ready(true);
      };
    });
    if (!mine) return false;
    try {
      return await act();
    } finally {
      await within("leases", "readwrite", (store) => store.delete("sending"));
    }
  }

  return { put, all, change, remove, alone, isRound: rounds };
})();
