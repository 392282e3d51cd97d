/** If storage is forbidden, settings last as long as the page. */

const prefix = "inglenook-";
const meanwhile = new Map<string, string>();

export function getPreference(name: string): string | null {
  try {
    return meanwhile.get(name) ?? localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Null deletes the setting. */
export function setPreference(name: string, value: string | null): void {
  meanwhile.delete(name);
  try {
    if (value === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, value);
  } catch {
    if (value !== null) meanwhile.set(name, value);
  }
}
