/** Forms that wait for the server's answer: what holds secrets is never queued. */
import { useRef, useState } from "react";
import { Failure, isSignedOut } from "../api/failures.ts";
import { doubtSession } from "../data/client.ts";
import { type Catalogue, useText } from "../text/catalogue.ts";

type Problem = Exclude<keyof Catalogue["setup"]["problems"], "wait">;

/** What the server says, by what the app says of it in the household's language. */
const problems: Readonly<Record<string, Problem>> = {
  "Wrong name or password": "wrongLogin",
  "Setup link is not valid": "linkWrong",
  "current: is not your password": "wrongPassword",
  "name: is another member's already": "nameTaken",
  "email: is in use already": "emailTaken",
  "email: must be an email address": "emailWrong",
  "Only an owner can change owners": "ownersOnly",
  "role: the household needs an owner; make somebody else one first": "lastOwner",
  "The household needs an owner who can sign in": "lastSigningOwner",
  "code: no tablet shows this code": "codeWrong",
  "A household may have 25 API keys at most; revoke one first": "keysFull",
  "expiresAt: must lie in the future": "expiryPast",
  "timeZone: no such time zone": "zoneMissing",
};

/** What went wrong with a request, for those who made it. */
export function whyNot(error: unknown, { common, setup }: Catalogue): string {
  if (!(error instanceof Failure)) return common.needsServer;
  if (error.status === 429) return setup.problems.wait(Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1_000)));
  const known = problems[error.message];
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
    error: failure === null ? null : whyNot(failure, text),
    clear: () => setFailure(null),
  };
}
