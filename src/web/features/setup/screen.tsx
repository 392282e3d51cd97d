/** `/setup`: makes the household on a fresh server, then helps it in. */
import { Redirect } from "wouter";
import { later } from "../../parts.ts";
import { useIsAdult, useSession } from "../../sync/session.ts";
import { NoLink } from "./no-link.tsx";
import { useSecret } from "./secret.ts";
import { FirstSteps } from "./steps/first-steps.tsx";

/** Only somebody who is signed in by then needs them. */
const LaterSteps = later(({ LaterSteps: steps }) => steps);

/** Setting up: before there is a household, the way to one; just after, who else is in it and what comes next. */
export function SetupScreen() {
  const session = useSession();
  const isAdult = useIsAdult();
  const secret = useSecret();
  if (session?.kind === "member") return isAdult ? <LaterSteps /> : <Redirect to="/" replace />;
  return secret ? <FirstSteps token={secret} /> : <NoLink />;
}
