/** What a caller is told of the present and of itself (contract section 9). Pure. */
import type { Caller } from "../auth/callers.ts";
import { readScopes, type Scope, scopes } from "../auth/scopes.ts";
import { clockIn } from "../lib/time.ts";

/** The present, also on the household's clocks (`weekday`: 1 = Monday to 7 = Sunday), and who asks. */
export function presentFor(caller: Caller, instant: Date) {
  return {
    now: clockIn(caller.timeZone, instant),
    caller: {
      kind: caller.kind,
      name: caller.name,
      scopes: scopesOf(caller),
      expiresAt: caller.kind === "api_key" ? caller.expiresAt : null,
    },
  };
}

/** A member may do what any scope allows, a device read it. */
function scopesOf(caller: Caller): Scope[] {
  if (caller.kind === "api_key") return [...caller.scopes];
  return [...(caller.kind === "member" ? scopes : readScopes)];
}
