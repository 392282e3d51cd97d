import { Failure } from "./api/failures.ts";
import { isConnected } from "./connection.ts";

const patienceMs = 2_500;

/** Waits briefly for queued writes. Returns null if they stay queued, because the server is away or slow. @throws Failure */
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
    return null; // The writes were undone, or another tab owns them now.
  } finally {
    stop();
  }
}
