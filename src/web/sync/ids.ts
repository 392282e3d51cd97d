/** Ids that the app makes itself: for writes, and for records that have no id of the server yet. */

const mark = "new-";

/** 122 random bits; also without a secure context, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The id of a record until the server has created it; then the outbox replaces it. */
export function provisionalId(): string {
  return mark + randomId();
}

/** True for an id that only this app knows so far. */
export function isProvisional(id: string): boolean {
  return id.startsWith(mark);
}

/** Replaces each provisional id in `value` by its real one, at any depth. */
export function withRealIds<Value>(value: Value, real: ReadonlyMap<string, string>): Value {
  if (typeof value === "string") return (real.get(value) ?? value) as Value;
  if (Array.isArray(value)) return value.map((each) => withRealIds(each, real)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withRealIds(each, real)])) as Value;
}

/** True if `value` contains `id` at any depth. */
export function mentions(value: unknown, id: string): boolean {
  if (typeof value === "string") return value === id;
  return typeof value === "object" && value !== null && Object.values(value).some((each) => mentions(each, id));
}
