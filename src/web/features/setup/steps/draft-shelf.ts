/** Survives a reload. Never store a password here. */

/** Always empty if the browser forbids storage. */
export function draftShelf<Value>(name: string) {
  const key = `inglenook-${name}`;
  return {
    get(): Value | null {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    /** Null removes the value. */
    put(value: Value | null): void {
      try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {}
    },
  };
}
