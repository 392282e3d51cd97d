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

/** On a shared tablet; null: the signed-in member. */
export const actingMember = createStore<string | null>(null);

/** The ids of each act's writes, in the order of undoing. */
const acts: (readonly string[])[] = [];

/** Queues a write. `message` replaces the write's own message; null shows no toast. */
export function perform<Variables, Answer>(
  write: Write<Variables, Answer>,
  variables: Variables,
  { message: ownMessage }: { message?: string | null } = {},
): Handle<Answer> {
  const actor = actingMember.get();
  const handle = outbox.add(write, variables, actor);
  const message = ownMessage === undefined ? (write.successMessage?.(currentText(), variables) ?? null) : ownMessage;
  if (message === null) return handle;
  const reverse = write.reverse?.(variables) ?? null;
  if (reverse) replaceContrary(subjectOf(variables), handle.id);
  if (actor === null) announceBatch([handle], message);
  else offerReverse(handle.id, message, reverse, actor);
  return handle;
}

/** For several silent writes. */
export function announceBatch(handles: readonly { readonly id: string }[], message: string): void {
  const act = handles.map(({ id }) => id).toReversed();
  acts.push(act);
  const onPress = () => void takeBackAll(act);
  messages().show({ message, topic: act[0], action: { label: currentText().common.undo, onPress } });
}

/** For a silent write: Ctrl+Z must not skip it. */
export function pushUndo({ id }: { readonly id: string }): void {
  acts.push([id]);
}

/** A shared tablet may not use the feed, so it undoes by the reverse write. */
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

/** `entry`: an id of the feed, or of a write of this app. */
export const undoActivity = write({
  name: "activity.undo",
  invalidates: ["all"],
  send: ({ entry }: { entry: string }, headers) =>
    send(api.v1.activity({ id: entry }).undo.post(undefined, { headers })),
  undoes: ({ entry }) => entry,
  errorMessage: ({ errors }, _, { code }) => (code === "not_yours" ? errors.undoTooLate : null),
});

/** Removes the write from the queue, or queues its undo. */
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

/** Ends the offer to undo a change, because it is undone. `entry`: an id of the feed, or of a write of this app. */
export function forget(entry: string): void {
  const real = realOf(entry);
  const at = acts.findIndex((act) => act.some((id) => realOf(id) === real));
  const [act = []] = at >= 0 ? acts.splice(at, 1) : [];
  // A shared tablet has no acts.
  const own = [...realIds].filter(([, id]) => id === real).map(([id]) => id);
  messages().dismissTopics([...act, entry, ...own]);
}

function realOf(id: string): string {
  return realIds.get(id) ?? id;
}

/** Topics of the toasts, by the id of the ticked record. */
const ticks = new Map<string, string>();

/** Unticking replaces the toast that offers to undo the tick. */
function replaceContrary(subject: string, entry: string): void {
  for (const [former, topic] of ticks) {
    if (realOf(former) !== realOf(subject)) continue;
    ticks.delete(former);
    messages().dismissTopics([topic]);
  }
  ticks.set(subject, entry);
}

function subjectOf(variables: unknown): string {
  const { patch, completionId, id } = variables as { patch?: { id: string }; completionId?: string; id?: string };
  return patch?.id ?? completionId ?? id ?? "";
}

/** The next member must not undo somebody else's acts. */
export function forgetActs(): void {
  acts.length = 0;
  ticks.clear();
}

export function takeBackLast(): void {
  void takeBackAll(acts.at(-1) ?? []);
}

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
    messages().show({ message, topic: entry.id, seconds: 30, tone: kind === null ? "error" : "plain" });
  });
}

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

/** For changes that must not be queued, such as a password. Returns the error message, or null. */
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
