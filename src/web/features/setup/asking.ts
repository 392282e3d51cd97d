/** Forms that wait for the server's answer: what holds secrets is never queued. */
import { useRef, useState } from "preact/hooks";
import { errorText } from "../../sync/api/error-text.ts";
import { isSignedOut } from "../../sync/api/failures.ts";
import { doubtSession } from "../../sync/client.ts";

/**
 * One request at a time, with what went wrong. `ask` answers what came, or null: then `error` tells why, or the one before is
 * still on its way. (A second press comes before the screen has shown that it is busy.)
 */
export function useAsking() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isAsking = useRef(false);
  const ask = async <Answer>(request: () => Promise<Answer>): Promise<Answer | null> => {
    if (isAsking.current) return null;
    isAsking.current = true;
    setBusy(true);
    setFailure(null);
    try {
      return await request();
    } catch (error) {
      if (isSignedOut(error)) doubtSession();
      setFailure(error);
      return null;
    } finally {
      isAsking.current = false;
      setBusy(false);
    }
  };
  return {
    ask,
    isBusy,
    failure,
    error: failure === null ? null : errorText(failure),
    clear: () => setFailure(null),
  };
}
