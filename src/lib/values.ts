export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON. Returns `invalid` for a text that is not JSON. */
export function parseJson(text: string, invalid: unknown = null): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return invalid;
  }
}
