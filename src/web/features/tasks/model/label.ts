import { currentText } from "../../../i18n/catalogue.ts";

/** Length that the server allows, in code points. */
const labelLimit = 300;
/** Number of remaining code points from which the form shows it. */
const nearLimit = 30;

export function labelError(label: string): { isTooLong: boolean; text: string } | null {
  const { taskScreen } = currentText();
  const over = [...label.trim()].length - labelLimit;
  if (over > 0) return { isTooLong: true, text: taskScreen.tooLong(over) };
  return label.trim() === "" ? { isTooLong: false, text: taskScreen.needsLabel } : null;
}

/** Returns the remaining length. Null above `nearLimit`, or over the limit. */
export function labelRoom(label: string): number | null {
  const room = labelLimit - [...label.trim()].length;
  return room >= 0 && room <= nearLimit ? room : null;
}
