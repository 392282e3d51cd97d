import { asc } from "drizzle-orm";
import { fields, prepared } from "#platform/db/prepare.ts";
import {
  deleteFrom,
  type HouseholdScope,
  insertInto,
  type RowOf,
  records,
  selectFrom,
  updateIn,
} from "#platform/db/statements.ts";
import { externalAccount, googleClient } from "#platform/db/tables.ts";

export const accounts = records(externalAccount);

export type AccountRow = RowOf<typeof externalAccount>;

const inOrder = [asc(externalAccount.createdAt), asc(externalAccount.id)];
const accountsInOrder = selectFrom(externalAccount, accounts.columns, { orderBy: inOrder });

export const listRows = (scope: HouseholdScope): AccountRow[] => accountsInOrder.all(scope);

export const allAccounts = prepared((db) =>
  db
    .select(fields(externalAccount, "id", "householdId", "name", "secret", "state"))
    .from(externalAccount)
    .orderBy(...inOrder),
);

export const clientOf = selectFrom(googleClient, ["clientId", "secret"]);

export const allClients = prepared((db) => db.select(fields(googleClient, "householdId", "secret")).from(googleClient));

export const insertClient = insertInto(googleClient);
export const changeClientSecret = updateIn(googleClient, ["secret"], []);
export const removeClient = deleteFrom(googleClient);
