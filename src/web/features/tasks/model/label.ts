import { currentText } from "../../../i18n/catalogue.ts";

/** In code points, as the server counts them. */
const labelLimit = 300;
/** The form shows the remaining room from here on. */
const nearLimit = 30;

export function labelError(label: string): { isTooLong: boolean; text: string } | null {
  const { taskScreen } = currentText();
  const over = [...label.trim()].length - labelLimit;
  if (over > 0) return { isTooLong: true, text: taskScreen.tooLong(over) };
  return label.trim() === "" ? { isTooLong: false, text: taskScreen.needsLabel } : null;
}

/** The number of code points that still fit; null while there is plenty of room, or none. */
export function labelRoom(label: string): number | null {
  const room = labelLimit - [...label.trim()].length;
  return room >= 0 && room <= nearLimit ? room : null;
}
