/** `bun run comments`: prints the words of comment per line of code, for each folder of `src`. */
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..", "src");

/** The counts of one or more files. Blank lines are neither comment nor code. */
export type Count = { words: number; lines: number };

/** Counts one file. The formatter puts every comment on its own line or after code and a space. */
export function countComments(source: string): Count {
  let isInside = false;
  const count: Count = { words: 0, lines: 0 };
  for (const line of source.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const isComment = isInside || /^(\/\/|\{?\/\*)/.test(line);
    if (isComment) {
      count.words += wordsOf(line);
      isInside = !/\*\/\}?$/.test(line) && !line.startsWith("//");
    } else {
      count.lines++;
      count.words += wordsOf(/[;,{}()\]] \/\/ (?<comment>.*)$/.exec(line)?.groups?.comment ?? "");
    }
  }
  return count;
}

function wordsOf(comment: string): number {
  return comment.match(/[\p{L}\p{N}]+(?:[''`./-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Counts all files by their top folder. `src` is the total of the server, `web` that of the app in the browser. */
export async function countFolders(): Promise<Map<string, Count>> {
  const counts = new Map<string, Count>();
  for (const file of [...new Glob("**/*.{ts,tsx}").scanSync(root)].sort()) {
    const { words, lines } = countComments(await Bun.file(join(root, file)).text());
    const folder = file.includes("/") ? (file.split("/", 1)[0] ?? "") : "(top)";
    for (const name of folder === "web" ? ["web"] : ["src", folder]) {
      const sum = counts.get(name) ?? { words: 0, lines: 0 };
      counts.set(name, { words: sum.words + words, lines: sum.lines + lines });
    }
  }
  return counts;
}

if (import.meta.main) {
  for (const [name, { words, lines }] of await countFolders()) {
    console.log(`${(words / lines).toFixed(2).padStart(5)}  ${String(words).padStart(6)} words  ${name}`);
  }
}
