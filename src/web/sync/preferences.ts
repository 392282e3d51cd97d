/** If storage is forbidden, settings last as long as the page. */

const prefix = "inglenook-";
const fallback = new Map<string, string>();

export function getPreference(name: string): string | null {
  try {
    return fallback.get(name) ?? localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Null deletes the setting. */
export function setPreference(name: string, value: string | null): void {
  fallback.delete(name);
  try {
    if (value === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, value);
  } catch {
    if (value !== null) fallback.set(name, value);
  }
}
