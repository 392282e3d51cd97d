import type { Caller } from "../auth/callers.ts";
import { readScopes, type Scope, scopes } from "../auth/scopes.ts";

export function nowAndCaller(caller: Caller, instant: Date) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(caller.timeZone);
  return {
    now: {
      instant: instant.toISOString(),
      date: zoned.toPlainDate().toString(),
      weekday: zoned.dayOfWeek,
      time: zoned.toPlainTime().toString().slice(0, 5),
    },
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
