/**
 * Ids that are shortened to their last characters. Whole UUIDs made up to two thirds of the tokens that agents read.
 */

/** The smallest number of last characters that are used as a short id. */
export const idTailLength = 5;

export const idKinds = [
  "event",
  "task",
  "block",
  "recipe",
  "meal",
  "activity",
  "member",
  "list",
  "section",
  "check_in",
  "chore",
] as const;
export type IdKind = (typeof idKinds)[number];

export function isIdKind(type: string): type is IdKind {
  return (idKinds as readonly string[]).includes(type);
}

const idPattern = new RegExp(`^[\\da-f-]{${idTailLength},36}$`);

/** Whether a text can be the end of an id. True also for words such as “facade”, which have only hexadecimal digits. */
export function mayEndId(text: string): boolean {
  return idPattern.test(text.trim().toLowerCase());
}

const uuidLength = 36;

const idsPerQuery = 256;

/** Shortens the ids of one household, and finds ids by their last characters. Caches the ids that it has read. */
export class ShortIds {
  private readonly known = new Map<string, string>();
  private readonly idsByTail = new Map<string, readonly string[]>();
  private readonly answers: unknown[] = [];
  private readonly expected = new Set<string>();

  constructor(private readonly read: (kind: IdKind, tails: readonly string[]) => readonly string[]) {}

  expectIdsOf(answer: unknown): void {
    this.answers.push(answer);
  }

  /** Returns the last characters of an id: at least 5, and more if another id of the same kind has the same end. */
  of(kind: IdKind, id: string): string {
    const key = `${kind} ${id}`;
    const short = this.known.get(key) ?? this.shorten(kind, id);
    this.known.set(key, short);
    return short;
  }

  private shorten(kind: IdKind, id: string): string {
    const others = this.withTailOf(kind, id).filter((each) => each !== id);
    let length = idTailLength;
    while (others.some((each) => each.endsWith(id.slice(-length)))) length++;
    return id.slice(-length);
  }

  endingIn(kind: IdKind, text: string): readonly string[] {
    if (!mayEndId(text)) return [];
    const end = text.trim().toLowerCase();
    return this.read(kind, [tailOf(end)]).filter((id) => id.endsWith(end));
  }

  private withTailOf(kind: IdKind, id: string): readonly string[] {
    const key = `${kind} ${tailOf(id)}`;
    if (!this.idsByTail.has(key)) this.readExpected(kind, id);
    return this.idsByTail.get(key) ?? [];
  }

  private readExpected(kind: IdKind, id: string): void {
    for (const answer of this.answers.splice(0)) collectIds(answer, this.expected);
    const expected = [...this.expected];
    const begin = Math.max(0, expected.indexOf(id));
    const tails = new Set([id, ...expected.slice(begin, begin + idsPerQuery)].map(tailOf));
    const found = Map.groupBy(this.read(kind, [...tails]), tailOf);
    for (const tail of tails) this.idsByTail.set(`${kind} ${tail}`, found.get(tail) ?? []);
  }
}

const tailOf = (id: string) => id.slice(-idTailLength);

function collectIds(value: unknown, ids: Set<string>): void {
  if (typeof value === "string" && value.length === uuidLength) ids.add(value);
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) collectIds(each, ids);
}
