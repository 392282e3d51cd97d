import { useEffect, useRef, useState } from "preact/hooks";
import { api, deleteAnswers, recheckSession, signOut } from "#web/page/sync.ts";
import { currentText } from "#web/page/text.ts";
import { read } from "#web/sync/api/client.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { useViewer } from "#web/sync/session.ts";
import { isIdle } from "./idle.ts";
import { beginWall } from "./paired.ts";

const pollMs = 2_000;
const longestMs = 10 * 60_000;

type Pairing = { readonly code: string; readonly token: string; readonly endsAt: number };

/**
 * Returns the code with which this tablet is paired. A new code replaces an expired one. `pairing` is null while no
 * code is loaded.
 */
export function usePairing(): { pairing: Pairing | null; error: string | null; retry: () => void } {
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const isMember = useRef(false);
  isMember.current = useViewer() !== null;
  useEffect(() => {
    // A tablet that was paired before still has cached household data.
    if (!isMember.current) void deleteAnswers();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry restarts the effect
  useEffect(() => {
    const stop = { isStopped: false };
    const show = (shown: Pairing | null, message: string | null) => {
      if (stop.isStopped) return;
      setPairing(shown);
      setError(message);
    };
    void pair(stop, show, () => isMember.current);
    return () => {
      stop.isStopped = true;
    };
  }, [tries]);
  return { pairing, error, retry: () => setTries((count) => count + 1) };
}

/**
 * Polls the server until the tablet is paired or `stop.isStopped` is true. Continues while the server is unreachable.
 */
async function pair(
  stop: { readonly isStopped: boolean },
  show: (pairing: Pairing | null, error: string | null) => void,
  isMember: () => boolean,
): Promise<void> {
  let pairing: Pairing | null = null;
  while (!stop.isStopped) {
    try {
      if (!pairing || Date.now() >= pairing.endsAt) pairing = await requestCode();
      show(pairing, null);
      await sleep(pollMs);
      if (stop.isStopped) return;
      const { paired } = await read(api.app.devices.pairing({ pairingToken: pairing.token }).get());
      if (paired) return void (await showWall(isMember()));
    } catch (error) {
      // The code has expired, or the server has lost it in a restart.
      if (error instanceof Failure && error.status === 404) pairing = null;
      else {
        show(pairing, errorText(error, currentText()));
        await sleep((error instanceof Failure && error.retryAfterMs) || pollMs);
      }
    }
  }
}

async function requestCode(): Promise<Pairing> {
  const { code, pairingToken, expiresAt } = await read(api.app.devices.pairing.post());
  // The tablet's clock may be wrong.
  const leftMs = Math.min(Math.max(Date.parse(expiresAt) - Date.now(), 0), longestMs);
  return { code, token: pairingToken, endsAt: Date.now() + (leftMs || longestMs) };
}

/**
 * Shows the screens of a paired tablet. The server must already have set the tablet's cookie. If `isMember`, a member
 * is signed in, and the session of this member is ended first. If it were not ended, it would take precedence over the
 * cookie, and the tablet could show the member's cached data.
 */
async function showWall(isMember: boolean): Promise<void> {
  if (isMember) await signOut();
  beginWall();
  isIdle().set(false);
  recheckSession();
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
