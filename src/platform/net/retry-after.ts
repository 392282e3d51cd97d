import { day } from "#lib/time.ts";

/** Returns milliseconds from `Retry-After` (RFC 9110 §10.2.3), at most a day, or null if missing or invalid. */
export function retryAfter(headers: Headers, now: Date): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), day) : null;
}
