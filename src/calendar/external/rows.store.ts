import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { externalCalendar } from "#platform/db/tables.ts";

const settingColumns = ["name", "color", "address", "host", "memberIds", "isGeneral", "everyHours"] as const;
const stateColumns = [
  "askedHours",
  "etag",
  "lastModified",
  "hash",
  "heardAt",
  "state",
  "error",
  "failures",
  "held",
  "remarks",
  "runs",
] as const;

const rowFields = fields(
  externalCalendar,
  "id",
  ...settingColumns,
  ...stateColumns,
  "createdAt",
  "updatedAt",
  "createdBy",
);
const isFollowed = isNull(externalCalendar.accountId);
const ofHousehold = and(eq(externalCalendar.householdId, sql.placeholder("householdId")), isFollowed);
const isOne = and(ofHousehold, eq(externalCalendar.id, sql.placeholder("id")));

export type CalendarRow = NonNullable<ReturnType<typeof calendarById.get>>;
export type CalendarState = Pick<CalendarRow, (typeof stateColumns)[number]>;

export const calendarById = prepared((db) => db.select(rowFields).from(externalCalendar).where(isOne));

export const calendarsInOrder = prepared((db) =>
  db
    .select(rowFields)
    .from(externalCalendar)
    .where(ofHousehold)
    .orderBy(asc(externalCalendar.createdAt), asc(externalCalendar.id)),
);

export const allCalendars = prepared((db) =>
  db
    .select(fields(externalCalendar, "id", "name", "address", "state", "error", "heardAt"))
    .from(externalCalendar)
    .where(isFollowed)
    .orderBy(asc(externalCalendar.createdAt), asc(externalCalendar.id)),
);

export const insertCalendar = preparedWrite((db) =>
  db
    .insert(externalCalendar)
    .values(
      insertParams("householdId", "id", ...settingColumns, ...stateColumns, "createdAt", "updatedAt", "createdBy"),
    ),
);

export const changeSettings = preparedWrite((db) =>
  db
    .update(externalCalendar)
    .set(updateParams(...settingColumns, "updatedAt"))
    .where(isOne),
);

export const changeState = preparedWrite((db) =>
  db
    .update(externalCalendar)
    .set(updateParams(...stateColumns))
    .where(isOne),
);

export const changeAddress = preparedWrite((db) =>
  db.update(externalCalendar).set(updateParams("address")).where(isOne),
);

/**
 * Deletes the validators of the calendar's last response, such as the entity tag. The next refresh then reads the
 * calendar completely.
 */
export const resetFetchState = preparedWrite((db) =>
  db.update(externalCalendar).set({ etag: null, lastModified: null, hash: null, held: null }).where(isOne),
);

export const removeCalendar = preparedWrite((db) => db.delete(externalCalendar).where(isOne));
