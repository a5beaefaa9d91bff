// The drawing of the device. It shows what the stream says of display, lamps, hand, buzzer and buttons, and lays
// fingers on the buttons. It knows nothing of any game.

import { onPanel, onState } from "./live.js";
import { sound } from "./sound.js";

const LIT = [214, 238, 255]; // the blue-white of a small OLED
const TYPING = "input, select, textarea";

drawn();

function drawn() {
  const oled = document.getElementById("oled");
  const hand = document.getElementById("hand");
  const buzzer = document.getElementById("buzzer");
  const buttons = new Map([...document.querySelectorAll(".arcade")].map((one) => [Number(one.dataset.seat), one]));
  const fingers = onButtons(buttons);

  const parts = {
    oled: (picture) => oled && draw(oled, picture),
    lamps: (levels) => levels.forEach((level, seat) => buttons.get(seat)?.style.setProperty("--lamp", level)),
    down: (held) => held.forEach((down, seat) => buttons.get(seat)?.classList.toggle("down", down)),
    hand: (degrees) => hand && turn(hand, degrees),
    tone: (hertz) => {
      buzzer?.classList.toggle("sounds", hertz > 0);
      sound.play(hertz);
    },
  };
  onState(({ view }) => label(view?.seats ?? []));
  onPanel((news) => Object.entries(news).forEach(([part, shown]) => parts[part]?.(shown)));
  document.addEventListener("lost", () => {
    fingers.letGo();
    parts.tone(0);
  });
}

// Where nobody plays, a button is called by its colour.
function label(seats) {
  for (const who of document.querySelectorAll(".label .who")) {
    who.textContent = who.title = seats[Number(who.dataset.seat)]?.name ?? who.dataset.free;
  }
}

// Rows of bits, eight pixels to a byte, the leftmost in the highest bit.
function draw(canvas, picture) {
  const pen = canvas.getContext("2d");
  if (!picture) return pen.clearRect(0, 0, canvas.width, canvas.height);
  const { width, height, rows } = picture;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const bytes = Uint8Array.from(atob(rows), (letter) => letter.charCodeAt(0));
  const image = pen.createImageData(width, height);
  const stride = Math.ceil(width / 8);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (bytes[y * stride + (x >> 3)] & (0x80 >> (x & 7))) image.data.set([...LIT, 255], 4 * (y * width + x));
    }
  }
  pen.putImageData(image, 0, 0);
}

function turn(hand, degrees) {
  hand.toggleAttribute("hidden", degrees === null);
  if (degrees !== null) hand.style.transform = `rotate(${degrees}deg)`;
}

// Several fingers may be on one button: it goes up when the last one leaves.
function onButtons(buttons) {
  const fingers = new Map([...buttons.keys()].map((seat) => [seat, new Set()]));
  const sent = new Map([...buttons.keys()].map((seat) => [seat, Promise.resolve()]));

  // One after the other, lest a release overtake its press.
  function tell(seat, down) {
    const message = { method: "POST", body: JSON.stringify({ down }), keepalive: true };
    const told = sent.get(seat).then(() => fetch(`/panel/button/${seat}`, message));
    sent.set(seat, told.catch(() => {}));
  }
  function lay(seat, finger) {
    const held = fingers.get(seat);
    if (!held || held.has(finger)) return;
    held.add(finger);
    if (held.size === 1) tell(seat, true);
  }
  function lift(seat, finger) {
    const held = fingers.get(seat);
    if (held?.delete(finger) && held.size === 0) tell(seat, false);
  }
  function letGo() {
    for (const [seat, held] of fingers) [...held].forEach((finger) => lift(seat, finger));
  }

  for (const [seat, button] of buttons) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      lay(seat, event.pointerId);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(end, (event) => lift(seat, event.pointerId));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press is a long press
  }
  for (const page of [document, ...framed()]) listenForKeys(page, fingers, lay, lift);
  document.getElementById("phone")?.addEventListener("load", () => {
    for (const page of framed()) listenForKeys(page, fingers, lay, lift);
  });
  window.addEventListener("blur", () => document.activeElement?.id === "phone" || letGo());
  window.addEventListener("pagehide", letGo);
  document.addEventListener("visibilitychange", () => document.hidden && letGo());
  return { letGo };
}

// Also those that are pressed while the phone beside the device has the focus.
function framed() {
  const phone = document.getElementById("phone")?.contentDocument;
  return phone ? [phone] : [];
}

function listenForKeys(page, fingers, lay, lift) {
  page.addEventListener("keydown", (event) => {
    const seat = seatOf(event);
    if (seat === null || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    lay(seat, event.code);
  });
  page.addEventListener("keyup", (event) => {
    for (const seat of fingers.keys()) lift(seat, event.code);
  });
}

// A digit, or Space and Enter on a button that has the focus.
function seatOf(event) {
  if (event.target.closest?.(TYPING)) return null;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? /^([1-9])$/.exec(event.key);
  if (digit) return Number(digit[1]) - 1;
  const button = event.target.closest?.(".arcade");
  return button && (event.key === " " || event.key === "Enter") ? Number(button.dataset.seat) : null;
}
