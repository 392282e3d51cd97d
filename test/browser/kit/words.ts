/** Sample people and a layout for the gallery. */

/** Family with a member in every colour. */
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

/** Style that puts as many columns side by side as fit. */
export const row = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))",
  gap: "0.75rem",
  alignItems: "start",
};
