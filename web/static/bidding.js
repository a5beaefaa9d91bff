// A bid by phone is sent as the finger comes down, not as it leaves: every millisecond counts.

import { say } from "./live.js";

const PRESS = JSON.stringify({ request: { type: "press" } });

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("[data-bid]");
  if (button && event.button === 0) bid(button);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-bid]");
  if (!button) return;
  event.preventDefault(); // the finger has sent it already
  if (event.detail === 0) bid(button); // but a key has not
});

async function bid(button) {
  button.classList.add("down");
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/actions", { method: "POST", body: PRESS, headers, keepalive: true });
    if (!answer.ok) say((await answer.json()).error);
  } catch {
    say(document.body.dataset.unsent);
  } finally {
    button.classList.remove("down");
  }
}
