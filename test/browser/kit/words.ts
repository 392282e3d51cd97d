/** What the gallery says: the components themselves have no words. */
import type { Labels } from "../../../src/web/ui/display/labels.tsx";

/** The words of the components. */
export const labels: Labels = {
  close: "Close",
  cancel: "Cancel",
  retry: "Try again",
  dismiss: "Dismiss",
  remove: "Remove",
  none: "None",
  notifications: "Notifications",
  ownEmoji: "Another emoji",
  move: "Move",
  moveHelp: "Space picks up, arrows move, space puts down, Escape leaves it where it was.",
  drag: {
    lifted: (name) => `${name} is lifted`,
    over: (name, place) => `${name} is over ${place}`,
    dropped: (name) => `${name} is put down`,
    cancelled: (name) => `${name} is back where it was`,
  },
};

/** The names of the colours. */
export const colorNames = {
  coral: "Coral",
  tangerine: "Tangerine",
  sunshine: "Sunshine",
  leaf: "Leaf",
  teal: "Teal",
  sky: "Sky",
  grape: "Grape",
  berry: "Berry",
};

/** The names of the emoji groups. */
export const groupNames = { people: "People", animals: "Animals", food: "Food", home: "Home", fun: "Fun" };

/** A family in every colour. */
export const people = [
  { id: "1", name: "Anna", color: "coral", avatar: "🦊" },
  { id: "2", name: "Ben", color: "sky", avatar: "🐻" },
  { id: "3", name: "Mia Luisa", color: "sunshine", avatar: null },
  { id: "4", name: "Noah", color: "leaf", avatar: "🦖" },
  { id: "5", name: "Grandma Elisabeth", color: "grape", avatar: null },
  { id: "6", name: "Tom", color: "tangerine", avatar: null },
  { id: "7", name: "Ida", color: "teal", avatar: null },
  { id: "8", name: "Lea", color: "berry", avatar: null },
];

/** As many columns as fit. */
export const row = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))",
  gap: "0.75rem",
  alignItems: "start",
};
