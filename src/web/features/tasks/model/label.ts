import { currentText } from "#web/page/text.ts";

/** Maximum length of a task's text, in code points; the server's limit. */
const labelLimit = 300;
/** The form shows the number of remaining code points if this number or fewer remain. */
const nearLimit = 30;

export function labelError(label: string): { isTooLong: boolean; text: string } | null {
  const { taskScreen } = currentText();
  const over = [...label.trim()].length - labelLimit;
  if (over > 0) return { isTooLong: true, text: taskScreen.tooLong(over) };
  return label.trim() === "" ? { isTooLong: false, text: taskScreen.needsLabel } : null;
}

/**
 * Returns the number of remaining code points to show. Returns null if more than `nearLimit` remain. Also returns null
 * if the text is too long already.
 */
export function labelRoom(label: string): number | null {
  const room = labelLimit - [...label.trim()].length;
  return room >= 0 && room <= nearLimit ? room : null;
}
