// The page on which one sits down: counts the seconds, and goes to the table once the seat is there.

import { deviceNow, onState, say } from "./live.js";

let seat;
let called = null;
onState((state) => {
  if (seat !== undefined && state.seat !== null && state.seat !== seat && !isSending()) location.assign("/");
  if (called && !state.calling && deviceNow() >= called.until) say(document.getElementById("late").textContent);
  seat = state.seat;
  called = state.calling;
});

// A form that is on its way leads to the table by itself.
function isSending() {
  return document.querySelector("form [aria-busy]") !== null;
}

setInterval(() => {
  for (const left of document.querySelectorAll("[data-until]")) {
    const seconds = Math.ceil((left.dataset.until - deviceNow()) / 1e9);
    if (!Number.isNaN(seconds)) left.textContent = Math.max(0, seconds);
  }
}, 200);
