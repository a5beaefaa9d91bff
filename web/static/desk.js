// The desk: fetched anew when something has changed, and swapped part by part, so that what somebody is typing,
// has opened or is about to press stays where it is.

const notice = document.getElementById("notice");
let known = pristine(document.getElementById("desk"));
let fetching = false;
let wanted = false;
let sending = false;

export async function fetchDesk() {
  wanted = true;
  if (fetching) return;
  fetching = true;
  try {
    while (wanted) {
      wanted = false;
      const answer = await fetch("/desk");
      if (answer.ok) swap(await answer.text());
    }
  } catch {
    // The stream breaks as well, says so, and everything is fetched when it is back.
  } finally {
    fetching = false;
  }
}

export function watchForms() {
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target, event.submitter);
  });
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  const values = new URLSearchParams(new FormData(form, button));
  const door = form.getAttribute("action"); // form.action is the button of that name
  button.setAttribute("aria-busy", "true"); // not disabled: that would take the focus away
  try {
    // What was accepted answers with a way back to the page, which is here already.
    const answer = await fetch(door, { method: "POST", body: values, redirect: "manual" });
    say(answer.type === "opaqueredirect" ? "" : await answer.text());
    await fetchDesk();
  } catch {
    say("The device is away; that was not sent.");
  } finally {
    button.removeAttribute("aria-busy");
    sending = false;
  }
}

export function hush() {
  say("");
}

function say(sentence) {
  notice.textContent = sentence;
  notice.hidden = !sentence;
  if (sentence) notice.scrollIntoView({ block: "nearest" });
}

function swap(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("desk");
  const parts = pristine(fresh);
  const desk = document.getElementById("desk");
  const before = state(desk);
  for (const [id, part] of parts) {
    if (!known.get(id)?.isEqualNode(part)) put(desk, id, document.importNode(part, true));
  }
  for (const id of known.keys()) {
    if (!parts.has(id)) document.getElementById(id)?.remove();
  }
  order(desk, parts);
  known = parts;
  restore(desk, before);
  document.dispatchEvent(new CustomEvent("names", { detail: JSON.parse(fresh.dataset.names) }));
}

// As the server sent them: an open list or a typed name must not look like a change.
function pristine(desk) {
  return new Map([...desk.children].map((part) => [part.id, part.cloneNode(true)]));
}

function put(desk, id, part) {
  const old = document.getElementById(id);
  if (old) old.replaceWith(part);
  else desk.append(part);
}

function order(desk, parts) {
  let place = desk.firstElementChild;
  for (const id of parts.keys()) {
    if (place?.id === id) place = place.nextElementSibling;
    else desk.insertBefore(document.getElementById(id), place);
  }
}

function state(desk) {
  const focused = desk.contains(document.activeElement) ? document.activeElement : null;
  return {
    open: [...desk.querySelectorAll("details[open]")].map((list) => list.dataset.key),
    focused,
    name: focused && called(focused),
  };
}

function restore(desk, { open, focused, name }) {
  for (const list of desk.querySelectorAll("details")) {
    if (open.includes(list.dataset.key)) list.open = true;
  }
  if (!focused || focused.isConnected) return;
  const same = [...desk.querySelectorAll("button, summary, input, select")].find((one) => called(one) === name);
  (same ?? desk.querySelector("h2")).focus({ preventScroll: true });
}

function called(element) {
  return element.id || `${element.closest("form")?.getAttribute("action")} ${element.textContent} ${element.value ?? ""}`;
}
