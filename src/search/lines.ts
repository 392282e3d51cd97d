/** The one line under what was found. Pure. */

const longest = 80;

/** The beginning of a text, as one line. */
export function oneLine(text: string): string {
  const letters = [...text.replace(/[\s\u0085]+/gu, " ").trim()];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("");
}
