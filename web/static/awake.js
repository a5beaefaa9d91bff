// Keeps the screen awake while it is this phone's turn, and buzzes when it becomes so, where the browser allows it:
// most do so only over a safe connection, and say nothing where not.

import { onState } from "./live.js";

const BUZZ = [80, 60, 80]; // ms
let turn = null; // not known yet: whoever opens the page looks at it anyway
let wanted = false;
let lock = null;

onState((state) => {
  const asked = isAsked(state);
  if (asked && turn === false) buzz();
  turn = asked;
  wanted = asked || bids(state);
  hold();
});

// A browser takes the lock away from a page that is out of sight.
document.addEventListener("visibilitychange", hold);

function isAsked({ seat, view }) {
  if (seat === null || !view || view.game === 0) return false; // just the clock: everybody may start it
  return (view.options.length > 0 && !view.clock) || Boolean(view.proposal?.waiting_for.includes(seat));
}

function bids({ seat, view }) {
  return seat !== null && Boolean(view?.clock);
}

function buzz() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
}

async function hold() {
  if (!wanted) return rest();
  if ((lock && !lock.released) || document.visibilityState !== "visible") return;
  lock = { released: false }; // asked for: not once more meanwhile
  try {
    lock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    lock = null; // a battery that runs low, or a page out of sight
  }
  if (!wanted) rest(); // meanwhile it is somebody else's turn
}

function rest() {
  lock?.release?.();
  lock = null;
}
