/** Presets of check-ins. Their texts are short words that a child can read and that never blame the child. */

export const presetKeys = ["energy", "happiness", "health", "sleep", "school", "vibe", "custom"] as const;
export type PresetKey = (typeof presetKeys)[number];

export type Face = { readonly emoji: string; readonly label: string };

type Preset = { readonly name: string; readonly question: string; readonly faces: Face[] };

/** Presets whose faces go from the best mood (index 0) to the mood that needs care (index 4). */
const presets: Readonly<Record<Exclude<PresetKey, "custom">, Preset>> = {
  energy: {
    name: "Energy",
    question: "How much energy do you have right now?",
    faces: [
      { emoji: "🚀", label: "Full of energy" },
      { emoji: "😃", label: "Quite a lot" },
      { emoji: "🙂", label: "Some" },
      { emoji: "🥱", label: "Only a little" },
      { emoji: "🛌", label: "I need a rest" },
    ],
  },
  happiness: {
    name: "Happiness",
    question: "How do you feel inside today?",
    faces: [
      { emoji: "😄", label: "Very happy" },
      { emoji: "🙂", label: "Happy" },
      { emoji: "😐", label: "Okay" },
      { emoji: "🙁", label: "A bit sad" },
      { emoji: "🫂", label: "I would like a hug" },
    ],
  },
  health: {
    name: "Health",
    question: "How does your body feel today?",
    faces: [
      { emoji: "💪", label: "Strong and well" },
      { emoji: "🙂", label: "Well" },
      { emoji: "😐", label: "A bit funny" },
      { emoji: "🤕", label: "Something hurts" },
      { emoji: "🤒", label: "I feel ill" },
    ],
  },
  sleep: {
    name: "Sleep",
    question: "How did you sleep last night?",
    faces: [
      { emoji: "🌟", label: "Really well" },
      { emoji: "😴", label: "Well" },
      { emoji: "😐", label: "Okay" },
      { emoji: "🦉", label: "I woke up a lot" },
      { emoji: "🥺", label: "I hardly slept" },
    ],
  },
  school: {
    name: "School",
    question: "How was school today?",
    faces: [
      { emoji: "🤩", label: "I loved it" },
      { emoji: "😊", label: "Good" },
      { emoji: "😐", label: "Okay" },
      { emoji: "😕", label: "A bit hard" },
      { emoji: "😟", label: "A hard day" },
    ],
  },
  vibe: {
    name: "Vibe",
    question: "How are you feeling right now?",
    faces: [
      { emoji: "😄", label: "Great" },
      { emoji: "🙂", label: "Good" },
      { emoji: "😐", label: "Okay" },
      { emoji: "😕", label: "Not so good" },
      { emoji: "🤗", label: "I could use some help" },
    ],
  },
};

export function questionOf(key: PresetKey, own: string): string {
  return key === "custom" ? own : presets[key].question;
}

export function defaultName(key: PresetKey, question: string): string {
  return key === "custom" ? [...question].slice(0, 100).join("").trim() : presets[key].name;
}

export function defaultFaces(key: PresetKey): Face[] {
  return presets[key === "custom" ? "vibe" : key].faces;
}
