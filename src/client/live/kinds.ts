import type { Entry, Image } from "#platform/activity/record.ts";
import { imageTraitsOf, type SubjectType } from "#platform/traits.ts";

export type Kind = SubjectType | "all";

/**
 * Returns the kinds of data that an entry changed, as the member `reader` may learn. For another member's personal list,
 * returns only `list`, to reveal no more.
 */
export function kindsOf(entry: Entry, reader: string | null = null): readonly Kind[] {
  const { subject, action, before, after } = entry;
  if (!isVisibleTo(entry, reader)) return ["list"];
  if (subject.type === "member" && action === "deleted") return ["all"]; // Removing a member changes many kinds.
  return [subject.type, ...kindsIn(before), ...kindsIn(after)];
}

export const isVisibleTo = ({ audience }: Entry, reader: string | null): boolean =>
  !audience?.viewerId || audience.viewerId === reader;

function kindsIn(image: Image | null | undefined): Kind[] {
  return Object.keys(image ?? {}).map((name) => imageTraitsOf(name)?.live ?? "all");
}

const isAboutLists = (kind: Kind): boolean => kind === "list" || kind === "block" || kind === "all";

/**
 * Returns the ids of the lists that the entries changed, as the member `reader` may learn. Null if the entries may have
 * changed other lists too. The id of a list is only returned if the reader sees the entry because of this list: an item
 * that moves between two lists may come from a personal list.
 */
export function listsOf(entries: readonly Entry[], reader: string | null): readonly string[] | null {
  const lists = new Set<string>();
  for (const entry of entries) {
    if (!kindsOf(entry, reader).some(isAboutLists)) continue;
    const listId = entry.audience?.listId ?? null;
    if (listId === null || !isVisibleTo(entry, reader) || !isOnlyAbout(listId, entry)) return null;
    lists.add(listId);
  }
  return [...lists];
}

function isOnlyAbout(listId: string, { before, after }: Entry): boolean {
  return [before, after].every((image) =>
    Object.entries(image ?? {}).every(([name, rows]) => {
      const kind = imageTraitsOf(name)?.live ?? "all";
      if (!isAboutLists(kind)) return true;
      const idOf = (row: Readonly<Record<string, unknown>>) => (name === "list" ? row.id : row.listId);
      return (rows as readonly Readonly<Record<string, unknown>>[]).every((row) => idOf(row) === listId);
    }),
  );
}
