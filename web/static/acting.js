// Forms and picks without leaving the page. A form with a `request` is an action and goes to the API as JSON; any other
// goes where it says. A link of class `pick` only shows the page with something picked, or another one of its kind; one
// of class `stay` is tapped again and again, and nothing moves under the finger.

import { about, named, onState, refresh, say, settle } from "./live.js";

const PATIENCE = 3000; // ms
let queue = Promise.resolve();
const again = new WeakSet();
const sending = new WeakSet(); // forms; what takes their place on the page can be sent meanwhile

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.pick, a.target");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = link.href.baseVal ?? link.getAttribute("href");
  if (address) pick(address, link.classList.contains("stay"));
});

// One more or one less of what a field counts.
document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-step]");
  const field = step?.parentElement.querySelector("input");
  if (!field) return;
  const wanted = Number(field.value) + Number(step.dataset.step);
  field.value = Math.min(Math.max(wanted, Number(field.min)), Number(field.max));
});

// In the browser's history, so that going back unpicks; bare again once it is done.
function pick(address, stays) {
  const before = location.pathname;
  history.pushState(null, "", address);
  say("");
  refresh().then(() => {
    if (stays) return document.getElementById("confirm")?.scrollIntoView({ block: "nearest" });
    if (location.pathname !== before) arrive();
    document.getElementById("part-mine")?.scrollIntoView({ block: "start" });
    const picked = [".picked-year", ".card.picked", "li.picked"].map((one) => document.querySelector(one));
    picked.find(Boolean)?.scrollIntoView({ block: "nearest" });
  });
}

// On another page of the same kind: it is read from its heading on.
function arrive() {
  shown = location.pathname;
  scrollTo({ top: 0, behavior: "instant" });
  document.querySelector("h1")?.focus({ preventScroll: true });
}

let shown = location.pathname;
addEventListener("popstate", () => refresh().then(() => location.pathname !== shown && arrive()));

// Whoever was taken over, or removed, wonders why nothing can be tapped any more.
let seat = null;
onState((state) => {
  if (seat !== null && state.seat === null) say(document.body.dataset.unseated);
  seat = state.seat;
});

async function send(form, button) {
  if (sending.has(form)) {
    if ("check" in form.dataset) again.add(form); // more was entered meanwhile
    return;
  }
  const large = [...form.elements].find(isTooLarge);
  if (large) return say(large.dataset.tooLarge); // the device would hang up before it had all of it
  sending.add(form);
  button?.setAttribute("aria-busy", "true"); // not disabled: that would take the focus away
  const before = queue;
  let done;
  queue = new Promise((resolve) => { done = resolve; });
  try {
    if (!form.elements.request) await before; // what was entered first arrives first
    await Promise.race([named, pause(PATIENCE)]); // or it would be given another name for this
    const values = new FormData(form, button);
    const from = location.href;
    const answer = await (form.elements.request ? act(values) : post(form, values));
    if (answer?.ok) settle(form, values);
    if (answer) await land(answer, form.dataset.done, from);
    if (answer?.ok && form.dataset.about && location.href === from) scrollTo({ top: 0 }); // an action as well
  } catch {
    say(document.body.dataset.unsent);
  } finally {
    button?.removeAttribute("aria-busy");
    sending.delete(form);
    done();
    if (again.delete(form)) [...document.forms].find((one) => about(one) === about(form))?.requestSubmit();
  }
}

function isTooLarge(field) {
  return [...(field.files ?? [])].some((file) => file.size > Number(field.dataset.largest));
}

function pause(time) {
  return new Promise((resolve) => { setTimeout(resolve, time); });
}

async function act(values) {
  const from = location.href;
  const body = JSON.stringify({ after: values.get("after") ?? "", request: JSON.parse(values.get("request")) });
  const answer = await fetch("/api/actions", { method: "POST", body, headers: { "Content-Type": "application/json" } });
  say(answer.ok ? "" : (await answer.json()).error);
  if (answer.ok && location.search && location.href === from) history.replaceState(null, "", location.pathname);
  if (answer.ok) scrollTo({ top: 0 }); // what comes of it, and what is asked next, will stand there
  await refresh(answer);
  return null;
}

async function post(form, values) {
  const body = form.enctype === "multipart/form-data" ? values : new URLSearchParams(values); // a file goes as it is
  const door = form.getAttribute("action"); // form.action is the button of that name
  return fetch(door, { method: "POST", body, headers: { Accept: "application/json" } });
}

// What was accepted leads to a page: this one, or another. What was picked while it was on its way stays picked.
async function land(answer, done, from) {
  if (!answer.ok) {
    say((await answer.json()).error);
    if (answer.status === 409) await refresh(answer); // it has changed meanwhile: so should what is seen
    return null;
  }
  say(done ?? "", true);
  const there = new URL(answer.url);
  const stayed = location.pathname === new URL(from).pathname; // else the person has gone on to another page meanwhile
  if (answer.redirected && stayed && there.pathname !== location.pathname) location.assign(there);
  else {
    if (answer.redirected && location.href === from) history.replaceState(null, "", there); // what to look at next
    await refresh(answer);
  }
  return null;
}
