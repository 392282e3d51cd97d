import { useRef, useState } from "preact/hooks";
import { recheckSession } from "#web/page/sync.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { isSignedOut } from "#web/sync/api/failures.ts";

/**
 * Sends requests that are never queued. `send` resolves to null if the request failed. It also resolves to null if
 * another request is running, because the user may press the button twice before it looks busy.
 */
export function useRequest() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isSending = useRef(false);
  const send = async <Answer>(request: () => Promise<Answer>): Promise<Answer | null> => {
    if (isSending.current) return null;
    isSending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      return await request();
    } catch (error) {
      if (isSignedOut(error)) recheckSession();
      setFailure(error);
      return null;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return {
    send,
    isBusy,
    failure,
    error: failure === null ? null : errorText(failure),
    clear: () => setFailure(null),
  };
}
