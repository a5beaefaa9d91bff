// The page on which one sits down: counts the seconds, and goes to the table once the seat is there.

import { deviceNow, onState, say } from "./live.js";

let seat;
let called = null;
onState((state) => {
  if (seat !== undefined && state.seat !== null && state.seat !== seat) location.assign("/");
  if (called && !state.calling && deviceNow() >= called.until) say(document.getElementById("late").textContent);
  seat = state.seat;
  called = state.calling;
});

setInterval(() => {
  for (const left of document.querySelectorAll("[data-until]")) {
    left.textContent = Math.max(0, Math.ceil((left.dataset.until - deviceNow()) / 1e9));
  }
}, 200);
