/**
 * What an export shows of each table. Every column but the household's is named, as shown or as withheld. A table or column
 * that is not named here is left out of every export, and a test fails.
 */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "./tables.ts";

type Column<T extends SQLiteTable> = Exclude<keyof T["_"]["columns"] & string, "householdId">;

/** One table with the names, in the code, of the columns that an export shows and of those that it withholds. */
export type Declared = {
  readonly table: SQLiteTable;
  readonly shown: readonly string[];
  readonly withheld: readonly string[];
};

function shows<T extends SQLiteTable>(
  table: T,
  shown: readonly Column<T>[],
  withheld: readonly Column<T>[] = [],
): Declared {
  return { table, shown, withheld };
}

/** For a table of secrets, or of answers kept for repeated requests: nothing that a household wrote. */
function withholds<T extends SQLiteTable>(table: T, withheld: readonly Column<T>[]): Declared {
  return { table, shown: [], withheld };
}

const times = ["createdAt", "updatedAt"] as const;
const made = [...times, "createdBy"] as const;
const plan = ["plan", "planEndsAt", "trialEndsAt"] as const;
const wall = ["startWall", "endWall", "lastWall", "seriesEnd", "spans"] as const;
const reminders = ["reminderMinutes", "reminderMinutesList"] as const;
const cover = ["coverFile", "coverHidden", "coverAttribution"] as const;
const subject = ["subjectType", "subjectId", "subjectLabel"] as const;

/** Each table once. */
export const declared: readonly Declared[] = [
  shows(schema.household, [
    "id",
    "name",
    "timeZone",
    "weekStartsOn",
    "defaultReminderMinutes",
    ...plan,
    "revision",
    ...times,
  ]),
  shows(schema.actor, ["id", "kind", "subjectId", "name", "agentName"], ["identity"]),
  shows(
    schema.member,
    ["id", "name", "role", "color", "avatar", "position", "email", "signInName", "removedAt", ...made],
    ["passwordHash"],
  ),
  withholds(schema.session, ["id", "memberId", "tokenHash", "createdAt", "lastSeenAt", "userAgent"]),
  withholds(schema.invitation, ["memberId", "tokenHash", "expiresAt"]),
  shows(schema.device, ["id", "name", "lastSeenAt", "revokedAt", ...made], ["tokenHash"]),
  shows(
    schema.apiKey,
    ["id", "memberId", "name", "prefix", "scopes", "expiresAt", "revokedAt", "lastUsedAt", "lastAgentName", ...made],
    ["hash"],
  ),
  shows(schema.task, ["id", "label", "memberId", "dueDate", "completedAt", ...made], ["dueOrder"]),
  shows(schema.event, [
    "id",
    "title",
    "startsAt",
    "endsAt",
    "allDay",
    "timeZone",
    "location",
    "notes",
    "recurrenceRule",
    ...wall,
    "memberIds",
    "isGeneral",
    ...reminders,
    "syncTargets",
    "exceptions",
    ...made,
  ]),
  shows(schema.listSection, ["id", "name", "position", ...made]),
  shows(schema.list, [
    "id",
    "sectionId",
    "position",
    "name",
    "visibility",
    "ownerId",
    "icon",
    "colorKey",
    "favorite",
    "hideDone",
    ...cover,
    ...made,
  ]),
  shows(schema.block, [
    "id",
    "listId",
    "parentId",
    "position",
    "type",
    "content",
    "done",
    "dueDate",
    "memberId",
    ...made,
  ]),
  shows(schema.recipe, ["id", "name", "emoji", "prepMinutes", "ingredients", "instructions", "archivedAt", ...made]),
  shows(schema.meal, ["id", "date", "mealType", "slot", "recipeId", ...made]),
  shows(schema.chore, [
    "id",
    "name",
    "emoji",
    "stars",
    "recurrenceRule",
    "startDate",
    "dueTime",
    "assignment",
    "memberIds",
    "active",
    "deletedAt",
    ...made,
  ]),
  shows(schema.choreCompletion, ["id", "choreId", "memberId", "date", "stars", "completedAt", "createdBy"]),
  shows(schema.checkIn, [
    "id",
    "name",
    "presetKey",
    "question",
    "assigneeIds",
    "daysOfWeek",
    "times",
    "notify",
    "active",
    "faces",
    "deletedAt",
    ...made,
  ]),
  shows(schema.checkInAnswer, [
    "checkInId",
    "date",
    "time",
    "memberId",
    "question",
    "faceEmoji",
    "faceLabel",
    "note",
    "answeredAt",
    "createdBy",
  ]),
  shows(schema.activity, [
    "seq",
    "id",
    "createdAt",
    "actorId",
    "action",
    ...subject,
    "summary",
    "changes",
    "before",
    "after",
    "listId",
    "undoneBy",
    "viewerId",
  ]),
  withholds(schema.idempotency, ["callerId", "key", "route", "bodyHash", "answer", "createdAt"]),
];

/** The tables and columns of households that no declaration names: `task`, `member.pinHash`. */
export function undeclaredIn(tables: Readonly<Record<string, unknown>>): string[] {
  return Object.values(tables).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const columns = Object.keys(getTableColumns(table));
    const name = getTableName(table);
    if (name !== "household" && !columns.includes("householdId")) return [];
    const known = declared.find((each) => getTableName(each.table) === name);
    if (!known) return [name];
    const named = ["householdId", ...known.shown, ...known.withheld];
    return columns.filter((column) => !named.includes(column)).map((column) => `${name}.${column}`);
  });
}
