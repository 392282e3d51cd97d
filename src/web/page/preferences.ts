import { createPreferences } from "#web/lib/preferences.ts";

/** Settings of this device. */
export const preferences = createPreferences(() => localStorage);

export const { getPreference, setPreference } = preferences;
