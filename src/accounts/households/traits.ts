import { type FeatureTraits, notInFeed } from "#platform/traits.ts";

/** Traits of the household's table. Undo restores only the settings: not the whole row, and not the plan. */
export const traits = {
  subjects: { household: { search: null } },
  tables: {
    household: {
      ...notInFeed,
      columns: {
        id: "shown",
        name: "shown",
        timeZone: "shown",
        weekStartsOn: "shown",
        defaultReminderMinutes: "shown",
        allDayReminder: "shown",
        weekStartsToday: "shown",
        hiddenMealTypes: "shown",
        amounts: "shown",
        groceryListName: "shown",
        photoSearch: "shown",
        plan: "shown",
        planEndsAt: "shown",
        trialEndsAt: "shown",
        revision: "shown",
        imageBytes: "internal",
        imagesFrom: "internal",
        createdAt: "shown",
        updatedAt: "shown",
      },
    },
  },
  virtualTables: {
    settings: { undo: { scope: null, adultsOnly: true }, live: "household" },
    plan: { undo: null, live: "household" },
  },
} as const satisfies FeatureTraits;
