// Keeps a page up to date: one stream says that something has changed, and sends the parts of the page that did; a page
// whose parts it does not send fetches its own address. Only the parts that differ are swapped, so that what somebody
// types, has opened or is about to press stays.

const SILENT = 9000; // ms; the device says something every three seconds
const DRIFT = 0.0002; // of the time: more than clocks of phones and small computers part
const PAUSE = 1000; // ms between two attempts to reach it
const LATE = 3000; // ms after which parts that should have come are fetched

const away = document.getElementById("away");
const notice = document.getElementById("notice");
const live = document.getElementById("live");
const listeners = [];
const watchers = [];
const panel = {};
let arrived;
let known = pristine(live);
const watched = document.body.dataset.page; // the address whose parts the stream sends
let told = { columns: known, tags: tagsIn(live), title: document.title, me: document.getElementById("me")?.cloneNode(true) };
let shows = live.dataset.shows ?? ""; // the digest of what the stream has told
let toldNumber = 0;
let shown = Number(live.dataset.number); // the number of the state that the page shows, or of one before
let shownAt = here(); // and of which address
let awaited = []; // states that somebody waits to see
let overdue = 0;
let state = null;
let stream = null;
let watchdog = 0;
let fetching = false;
let waiting = []; // for a look that begins after they asked for it
let lead = Infinity;
let clockSet = 0;

// What the device knows of the table, for those who want to show it at once; `ahead` turns its time into this page's.
export function onState(listener) {
  listeners.push(listener);
  if (state) listener(state, new Set(Object.keys(state)));
}

// A phone that comes for the first time is given its name with the stream.
export const named = new Promise((resolve) => { arrived = resolve; });

// What is seen and heard of a simulated device: first all of it, then what changes.
export function onPanel(watcher) {
  watchers.push(watcher);
  watcher(panel);
}

// Not a number before it has said what time it is there.
export function deviceNow() {
  if (lead === Infinity) return NaN;
  return (performance.now() - lead) * 1e6;
}

export function say(sentence, isGood = false) {
  notice.textContent = sentence;
  notice.classList.toggle("good", isGood);
  notice.hidden = !sentence;
  if (sentence) notice.scrollIntoView({ block: "nearest" });
}

// Look again, now; a page that is being fetched already is fetched once more. Kept as soon as that is shown, however
// much changes after it: whoever scrolls then does so before a finger comes. What an `answer` tells of comes with the
// stream, if that sends this page.
export function refresh(answer) {
  if ("still" in live.dataset) return Promise.resolve(); // nothing on it comes from the server
  const number = Number(answer?.headers.get("Veilingklok-State"));
  if (number && isSent() && away.hidden) return untilShown(number);
  return fetchAgain();
}

function fetchAgain() {
  const shown = new Promise((resolve) => { waiting.push(resolve); });
  if (!fetching) fetchAll();
  return shown;
}

function here() {
  return location.pathname + location.search;
}

// Not while something is picked: then the page is for this phone alone.
function isSent() {
  return watched === here();
}

function untilShown(number) {
  if (shownAt !== watched && toldNumber >= number) showTold();
  if (shownAt === watched && shown >= number) return Promise.resolve();
  return new Promise((resolve) => {
    awaited.push({ number, resolve });
    live.setAttribute("aria-busy", "true");
    waitForParts();
  });
}

function showTold() {
  show(told);
  isShown(watched, toldNumber);
}

function waitForParts() {
  overdue ||= setTimeout(fetchInstead, LATE);
}

function fetchInstead() {
  clearTimeout(overdue);
  overdue = 0;
  const those = awaited;
  awaited = [];
  return fetchAgain().then(() => keep(those));
}

function isShown(address, number) {
  shown = number;
  shownAt = address;
  live.dataset.number = number;
  const those = awaited.filter((one) => one.number <= number);
  awaited = awaited.filter((one) => one.number > number);
  keep(those);
}

function keep(promises) {
  if (!awaited.length) live.removeAttribute("aria-busy");
  promises.forEach(({ resolve }) => resolve());
}

async function fetchAll() {
  fetching = true;
  while (waiting.length) {
    const those = waiting;
    waiting = [];
    await fetchOnce();
    those.forEach((resolve) => resolve());
  }
  fetching = false;
}

async function fetchOnce() {
  const address = here();
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const html = await answer.text();
    if (here() !== address && isSent()) return; // picked no more, and the stream sends what is seen now
    if (answer.redirected) location.replace(answer.url); // this page is for another time, or for others
    else if (answer.status === 404) location.reload(); // what was shown is gone: a page without script says so
    else if (answer.ok) swap(html, address);
    else setTimeout(refresh, PAUSE); // asked too often, or it stumbled: what is shown may be old
  } catch {
    // The stream breaks as well, says so, and everything is fetched when it is back.
  }
}

function listen() {
  const sends = watched === undefined ? "" : `?${new URLSearchParams({ page: watched, shows })}`;
  stream = new EventSource((document.body.dataset.stream ?? "/api/stream") + sends);
  stream.addEventListener("open", () => {
    heard();
    arrived();
  });
  stream.addEventListener("heartbeat", (event) => {
    heard();
    setClock(JSON.parse(event.data).now);
  });
  stream.addEventListener("state", (event) => take(JSON.parse(event.data)));
  stream.addEventListener("change", (event) => change(JSON.parse(event.data)));
  stream.addEventListener("parts", (event) => takeParts(JSON.parse(event.data)));
  stream.addEventListener("panel", (event) => {
    heard();
    const news = JSON.parse(event.data);
    Object.assign(panel, news);
    watchers.forEach((watcher) => watcher(news));
  });
  stream.addEventListener("error", lose);
  wait(SILENT, lose);
}

function take(all) {
  heard();
  const first = state === null;
  state = all;
  tell(all.now, new Set(Object.keys(all)));
  if (all.number < shown) shown = toldNumber = 0; // it was started anew
  if (isSent()) waitForParts();
  else if (!first || String(all.number) !== live.dataset.number) refresh();
}

// One that was missed cannot be made up for by the next: ask for all.
function change({ number, now, changed }) {
  heard();
  if (number !== state.number + 1) return lose();
  state = { ...state, ...changed, number };
  tell(now, new Set(Object.keys(changed)));
  if (isSent()) waitForParts();
  else refresh();
}

// What the stream sends counts from what it sent before, whatever the page has fetched meanwhile.
function takeParts(news) {
  heard();
  clearTimeout(overdue);
  overdue = 0;
  if (news.fetch) return isSent() && fetchInstead();
  if (news.language && news.language !== document.documentElement.lang) return location.reload(); // all of it is said anew
  if ((news.base ?? "") !== "" && news.base !== shows) return lose();
  if (news.base !== news.shows) told = after(news);
  shows = news.shows;
  toldNumber = news.number;
  if (!isSent() || (shownAt === watched && toldNumber < shown)) return null; // something newer was fetched
  if (known !== told.columns) return showTold();
  return isShown(watched, toldNumber);
}

function after({ title, sheets, me, columns, parts }) {
  const before = new Map([...told.columns.values()].flatMap((column) => [...column]));
  const fresh = new Map(Object.entries(parts ?? {}).map(([id, html]) => [id, parsed(html)]));
  const part = (id) => [id, fresh.get(id) ?? before.get(id)];
  const now = columns ?? [...told.columns].map(([id, had]) => [id, told.tags.get(id), [...had.keys()]]);
  return {
    columns: new Map(now.map(([id, , ids]) => [id, new Map(ids.map(part))])),
    tags: new Map(now.map(([id, tag]) => [id, tag])),
    title: title ?? told.title,
    sheets: sheets ?? told.sheets,
    me: me ? parsed(me) : told.me,
  };
}

function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

function show({ columns, tags, title, sheets = [], me }) {
  sheets.forEach(addSheet);
  const before = remember();
  if (haveSameColumns(columns)) for (const [id, parts] of columns) swapColumn(document.getElementById(id), known.get(id), parts);
  else live.replaceChildren(...[...columns].flatMap(([id, parts]) => inColumn(tags.get(id), [...parts.values()])));
  known = columns;
  document.title = title ?? document.title;
  if (me) swapMe(me);
  restore(before);
  document.dispatchEvent(new CustomEvent("swapped"));
}

function haveSameColumns(columns) {
  return [...columns.keys()].join() === [...known.keys()].join();
}

function inColumn(tag, parts) {
  const copies = parts.map((part) => document.importNode(part, true));
  if (!tag) return copies;
  const column = document.importNode(parsed(tag), true);
  column.append(...copies);
  return [column];
}

function tell(now, changed) {
  setClock(now);
  listeners.forEach((listener) => listener(state, changed));
}

// The quickest message so far was the least late; but no two clocks run equally fast for ever.
function setClock(now) {
  const here = performance.now();
  lead = Math.min(lead + (here - clockSet) * DRIFT, here - now / 1e6);
  clockSet = here;
}

function heard() {
  if (!away.hidden) {
    say(""); // what was said of its absence is over with it
    lead = Infinity; // it may have been started anew
  }
  away.hidden = true;
  wait(SILENT, lose);
}

// A browser does not come back by itself after every error, and notices a lost radio only after minutes.
function lose() {
  stream.close();
  clearTimeout(overdue);
  overdue = 0;
  if (awaited.length) fetchInstead();
  away.hidden = false;
  document.dispatchEvent(new CustomEvent("lost"));
  wait(PAUSE, listen);
}

function wait(time, deed) {
  clearTimeout(watchdog);
  watchdog = setTimeout(deed, time);
}

function swap(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) return;
  const number = Number(fresh.dataset.number);
  if (address === watched && shownAt === watched && number < shown) return; // the stream was quicker
  if (page.documentElement.lang !== document.documentElement.lang) return location.reload(); // all of it is said anew
  show({
    columns: pristine(fresh),
    tags: tagsIn(fresh),
    title: page.title,
    sheets: [...page.head.querySelectorAll("link[rel=stylesheet]")].map((sheet) => sheet.getAttribute("href")),
    me: page.getElementById("me"),
  });
  isShown(address, number);
}

function tagsIn(parent) {
  return new Map([...parent.querySelectorAll(".column")].map((column) => [column.id, column.cloneNode().outerHTML]));
}

// What another game needs to look as it should.
function addSheet(address) {
  if (document.head.querySelector(`link[href="${address}"]`)) return;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = address;
  document.head.append(sheet);
}

function swapMe(fresh) {
  const me = document.getElementById("me");
  if (me && !me.isEqualNode(fresh)) me.replaceWith(document.importNode(fresh, true));
}

function swapColumn(column, had, parts) {
  for (const [id, part] of parts) {
    if (!had.get(id)?.isEqualNode(part)) put(column, id, document.importNode(part, true));
  }
  for (const id of had.keys()) {
    if (!parts.has(id)) document.getElementById(id)?.remove();
  }
  let place = column.firstElementChild;
  for (const id of parts.keys()) {
    if (place?.id === id) place = place.nextElementSibling;
    else column.insertBefore(document.getElementById(id), place);
  }
}

function put(column, id, part) {
  const old = document.getElementById(id);
  if (old) old.replaceWith(part);
  else column.append(part);
}

// The parts of each column as the server sent them: an open list or a typed name must not look like a change.
function pristine(parent) {
  const columns = parent.querySelector(".column") ? [...parent.querySelectorAll(".column")] : [parent];
  return new Map(columns.map((column) => [column.id, new Map([...column.children].map(copied))]));
}

function copied(part) {
  return [part.id, part.cloneNode(true)];
}

function remember() {
  const focused = live.contains(document.activeElement) ? document.activeElement : null;
  return {
    open: [...live.querySelectorAll("details[open]")].map((list) => list.dataset.key),
    typed: new Map(fields().filter(isTyped).map((field) => [asked(field), entered(field)])),
    panned: [...live.querySelectorAll(".frame[id]")].map((frame) => [frame.id, frame.scrollLeft]),
    focused,
    name: focused && called(focused),
  };
}

function restore({ open, typed, panned, focused, name }) {
  for (const field of fields()) {
    if (typed.has(asked(field))) enter(field, typed.get(asked(field)));
  }
  for (const list of live.querySelectorAll("details")) {
    if (open.includes(list.dataset.key)) list.open = true;
  }
  for (const [id, left] of panned) document.getElementById(id)?.scrollTo({ left });
  if (!focused || focused.isConnected) return;
  const same = [...live.querySelectorAll("a, button, summary, input, select")].find((one) => called(one) === name);
  (same ?? live.querySelector("[tabindex='-1']"))?.focus({ preventScroll: true });
}

// What somebody has entered and not yet sent.
function fields() {
  return [...live.querySelectorAll("input:not([type=hidden], [type=file]), select")];
}

function isTyped(field) {
  if (isTicked(field)) return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue;
}

// A form is known by where it goes and what it is about.
export function about(form) {
  const told = ["do", "item", "area"].map((name) => form?.elements[name]?.value ?? "");
  return [form?.getAttribute("action"), form?.dataset.about ?? "", ...told].join(" ");
}

function asked(field) {
  return [about(field.form), field.name, isTicked(field) ? field.value : ""].join(" ");
}

function isTicked(field) {
  return field.type === "radio" || field.type === "checkbox";
}

// What was sent is what the device knows now: from here on it says what stands there.
export function settle(form, sent) {
  for (const field of form.elements) {
    if (isTicked(field)) field.defaultChecked = sent.getAll(field.name).includes(field.value);
    else if (sent.get(field.name) !== field.value) continue; // entered since
    else if (field.options) for (const option of field.options) option.defaultSelected = option.selected;
    else if ("defaultValue" in field) field.defaultValue = field.value;
  }
}

function entered(field) {
  return isTicked(field) ? field.checked : field.value;
}

function enter(field, value) {
  if (isTicked(field)) field.checked = value;
  else if (!field.options || [...field.options].some((option) => option.value === value)) field.value = value;
}

function called(element) {
  const label = element.getAttribute("aria-label") ?? element.textContent;
  return element.id || `${element.closest("form")?.getAttribute("action")} ${label} ${element.value ?? ""}`;
}

listen();
addEventListener("offline", lose); // the radio is off: nobody has to wait until the silence says so
addEventListener("pagehide", () => stream.close());
addEventListener("pageshow", (event) => event.persisted && listen()); // back from where a browser keeps old pages
