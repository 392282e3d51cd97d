/** `/setup`: makes the household on a fresh server, then helps it in. */
import { Redirect } from "wouter";
import { useIsAdult, useSession } from "../data/session.ts";
import { FirstSteps } from "./first-steps.tsx";
import { LaterSteps } from "./later-steps.tsx";
import { NoLink } from "./no-link.tsx";
import { useSecret } from "./secret.ts";

/** Setting up: before there is a household, the way to one; just after, who else is in it and what comes next. */
export function SetupScreen() {
  const session = useSession();
  const isAdult = useIsAdult();
  const secret = useSecret();
  if (session?.kind === "member") return isAdult ? <LaterSteps /> : <Redirect to="/" replace />;
  return secret ? <FirstSteps token={secret} /> : <NoLink />;
}
