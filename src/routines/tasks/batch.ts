import { mapWithFieldPath, noSuch, raise } from "#lib/errors.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import type { TaskOperation } from "./model.ts";
import { applyCreate, applyDelete, applyUpdate, findRow, type TaskChange, type TaskRow } from "./store.ts";
import { batchSummary } from "./summary.ts";

/** Applies operations to tasks. Must run in a transaction. @throws ApiError 403; an error names its operation. */
export function changeTasks(work: Work, operations: readonly TaskOperation[]) {
  const before = new Map<string, TaskRow | null>();
  const changes = mapWithFieldPath("operations", operations, (each) => {
    const was = each.op === "create" ? null : (findRow(work, each.taskId) ?? raise(noSuch("taskId", "task")));
    const change = applyOperation(work, each, was);
    const { id } = change.answer;
    if (change.entry && !before.has(id)) before.set(id, was);
    return change;
  });
  recordAll(work, changes, before);
  return { tasks: changes.map(({ answer }) => answer) };
}

function applyOperation(work: Work, operation: TaskOperation, row: TaskRow | null): TaskChange {
  if (operation.op === "create") return applyCreate(work, operation);
  if (operation.op === "delete") return applyDelete(work, operation.taskId);
  const { op: _, taskId, completed, ...patch } = operation;
  // A task that is already done keeps the time at which it was completed.
  const isSame = completed === undefined || (row !== null && row.completedAt !== null) === completed;
  return applyUpdate(work, taskId, {
    ...patch,
    ...(isSame ? {} : { completedAt: completed ? work.now.toISOString() : null }),
  });
}

/** Records one entry in the feed for all changes. The entry of a single change has that change's own summary. */
function recordAll(work: Work, changes: readonly TaskChange[], before: ReadonlyMap<string, TaskRow | null>): void {
  const entries = changes.flatMap(({ entry }) => entry ?? []);
  const [first] = entries;
  if (!first) return;
  if (entries.length === 1) {
    record(work, first);
    return;
  }
  const last = new Map(changes.map(({ answer, row }) => [answer.id, row]));
  const rowsOf = (rows: ReadonlyMap<string, TaskRow | null>): Entry["before"] => {
    const found = [...before.keys()].flatMap((id) => rows.get(id) ?? []);
    return found.length === 0 ? null : { task: found };
  };
  const actions = new Set(entries.map(({ action }) => action));
  const action = actions.size === 1 ? first.action : "updated";
  const labels = new Map(entries.map(({ subject }) => [subject.id, subject.label]));
  record(work, {
    subject: first.subject,
    action,
    summary: batchSummary(action, [...labels.values()]),
    before: rowsOf(before),
    after: rowsOf(last),
  });
}
