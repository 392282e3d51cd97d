/** Doing something: the write is queued, the screen shows it at once, and a toast offers to take it back. */
import { undoActivity } from "../features/activity/undo.ts";
import { currentText } from "../i18n/catalogue.ts";
import { toasts } from "../ui/overlay/toast-store.ts";
import { errorText } from "./api/error-text.ts";
import { isSignedOut } from "./api/failures.ts";
import { doubtSession, invalidate } from "./client.ts";
import { type Handle, outbox } from "./outbox.ts";
import { realIds } from "./outbox-shelf.ts";
import { createStore } from "./store.ts";
import { type AnyWrite, type Write, writeNamed } from "./write.ts";

/** On a shared tablet: the member for whom things are done. Null: whoever is signed in. */
export const actingMember = createStore<string | null>(null);

/** What was done on this page and can be taken back, the last act last; each as its writes, in the order to take them back. */
const acts: (readonly string[])[] = [];

/** Queues a write. `told` replaces what the write itself says of it; null says nothing and offers nothing. */
export function perform<Variables, Answer>(
  write: Write<Variables, Answer>,
  variables: Variables,
  { told }: { told?: string | null } = {},
): Handle<Answer> {
  const actor = actingMember.get();
  const handle = outbox.add(write, variables, actor);
  const message = told === undefined ? (write.told?.(currentText(), variables) ?? null) : told;
  if (message === null) return handle;
  const reverse = write.reverse?.(variables) ?? null;
  if (reverse) replaceContrary(subjectOf(variables), handle.id);
  if (actor === null) tellTogether([handle], message);
  else offerReverse(handle.id, message, reverse, actor);
  return handle;
}

/** Says that several writes, which said nothing themselves, were one act, and offers to take all of them back. */
export function tellTogether(handles: readonly { readonly id: string }[], message: string): void {
  const act = handles.map(({ id }) => id).toReversed();
  acts.push(act);
  const onPress = () => void takeBackAll(act);
  toasts.show({ message, topic: act[0], action: { label: currentText().common.undo, onPress } });
}

/** Makes a write that said nothing the one that Ctrl+Z takes back next: so it never reaches past it. */
export function takesBackNext({ id }: { readonly id: string }): void {
  acts.push([id]);
}

/** On a shared tablet, which may not ask the feed: by the write that does the contrary, as the member who did it. */
function offerReverse(entry: string, message: string, reverse: Reverse | null, actor: string): void {
  const contrary = reverse && writeNamed(reverse.name);
  const onPress = () => {
    if (contrary && !outbox.takeBack(entry)) outbox.add(contrary, reverse.variables, actor);
  };
  const { undo } = currentText().common;
  toasts.show({ message, topic: entry, ...(contrary ? { action: { label: undo, onPress } } : {}) });
}

type Reverse = NonNullable<ReturnType<NonNullable<AnyWrite["reverse"]>>>;

async function takeBackAll(act: readonly string[]): Promise<void> {
  for (const entry of act) await takeBack(entry);
}

/** Takes a write back, or an entry of the feed: out of the queue, or, where it has been sent, by another that undoes it. */
export async function takeBack(entry: string): Promise<void> {
  forget(entry);
  if (outbox.takeBack(entry)) return;
  try {
    const { answer } = await outbox.add(undoActivity, { entry }, actingMember.get()).done;
    const { common } = currentText();
    // Pictures of covers; the server describes them in English.
    const { notRestored } = answer;
    const message = notRestored.length > 0 ? common.undoneBut(notRestored.length) : common.undone;
    toasts.show({ message, topic: "undone" });
  } catch {
    // Told as a refusal.
  }
}

/** A change that has been taken back is offered no more: neither to Ctrl+Z nor by the message that told of it. */
function forget(entry: string): void {
  const at = acts.findIndex((act) => act.some((id) => realOf(id) === realOf(entry)));
  const [act = []] = at >= 0 ? acts.splice(at, 1) : [];
  toasts.dismissTopics([...act, entry]);
}

/** The id that the server has given, by now, to what this page made: also the feed's entry of a write. */
function realOf(id: string): string {
  return realIds.get(id) ?? id;
}

/** The last tick told of, by what it ticked; for ticks and their contraries alone. */
const ticks = new Map<string, string>();

/** A message that offers to take a tick back goes when a hand has done that. */
function replaceContrary(subject: string, entry: string): void {
  for (const [former, topic] of ticks) {
    if (realOf(former) !== realOf(subject)) continue;
    ticks.delete(former);
    toasts.dismissTopics([topic]);
  }
  ticks.set(subject, entry);
}

/** The id of the task, the item or the completion that a write ticks or opens again. */
function subjectOf(variables: unknown): string {
  const { patch, completionId, id } = variables as { patch?: { id: string }; completionId?: string; id?: string };
  return patch?.id ?? completionId ?? id ?? "";
}

/** Whoever comes next must not take back what somebody else did. */
export function forgetActs(): void {
  acts.length = 0;
  ticks.clear();
}

/** Takes back what was done last on this page; again, what was done before that. */
export function takeBackLast(): void {
  void takeBackAll(acts.at(-1) ?? []);
}

/** Tells what the server would not take, for as long as the page lives. */
export function tellRefusals(): void {
  outbox.onRefusal(({ entry, failure, lost }) => {
    const text = currentText();
    const write = writeNamed(entry.name);
    const kind = lost > 1 ? null : (write?.refused?.(text, entry.variables, failure) ?? null);
    const { refused, refusedMany, unknownChange, goneMeanwhile } = text.common;
    const plain = failure.status === 404 ? goneMeanwhile(labelOf(entry.variables)) : null;
    const why = lost > 1 ? refusedMany(lost, errorText(failure)) : refused(errorText(failure));
    const message = kind ?? plain ?? (write ? why : unknownChange);
    forget(entry.id);
    // In the place of what was said of it, because there is nothing to take back.
    toasts.show({ message, topic: entry.id, seconds: 30, tone: kind === null ? "error" : "plain" });
  });
}

/** What a write calls that which it is about, as far as it says. */
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
 * Sends a change that is never queued, such as a picture or a password. Returns why it failed, or null. `say` replaces
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
    if (isSignedOut(error)) doubtSession();
    return say(error);
  }
}
