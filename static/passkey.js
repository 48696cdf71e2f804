// A passkey, made or used: the button asks the browser, and what the authenticator answers goes to the server as JSON.
// Where the browser cannot, the button stays hidden, and the codes are the way.
"use strict";

{
  const form = document.querySelector("form[data-passkey]");
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  function options() {
    const publicKey = JSON.parse(form.dataset.options);
    publicKey.challenge = bytes(publicKey.challenge);
    if (publicKey.user) publicKey.user.id = bytes(publicKey.user.id);
    for (const one of publicKey.excludeCredentials ?? publicKey.allowCredentials ?? []) one.id = bytes(one.id);
    return { publicKey };
  }

  async function send() {
    const made = await navigator.credentials[form.dataset.passkey](options());
    const response = {};
    for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (made.response[part]) response[part] = text(made.response[part]);
    }
    const credential = { id: made.id, rawId: text(made.rawId), type: made.type, response };
    form.elements.credential.value = JSON.stringify(credential);
    form.requestSubmit();
  }

  if (form && window.PublicKeyCredential) {
    const button = form.querySelector("button");
    const failed = form.querySelector("[data-failed]");
    button.hidden = false;
    form.querySelector("[data-cannot]")?.remove();
    for (const or of form.querySelectorAll("[data-or]")) or.hidden = false;
    button.addEventListener("click", () => {
      button.disabled = true;
      failed.hidden = true;
      // Refused, put off or too slow: browsers tell all of these alike.
      send().catch(() => { failed.hidden = false; }).finally(() => { button.disabled = false; });
    });
  }
}
