/**
 * Matches a number or bullet at the start of a step. The match is removed, because the page of the recipe numbers the
 * steps itself.
 */
const marker = /^\s*(?:\d{1,2}[.):]\s+|[-*•–]\s+)/;
/** Instructions of a single paragraph are split into sentences if they have more than this number of characters. */
const longParagraph = 120;

/**
 * Returns the steps of the instructions without numbers and bullets. Each line is a step. If the instructions are a
 * single long line, each sentence is a step.
 */
export function stepsOf(instructions: string, locale: string): readonly string[] {
  const lines = instructions
    .split(/\r?\n/)
    .map((line) => line.replace(marker, "").trim())
    .filter(Boolean);
  const [only] = lines;
  return lines.length === 1 && only !== undefined && only.length > longParagraph ? sentencesOf(only, locale) : lines;
}

function sentencesOf(paragraph: string, locale: string): readonly string[] {
  if (!("Segmenter" in Intl)) return [paragraph];
  const segments = [...new Intl.Segmenter(locale, { granularity: "sentence" }).segment(paragraph)];
  return segments.map(({ segment }) => segment.trim()).filter(Boolean);
}
