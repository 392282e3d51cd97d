import { createPreferences } from "#web/lib/preferences.ts";

/** Functions that read and store the settings that apply only to this browser. They are kept in its `localStorage`. */
export const preferences = createPreferences(() => localStorage);

export const { getPreference, setPreference } = preferences;
