import { currentText } from "#web/page/text.ts";

/** Maximum length of a task's text that the server allows, in code points. */
const labelLimit = 300;
/** The form shows how many code points can still be typed if this number or fewer remain. */
const nearLimit = 30;

export function labelError(label: string): { isTooLong: boolean; text: string } | null {
  const { taskScreen } = currentText();
  const over = [...label.trim()].length - labelLimit;
  if (over > 0) return { isTooLong: true, text: taskScreen.tooLong(over) };
  return label.trim() === "" ? { isTooLong: false, text: taskScreen.needsLabel } : null;
}

/**
 * Returns how many code points the user can still type, as a number for the form to show. Returns null if the form must
 * not show a number: if more than `nearLimit` code points remain, or if the text is already too long.
 */
export function labelRoom(label: string): number | null {
  const room = labelLimit - [...label.trim()].length;
  return room >= 0 && room <= nearLimit ? room : null;
}
