import type { Caller } from "../auth/callers.ts";
import { readScopes, type Scope, scopes } from "../auth/scopes.ts";
import { clockIn } from "../lib/time.ts";

export function nowAndCaller(caller: Caller, instant: Date) {
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

function scopesOf(caller: Caller): Scope[] {
  if (caller.kind === "api_key") return [...caller.scopes];
  return [...(caller.kind === "member" ? scopes : readScopes)];
}
