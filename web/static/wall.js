// Keeps the wall up to date: it asks once a second whether anything looks different, and swaps the tables that do.

const PAUSE = 1000; // ms
const SLOWEST = 5000; // ms for an answer; a wall that hears nothing says so

const away = document.getElementById("away");
const address = `/tables${location.search}`;
let seen = "";
let known = new Map();

async function look() {
  try {
    const headers = seen ? { "If-None-Match": seen } : {};
    const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(SLOWEST) });
    if (answer.ok) {
      show(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("wall"));
      seen = answer.headers.get("ETag") ?? "";
    }
    away.hidden = answer.ok || answer.status === 304;
  } catch {
    away.hidden = false;
  }
  setTimeout(look, PAUSE);
}

// Tables that look the same stay as they are, so that nothing flickers.
function show(fresh) {
  const wall = document.getElementById("wall");
  const before = known;
  const list = fresh.querySelector(".wall-tables");
  known = new Map([...fresh.querySelectorAll(".table")].map((table) => [table.id, table.outerHTML]));
  if (!list || wall.querySelector(".wall-tables")?.dataset.columns !== list.dataset.columns || !isSame([...before.keys()], [...known.keys()])) {
    wall.replaceWith(document.importNode(fresh, true));
    return;
  }
  wall.querySelector(".wall-top").replaceWith(document.importNode(fresh.querySelector(".wall-top"), true));
  for (const [id, html] of known) {
    if (before.get(id) !== html) document.getElementById(id).replaceWith(document.importNode(fresh.querySelector(`[id="${id}"]`), true));
  }
}

function isSame(some, others) {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}

look();
