/** Instructions as steps. Pure. */

/** “1.”, “2)”, “-”, “•” at the start of a line: the steps are counted anyway. */
const marker = /^\s*(?:\d{1,2}[.):]\s+|[-*•–]\s+)/;
/** A single paragraph that is longer is told sentence by sentence. */
const longParagraph = 120;

/** The steps of a recipe: its lines, or, where it is one long paragraph, its sentences. */
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
