import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { externalAccount, externalCalendar, googleClient } from "#platform/db/tables.ts";

const { placeholder } = sql;

const accountSettings = ["name", "url", "username", "secret", "origins", "signedInAt"] as const;
const accountState = ["offered", "state", "error", "failures"] as const;
const accountFields = fields(
  externalAccount,
  "id",
  "householdId",
  "memberId",
  "provider",
  ...accountSettings,
  ...accountState,
  "createdAt",
  "updatedAt",
  "createdBy",
);
const accountsOfHousehold = eq(externalAccount.householdId, placeholder("householdId"));
const isAccount = and(accountsOfHousehold, eq(externalAccount.id, placeholder("id")));

export const accountById = prepared((db) => db.select(accountFields).from(externalAccount).where(isAccount));
export type AccountRow = NonNullable<ReturnType<typeof accountById.get>>;

export const accountsInOrder = prepared((db) =>
  db
    .select(accountFields)
    .from(externalAccount)
    .where(accountsOfHousehold)
    .orderBy(asc(externalAccount.createdAt), asc(externalAccount.id)),
);

/** Lists the accounts of all households. */
export const allAccounts = prepared((db) =>
  db.select(accountFields).from(externalAccount).orderBy(asc(externalAccount.createdAt), asc(externalAccount.id)),
);

export const insertAccount = preparedWrite((db) =>
  db
    .insert(externalAccount)
    .values(
      insertParams(
        "householdId",
        "id",
        "memberId",
        "provider",
        ...accountSettings,
        ...accountState,
        "createdAt",
        "updatedAt",
        "createdBy",
      ),
    ),
);

export const changeAccount = preparedWrite((db) =>
  db
    .update(externalAccount)
    .set(updateParams(...accountSettings, "updatedAt"))
    .where(isAccount),
);

export const changeAccountState = preparedWrite((db) =>
  db
    .update(externalAccount)
    .set(updateParams(...accountState))
    .where(isAccount),
);

export const changeSecret = preparedWrite((db) =>
  db.update(externalAccount).set(updateParams("secret")).where(isAccount),
);

export const removeAccount = preparedWrite((db) => db.delete(externalAccount).where(isAccount));

const calendarSettings = ["name", "color", "memberIds", "isGeneral", "mode", "privacy", "isDefault"] as const;
const calendarState = [
  "heardAt",
  "state",
  "error",
  "failures",
  "held",
  "remarks",
  "runs",
  "syncState",
  "listedAt",
] as const;
const calendarFields = fields(
  externalCalendar,
  "id",
  "accountId",
  "externalId",
  ...calendarSettings,
  ...calendarState,
  "createdAt",
  "updatedAt",
);
const isOfAccount = and(
  eq(externalCalendar.householdId, placeholder("householdId")),
  isNotNull(externalCalendar.accountId), // Lets SQLite use the partial index.
  eq(externalCalendar.accountId, placeholder("accountId")),
);
const isCalendar = and(
  eq(externalCalendar.householdId, placeholder("householdId")),
  eq(externalCalendar.id, placeholder("id")),
);

export const calendarsOfAccount = prepared((db) =>
  db.select(calendarFields).from(externalCalendar).where(isOfAccount).orderBy(asc(externalCalendar.externalId)),
);
export type AccountCalendarRow = ReturnType<typeof calendarsOfAccount.all>[number];

export const accountCalendarById = prepared((db) => db.select(calendarFields).from(externalCalendar).where(isCalendar));

export const insertAccountCalendar = preparedWrite((db) =>
  db.insert(externalCalendar).values({
    ...insertParams("householdId", "id", "accountId", "externalId", ...calendarSettings, ...calendarState),
    ...insertParams("createdAt", "updatedAt", "createdBy"),
    address: "",
    host: "",
    everyHours: 0,
  }),
);

export const changeAccountCalendar = preparedWrite((db) =>
  db
    .update(externalCalendar)
    .set(updateParams(...calendarSettings, "updatedAt"))
    .where(isCalendar),
);

export const changeAccountCalendarState = preparedWrite((db) =>
  db
    .update(externalCalendar)
    .set(updateParams(...calendarState))
    .where(isCalendar),
);

export const removeAccountCalendar = preparedWrite((db) => db.delete(externalCalendar).where(isCalendar));

const clientFields = fields(googleClient, "householdId", "clientId", "secret");
const isClient = eq(googleClient.householdId, placeholder("householdId"));

export const clientOf = prepared((db) => db.select(clientFields).from(googleClient).where(isClient));
export const allClients = prepared((db) => db.select(clientFields).from(googleClient));

export const insertClient = preparedWrite((db) =>
  db
    .insert(googleClient)
    .values(insertParams("householdId", "clientId", "secret", "createdAt", "updatedAt", "createdBy")),
);

export const changeClientSecret = preparedWrite((db) =>
  db.update(googleClient).set(updateParams("secret")).where(isClient),
);

export const removeClient = preparedWrite((db) => db.delete(googleClient).where(isClient));
