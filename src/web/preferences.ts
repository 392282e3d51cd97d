import { createPreferences } from "./sync/preferences.ts";

/** Settings of this device. */
export const { getPreference, setPreference } = createPreferences(() => localStorage);
