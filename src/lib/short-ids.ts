/** Short ids: UUIDs were up to two thirds of the tokens that agents read. */

/** The fewest last characters that name a record. */
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

/** Also true for names such as “facade”. */
export function mayEndId(text: string): boolean {
  return idPattern.test(text.trim().toLowerCase());
}

/** Those of one household. */
export class ShortIds {
  private readonly known = new Map<string, string>();

  constructor(private readonly idsByTail: (kind: IdKind, tail: string) => readonly string[]) {}

  /** As many last characters as no other id of the kind has, at least 5. */
  of(kind: IdKind, id: string): string {
    const key = `${kind} ${id}`;
    const short = this.known.get(key) ?? this.shorten(kind, id);
    this.known.set(key, short);
    return short;
  }

  private shorten(kind: IdKind, id: string): string {
    const others = this.idsByTail(kind, id.slice(-idTailLength)).filter((each) => each !== id);
    let length = idTailLength;
    while (others.some((each) => each.endsWith(id.slice(-length)))) length++;
    return id.slice(-length);
  }

  endingIn(kind: IdKind, text: string): readonly string[] {
    if (!mayEndId(text)) return [];
    const end = text.trim().toLowerCase();
    return this.idsByTail(kind, end.slice(-idTailLength)).filter((id) => id.endsWith(end));
  }
}
