import { type Static, Type } from "@sinclair/typebox";
import {
  closed,
  Day,
  Instant,
  integer,
  MealTypeName,
  mealTypes,
  nullable,
  oneOf,
  Text,
  Uuid,
  WallTime,
} from "#lib/wire.ts";

export const HouseholdName = Text(1, 200);
export const GroceryListName = Text(1, 200, { examples: ["Groceries"] });
export const TimeZone = Text(1, 60, { description: "IANA name", examples: ["Europe/Berlin"] });

export const Household = closed(
  {
    id: Uuid,
    name: Type.String(),
    timeZone: Type.String({ description: "IANA name", examples: ["Europe/Berlin"] }),
    weekStartsOn: Type.Integer({ minimum: 1, maximum: 7, description: "1 = Monday to 7 = Sunday" }),
    groceryListName: Type.String({
      description: "The oldest shared list of this name takes groceries; it is created if needed",
      examples: ["Groceries"],
    }),
  },
  { title: "Household" },
);
export type Household = Static<typeof Household>;

/** The default reminder of all-day events, as a local time. Events that have reminders of their own do not use it. */
export const AllDayReminder = nullable(
  closed({ daysBefore: integer(0, 7), time: WallTime }, { examples: [{ daysBefore: 1, time: "18:00" }] }),
);
export type AllDayReminder = Static<typeof AllDayReminder>;

const WeekStartsOn = integer(1, 7, { description: "1 = Monday to 7 = Sunday" });

/** The settings of a household besides those in {@link Household}. */
const ownSettings = {
  defaultReminderMinutes: nullable(
    integer(0, 40_320, { description: "Minutes before events that use the household's default; null: no reminder" }),
  ),
  allDayReminder: AllDayReminder,
  photoSearch: Type.Boolean({ description: "True: the app may send search words to the provider of photos" }),
};

export const Settings = closed({ ...Household.properties, ...ownSettings }, { title: "HouseholdSettings" });
export type Settings = Static<typeof Settings>;

export const SettingsPatch = Type.Partial(
  closed({
    name: HouseholdName,
    timeZone: TimeZone,
    weekStartsOn: WeekStartsOn,
    groceryListName: GroceryListName,
    ...ownSettings,
  }),
);
export type SettingsPatch = Static<typeof SettingsPatch>;

export const Display = closed(
  {
    weekStartsToday: Type.Boolean({ description: "True: the calendar's week shows today and the next six days." }),
    hiddenMealTypes: Type.Array(MealTypeName, {
      maxItems: mealTypes.length - 1,
      uniqueItems: true,
      description:
        "Meal types that the household does not plan; the screens leave them out unless a meal is planned there.",
      examples: [["morning_snack"]],
    }),
    amounts: oneOf(["written", "metric", "us"], {
      description: "How the amounts of ingredients are shown: as the recipe writes them, or in one system of units",
    }),
  },
  { title: "Display", description: "How the household's screens show the calendar, the meal plan and ingredients" },
);
export type Display = Static<typeof Display>;

export const DisplayPatch = Type.Partial(closed(Display.properties));
export type DisplayPatch = Static<typeof DisplayPatch>;

export const Now = closed(
  {
    instant: Instant,
    date: Day,
    weekday: integer(1, 7, { description: "1 = Monday to 7 = Sunday", examples: [5] }),
    time: Type.String({ pattern: "^\\d{2}:\\d{2}$", examples: ["11:00"] }),
  },
  { title: "Now", description: "The present time, in UTC and in the household's time zone" },
);
export type Now = Static<typeof Now>;
