// Shows what needs a passkey, as none works without script, and says so where one was refused: allauth's script only tells
// the console.
(() => {
  const supported = "credentials" in navigator;
  for (const element of document.querySelectorAll("[data-passkey]")) element.hidden = !supported;
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    document.getElementById("passkey_failed").hidden = false;
  });
})();
