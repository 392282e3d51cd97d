/** Drafts in the session storage of the browser, where they survive a reload. Never store a password here. */

/** Opens the storage of a draft. If the browser forbids storage, the draft is always empty. */
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
    /** Stores the draft. If `value` is null, deletes the stored draft. */
    put(value: Value | null): void {
      try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {}
    },
  };
}
