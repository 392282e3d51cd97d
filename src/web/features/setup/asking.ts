/** Forms that wait for the server's answer: what holds secrets is never queued. */
import { useRef, useState } from "preact/hooks";
import type { ErrorCode } from "../../../errors.ts";
import { type Catalogue, useText } from "../../i18n/catalogue.ts";
import { Failure, isSignedOut } from "../../sync/api/failures.ts";
import { recheckSession } from "../../sync/client.ts";

type Problem = Exclude<keyof Catalogue["setup"]["problems"], "wait">;

/** The app's own words for refusals, by code and field, or by code. */
const problems: Readonly<Partial<Record<ErrorCode | `${ErrorCode} ${string}`, Problem>>> = {
  wrong_login: "wrongLogin",
  invalid_link: "linkWrong",
  "unprocessable current": "wrongPassword",
  name_taken: "nameTaken",
  email_taken: "emailTaken",
  "invalid_value email": "emailWrong",
  owners_only: "ownersOnly",
  "last_owner role": "lastOwner",
  last_owner: "lastSigningOwner",
  "unprocessable code": "codeWrong",
  limit_reached: "keysFull",
  "unprocessable expiresAt": "expiryPast",
  "unprocessable timeZone": "zoneMissing",
};

/** What went wrong with a request, for those who made it. */
export function whyNot(error: unknown, { common, setup }: Catalogue): string {
  if (!(error instanceof Failure)) return common.needsServer;
  if (error.status === 429) return setup.problems.wait(Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1_000)));
  const { code, field } = error;
  const known = code === null ? undefined : (problems[`${code} ${field}`] ?? problems[code]);
  return known ? setup.problems[known] : error.message;
}

/**
 * One request at a time, with what went wrong. `ask` answers what came, or null: then `error` tells why, or the one before is
 * still on its way. (A second press comes before the screen has shown that it is busy.)
 */
export function useAsking() {
  const text = useText();
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
      if (isSignedOut(error)) recheckSession();
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
    error: failure === null ? null : whyNot(failure, text),
    clear: () => setFailure(null),
  };
}
