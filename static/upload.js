// The pages that import an archive show how much of the file has been sent, and then that the server reads it. A file
// beyond the limit isn't sent at all.
"use strict";

{
  const FRAME = 2048; // bytes of the form around the file, at most
  const form = document.querySelector(".upload");
  const { file } = form.elements;
  const bar = form.querySelector("progress");
  const status = form.querySelector("[role=status]");
  const words = form.dataset;
  let sending = false;

  file.addEventListener("change", () => {
    file.setCustomValidity(file.files[0]?.size + FRAME > Number(words.largest) ? words.tooLarge : "");
    file.reportValidity();
  });
  form.addEventListener("htmx:beforeSend", () => {
    sending = true;
    bar.value = 0;
    status.textContent = words.sending;
  });
  form.addEventListener("htmx:xhr:progress", ({ detail: { loaded, total } }) => {
    // After the file's bytes htmx reports those of the answer.
    if (!sending) return;
    bar.value = loaded / total;
    if (loaded < total) return;
    sending = false;
    bar.removeAttribute("value");
    status.textContent = words.reading;
  });
  form.addEventListener("htmx:afterRequest", () => { status.textContent = ""; });
}
