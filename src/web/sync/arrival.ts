import { Failure } from "./api/failures.ts";
import { isConnected } from "./connection.ts";

const patienceMs = 2_500;

/**
 * Waits a moment for `done`, the answer to queued writes. Returns null where they still wait: the server cannot be reached or
 * is slow, and gets them later. @throws Failure where the server refuses one.
 */
export async function arrival<Answer>(done: Promise<Answer>, longestMs = patienceMs): Promise<Answer | null> {
  let stop = () => {};
  const later = new Promise<null>((resolve) => {
    const timer = setTimeout(resolve, longestMs, null);
    const look = () => !isConnected.get() && resolve(null);
    const unwatch = isConnected.watch(look);
    stop = () => {
      clearTimeout(timer);
      unwatch();
    };
    look();
  });
  try {
    return await Promise.race([done, later]);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return null; // The writes were undone, or belong to another tab now.
  } finally {
    stop();
  }
}
