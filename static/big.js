// Full screen for pages that people only watch (scoreboard, wall, hall): a tap or the F key switches it on and off.
"use strict";

{
  const toggle = () => {
    const switched = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    switched?.catch(() => {}); // refused by the browser: the page stays in its window
  };
  document.addEventListener("click", (event) => event.target.closest("a, button") || toggle());
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (key.toLowerCase() === "f" && !ctrlKey && !metaKey && !altKey) toggle();
  });
}
