const mark = "new-";

/**
 * Returns an id of 128 random bits. `crypto.randomUUID` is not used, because it is not available in insecure contexts.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function provisionalId(): string {
  return mark + randomId();
}

export function isProvisional(id: string): boolean {
  return id.startsWith(mark);
}

export function withRealIds<Value>(value: Value, real: ReadonlyMap<string, string>): Value {
  if (typeof value === "string") return (real.get(value) ?? value) as Value;
  if (Array.isArray(value)) return value.map((each) => withRealIds(each, real)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withRealIds(each, real)])) as Value;
}

/** Whether the value contains the id at any depth. */
export function mentions(value: unknown, id: string): boolean {
  if (typeof value === "string") return value === id;
  return typeof value === "object" && value !== null && Object.values(value).some((each) => mentions(each, id));
}
