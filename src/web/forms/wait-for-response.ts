import { isConnected } from "#web/page/sync.ts";
import { Failure } from "#web/sync/api/failures.ts";

const timeoutMs = 2_500;

/**
 * Waits a short time for the response to queued writes. Returns null if no response has arrived, because the server is
 * unreachable or slow.
 * @throws Failure
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
