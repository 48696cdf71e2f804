// A screen that is only looked at: a tap or the key F fills it, and once more gives the browser back.
"use strict";

{
  const toggle = () => {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => {}); // not allowed here: the page is as large as it can be
  };
  document.addEventListener("click", (event) => event.target.closest("a, button") || toggle());
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (key.toLowerCase() === "f" && !ctrlKey && !metaKey && !altKey) toggle();
  });
}
