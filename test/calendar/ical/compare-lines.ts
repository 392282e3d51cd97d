/** The lines of a file, found in another way than by `src/calendar/ical/lines.ts`. */

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder("windows-1252");

/** Characters that a program for XML refuses. */
const controls = /[[\p{Cc}\ufffe\uffff]--[\t\n\u0080-\u009f]]/gv;

/** Unfolded, without blank lines and control characters. Begins and ends are in upper case. */
export function logicalLines(bytes: Uint8Array): string[] {
  const unfolded = Buffer.from(bytes)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .replace(/[\r\n]+[ \t]/g, "");
  return unfolded
    .split(/[\r\n]+/)
    .map((line) =>
      decode(Buffer.from(line, "latin1"))
        .replace(controls, "")
        .replace(/^[ \t]+/, ""),
    )
    .filter((line) => line !== "")
    .map((line) =>
      line.replace(/^\ufeff?\s*(begin|end)\s*:\s*([a-z\d-]+)\s*$/i, (_, word, name) => `${word}:${name}`.toUpperCase()),
    );
}

/** A line with more broken characters than others is Windows-1252. */
function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const text = Buffer.from(bytes).toString("utf8");
    const characters = [...text].filter((each) => each > "\x7f");
    const broken = characters.filter((each) => each === "\ufffd");
    return broken.length > characters.length - broken.length ? windows1252.decode(bytes) : text;
  }
}

export type LineDifference = {
  /** Lines that are only in the file. */
  readonly lost: readonly string[];
  /** Written only. */
  readonly added: readonly string[];
};

/** Greedy, because lines are only left out or added, never moved. */
export function compareLines(read: readonly string[], written: readonly string[]): LineDifference {
  const lost: string[] = [];
  const added: string[] = [];
  let at = 0;
  for (const line of read) {
    // What is added is written before the next line of the file.
    const isAdded = (text: string | undefined) =>
      text !== undefined && text !== line && /^(END:|BEGIN:VCALENDAR)/.test(text);
    const before = at;
    while (isAdded(written[at])) at++;
    if (written[at] === line) {
      added.push(...written.slice(before, at++));
    } else {
      at = before;
      lost.push(line);
    }
  }
  return { lost, added: [...added, ...written.slice(at)] };
}
