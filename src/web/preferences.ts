import { createPreferences } from "#web/sync/preferences.ts";

/** Returns and changes settings that are stored on this device only. */
export const { getPreference, setPreference } = createPreferences(() => localStorage);
