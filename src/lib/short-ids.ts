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

/** Largest number of short ids that are remembered between requests. Each takes about 200 bytes. */
const maxRemembered = 5_000;

/** Short ids of one household that were read, valid as long as no record of the household changes. */
export class KnownShortIds {
  readonly shortened = new Map<string, string>();
  readonly idsByTail = new Map<string, readonly string[]>();

  get isFull(): boolean {
    return this.shortened.size > maxRemembered || this.idsByTail.size > maxRemembered;
  }
}

/** Shortens the ids of one household, and finds ids by their last characters. Serves one request. */
export class ShortIds {
  private readonly answers: unknown[] = [];
  private readonly expected = new Set<string>();

  constructor(
    private readonly read: (kind: IdKind, tails: readonly string[]) => readonly string[],
    private readonly known: KnownShortIds,
  ) {}

  expectIdsOf(answer: unknown): void {
    this.answers.push(answer);
  }

  /** Returns the last characters of an id: at least 5, and more if another id of the same kind has the same end. */
  of(kind: IdKind, id: string): string {
    const key = `${kind} ${id}`;
    const known = this.known.shortened.get(key);
    if (known !== undefined) return known;
    const short = this.shorten(kind, id);
    this.known.shortened.set(key, short);
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
    const { idsByTail } = this.known;
    if (!idsByTail.has(key)) this.readExpected(kind, id);
    return idsByTail.get(key) ?? [];
  }

  private readExpected(kind: IdKind, id: string): void {
    for (const answer of this.answers.splice(0)) collectIds(answer, this.expected);
    const expected = [...this.expected];
    const begin = Math.max(0, expected.indexOf(id));
    const tails = new Set([id, ...expected.slice(begin, begin + idsPerQuery)].map(tailOf));
    const found = Map.groupBy(this.read(kind, [...tails]), tailOf);
    for (const tail of tails) this.known.idsByTail.set(`${kind} ${tail}`, found.get(tail) ?? []);
  }
}

const tailOf = (id: string) => id.slice(-idTailLength);

function collectIds(value: unknown, ids: Set<string>): void {
  if (typeof value === "string" && value.length === uuidLength) ids.add(value);
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) collectIds(each, ids);
}
