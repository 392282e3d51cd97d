import { createPreferences } from "./sync/preferences.ts";

/** Settings that are stored on this device only. */
export const { getPreference, setPreference } = createPreferences(() => localStorage);
