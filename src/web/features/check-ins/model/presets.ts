/** The ready-made check-ins, in the reader's language. */
import { currentText } from "../../../i18n/catalogue.ts";
import type { CheckIn, Face } from "./source.ts";

/** What makes a check-in what it is. */
export type Template = Pick<CheckIn, "presetKey" | "name" | "question"> & { readonly faces: Face[] };
/** The presets that there are, in the order in which they are offered. */
export const presetKeys = ["happiness", "energy", "sleep", "health", "school", "vibe"] as const;
/** One of them. */
export type PresetName = (typeof presetKeys)[number];

const emojis: Readonly<Record<PresetName, readonly string[]>> = {
  happiness: ["😄", "🙂", "😐", "🙁", "🫂"],
  energy: ["🚀", "😃", "🙂", "🥱", "🛌"],
  sleep: ["🌟", "😴", "😐", "🦉", "🥺"],
  health: ["💪", "🙂", "😐", "🤕", "🤒"],
  school: ["🤩", "😊", "😐", "😕", "😟"],
  vibe: ["😄", "🙂", "😐", "😕", "🤗"],
};

/**
 * A preset. The server's own are in English; in any other language it becomes a check-in of the household's own, with its words
 * translated.
 */
export function templateOf(key: PresetName): Template {
  const { presets, presetsAreOurs } = currentText().checkInScreen;
  const { name, question, labels } = presets[key];
  const faces = emojis[key].map((emoji, index) => ({ emoji, label: labels[index] ?? "" }));
  return { presetKey: presetsAreOurs ? "custom" : key, name, question, faces };
}
