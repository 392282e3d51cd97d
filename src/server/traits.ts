/** A table of the schema without traits does not compile. */

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
import { traits as channels } from "#notifications/channels/traits.ts";
import { traits as delivery } from "#notifications/delivery/traits.ts";
import { traits as notices } from "#notifications/notices/traits.ts";
import { traits as reminders } from "#notifications/reminders/traits.ts";
import { traits as devices } from "#overview/devices/traits.ts";
import { traits as activity } from "#platform/activity/traits.ts";
import { traits as idempotency } from "#platform/auth/traits.ts";
import * as schema from "#platform/db/tables.ts";
import type { ImageTraits, SubjectTraits, TableName, TableTraits } from "#platform/traits.ts";
import { traits as checkIns } from "#routines/check-ins/traits.ts";
import { traits as chores } from "#routines/chores/traits.ts";
import { traits as tasks } from "#routines/tasks/traits.ts";

/** The API lists the types in this order. */
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
} as const satisfies Readonly<Record<string, SubjectTraits>>;

export type SubjectType = keyof typeof subjects;

export const subjectTypes = Object.keys(subjects) as SubjectType[];

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
  ...reminders.tables,
  ...notices.tables,
  ...channels.tables,
  ...delivery.tables,
  ...calendars.tables,
  ...feeds.tables,
  ...appPasswords.tables,
} as const satisfies AllTables;

export const parts = {
  ...events.parts,
  ...members.parts,
  ...signIn.parts,
  ...households.parts,
  ...calendars.parts,
} as const satisfies Readonly<Record<string, ImageTraits<SubjectType>>>;

type Tables = typeof tables;
type Parts = typeof parts;
type WithUndo<Traits extends Readonly<Record<string, ImageTraits>>> = {
  [Name in keyof Traits]: Traits[Name]["undo"] extends null ? never : Name;
}[keyof Traits];
type WithImages<Traits extends Readonly<Record<string, ImageTraits>>> = {
  [Name in keyof Traits]: Traits[Name]["live"] extends null ? never : Name;
}[keyof Traits];

/** Tables whose rows undo restores. */
export type RestorableTable = WithUndo<Tables>;
/** Parts that undo restores through code of their features. */
export type RestorablePart = WithUndo<Parts>;
export type ImageName = WithImages<Tables> | keyof Parts;
/** Without secrets, so that images hold whole rows. */
export type WholeTable = {
  [Table in RestorableTable]: "secret" extends Tables[Table]["columns"][keyof Tables[Table]["columns"]] ? never : Table;
}[RestorableTable];
export type SearchedType = {
  [Type in SubjectType]: (typeof subjects)[Type]["search"] extends null ? never : Type;
}[SubjectType];

export const tableNames = Object.keys(tables) as TableName[];

export const restorableTables = tableNames.filter(isRestorableTable);

export function isRestorableTable(name: string): name is RestorableTable {
  return Object.hasOwn(tables, name) && tables[name as TableName].undo !== null;
}

const schemaTables = { ...schema };

export function tableOf<Name extends TableName>(name: Name): (typeof schemaTables)[Name] {
  return schemaTables[name];
}

const imageNames: Readonly<Record<string, ImageTraits<SubjectType>>> = { ...tables, ...parts };

/** Null for a name that no feature declares. */
export function imageTraitsOf(name: string): ImageTraits<SubjectType> | null {
  return Object.hasOwn(imageNames, name) ? (imageNames[name] ?? null) : null;
}
