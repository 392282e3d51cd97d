import { Failure } from "./api/failures.ts";
import { isConnected } from "./connection.ts";
import type { Handle } from "./outbox.ts";

const patienceMs = 2_500;

/**
 * Waits a moment for the server's answer to a queued write. Returns null where the write still waits: the server cannot be
 * reached or is slow, and gets the write later. @throws Failure where the server refuses it.
 */
export async function arrival<Answer>(
  { done }: Pick<Handle<Answer>, "done">,
  longestMs = patienceMs,
): Promise<Answer | null> {
  const later = Promise.withResolvers<null>();
  const timer = setTimeout(later.resolve, longestMs, null);
  const giveUp = () => !isConnected.get() && later.resolve(null);
  const stop = isConnected.watch(giveUp);
  giveUp();
  try {
    return (await Promise.race([done, later.promise]))?.answer ?? null;
  } catch (error) {
    if (error instanceof Failure) throw error;
    return null; // It was taken back, or belongs to another tab now.
  } finally {
    clearTimeout(timer);
    stop();
  }
}
