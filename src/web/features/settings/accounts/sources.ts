import type { SignInDetails } from "#lib/errors.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { detailsOf } from "#web/sync/api/failures.ts";
import type { Kind } from "#web/sync/source.ts";
import { source } from "#web/sync/source.ts";

const { "calendar-accounts": accounts, google } = api.app;

/** Kinds of records that are loaded again after a change of an account. */
export const changedKinds: readonly Kind[] = ["calendar_account", "calendar", "event"];

export const accountCalendarsSource = source(
  "settings.account-calendars",
  ["calendar_account", "calendar", "event", "member"],
  (id: string, { app }) => read(app["calendar-accounts"]({ id }).calendars.get()),
);
export type AccountCalendar = Awaited<ReturnType<typeof accountCalendarsSource.fetch>>["calendars"][number];
export type Decision = "keep" | "remove";

export const connectAccount = (body: Parameters<typeof accounts.post>[0]) => read(accounts.post(body));
export const changeAccount = (id: string, body: Parameters<ReturnType<typeof accounts>["patch"]>[0]) =>
  read(accounts({ id }).patch(body));
export const disconnectAccount = (id: string, events: Decision) =>
  read(accounts({ id }).delete(undefined, { query: { events } }));
export const syncAccount = (id: string) => read(accounts({ id }).sync.post());

type Calendars = ReturnType<ReturnType<typeof accounts>["calendars"]>;
export type Choice = Parameters<Calendars["put"]>[0];
export const chooseCalendar = (id: string, key: string, body: Choice) =>
  read(accounts({ id }).calendars({ key }).put(body));
export const acceptHeld = (id: string, key: string, since: string) =>
  read(accounts({ id }).calendars({ key }).accept.post({ since }));

export const googleClientSource = source("settings.google-client", ["household"], (_, { app }) =>
  read(app.google.client.get()),
);
export const setGoogleClient = (body: { clientId: string; clientSecret: string }) => read(google.client.put(body));
export const beginGoogle = () => read(google.authorization.post());
export const finishGoogle = (address: string, accountId: string | null) =>
  read(google.done.post(accountId === null ? { address } : { address, accountId }));

/** Returns the text for a failed sign-in at Google. Null if the failure has another cause. */
export function googleFault(failure: unknown, { google: text }: Catalogue["settings"]["accounts"]): string | null {
  const { reason } = detailsOf<SignInDetails>(failure);
  return reason === undefined || reason === "appPassword" ? null : text.faults[reason];
}

const accountItem = "inglenook-google-account";

/**
 * Stores the id of the account for which the user signs in again at Google. The page to which Google redirects needs
 * the id. Null means that the user connects a new account.
 */
export function rememberAccount(id: string | null): void {
  if (id === null) sessionStorage.removeItem(accountItem);
  else sessionStorage.setItem(accountItem, id);
}

export function rememberedAccount(): string | null {
  return sessionStorage.getItem(accountItem);
}
