import type { SignInDetails } from "#lib/errors.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import { detailsOf, Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import type { Kind } from "#web/sync/source.ts";
import { source } from "#web/sync/source.ts";
import type { Account } from "../model/accounts.ts";

/** Kinds of records that are loaded again after a change of an account. */
export const changedKinds: readonly Kind[] = ["calendar_account", "calendar", "event"];

export const accountCalendarsSource = source(
  "settings.account-calendars",
  ["calendar_account", "calendar", "event", "member"],
  (id: string, { app }) => read(app["calendar-accounts"]({ id }).calendars.get()),
);
export type AccountCalendar = Awaited<ReturnType<typeof accountCalendarsSource.fetch>>["calendars"][number];
export type Decision = "keep" | "remove";
type Accounts = Operations["app"]["calendar-accounts"];
type Access = Omit<Parameters<Accounts["post"]>[0], "name"> & { readonly origins: string[] };

/**
 * Connects a CalDAV account, or signs in to the account with the given id again. Resolves to the origin of another
 * server if the address leads to that server and the user must confirm it first.
 */
export const signIn = command({
  send: async ({ id, name, access }: { id: string | null; name: string; access: Access }, { app }) => {
    try {
      const { "calendar-accounts": accounts } = app;
      return await (id === null ? read(accounts.post({ ...access, name })) : read(accounts({ id }).patch(access)));
    } catch (error) {
      const { origin } = detailsOf<SignInDetails>(error);
      if (origin === undefined || access.origins.includes(origin)) throw error;
      return origin;
    }
  },
  invalidates: changedKinds,
  done: ({ settings }, { id }, answer: Account | string) =>
    id === null || typeof answer === "string" ? null : settings.accounts.signedIn(answer.name),
  errorMessage({ settings }, _, failure) {
    if (!(failure instanceof Failure)) return null;
    const { refusals } = settings.accounts;
    const { code, field } = failure;
    if (field === "password" && detailsOf<SignInDetails>(failure).reason === "appPassword") return refusals.appPassword;
    if (field !== "url" || code === null || !Object.hasOwn(refusals, code)) return null;
    return refusals[code as keyof typeof refusals];
  },
});

export const renameAccount = command({
  send: ({ id, name }: { id: string; name: string }, { app }) => read(app["calendar-accounts"]({ id }).patch({ name })),
  invalidates: changedKinds,
  done: ({ settings }, _, { name }) => settings.accounts.renamed(name),
});

export const disconnectAccount = command({
  send: ({ id, events }: { id: string; name: string; events: Decision }, { app }) =>
    read(app["calendar-accounts"]({ id }).delete(undefined, { query: { events } })),
  invalidates: changedKinds,
  done: ({ settings }, { name }) => settings.accounts.ended(name),
});

export const syncAccount = command({
  send: (id: string, { app }) => read(app["calendar-accounts"]({ id }).sync.post()),
  invalidates: changedKinds,
  mayChangeAnyway: true,
});

type Choice = Parameters<ReturnType<ReturnType<Accounts>["calendars"]>["put"]>[0];
export const chooseCalendar = command({
  send: ({ id, key, choice }: { id: string; key: string; choice: Choice }, { app }) =>
    read(app["calendar-accounts"]({ id }).calendars({ key }).put(choice)),
  invalidates: changedKinds,
});

export const acceptHeld = command({
  send: ({ id, key, since }: { id: string; key: string; since: string }, { app }) =>
    read(app["calendar-accounts"]({ id }).calendars({ key }).accept.post({ since })),
  invalidates: changedKinds,
});

export const googleClientSource = source("settings.google-client", ["household"], (_, { app }) =>
  read(app.google.client.get()),
);

export const setGoogleClient = command({
  send: (client: { clientId: string; clientSecret: string }, { app }) => read(app.google.client.put(client)),
  invalidates: ["household"],
  done: ({ settings }) => settings.accounts.google.saved,
});

export const beginGoogle = command({
  send: (_: unknown, { app }) => read(app.google.authorization.post()),
  invalidates: [],
  errorMessage: ({ settings }, _: unknown, failure) => googleFault(failure, settings.accounts),
});

/** Completes a sign-in with the address to which Google has redirected. `accountId` is null for a new account. */
export const finishGoogle = command({
  send: ({ address, accountId }: { address: string; accountId: string | null }, { app }) =>
    read(app.google.done.post(accountId === null ? { address } : { address, accountId })),
  invalidates: changedKinds,
  done: ({ settings }, { accountId }, { name }) => (accountId === null ? null : settings.accounts.signedIn(name)),
  errorMessage: beginGoogle.errorMessage,
});

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
