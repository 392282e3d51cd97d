import { createStore } from "#web/lib/store.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { pageValue } from "#web/page/shared.ts";

/** Whether this tablet plays sounds. The default is false. */
export const hasSound = pageValue(() => createStore(getPreference("wall-sound") === "on"));

export function setSound(isOn: boolean): void {
  setPreference("wall-sound", isOn ? "on" : null);
  hasSound().set(isOn);
  // Played in the tap, after which browsers also allow later sounds.
  if (isOn) playChime();
}

/** Frequencies of the chime's two notes in Hz. The second note is a fifth higher than the first. */
const notes = [523.25, 783.99];
const noteSeconds = 0.35;

const audio = pageValue(() => new AudioContext());

export function playChime(): void {
  if (!("AudioContext" in window)) return;
  const context = audio();
  const { currentTime, destination } = context;
  void context.resume();
  for (const [index, frequency] of notes.entries()) {
    const start = currentTime + index * noteSeconds;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.25, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * noteSeconds);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + 2 * noteSeconds);
  }
}
