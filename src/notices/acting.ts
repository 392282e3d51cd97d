import { completeChore } from "../chores/completions.store.ts";
import { ApiError, unprocessable } from "../errors.ts";
import { minute, second } from "../lib/time.ts";
import { updateBlock } from "../lists/blocks/store.ts";
import { findList } from "../lists/lists/rows.store.ts";
import { updateTask } from "../tasks/store.ts";
import type { Work } from "../work.ts";
import type { NewNotice } from "./notice.ts";
import { actionsOf, NoticeReader } from "./present.ts";
import { actionResult } from "./render.ts";
import { type ClosedState, closeDone, closeNotice, findNotice, insertNotice, type StoredNotice } from "./store.ts";

export type Action = { readonly action: "done" | "snooze" | "dismiss"; readonly minutes?: number };

export type Acted = { readonly state: StoredNotice["state"]; readonly line: string };

const maxSnoozes = 5;
const defaultSnooze = { event: 10, other: 60 } as const;
const snoozeLifeMs = 60 * minute;

const over = () => unprocessable(null, "This can no longer be done from here");

/**
 * Acts as the notice's member, who is `work`'s actor. Repeating an action changes nothing. Needs a transaction.
 * @throws ApiError 422 if it is too late; 403 and others as the thing's own store.
 */
export function act(work: Work, notice: StoredNotice, { action, minutes }: Action): Acted {
  if (action === "dismiss") {
    if (notice.state === "open") closeNotice(work, notice.id, "dismissed");
    return acted(work, notice, notice.state === "open" ? "dismissed" : notice.state, null);
  }
  const wanted: ClosedState = action === "done" ? "done" : "snoozed";
  if (notice.state === wanted) return acted(work, notice, wanted, null);
  if (!actionsOf(notice).includes(action)) throw over();
  if (action === "snooze") return snooze(work, notice, minutes);
  complete(work, notice);
  closeNotice(work, notice.id, "done");
  closeDone(work, notice);
  return acted(work, notice, "done", null);
}

function acted(work: Work, notice: StoredNotice, state: StoredNotice["state"], again: number | null): Acted {
  const context = new NoticeReader(work, notice.memberId).context("full");
  const result =
    state === "snoozed" ? { state, again: again ?? notice.dueAt } : { state: state === "open" ? "done" : state };
  return { state, line: actionResult(result, notice, context) };
}

/** What is done already counts as done: a second device may have been faster. */
function complete(work: Work, { facts, subject: { id }, listId, about }: StoredNotice): void {
  try {
    if (facts.type === "task") updateTask(work, id, { completedAt: work.now.toISOString() });
    if (facts.type === "chore") completeChore(work, id, { memberId: about[0] ?? "", date: facts.date });
    if (facts.type === "item") {
      if (listId === null) throw over();
      updateBlock(work, findList(work, listId).id, id, { done: true });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) return;
    // Deleted or moved since.
    throw error.status === 404 || error.status === 422 ? over() : error;
  }
}

function snooze(work: Work, notice: StoredNotice, given: number | undefined): Acted {
  const { db, householdId, now } = work;
  const root = notice.kind === "snooze" ? findNotice(db, householdId, notice.ring) : notice;
  const count = notice.kind === "snooze" ? notice.minutes + 1 : 1;
  if (!root || count > maxSnoozes) throw over();
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
  return acted(work, notice, "snoozed", dueAt);
}

/** An event rings again before it starts, if that is still ahead. */
function snoozedUntil({ facts }: StoredNotice, now: number, given: number | undefined): number {
  const isEvent = facts.type === "event";
  const wanted = now + (given ?? (isEvent ? defaultSnooze.event : defaultSnooze.other)) * minute;
  const isBeforeStart = isEvent && !facts.allDay && facts.from > now + second;
  return isBeforeStart ? Math.min(wanted, facts.from) : wanted;
}
