// The page on which one sits down: counts the seconds, and goes to the table once the seat is there.

import { deviceNow, onState } from "./live.js";

let seat;
onState((state) => {
  if (seat !== undefined && state.seat !== null && state.seat !== seat) location.assign("/");
  seat = state.seat;
});

setInterval(() => {
  for (const left of document.querySelectorAll("[data-until]")) {
    left.textContent = Math.max(0, Math.ceil((left.dataset.until - deviceNow()) / 1e9));
  }
}, 200);
