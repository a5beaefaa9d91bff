// The page: kept up to date by one stream. What it cannot hear of it does not show.

import { fetchDesk, hush, watchForms } from "./desk.js";
import { panel } from "./panel.js";

const SILENT = 9000; // ms; the device says something every three seconds
const PAUSE = 1000; // ms between two attempts to reach it

const away = document.getElementById("away");
let stream = null;
let watchdog = 0;

function listen() {
  stream = new EventSource("/stream");
  stream.addEventListener("open", heard);
  stream.addEventListener("heartbeat", heard);
  stream.addEventListener("desk", () => { heard(); fetchDesk(); });
  stream.addEventListener("panel", (event) => { heard(); panel?.show(JSON.parse(event.data)); });
  stream.addEventListener("error", lose);
  wait(SILENT, lose);
}

function heard() {
  if (!away.hidden) hush(); // what was said of its absence is over with it
  away.hidden = true;
  wait(SILENT, lose);
}

// A browser does not come back by itself after every error, and notices a lost radio only after minutes.
function lose() {
  stream.close();
  away.hidden = false;
  panel?.letGo();
  wait(PAUSE, listen);
}

function wait(time, deed) {
  clearTimeout(watchdog);
  watchdog = setTimeout(deed, time);
}

watchForms();
listen();
