/** What a task may be called. */
import { currentText } from "../../../i18n/catalogue.ts";

/** In code points, as the server counts them. */
const labelLimit = 300;
/** How near to the limit it is told. */
const nearLimit = 30;

/** What is wrong with a label, and in words; null for nothing. */
export function labelProblem(label: string): { isTooLong: boolean; text: string } | null {
  const { taskScreen } = currentText();
  const over = [...label.trim()].length - labelLimit;
  if (over > 0) return { isTooLong: true, text: taskScreen.tooLong(over) };
  return label.trim() === "" ? { isTooLong: false, text: taskScreen.needsLabel } : null;
}

/** How many code points more fit; null where there is plenty of room, or too little. */
export function labelRoom(label: string): number | null {
  const room = labelLimit - [...label.trim()].length;
  return room >= 0 && room <= nearLimit ? room : null;
}
