import { isConnected } from "#web/page/sync.ts";
import { Failure } from "#web/sync/api/failures.ts";

const timeoutMs = 2_500;

/**
 * Waits at most `maxMs` milliseconds for the responses to queued writes. Returns null if the server is unreachable or
 * slow. Also returns null if the writes are no longer in the queue of this tab.
 * @throws Failure if the server refuses a write
 */
export async function waitForResponse<Answer>(done: Promise<Answer>, maxMs = timeoutMs): Promise<Answer | null> {
  let stop = () => {};
  const later = new Promise<null>((resolve) => {
    const timer = setTimeout(resolve, maxMs, null);
    const check = () => !isConnected.get() && resolve(null);
    const unwatch = isConnected.watch(check);
    stop = () => {
      clearTimeout(timer);
      unwatch();
    };
    check();
  });
  try {
    return await Promise.race([done, later]);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return null; // The writes were undone, or another tab has taken them over.
  } finally {
    stop();
  }
}
