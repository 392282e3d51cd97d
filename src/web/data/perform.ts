/** Doing something: the write is queued, the screen shows it at once, and a toast offers to take it back. */
import { undoActivity } from "../activity/undo.ts";
import { Failure } from "../api/failures.ts";
import { currentText } from "../text/catalogue.ts";
import { formatNames } from "../time/format.ts";
import { toasts } from "../ui/toast-store.ts";
import { invalidate } from "./client.ts";
import { type Handle, outbox } from "./outbox.ts";
import { createStore } from "./store.ts";
import type { Write } from "./write.ts";

/** On a shared tablet: the member for whom things are done. Null: whoever is signed in. */
export const actingMember = createStore<string | null>(null);

/** What was done on this page and can be taken back, the last one last. */
const done: string[] = [];

/** Queues a write. `told` replaces what the write itself says of it; null says nothing and offers nothing. */
export function perform<Variables, Answer>(
  write: Write<Variables, Answer>,
  variables: Variables,
  { told }: { told?: string | null } = {},
): Handle<Answer> {
  const handle = outbox.add(write, variables, actingMember.get());
  const message = told === undefined ? (write.told?.(currentText(), variables) ?? null) : told;
  if (message !== null) {
    done.push(handle.id);
    offerUndo(handle.id, message);
  }
  return handle;
}

/** Says that something was done, and offers to take it back. `entry`: the write's id, or that of the feed's entry. */
export function offerUndo(entry: string, message: string): void {
  const { common } = currentText();
  toasts.show({ message, action: { label: common.undo, onPress: () => void takeBack(entry) } });
}

/** Takes a write back: out of the queue, or, where it has been sent, by another that undoes it. */
export async function takeBack(entry: string): Promise<void> {
  if (done.includes(entry)) done.splice(done.indexOf(entry), 1);
  if (outbox.takeBack(entry)) return;
  try {
    const { answer } = await outbox.add(undoActivity, { entry }, actingMember.get()).done;
    const { common } = currentText();
    const { notRestored } = answer;
    toasts.show({ message: notRestored.length > 0 ? common.undoneBut(formatNames(notRestored)) : common.undone });
  } catch {
    // Told as a refusal.
  }
}

/** Takes back what was done last on this page; again, what was done before that. */
export function takeBackLast(): void {
  const last = done.at(-1);
  if (last !== undefined) void takeBack(last);
}

/** Tells what the server would not take, for as long as the page lives. */
export function tellRefusals(): void {
  outbox.onRefusal(({ failure, lost }) => {
    const { common } = currentText();
    const message = lost > 1 ? common.refusedMany(lost, failure.message) : common.refused(failure.message);
    toasts.show({ message, tone: "error" });
  });
}

/**
 * A change that must not wait for later, such as a picture or a password: sent at once, and never kept. Answers the text of
 * what went wrong, in the server's words, or null.
 */
export async function attempt(
  change: () => Promise<unknown>,
  kinds: Parameters<typeof invalidate>[0],
): Promise<string | null> {
  try {
    await change();
    invalidate(kinds);
    return null;
  } catch (error) {
    return error instanceof Failure ? error.message : currentText().common.needsServer;
  }
}
