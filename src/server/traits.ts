/**
 * Collects the declarations of all features about their tables: for undo, exports, search and live updates of open
 * apps. If a table of the schema is missing, the code does not compile.
 */

import { traits as apiKeys } from "#accounts/api-keys/traits.ts";
import { traits as households } from "#accounts/households/traits.ts";
import { traits as members } from "#accounts/members/traits.ts";
import { traits as signIn } from "#accounts/sign-in/traits.ts";
import { traits as appPasswords } from "#calendar/app-passwords/traits.ts";
import { traits as calendars } from "#calendar/calendars/traits.ts";
import { traits as events } from "#calendar/events/traits.ts";
import { traits as feeds } from "#calendar/feeds/traits.ts";
import { traits as groceries } from "#kitchen/groceries/traits.ts";
import { traits as meals } from "#kitchen/meals/traits.ts";
import { traits as recipes } from "#kitchen/recipes/traits.ts";
import { traits as lists } from "#lists/traits.ts";
import { traits as notifications } from "#notifications/traits.ts";
import { traits as devices } from "#overview/devices/traits.ts";
import { traits as activity } from "#platform/activity/traits.ts";
import { traits as idempotency } from "#platform/auth/traits.ts";
import {
  type FeatureTraits,
  registerTraits,
  type SubjectTraits,
  type SubjectType,
  type TableName,
  type TableTraits,
} from "#platform/traits.ts";
import { traits as checkIns } from "#routines/check-ins/traits.ts";
import { traits as chores } from "#routines/chores/traits.ts";
import { traits as tasks } from "#routines/tasks/traits.ts";

export const subjects = {
  ...events.subjects,
  ...tasks.subjects,
  ...chores.subjects,
  ...checkIns.subjects,
  ...lists.subjects,
  ...recipes.subjects,
  ...meals.subjects,
  ...members.subjects,
  ...households.subjects,
  ...devices.subjects,
  ...apiKeys.subjects,
  ...calendars.subjects,
  ...feeds.subjects,
  ...appPasswords.subjects,
} as const satisfies Readonly<Record<SubjectType, SubjectTraits>>;

export type AllTables = { readonly [Table in TableName]: TableTraits<Table, SubjectType> };

export const tables = {
  ...events.tables,
  ...tasks.tables,
  ...chores.tables,
  ...checkIns.tables,
  ...lists.tables,
  ...recipes.tables,
  ...meals.tables,
  ...groceries.tables,
  ...members.tables,
  ...signIn.tables,
  ...households.tables,
  ...devices.tables,
  ...apiKeys.tables,
  ...activity.tables,
  ...idempotency.tables,
  ...notifications.tables,
  ...calendars.tables,
  ...feeds.tables,
  ...appPasswords.tables,
} as const satisfies AllTables;

export const virtualTables = {
  ...events.virtualTables,
  ...members.virtualTables,
  ...signIn.virtualTables,
  ...households.virtualTables,
  ...calendars.virtualTables,
} as const satisfies FeatureTraits["virtualTables"];

declare module "#platform/traits.ts" {
  interface AllTraits {
    readonly tables: typeof tables;
    readonly virtualTables: typeof virtualTables;
  }
}

registerTraits({ subjects, tables, virtualTables });
