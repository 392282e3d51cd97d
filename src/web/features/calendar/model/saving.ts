/** Waiting a moment for what has been sent, so that what the server refuses can be mended where it was written. */
import { Failure } from "../../../sync/api/failures.ts";
import { isConnected } from "../../../sync/connection.ts";

const patienceMs = 2_500;

/**
 * The refusal, or null where the server has taken it. Where it does not answer that is null too: the write is kept, and will be
 * sent later.
 */
export async function refusalOf(done: Promise<unknown>): Promise<Failure | null> {
  if (!isConnected.get()) return null;
  try {
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, patienceMs)), lost()]);
    return null;
  } catch (error) {
    return error instanceof Failure ? error : null;
  }
}

function lost(): Promise<void> {
  return new Promise((resolve) => {
    const stop = isConnected.watch(() => {
      stop();
      resolve();
    });
  });
}
