/** Finds changes in the activity feed that concern members. */

import { busyTitle } from "#calendar/events/event.ts";
import type { EntryImages, RecentEntry } from "#platform/activity/recent.store.ts";
import type { LocalMoment } from "../notices/notice.ts";
import type { ChangeInput } from "./inputs.ts";

/** A list with the followers who can see the list. */
type FollowedList = { readonly name: string; readonly memberIds: readonly string[] };

/** Finds new assignments of tasks, members added to events, and changes of lists. `followed` has lists by their ids. */
export function findChanges(
  entries: readonly RecentEntry[],
  followed: ReadonlyMap<string, FollowedList>,
  memberChangesOf: (entry: RecentEntry) => readonly FoundChange[],
): ChangeInput[] {
  return entries.flatMap((entry) => {
    const actorMemberId = entry.actorKind === "member" ? entry.actorSubjectId : null;
    const isOfMembers = entry.subjectType === "task" || entry.subjectType === "event";
    const all = isOfMembers ? memberChangesOf(entry) : findListChanges(entry, followed);
    const made = {
      entryId: entry.id,
      at: Date.parse(entry.createdAt),
      by: (entry.actorKind === "member" ? null : entry.agentName) ?? entry.actorName,
      ...(actorMemberId !== null && { byId: actorMemberId }),
    };
    const changes = all.map((found) => ({ ...made, ...found }));
    return filterMembers(changes, (_, id) => id !== actorMemberId);
  });
}

function filterMembers(
  changes: readonly ChangeInput[],
  isKept: (change: ChangeInput, memberId: string) => boolean,
): ChangeInput[] {
  const left = changes.map((each) => ({ ...each, memberIds: each.memberIds.filter((id) => isKept(each, id)) }));
  return left.filter(({ memberIds }) => memberIds.length > 0);
}

/** The members of an open task or an event, and when it is due or begins. */
export type CurrentRecord = { readonly memberIds: readonly string[]; readonly start?: LocalMoment };

/**
 * Returns the changes that still apply, each with the present start of its record. Leaves out changes that were
 * reverted, and changes whose task was completed or deleted or whose event was deleted. Changes of lists always apply.
 */
export function dropReverted(
  changes: readonly ChangeInput[],
  current: (change: ChangeInput) => CurrentRecord | undefined,
): ChangeInput[] {
  return changes.flatMap((change) => {
    if (change.what === "list_changed") return change;
    const { memberIds = [], start } = current(change) ?? {};
    return filterMembers([{ ...change, ...(start && { start }) }], (_, id) => memberIds.includes(id));
  });
}

export type FoundChange = Pick<ChangeInput, "what" | "memberIds" | "subject" | "listId" | "label" | "isBusy">;

/** Returns the changes in an entry that assign a task to a member or add a member to an event. */
export function findMemberChanges(entry: RecentEntry, images: EntryImages): FoundChange[] {
  return entry.subjectType === "task" ? newAssignments(images) : newAttendees(entry, images);
}

/** Returns all new assignments of tasks in an entry, because one entry may assign several tasks. */
function newAssignments({ before, after }: EntryImages): FoundChange[] {
  const owners = new Map(rowsIn(before, "task").map(({ id, memberId }) => [id, memberId]));
  return rowsIn(after, "task").flatMap(({ id, memberId, label }): FoundChange[] => {
    if (typeof memberId !== "string" || owners.get(id) === memberId) return [];
    const subject = { type: "task", id: String(id) } as const;
    return [{ what: "task_assigned", memberIds: [memberId], subject, listId: null, label: String(label) }];
  });
}

function newAttendees(
  { subjectId, subjectLabel, privateTo }: RecentEntry,
  { before, after }: EntryImages,
): FoundChange[] {
  const known = memberIdsIn(before, subjectId);
  const memberIds = memberIdsIn(after, subjectId).filter((id) => !known.includes(id));
  if (memberIds.length === 0) return [];
  const subject = { type: "event", id: subjectId } as const;
  const named = privateTo === null ? { label: subjectLabel } : { label: busyTitle, isBusy: true };
  return [{ what: "event_named", memberIds, subject, listId: null, ...named }];
}

function findListChanges(
  { subjectType, listId }: RecentEntry,
  followed: ReadonlyMap<string, FollowedList>,
): FoundChange[] {
  const list = listId === null ? undefined : followed.get(listId);
  if (listId === null || !list || (subjectType !== "block" && subjectType !== "list")) return [];
  const { name: label, memberIds } = list;
  return [{ what: "list_changed", memberIds, subject: { type: "list", id: listId }, listId, label }];
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
