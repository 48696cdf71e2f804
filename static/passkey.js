// Creates or uses a passkey (WebAuthn): the button calls the browser, and the authenticator's answer is posted as JSON.
// In browsers without WebAuthn the button stays hidden, and people use their codes.
"use strict";

{
  const form = document.querySelector("form[data-passkey]");
  const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  function options() {
    const publicKey = JSON.parse(form.dataset.options);
    publicKey.challenge = decode(publicKey.challenge);
    if (publicKey.user) publicKey.user.id = decode(publicKey.user.id);
    for (const one of publicKey.excludeCredentials ?? publicKey.allowCredentials ?? []) one.id = decode(one.id);
    return { publicKey };
  }

  async function send() {
    const answer = await navigator.credentials[form.dataset.passkey](options());
    const response = {};
    for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (answer.response[part]) response[part] = encode(answer.response[part]);
    }
    const credential = { id: answer.id, rawId: encode(answer.rawId), type: answer.type, response };
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
      // Refused, canceled or timed out: browsers report all of these the same way.
      send().catch(() => { failed.hidden = false; }).finally(() => { button.disabled = false; });
    });
  }
}
