// A board on the workbench: taps on the drawing become places, what is typed is judged and then set, and the keys for undo
// and redo are those of everywhere.

import { say } from "./live.js";

const TYPING = 250; // ms after the last key

// Where somebody tapped, in the units of the drawing, goes into the form that asks for a place.
document.addEventListener("click", (event) => {
  const frame = event.target.closest?.("[data-places]");
  const drawing = event.target.closest?.("svg.workbench");
  const form = frame && document.getElementById(frame.dataset.places);
  if (!form || !drawing) return;
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  form.elements.x.value = Math.round(place.x);
  form.elements.y.value = Math.round(place.y);
  form.requestSubmit();
});

// What would be wrong if it were set now.
let timer = 0;
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-check]");
  if (!form) return;
  clearTimeout(timer);
  timer = setTimeout(() => judge(form), TYPING);
});

async function judge(form) {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.dataset.check, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer || String(new URLSearchParams(new FormData(form))) !== String(body)) return; // typed on meanwhile
  const told = await answer.json();
  const sentences = told.mistakes ?? [told.error];
  form.querySelector(".as-typed").replaceChildren(...sentences.map(complaint));
}

// What is entered is set as soon as somebody goes on to something else; nobody has to tell the device twice.
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-check]");
  if (form) form.requestSubmit();
});

function complaint(sentence) {
  const line = document.createElement("p");
  line.className = "trouble";
  line.textContent = sentence;
  return line;
}

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches?.("input, select")) return; // a field undoes its own
  const key = event.shiftKey && event.key.toLowerCase() === "z" ? "y" : event.key.toLowerCase();
  const button = document.querySelector(`[data-key-press="${CSS.escape(key)}"]`);
  if (!button || button.disabled) return;
  event.preventDefault();
  say("");
  button.click();
});
