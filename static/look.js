// Display settings apply at once: each choice is saved, and the page takes over what the server makes of it. Without script,
// the button saves them.
"use strict";

{
  const form = () => document.querySelector("form.look");
  const LOOKS = ["lang", "data-theme", "data-text", "data-motion"];
  const HEAD = "link[rel=stylesheet], meta[name=theme-color]";
  let latest = 0;

  function apply(page) {
    const [now, then] = [document.documentElement, page.documentElement];
    const otherLanguage = now.lang !== then.lang;
    for (const name of LOOKS) {
      if (then.hasAttribute(name)) now.setAttribute(name, then.getAttribute(name));
      else now.removeAttribute(name);
    }
    document.body.className = page.body.className;
    // New sheets first: without any, the page would flash.
    const old = [...document.head.querySelectorAll(HEAD)];
    const html = old.map((one) => one.outerHTML);
    const wanted = [...page.head.querySelectorAll(HEAD)];
    document.head.append(...wanted.filter((one) => !html.includes(one.outerHTML)));
    for (const one of old) if (!wanted.some((other) => other.outerHTML === one.outerHTML)) one.remove();
    if (!otherLanguage) return;
    document.title = page.title;
    for (const part of ["header.bar", "main"]) document.querySelector(part)?.replaceWith(page.querySelector(part));
    form().querySelector("[name=language]:checked")?.focus();
  }

  document.addEventListener("change", async ({ target }) => {
    if (!target.closest("form.look")) return;
    const mine = ++latest;
    try {
      await fetch(form().action, { method: "POST", body: new URLSearchParams(new FormData(form())), redirect: "manual" });
      const page = new DOMParser().parseFromString(await (await fetch(location.href, { cache: "no-store" })).text(), "text/html");
      if (mine === latest && page.querySelector("form.look")) apply(page);
    } catch {
      // Without network nothing is saved; the button says so.
    }
  });
}
