import { currentText } from "../../../i18n/catalogue.ts";

/** Maximum length of a task's text, in code points; the server's limit. */
const labelLimit = 300;
/** Number of code points. The form shows how many code points are left once there are no more than this. */
const nearLimit = 30;

export function labelError(label: string): { isTooLong: boolean; text: string } | null {
  const { taskScreen } = currentText();
  const over = [...label.trim()].length - labelLimit;
  if (over > 0) return { isTooLong: true, text: taskScreen.tooLong(over) };
  return label.trim() === "" ? { isTooLong: false, text: taskScreen.needsLabel } : null;
}

/**
 * Returns how many code points a task's text may still grow. Null if more than `nearLimit` are left, or if the text is
 * too long.
 */
export function labelRoom(label: string): number | null {
  const room = labelLimit - [...label.trim()].length;
  return room >= 0 && room <= nearLimit ? room : null;
}
