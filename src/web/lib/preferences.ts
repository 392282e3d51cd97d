const prefix = "inglenook-";

/**
 * Creates functions that read and store settings that apply only to this browser. If storage is forbidden, the settings
 * last until the page is closed.
 */
export function createPreferences(storage: () => Storage) {
  const fallback = new Map<string, string>();
  return {
    getPreference(name: string): string | null {
      try {
        return fallback.get(name) ?? storage().getItem(prefix + name);
      } catch {
        return null;
      }
    },
    /** Stores a setting. If `value` is null, deletes the setting. */
    setPreference(name: string, value: string | null): void {
      fallback.delete(name);
      try {
        if (value === null) storage().removeItem(prefix + name);
        else storage().setItem(prefix + name, value);
      } catch {
        if (value !== null) fallback.set(name, value);
      }
    },
  };
}

export type Preferences = ReturnType<typeof createPreferences>;
