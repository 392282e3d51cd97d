import type { BlockingChange } from "#lib/errors.ts";
import { createStore } from "#web/lib/store.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { send } from "./api/client.ts";
import { errorText } from "./api/error-text.ts";
import { detailsOf } from "./api/failures.ts";
import type { Sync } from "./create-sync.ts";
import type { Handle } from "./outbox.ts";
import type { Entry } from "./outbox-store.ts";
import { type AnyWrite, type Reversal, type Write, write } from "./write.ts";

/** Write that undoes a change. `entry` is the id of an entry in the activity feed, or of a write of this app. */
export const undoActivity = write({
  name: "activity.undo",
  invalidates: ["all"],
  send: ({ entry }: { entry: string }, headers, api) =>
    send(api.v1.activity({ id: entry }).undo.post(undefined, { headers })),
  label: () => null,
  undoes: ({ entry }) => entry,
  errorMessage: ({ errors, editing }, _, failure) => {
    const { code } = failure;
    const change = code === "changed_since" ? detailsOf<BlockingChange>(failure) : {};
    if (isComplete(change))
      return editing.changedBy({ ...change, date: formatDay(change.date), time: formatTime(change.time) });
    return code === "not_yours" ? errors.undoTooLate : null;
  },
});

function isComplete(change: Partial<BlockingChange>): change is BlockingChange {
  return change.date !== undefined && change.time !== undefined && change.by !== undefined;
}

type Made = { readonly write: AnyWrite } & Pick<Entry, "variables" | "actingMember">;

/**
 * One step of undoing or repeating an action. A step with an `id` undoes a change. The `id` is that of a write of this
 * app, or of an entry in the activity feed. `unrecorded` is the write itself if the activity feed does not record it. A
 * step with a `write` queues this write again, after an undo has removed it from the queue or has reversed it.
 */
type Step = { readonly id: string; readonly unrecorded?: Made } | Made;
/**
 * Action that the user can undo. `steps` are in the order in which the undo carries them out. `message` describes the
 * action for the toast, or is null.
 */
type UndoableAction = { readonly steps: readonly Step[]; readonly message: string | null };

/**
 * Creates the functions that undo and repeat actions. They are not part of `createSync`, because only signed-in pages
 * load them. Call this before any write is sent, because this registers the listener that reports refused writes to the
 * user.
 */
export function createUndo({ environment, outbox, store, signing }: Sync) {
  const { messages, text: currentText } = environment;
  const { realIds } = store;
  /** Member who acts on a shared tablet. If null, the signed-in member acts. */
  const actingMember = createStore<string | null>(null);

  /** Actions that Ctrl+Z can undo, oldest first. */
  const undoStack: UndoableAction[] = [];
  /** Undone actions that Ctrl+Shift+Z can repeat. */
  const redoStack: UndoableAction[] = [];

  /**
   * Queues a write and shows a toast about the write. `message` is the text of the toast. If `message` is missing, the
   * write's own message is used. If the message is null, there is no toast.
   */
  function perform<Variables, Answer>(
    write: Write<Variables, Answer>,
    variables: Variables,
    { message: ownMessage }: { message?: string | null } = {},
  ): Handle<Answer> {
    const actor = actingMember.get();
    const handle = outbox.add(write, variables, actor);
    const message = ownMessage === undefined ? (write.successMessage?.(currentText(), variables) ?? null) : ownMessage;
    if (message === null) return handle;
    const ticked = write.tick?.(variables) ?? null;
    if (ticked !== null) replaceTickToast(ticked, handle.id);
    if (actor === null) announce([undoOf(handle, { write, variables, actingMember: actor })], message);
    else offerReversal(handle.id, message, write.reverse?.(variables) ?? null, actor);
    return handle;
  }

  /**
   * Shows one toast for several writes that were queued without a toast. The toast can undo all these writes together.
   */
  function announceBatch(handles: readonly { readonly id: string }[], message: string): void {
    announce(handles.map(({ id }) => ({ id })).toReversed(), message);
  }

  function announce(steps: readonly Step[], message: string): void {
    const action = { steps, message };
    redoStack.length = 0;
    undoStack.push(action);
    offerUndo(action, message);
  }

  function offerUndo(action: UndoableAction, message: string): void {
    const onPress = () => undo(action);
    messages.show({ message, topic: idsOf(action)[0], action: { label: currentText().common.undo, onPress } });
  }

  /**
   * Adds a write that was queued without a toast to the actions that Ctrl+Z can undo. `message` describes the write.
   */
  function recordUndo({ id }: { readonly id: string }, message: string): void {
    if (undoStack.some((action) => idsOf(action).includes(id))) return;
    redoStack.length = 0;
    undoStack.push({ steps: [{ id }], message });
  }

  /**
   * Shows a toast about the write `entry` on a shared tablet. The button of the toast removes the write from the queue.
   * If the write was already sent, the button queues `reversal` instead, because a shared tablet may not use the
   * activity feed. If `reversal` is null, the toast has no button.
   */
  function offerReversal(entry: string, message: string, reversal: Reversal | null, actor: string): void {
    const onPress = () => {
      if (reversal && !outbox.cancelUnsent(entry)) outbox.add(reversal.write, reversal.variables, actor);
    };
    const { undo: undoAction } = currentText().common;
    messages.show({ message, topic: entry, ...(reversal ? { action: { label: undoAction, onPress } } : {}) });
  }

  /**
   * Undoes a write. If the write is not sent yet, removes it from the queue. Otherwise, queues a request for the undo.
   * `message` describes the write.
   */
  async function undoWrite(entry: string, message: string | null = null): Promise<void> {
    const known = dismissUndo(entry);
    await run({ steps: [{ id: entry }], message: message ?? known?.message ?? null }, redoStack);
  }

  function undo(action: UndoableAction): void {
    for (const id of idsOf(action)) dismissUndo(id);
    void run(action, redoStack);
  }

  /**
   * Undoes or repeats the steps of an action. Adds the opposite action to `opposites`, so that the user can reverse the
   * undo or the repetition.
   */
  async function run({ steps, message }: UndoableAction, opposites: UndoableAction[]): Promise<void> {
    const reversed = steps.map(reverse);
    const opposite = { steps: reversed.map(({ step }) => step).toReversed(), message };
    opposites.push(opposite);
    try {
      const lost = (await Promise.all(reversed.map(({ lost }) => lost))).reduce((sum, each) => sum + each, 0);
      const { editing } = currentText();
      if (opposites === undoStack) offerUndo(opposite, editing.redone(message));
      // Changes of cover pictures have no message of the app, and the server describes them in English.
      else messages.show({ message: lost > 0 ? editing.undoneBut(lost) : editing.undone(message), topic: "undone" });
    } catch {
      // The listener of refusals reports the error.
    }
  }

  /**
   * Carries out one step: undoes a change, or queues a removed write again. Returns the opposite step. `lost` is the
   * number of changes that the undo could not restore.
   */
  function reverse(step: Step): { readonly step: Step; readonly lost: number | Promise<number> } {
    if (!("id" in step)) {
      return { step: undoOf(outbox.add(step.write, step.variables, step.actingMember), step), lost: 0 };
    }
    const queued = outbox.pending.get().find(({ id }) => id === step.id);
    const write = queued && outbox.writeOf(queued);
    if (write && outbox.cancelUnsent(step.id)) {
      return { step: { write, variables: queued.variables, actingMember: queued.actingMember }, lost: 0 };
    }
    const { unrecorded } = step;
    if (unrecorded) {
      const reversal = unrecorded.write.reverse?.(unrecorded.variables);
      if (reversal) outbox.add(reversal.write, reversal.variables, unrecorded.actingMember);
      return { step: unrecorded, lost: 0 };
    }
    const { id, done } = outbox.add(undoActivity, { entry: step.id }, actingMember.get());
    return { step: { id }, lost: done.then(({ answer }) => answer.notRestored.length) };
  }

  /**
   * Removes an action from the actions that the user can undo or repeat, and dismisses the toast of the action. `entry`
   * is the id of a write of the action, or of the write's entry in the activity feed. Returns the action, or undefined
   * if no such action is recorded.
   */
  function dismissUndo(entry: string): UndoableAction | undefined {
    const real = realOf(entry);
    const isIt = (action: UndoableAction) => idsOf(action).some((id) => realOf(id) === real);
    const [action] = [undoStack, redoStack].flatMap((all) => {
      const at = all.findIndex(isIt);
      return at >= 0 ? all.splice(at, 1) : [];
    });
    // A shared tablet records no actions.
    const own = [...realIds].filter(([, id]) => id === real).map(([id]) => id);
    messages.dismissTopics([...(action ? idsOf(action) : []), entry, ...own]);
    return action;
  }

  function realOf(id: string): string {
    return realIds.get(id) ?? id;
  }

  /**
   * Key (`topic`) of the last toast about ticking a record, by the record's id. A later toast about the same record
   * uses the key to remove this toast.
   */
  const tickTopics = new Map<string, string>();

  /**
   * Dismisses the last toast about ticking the record `subject`, and stores the key of its new toast, which is `entry`.
   * For example, when somebody unticks a record, the older toast must no longer offer to undo the tick.
   */
  function replaceTickToast(subject: string, entry: string): void {
    for (const [former, topic] of tickTopics) {
      if (realOf(former) !== realOf(subject)) continue;
      tickTopics.delete(former);
      messages.dismissTopics([topic]);
    }
    tickTopics.set(subject, entry);
  }

  /** Deletes all recorded actions, so that the next member who signs in cannot undo these actions. */
  function clearStacks(): void {
    undoStack.length = 0;
    redoStack.length = 0;
    tickTopics.clear();
  }

  function undoLast(): void {
    const action = undoStack.at(-1);
    if (action) undo(action);
  }

  function redoLast(): void {
    const action = redoStack.pop();
    if (action) void run(action, undoStack);
  }

  signing.onForget(clearStacks);
  outbox.onRefusal(({ entry, write, failure, lost }) => {
    const text = currentText();
    const kind = lost > 1 ? null : (write?.errorMessage?.(text, entry.variables, failure) ?? null);
    const { refused, refusedMany, unknownChange, deletedByOthers } = text.common;
    const plain = failure.status === 404 ? deletedByOthers(write?.label(entry.variables) || null) : null;
    const why = lost > 1 ? refusedMany(lost, errorText(failure, text)) : refused(errorText(failure, text));
    const message = kind ?? plain ?? (write ? why : unknownChange);
    dismissUndo(entry.id);
    messages.show({ message, topic: entry.id, seconds: 30, tone: kind === null ? "error" : "plain" });
  });

  return {
    actingMember,
    perform,
    announceBatch,
    recordUndo,
    undoWrite,
    dismissUndo,
    undoLast,
    redoLast,
  };
}

export type Undo = ReturnType<typeof createUndo>;

/** Returns the step that undoes a write. `id` is the id of the write in the queue. */
const undoOf = ({ id }: { readonly id: string }, made: Made): Step =>
  made.write.isUnrecorded ? { id, unrecorded: made } : { id };

const idsOf = ({ steps }: UndoableAction) => steps.flatMap((step) => ("id" in step ? step.id : []));
