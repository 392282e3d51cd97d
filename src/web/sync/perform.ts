/** Performs a write: queues it, so that the screen shows it at once, and offers undo in a toast. */
import { currentText } from "../i18n/catalogue.ts";
import { api, send } from "./api/client.ts";
import { errorText } from "./api/error-text.ts";
import { isSignedOut } from "./api/failures.ts";
import { invalidate, recheckSession } from "./client.ts";
import { messages } from "./messages.ts";
import { type Handle, outbox } from "./outbox.ts";
import { realIds } from "./outbox-store.ts";
import { createStore } from "./store.ts";
import { type AnyWrite, type Write, write, writeNamed } from "./write.ts";

/** The member who acts on a shared tablet. Null: the signed-in member. */
export const actingMember = createStore<string | null>(null);

/** The undo stack: for each act the ids of its writes, in the order in which to undo them. */
const acts: (readonly string[])[] = [];

/** Queues a write. `told` replaces the write's own success message; null shows no toast. */
export function perform<Variables, Answer>(
  write: Write<Variables, Answer>,
  variables: Variables,
  { told }: { told?: string | null } = {},
): Handle<Answer> {
  const actor = actingMember.get();
  const handle = outbox.add(write, variables, actor);
  const message = told === undefined ? (write.successMessage?.(currentText(), variables) ?? null) : told;
  if (message === null) return handle;
  const reverse = write.reverse?.(variables) ?? null;
  if (reverse) replaceContrary(subjectOf(variables), handle.id);
  if (actor === null) announceBatch([handle], message);
  else offerReverse(handle.id, message, reverse, actor);
  return handle;
}

/** Shows one toast for several writes that showed none, and offers to undo all of them. */
export function announceBatch(handles: readonly { readonly id: string }[], message: string): void {
  const act = handles.map(({ id }) => id).toReversed();
  acts.push(act);
  const onPress = () => void takeBackAll(act);
  messages().show({ message, topic: act[0], action: { label: currentText().common.undo, onPress } });
}

/** Puts a write that showed no toast on the undo stack, so that Ctrl+Z does not skip it. */
export function pushUndo({ id }: { readonly id: string }): void {
  acts.push([id]);
}

/** Offers undo on a shared tablet, which may not use the feed: by the reverse write, as the same member. */
function offerReverse(entry: string, message: string, reverse: Reverse | null, actor: string): void {
  const contrary = reverse && writeNamed(reverse.name);
  const onPress = () => {
    if (contrary && !outbox.takeBack(entry)) outbox.add(contrary, reverse.variables, actor);
  };
  const { undo } = currentText().common;
  messages().show({ message, topic: entry, ...(contrary ? { action: { label: undo, onPress } } : {}) });
}

type Reverse = NonNullable<ReturnType<NonNullable<AnyWrite["reverse"]>>>;

async function takeBackAll(act: readonly string[]): Promise<void> {
  for (const entry of act) await takeBack(entry);
}

/** Takes back the change behind an entry of the feed; `entry` may be the id of the app's own write, too. */
export const undoActivity = write({
  name: "activity.undo",
  invalidates: ["all"],
  send: ({ entry }: { entry: string }, headers) =>
    send(api.v1.activity({ id: entry }).undo.post(undefined, { headers })),
  undoes: ({ entry }) => entry,
  errorMessage: ({ errors }, _, { code }) => (code === "not_yours" ? errors.undoTooLate : null),
});

/** Undoes a write or an entry of the feed: removes it from the queue, or queues its undo if it was sent. */
export async function takeBack(entry: string): Promise<void> {
  forget(entry);
  if (outbox.takeBack(entry)) return;
  try {
    const { answer } = await outbox.add(undoActivity, { entry }, actingMember.get()).done;
    const { common } = currentText();
    // Pictures of covers; the server describes them in English.
    const { notRestored } = answer;
    const message = notRestored.length > 0 ? common.undoneBut(notRestored.length) : common.undone;
    messages().show({ message, topic: "undone" });
  } catch {
    // Reported as a refusal.
  }
}

/** Removes an undone change from the undo stack, and its toast. */
function forget(entry: string): void {
  const at = acts.findIndex((act) => act.some((id) => realOf(id) === realOf(entry)));
  const [act = []] = at >= 0 ? acts.splice(at, 1) : [];
  messages().dismissTopics([...act, entry]);
}

/** The server's id of a record or of a write's entry in the feed, once it is known. */
function realOf(id: string): string {
  return realIds.get(id) ?? id;
}

/** The topic of the toast of each tick, by the id of what was ticked. */
const ticks = new Map<string, string>();

/** Dismisses the toast that offers to undo a tick once the tick is removed by hand. */
function replaceContrary(subject: string, entry: string): void {
  for (const [former, topic] of ticks) {
    if (realOf(former) !== realOf(subject)) continue;
    ticks.delete(former);
    messages().dismissTopics([topic]);
  }
  ticks.set(subject, entry);
}

/** The id of the task, item or completion that a write ticks or reopens. */
function subjectOf(variables: unknown): string {
  const { patch, completionId, id } = variables as { patch?: { id: string }; completionId?: string; id?: string };
  return patch?.id ?? completionId ?? id ?? "";
}

/** Clears the undo stack: the next member must not undo what somebody else did. */
export function forgetActs(): void {
  acts.length = 0;
  ticks.clear();
}

/** Undoes the last act on this page. */
export function takeBackLast(): void {
  void takeBackAll(acts.at(-1) ?? []);
}

/** Shows a toast for each refused write. */
export function announceRefusals(): void {
  outbox.onRefusal(({ entry, failure, lost }) => {
    const text = currentText();
    const write = writeNamed(entry.name);
    const kind = lost > 1 ? null : (write?.errorMessage?.(text, entry.variables, failure) ?? null);
    const { refused, refusedMany, unknownChange, goneMeanwhile } = text.common;
    const plain = failure.status === 404 ? goneMeanwhile(labelOf(entry.variables)) : null;
    const why = lost > 1 ? refusedMany(lost, errorText(failure)) : refused(errorText(failure));
    const message = kind ?? plain ?? (write ? why : unknownChange);
    forget(entry.id);
    // Replaces the success message, because there is nothing to undo.
    messages().show({ message, topic: entry.id, seconds: 30, tone: kind === null ? "error" : "plain" });
  });
}

/** Display label of a write's subject, if it has one. */
function labelOf(variables: unknown): string | null {
  if (typeof variables !== "object" || variables === null) return null;
  const { label, name, base, meal } = variables as Record<string, unknown>;
  if (typeof label === "string" && label) return label;
  if (typeof name === "string" && name) return name;
  const title = (base as { title?: unknown } | undefined)?.title;
  const dish = (meal as { recipe?: { name?: unknown } } | undefined)?.recipe?.name;
  if (typeof title === "string") return title;
  return typeof dish === "string" ? dish : null;
}

/**
 * Sends a change that must not be queued, such as a picture or a password. Returns the error message, or null. `say` replaces
 * `errorText`.
 */
export async function attempt(
  change: () => Promise<unknown>,
  kinds: Parameters<typeof invalidate>[0],
  say: (error: unknown) => string = errorText,
): Promise<string | null> {
  try {
    await change();
    invalidate(kinds);
    return null;
  } catch (error) {
    if (isSignedOut(error)) recheckSession();
    return say(error);
  }
}
