import { settings } from "./settings.svelte";

export type Sound = "move" | "dice" | "turn" | "end";

/** Each sound is a few short tones: pitch, when it begins and how long it lasts (seconds). */
const TONES: Record<Sound, readonly (readonly [number, number, number])[]> = {
  move: [[196, 0, 0.07]],
  dice: [
    [740, 0, 0.03],
    [620, 0.06, 0.03],
    [690, 0.13, 0.04],
  ],
  turn: [
    [392, 0, 0.14],
    [523, 0.13, 0.22],
  ],
  end: [
    [392, 0, 0.2],
    [494, 0.18, 0.2],
    [587, 0.36, 0.5],
  ],
};
const LOUDNESS = 0.05;

let context: AudioContext | undefined;

/** A quiet sound, if the player wants any; before the first click the browser lets none through. */
export function playSound(sound: Sound): void {
  if (!settings.sound || document.visibilityState === "hidden" || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [pitch, begins, lasts] of TONES[sound]) tone(context, pitch, context.currentTime + begins, lasts);
}

function tone(context: AudioContext, pitch: number, begins: number, lasts: number): void {
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(LOUDNESS, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
  voice.connect(volume).connect(context.destination);
  voice.start(begins);
  voice.stop(begins + lasts);
}
