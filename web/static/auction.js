// The auction clock on a page, in step with the device: the stream says when it began and how it will run, and the page
// works out what it shows by the device's own time. Whatever has `data-auction` is kept up to date:
// `price` (what is to be paid), `shows` (what the clock shows), `hand` (turned), `face` (its phase).

import { deviceNow, onState } from "./live.js";

const SECOND = 1e9;
const numbers = new Intl.NumberFormat(document.documentElement.lang);
const parts = {
  price: (part, now) => text(part, now.price),
  shows: (part, now) => text(part, now.shows),
  hand: (part, now) => part.setAttribute("transform", `rotate(${(now.turned * part.dataset.sweep).toFixed(2)})`),
  face: (part, now) => { if (part.dataset.phase !== now.phase) part.dataset.phase = now.phase; },
};
let run = null;
let drawing = 0;

onState((state) => {
  run = state.view?.clock ?? null;
  if (run && !drawing) draw();
});
document.addEventListener("swapped", () => run && show());

function draw() {
  drawing = 0;
  if (!run) return;
  show();
  drawing = requestAnimationFrame(draw);
}

function show() {
  const after = deviceNow() - run.start;
  if (Number.isNaN(after)) return;
  const place = run.slices.findIndex((slice) => after <= slice.until);
  const now = after < 0 ? ready(after) : place < 0 ? over() : at(place, after);
  for (const part of document.querySelectorAll("[data-auction]")) parts[part.dataset.auction]?.(part, now);
}

function ready(after) {
  return { phase: "ready", price: String(Math.ceil(-after / SECOND)), shows: "", turned: 0 };
}

function over() {
  return { phase: "over", price: "", shows: run.ends_with, turned: run.slices.at(-1).turned };
}

// The hand glides through each wedge in the time that the clock shows it.
function at(place, after) {
  const slice = run.slices[place];
  const before = run.slices[place - 1] ?? { until: 0, turned: 0 };
  const part = (after - before.until) / (slice.until - before.until);
  const price = numbers.format(slice.dial * (run.doubled ? 2000 : 1000));
  return { phase: "runs", price, shows: slice.shows, turned: before.turned + (slice.turned - before.turned) * part };
}

function text(part, words) {
  if (part.textContent !== words) part.textContent = words;
}
