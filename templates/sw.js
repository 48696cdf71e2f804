{% load static %}// The service worker: this site's shell from the phone, and of each table its page as it was last seen, for when the
// server cannot be reached. It keeps pages of tables only: no API, no live stream, no links, nothing of accounts, no answer
// to a form. Written by hand; the names of the files come from the server, which changes this text when they change.
"use strict";

const SHELL = "shell {{ version }}";
const TABLES = "tables";
const FILES = [{% for file in files %}"{{ file|escapejs }}", {% endfor %}];
const OFFLINE = "{% url 'offline' %}";
const LOG_OUT = "{% url 'log_out' %}";
const PATIENCE = 3000; // milliseconds for the server, where there is a copy
const MOST = 20; // tables
const COPIED = "X-Copied-At";

const isTable = ({ pathname }) => /^\/t\/[^/]+\/$/.test(pathname);
const isFile = ({ pathname }) => FILES.includes(pathname);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...FILES, OFFLINE])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELL && name !== TABLES) await caches.delete(name);
    await self.clients.claim();
  })());
});

// --- Copies of tables ----------------------------------------------------------------------------------------------------

async function keep(path, answer) {
  const cache = await caches.open(TABLES);
  // A table that is not there any more, or not for this phone, leaves no copy.
  if ([403, 404, 410].includes(answer.status)) return cache.delete(path);
  if (answer.status !== 200 || answer.redirected || !(answer.headers.get("Content-Type") ?? "").startsWith("text/html")) return;
  const headers = { "Content-Type": "text/html; charset=utf-8", [COPIED]: String(Date.now()) };
  for (const name of ["Content-Security-Policy", "X-Frame-Options", "Referrer-Policy", "Permissions-Policy"]) {
    if (answer.headers.has(name)) headers[name] = answer.headers.get(name);
  }
  await cache.delete(path); // put in anew, it is the youngest of all
  await cache.put(path, new Response(await answer.text(), { headers }));
  for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old);
}

// The copy says of itself what it is: <html data-copy="…"> is what the page makes its mark of.
async function copyOf(path) {
  const copy = await (await caches.open(TABLES)).match(path);
  if (!copy) return null;
  const text = (await copy.text()).replace("<html ", `<html data-copy="${Number(copy.headers.get(COPIED))}" `);
  return new Response(text, { headers: copy.headers });
}

const later = (promise, time) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, time, new Error("slow")))]);

async function table(event, path) {
  const asked = fetch(event.request).then((answer) => {
    event.waitUntil(keep(path, answer.clone()));
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  const copy = await copyOf(path);
  try {
    const answer = await (copy ? later(asked, PATIENCE) : asked);
    // A server that is there but down, or a proxy before it, is as good as none.
    return copy && [502, 503, 504].includes(answer.status) ? copy : answer;
  } catch {
    return copy ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function page(event) {
  try {
    return await fetch(event.request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

// A name with a hash in it is one text for ever; another name, while somebody works on this program, is not.
async function file(event, path) {
  const kept = await caches.match(path);
  return kept && /\.[0-9a-f]{12}\./.test(path) ? kept : fetch(event.request).catch(() => kept ?? Response.error());
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === LOG_OUT) event.waitUntil(caches.delete(TABLES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(isTable(url) && !url.search ? table(event, url.pathname) : page(event));
  else if (isFile(url)) event.respondWith(file(event, url.pathname));
});

const renew = (path) => fetch(path, { headers: { Accept: "text/html" }, cache: "no-store" }).then((answer) => keep(path, answer));

async function renewAll() {
  for (const { url } of await (await caches.open(TABLES)).keys()) await renew(new URL(url).pathname);
}

// A page tells that it shows a table which has moved, that its table is closed to this phone, or that all look different.
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
