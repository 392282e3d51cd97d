import { ApiError, unprocessable } from "#lib/errors.ts";
import { minute, second } from "#lib/time.ts";
import { updateBlock } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import type { Work } from "#platform/work.ts";
import { findRow } from "#routines/chores/chore-rows.store.ts";
import { completeChore } from "#routines/chores/completions.store.ts";
import { readTask, updateTask } from "#routines/tasks/store.ts";
import type { NewNotice } from "./notice.ts";
import { actionsOf, NoticeReader } from "./present.ts";
import { actionResult } from "./render.ts";
import { closeCopies, closeNotice, findNextSnooze, findNotice, insertNotice, type StoredNotice } from "./store.ts";

export type Action = { readonly action: "done" | "snooze" | "dismiss"; readonly minutes?: number };

export type Acted = {
  readonly answer: { readonly state: StoredNotice["state"]; readonly line: string };
  /** Whose notices changed. */
  readonly memberIds: readonly string[];
};

const maxSnoozes = 5;
const defaultSnooze = { event: 10, other: 60 } as const;
const snoozeLifeMs = 60 * minute;

const over = () => unprocessable(null, "This can no longer be done from here");

/**
 * Acts as the notice's member, who is `work`'s actor. Repeating an action changes nothing. Needs a transaction.
 * @throws ApiError 422 if it is too late; 403 and others as the thing's own store.
 */
export function act(work: Work, notice: StoredNotice, { action, minutes }: Action): Acted {
  const own = [notice.memberId];
  if (action === "dismiss") {
    if (notice.state === "open") closeNotice(work, notice.id, "dismissed");
    return acted(work, notice, notice.state === "open" ? "dismissed" : notice.state, own);
  }
  if (notice.state === (action === "done" ? "done" : "snoozed")) return acted(work, notice, notice.state, own);
  if (!actionsOf(notice).includes(action)) throw over();
  if (action === "snooze") return snooze(work, notice, minutes);
  const about = complete(work, notice);
  closeNotice(work, notice.id, "done");
  return acted(work, notice, "done", [...own, ...closeCopies(work, notice, about)]);
}

function acted(work: Work, notice: StoredNotice, state: StoredNotice["state"], memberIds: readonly string[]): Acted {
  const context = new NoticeReader(work, notice.memberId).context("full");
  const again = state === "snoozed" ? (findNextSnooze(work, notice)?.dueAt ?? notice.dueAt) : 0;
  const result = state === "snoozed" ? { state, again } : { state: state === "open" ? "done" : state };
  return { answer: { state, line: actionResult(result, notice, context) }, memberIds };
}

/**
 * What is done already counts as done: a second device may have been faster. Returns for which member it is done; null:
 * for everybody.
 */
function complete(work: Work, { facts, subject: { id }, listId, about, memberId }: StoredNotice): string | null {
  const doer = about.includes(memberId) ? memberId : (about[0] ?? "");
  try {
    if (facts.type === "task" && readTask(work, id).completedAt === null)
      updateTask(work, id, { completedAt: work.now.toISOString() });
    if (facts.type === "chore") completeChore(work, id, { memberId: doer, date: facts.date });
    if (facts.type === "item") {
      if (listId === null) throw over();
      updateBlock(work, findList(work, listId).id, id, { done: true });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Deleted or moved since.
    if (error.status === 404 || error.status === 422) throw over();
    if (error.status !== 409) throw error;
  }
  return facts.type === "chore" && findRow(work, id)?.assignment === "each" ? doer : null;
}

function snooze(work: Work, notice: StoredNotice, given: number | undefined): Acted {
  const { db, householdId, now } = work;
  const root = notice.kind === "snooze" ? findNotice(db, householdId, notice.ring) : notice;
  const count = notice.kind === "snooze" ? notice.minutes + 1 : 1;
  if (notice.state !== "open" || !root || count > maxSnoozes) throw over();
  const dueAt = snoozedUntil(notice, now.getTime(), given);
  const { memberId, subject, listId, slot, facts, about } = notice;
  const again: NewNotice = {
    memberId,
    kind: "snooze",
    subject,
    listId,
    slot,
    // The first notice and the count make it unique.
    minutes: count,
    ring: root.id,
    dueAt,
    expiresAt: Math.max(notice.expiresAt, dueAt + snoozeLifeMs),
    about,
    facts,
    urgency: "high",
    isHidden: false,
    fold: null,
    deliverAt: dueAt,
    channelIds: [],
  };
  closeNotice(work, notice.id, "snoozed");
  insertNotice(db, householdId, again, {}, now);
  return acted(work, notice, "snoozed", [memberId]);
}

/** An event rings again before it starts, if that is still ahead. */
function snoozedUntil({ facts }: StoredNotice, now: number, given: number | undefined): number {
  const isEvent = facts.type === "event";
  const wanted = now + (given ?? (isEvent ? defaultSnooze.event : defaultSnooze.other)) * minute;
  const isBeforeStart = isEvent && !facts.allDay && facts.from > now + second;
  return isBeforeStart ? Math.min(wanted, facts.from) : wanted;
}
