// A bid by phone is sent as the finger comes down, not as it leaves: every millisecond counts.

import { onState, say } from "./live.js";

let after = "";

// What the bid is for: one that is held up on its way must not buy the next card.
onState((state) => { after = state.after; });

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
    const body = JSON.stringify({ after, request: { type: "press" } });
    const answer = await fetch("/api/actions", { method: "POST", body, headers, keepalive: true });
    if (!answer.ok) say((await answer.json()).error);
  } catch {
    say(document.body.dataset.unsent);
  } finally {
    button.classList.remove("down");
  }
}
