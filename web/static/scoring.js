// Money moving: when an area has been scored, the device tells what was paid, and coins fly from the parts of the area
// into the purses. Whoever wants none of it taps it away; it goes by itself, and at once when a clock begins to run.

import { onState } from "./live.js";

const PART = 1100; // ms for each part of an area
const FLIGHT = 750; // ms that a coin is in the air
const COIN = 30_000; // guilders; a large sum is a handful of coins
const HANDFUL = 6;
const STAYS = 5000; // ms, when all is paid

const still = matchMedia("(prefers-reduced-motion: reduce)");
const numbers = new Intl.NumberFormat(document.documentElement.lang);
let before = null; // where the game stood when it was last heard of
let overlay = null;

onState(({ evening, view }) => {
  if (view?.clock) dismiss();
  const now = view && view.game ? { evening, year: view.table.year, row: view.row } : null;
  if (now && before?.evening === now.evening && before.year !== now.year) tellOf(before.row);
  before = now;
});

document.addEventListener("click", (event) => {
  const again = event.target.closest?.("[data-replay]");
  if (again) play(again.closest("section").querySelector(".payday"));
});
document.addEventListener("keydown", (event) => event.key === "Escape" && dismiss());
document.addEventListener("swapped", offerAgain);
offerAgain();

function offerAgain() {
  for (const button of document.querySelectorAll("[data-replay]")) button.hidden = still.matches;
}

async function tellOf(row) {
  if (document.hidden) return;
  try {
    const answer = await fetch(`/scoring/paid?since=${row}`, { headers: { Accept: "text/html" } });
    if (answer.status === 200) show(await answer.text());
  } catch {
    // It is told on the page of scorings as well.
  }
}

function show(html) {
  dismiss();
  const page = new DOMParser().parseFromString(html, "text/html");
  const told = document.importNode(page.querySelector(".paid-out"), true);
  overlay = told;
  told.addEventListener("click", dismiss);
  const sheet = told.querySelector("link");
  told.hidden = true; // until it looks as it should
  sheet.addEventListener("load", () => {
    if (overlay !== told) return;
    told.hidden = false;
    play(told.querySelector(".payday")).then(() => setTimeout(() => overlay === told && dismiss(), STAYS));
  });
  document.body.append(told);
}

function dismiss() {
  overlay?.remove();
  overlay = null;
}

// Part by part, as they are ranked. Called again it begins anew, and what was still in the air is gone.
async function play(payday) {
  if (still.matches) return;
  const turn = String(Number(payday.dataset.turn ?? 0) + 1);
  payday.dataset.turn = turn;
  payday.querySelectorAll(".coin").forEach((coin) => coin.remove());
  const purses = new Map([...payday.querySelectorAll(".purse")].map((purse) => [purse.dataset.seat, purse]));
  for (const purse of purses.values()) fill(purse, Number(purse.dataset.before));
  const payouts = [...payday.querySelectorAll(".payout")];
  payouts.forEach((payout) => payout.classList.add("waits"));
  for (const payout of payouts) {
    if (payday.dataset.turn !== turn || !payday.isConnected) return;
    payout.classList.remove("waits");
    payout.scrollIntoView({ block: "nearest" });
    for (const earned of payout.querySelectorAll("[data-amount]")) pay(payday, earned, purses.get(earned.dataset.seat));
    await pause(payout.querySelector("[data-amount]") ? PART : PART / 3);
  }
  if (payday.dataset.turn === turn) for (const purse of purses.values()) fill(purse, Number(purse.dataset.after));
}

function pay(payday, earned, purse) {
  const amount = Number(earned.dataset.amount);
  const coins = Math.min(HANDFUL, Math.ceil(amount / COIN));
  for (let coin = 0; coin < coins; coin += 1) fly(payday, earned, purse.querySelector(".holds"), coin * 70);
  count(purse, Number(purse.dataset.now) + amount, FLIGHT);
}

function fly(payday, from, to, delay) {
  const coin = document.createElement("span");
  coin.className = "coin";
  payday.append(coin);
  const here = payday.getBoundingClientRect();
  const [start, end] = [from, to].map((place) => {
    const box = place.getBoundingClientRect();
    return { x: box.left + box.width / 2 - here.left, y: box.top + box.height / 2 - here.top };
  });
  const top = { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - 24 };
  const at = ({ x, y }, scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
  const frames = [{ ...at(start, 0.4), opacity: 0 }, { ...at(top, 1), opacity: 1 }, { ...at(end, 0.7), opacity: 1 }];
  const flight = coin.animate(frames, { duration: FLIGHT, delay, easing: "ease-in-out", fill: "backwards" });
  flight.finished.catch(() => null).then(() => coin.remove());
}

function count(purse, target, time) {
  const from = Number(purse.dataset.now);
  purse.dataset.now = target; // what comes next adds to it
  const began = performance.now();
  purse.classList.add("filling");
  requestAnimationFrame(function step(now) {
    if (Number(purse.dataset.now) !== target || !purse.isConnected) return;
    const part = Math.min(1, Math.max(0, (now - began) / time));
    write(purse, Math.round((from + (target - from) * part) / 1000) * 1000);
    if (part < 1) requestAnimationFrame(step);
    else fill(purse, target);
  });
}

function fill(purse, amount) {
  purse.dataset.now = amount;
  purse.classList.remove("filling");
  write(purse, amount);
}

function write(purse, amount) {
  purse.querySelector(".holds").textContent = numbers.format(amount);
}

function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}
