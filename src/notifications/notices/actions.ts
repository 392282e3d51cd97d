import { ApiError, unprocessable } from "#lib/errors.ts";
import { minute, second } from "#lib/time.ts";
import { updateBlock } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import type { Work } from "#platform/work.ts";
import { completeChore } from "#routines/chores/completions.store.ts";
import { findRow } from "#routines/chores/store.ts";
import { readTask, updateTask } from "#routines/tasks/store.ts";
import type { NoticeActionBody } from "./model.ts";
import type { NewNotice } from "./notice.ts";
import { actionsOf, defaultSnoozeMinutes, NoticePresenter } from "./present.ts";
import { renderActionResult } from "./render.ts";
import { closeCopies, closeNotice, findNextSnooze, findNotice, insertNotice, type StoredNotice } from "./store.ts";

export type ActionOutcome = {
  readonly answer: { readonly state: StoredNotice["state"]; readonly line: string };
  /** Members whose notices changed. */
  readonly memberIds: readonly string[];
};

const maxSnoozes = 5;
const snoozeLifeMs = 60 * minute;

const tooLate = () => unprocessable(null, "This can no longer be done from here");

/**
 * Performs an action on a notice. Does nothing if it was performed before. Must run in a transaction.
 * @throws ApiError 422 if it is too late; 403 and other errors of the change itself, such as that of completing a task
 */
export function actOnNotice(work: Work, notice: StoredNotice, { action, minutes }: NoticeActionBody): ActionOutcome {
  const own = [notice.memberId];
  if (action === "dismiss") {
    if (notice.state === "open") closeNotice(work, notice.id, "dismissed");
    return toOutcome(work, notice, notice.state === "open" ? "dismissed" : notice.state, own);
  }
  if (notice.state === (action === "done" ? "done" : "snoozed")) return toOutcome(work, notice, notice.state, own);
  if (!actionsOf(notice).includes(action)) throw tooLate();
  if (action === "snooze") return snooze(work, notice, minutes);
  const about = complete(work, notice);
  closeNotice(work, notice.id, "done");
  return toOutcome(work, notice, "done", [...own, ...closeCopies(work, notice, about)]);
}

function toOutcome(work: Work, notice: StoredNotice, state: StoredNotice["state"], memberIds: readonly string[]) {
  const context = new NoticePresenter(work, notice.memberId).context("full");
  const again = state === "snoozed" ? (findNextSnooze(work, notice)?.dueAt ?? notice.dueAt) : 0;
  const result = state === "snoozed" ? { state, again } : { state: state === "open" ? "done" : state };
  return { answer: { state, line: renderActionResult(result, notice, context) }, memberIds };
}

/**
 * Completes the record of a notice, or accepts that it is completed already, for example on another device. Returns the
 * member for whom the record is completed, or null if it is completed for everybody.
 */
function complete(work: Work, { facts, subject: { id }, listId, about, memberId }: StoredNotice): string | null {
  const completedBy = about.includes(memberId) ? memberId : (about[0] ?? "");
  try {
    if (facts.type === "task" && readTask(work, id).completedAt === null)
      updateTask(work, id, { completedAt: work.now.toISOString() });
    if (facts.type === "chore") completeChore(work, id, { memberId: completedBy, date: facts.date });
    if (facts.type === "item") {
      if (listId === null) throw tooLate();
      updateBlock(work, findList(work, listId).id, id, { done: true });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The subject was deleted or moved since.
    if (error.status === 404 || error.status === 422) throw tooLate();
    if (error.status !== 409) throw error;
  }
  return facts.type === "chore" && findRow(work, id)?.assignment === "each" ? completedBy : null;
}

function snooze(work: Work, notice: StoredNotice, given: number | undefined): ActionOutcome {
  const { now } = work;
  const root = notice.kind === "snooze" ? findNotice(work, notice.occurrenceKey) : notice;
  const count = notice.kind === "snooze" ? notice.minutes + 1 : 1;
  if (notice.state !== "open" || !root || count > maxSnoozes) throw tooLate();
  const dueAt = snoozedUntil(notice, now.getTime(), given);
  const again: NewNotice = {
    ...notice,
    kind: "snooze",
    // The first notice and the count make it unique.
    minutes: count,
    occurrenceKey: root.id,
    dueAt,
    expiresAt: Math.max(notice.expiresAt, dueAt + snoozeLifeMs),
    urgency: "high",
    isHidden: false,
    digest: null,
    deliverAt: dueAt,
    channelIds: [],
  };
  closeNotice(work, notice.id, "snoozed");
  insertNotice(work, again);
  return toOutcome(work, notice, "snoozed", [notice.memberId]);
}

/** Returns when the notice is shown again: at the latest at the start of an event that has not started. */
function snoozedUntil({ facts }: StoredNotice, now: number, given: number | undefined): number {
  const chosen = now + (given ?? defaultSnoozeMinutes({ facts })) * minute;
  const isBeforeStart = facts.type === "event" && !facts.allDay && facts.from > now + second;
  return isBeforeStart ? Math.min(chosen, facts.from) : chosen;
}
