// On the offline page, which is shown instead of a page that has no copy: lists the copies.
"use strict";

{
  async function listCopies(list) {
    const cache = await caches.open("tables");
    for (const request of (await cache.keys()).reverse()) {
      const copy = await cache.match(request);
      const title = new DOMParser().parseFromString(await copy.text(), "text/html").title;
      const link = Object.assign(document.createElement("a"), { href: new URL(request.url).pathname });
      const copied = new Date(Number(copy.headers.get("X-Copied-At")));
      const time = copied.toLocaleTimeString(document.documentElement.lang || [], { hour: "2-digit", minute: "2-digit" });
      const when = list.dataset.words.replace("{time}", time);
      link.append(Object.assign(document.createElement("b"), { textContent: title }), Object.assign(document.createElement("small"), { textContent: when }));
      const one = document.createElement("li");
      one.append(link);
      list.append(one);
    }
    list.closest("section").hidden = !list.children.length;
  }

  if ("caches" in window) listCopies(document.getElementById("copies")).catch(() => {});
  document.getElementById("again").addEventListener("click", () => location.reload());
  window.addEventListener("online", () => location.reload());
}
