{% load static %}// The service worker. It caches the app shell (styles, scripts, the help, the offline page) and the latest page of each table, for
// when the server can't be reached. Of the pages it caches only tables: no API, live streams, invitation links, account
// pages or answers to forms. The server fills in the names of the files, so this text changes when one of them does.
"use strict";

const SHELL = "shell {{ version }}";
const TABLES = "tables";
const FILES = [{% for file in files %}"{{ file|escapejs }}", {% endfor %}];
const OFFLINE = "{% url 'offline' %}";
const HELP = "{% url 'help' %}";
const LOG_OUT = "{% url 'account_logout' %}";
const TIMEOUT = 3000; // milliseconds to wait for the server, where there is a copy
const MAX_COPIES = 20; // tables
const COPIED = "X-Copied-At";

const isTable = ({ pathname }) => /^\/t\/[^/]+\/$/.test(pathname);
const isFile = ({ pathname }) => FILES.includes(pathname);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...FILES, OFFLINE, HELP])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELL && name !== TABLES) await caches.delete(name);
    await self.clients.claim();
  })());
});

// --- Copies of tables ----------------------------------------------------------------------------------------------------

async function saveCopy(path, answer) {
  const cache = await caches.open(TABLES);
  // No copy stays of a table that is gone, or that this phone may no longer see.
  if ([403, 404, 410].includes(answer.status)) return cache.delete(path);
  if (answer.status !== 200 || answer.redirected || !(answer.headers.get("Content-Type") ?? "").startsWith("text/html")) return;
  const headers = { "Content-Type": "text/html; charset=utf-8", [COPIED]: String(Date.now()) };
  for (const name of ["Content-Security-Policy", "X-Frame-Options", "Referrer-Policy", "Permissions-Policy"]) {
    if (answer.headers.has(name)) headers[name] = answer.headers.get(name);
  }
  // Where the answer breaks off, the older copy stays. Some browsers take what came until then for the whole answer.
  const text = await answer.text();
  if (!text.trimEnd().endsWith("</html>")) return;
  await cache.delete(path); // so that the new copy is the last of cache.keys()
  await cache.put(path, new Response(text, { headers }));
  for (const old of (await cache.keys()).slice(0, -MAX_COPIES)) await cache.delete(old);
}

// Returns the copy of a page, marked by <html data-copy="…"> with its time: shell.js shows that it is a copy.
async function copyOf(path) {
  const copy = await (await caches.open(TABLES)).match(path);
  if (!copy) return null;
  const text = (await copy.text()).replace("<html ", `<html data-copy="${Number(copy.headers.get(COPIED))}" `);
  return new Response(text, { headers: copy.headers });
}

const withTimeout = (promise, time) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, time, new Error("slow")))]);

async function respondTable(event, path) {
  const fetched = fetch(event.request).then((answer) => {
    event.waitUntil(saveCopy(path, answer.clone()));
    return answer;
  });
  event.waitUntil(fetched.catch(() => {}));
  const copy = await copyOf(path);
  try {
    const answer = await (copy ? withTimeout(fetched, TIMEOUT) : fetched);
    // A gateway error, usually from a proxy, means that the server is down: the copy is better.
    return copy && [502, 503, 504].includes(answer.status) ? copy : answer;
  } catch {
    return copy ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function respondPage(event, path) {
  try {
    return await fetch(event.request);
  } catch {
    return (path === HELP && (await caches.match(HELP))) || (await caches.match(OFFLINE)) || Response.error();
  }
}

// A file with a hash in its name never changes. Others (in development) do: the cache is only used when offline.
async function respondFile(event, path) {
  const cached = await caches.match(path);
  return cached && /\.[0-9a-f]{12}\./.test(path) ? cached : fetch(event.request).catch(() => cached ?? Response.error());
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === LOG_OUT) event.waitUntil(caches.delete(TABLES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(isTable(url) && !url.search ? respondTable(event, url.pathname) : respondPage(event, url.pathname));
  else if (isFile(url)) event.respondWith(respondFile(event, url.pathname));
});

const renew = (path) => fetch(path, { headers: { Accept: "text/html" }, cache: "no-store" }).then((answer) => saveCopy(path, answer));

async function renewAll() {
  for (const { url } of await (await caches.open(TABLES)).keys()) await renew(new URL(url).pathname);
}

// Messages from pages: `seen` (path of a table that has changed), `gone` (path of a table this phone may no longer see),
// `look` (the display settings have changed, so all copies are made again).
self.addEventListener("message", (event) => {
  const { seen, gone, look } = event.data ?? {};
  if (look) event.waitUntil(renewAll().catch(() => {}));
  const path = String(seen ?? gone ?? "");
  if (!isTable({ pathname: path })) return;
  const work = gone
    ? caches.open(TABLES).then((cache) => cache.delete(path))
    : renew(path);
  event.waitUntil(work.catch(() => {}));
});
