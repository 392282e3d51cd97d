import type { BlockType } from "#lists/model.ts";

export type PastedItem = { readonly type: BlockType; readonly content: string; readonly done: boolean };

const longest = 2_000;
const bullet = /^(?:[-*+•◦▪‣–—·]|\d{1,3}[.)])\s+/u;
const openBox = /^(?:\[ ?\]|☐|⬜|◻)\s*/u;
const tickedBox = /^(?:\[[xX✓✔]\]|☑|☒|✅|✓|✔)\s*/u;
const heading = /^#{1,6}\s+/;
const rule = /^(?:-{3,}|\*{3,}|_{3,})$/;

/**
 * Returns one item for each line of a pasted text, without bullets. `[x]` makes a completed item, `# …` a heading and
 * `---` a divider.
 */
export function pastedItems(text: string): PastedItem[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/u).flatMap((line) => itemOf(line.trim()) ?? []);
}

function itemOf(line: string): PastedItem | null {
  if (rule.test(line)) return { type: "divider", content: "", done: false };
  if (heading.test(line)) return item("header", line.replace(heading, ""), false);
  const plain = line.replace(bullet, "");
  const done = tickedBox.test(plain);
  return item("task", plain.replace(done ? tickedBox : openBox, ""), done);
}

function item(type: BlockType, text: string, done: boolean): PastedItem | null {
  // The server counts code points.
  const content = [...text.trim()].slice(0, longest).join("");
  return content ? { type, content, done } : null;
}

export function hasLines(text: string): boolean {
  return /\S[^\S\r\n]*[\r\n\u2028\u2029]\s*\S/u.test(text);
}
