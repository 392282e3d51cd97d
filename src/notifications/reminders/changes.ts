/** Finds changes in the feed that concern members. */

import { busyTitle } from "#calendar/events/event.ts";
import type { EntryImages, RecentEntry } from "#platform/activity/recent.store.ts";
import type { HomeChange } from "./home.ts";

/** A list that somebody follows and can see. */
export type FollowedList = { readonly name: string; readonly memberIds: readonly string[] };

/** `followed` has the lists by id; `namedIn` returns what {@link namedBy} does. */
export function changesIn(
  entries: readonly RecentEntry[],
  followed: ReadonlyMap<string, FollowedList>,
  namedIn: (entry: RecentEntry) => readonly Found[],
): HomeChange[] {
  return entries.flatMap((entry) => {
    const doer = entry.actorKind === "member" ? entry.actorSubjectId : null;
    const isOfMembers = entry.subjectType === "task" || entry.subjectType === "event";
    const all = isOfMembers ? namedIn(entry) : (listChange(entry, followed) ?? []);
    return [all].flat().flatMap((found) => {
      const memberIds = found.memberIds.filter((id) => id !== doer);
      if (memberIds.length === 0) return [];
      return [
        {
          entryId: entry.id,
          at: Date.parse(entry.createdAt),
          by: (entry.actorKind === "member" ? null : entry.agentName) ?? entry.actorName,
          ...found,
          memberIds,
        },
      ];
    });
  });
}

/** Who has the open tasks, and who is in the events, by id. */
export type Present = {
  readonly owners: ReadonlyMap<string, string>;
  readonly attendees: ReadonlyMap<string, readonly string[]>;
};

/** Leaves out what was reverted, completed or deleted since. */
export function stillSo(changes: readonly HomeChange[], { owners, attendees }: Present): HomeChange[] {
  return changes.flatMap((change) => {
    const { what, subject, memberIds } = change;
    if (what === "list_changed") return [change];
    const isSo = (id: string) =>
      what === "task_assigned" ? owners.get(subject.id) === id : attendees.get(subject.id)?.includes(id);
    const left = memberIds.filter(isSo);
    return left.length === 0 ? [] : [{ ...change, memberIds: left }];
  });
}

export type Found = Pick<HomeChange, "what" | "memberIds" | "subject" | "listId" | "label" | "isBusy">;

/** Members who were given a task or added to an event. */
export function namedBy(entry: RecentEntry, images: EntryImages): Found[] {
  return entry.subjectType === "task" ? assignments(images) : naming(entry, images);
}

/** One entry may assign several tasks. */
function assignments({ before, after }: EntryImages): Found[] {
  const owners = new Map(rowsIn(before, "task").map(({ id, memberId }) => [id, memberId]));
  return rowsIn(after, "task").flatMap(({ id, memberId, label }): Found[] => {
    if (typeof memberId !== "string" || owners.get(id) === memberId) return [];
    const subject = { type: "task", id: String(id) } as const;
    return [{ what: "task_assigned", memberIds: [memberId], subject, listId: null, label: String(label) }];
  });
}

function naming({ subjectId, subjectLabel, privateTo }: RecentEntry, { before, after }: EntryImages): Found[] {
  const known = memberIdsIn(before, subjectId);
  const memberIds = memberIdsIn(after, subjectId).filter((id) => !known.includes(id));
  if (memberIds.length === 0) return [];
  const subject = { type: "event", id: subjectId } as const;
  const named = privateTo === null ? { label: subjectLabel } : { label: busyTitle, isBusy: true };
  return [{ what: "event_named", memberIds, subject, listId: null, ...named }];
}

function listChange({ subjectType, listId }: RecentEntry, followed: ReadonlyMap<string, FollowedList>): Found | null {
  const list = listId === null ? undefined : followed.get(listId);
  if (listId === null || !list || (subjectType !== "block" && subjectType !== "list")) return null;
  const { name: label, memberIds } = list;
  return { what: "list_changed", memberIds, subject: { type: "list", id: listId }, listId, label };
}

type Row = Readonly<Record<string, unknown>>;

function rowsIn(image: string | null, table: string): readonly Row[] {
  if (image === null) return [];
  return (JSON.parse(image) as Readonly<Record<string, readonly Row[]>>)[table] ?? [];
}

function memberIdsIn(image: string | null, id: string): string[] {
  const ids = rowsIn(image, "event").find((row) => row.id === id)?.memberIds;
  return typeof ids === "string" ? (JSON.parse(ids) as string[]) : [];
}
