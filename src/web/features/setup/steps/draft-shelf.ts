/** What is gathered on the way in, for as long as the tab is open: a reload loses nothing. Passwords do not belong here. */

/** A place for one thing; where storage is forbidden, it is always empty. */
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
    /** Null takes it away. */
    put(value: Value | null): void {
      try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {}
    },
  };
}
