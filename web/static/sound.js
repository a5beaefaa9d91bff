// The buzzer's tones, for those who want to hear them. Off until somebody asks: browsers allow nothing else.

const LOUD = 0.05;
const RAMP = 0.004; // s; a tone that begins or ends at once would crack

const toggle = document.getElementById("sound");
let context = null;
let tone = null;
let volume = null;

toggle?.addEventListener("click", () => {
  const on = toggle.getAttribute("aria-pressed") !== "true";
  toggle.setAttribute("aria-pressed", String(on));
  toggle.textContent = on ? toggle.dataset.on : toggle.dataset.off;
  if (on) begin();
  else context?.suspend();
});

function begin() {
  if (!context) {
    context = new AudioContext();
    tone = new OscillatorNode(context, { type: "square" });
    volume = new GainNode(context, { gain: 0 });
    tone.connect(volume).connect(context.destination);
    tone.start();
  }
  context.resume();
}

export const sound = {
  play(hertz) {
    if (!context) return;
    const now = context.currentTime;
    if (hertz > 0) tone.frequency.setValueAtTime(hertz, now);
    volume.gain.setTargetAtTime(hertz > 0 ? LOUD : 0, now, RAMP);
  },
};
