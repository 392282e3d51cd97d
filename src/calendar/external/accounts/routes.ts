import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { unprocessable } from "#lib/errors.ts";
import { closed, Deleted, Instant, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { orRefuse, signInErrors, toSignInError } from "../calendar-error.ts";
import { requireMassDeletion } from "../mass-deletion.ts";
import type { Access } from "../remote.ts";
import { changeCalendarOf, listCalendarsOf, requireCalendarOf, showCalendarOf } from "./calendars.store.ts";
import { Account, AccountCalendar, AccountPatch, CalendarChoice, EventsDecision, NewAccount } from "./model.ts";
import { type Provider, providerOf } from "./providers.ts";
import type { Accounts } from "./service.ts";
import {
  accountSecretLocation,
  addAccount,
  disconnectAccount,
  listAccounts,
  prepareSync,
  readAccount,
  readOwnAccount,
  renameAccount,
  requireRoom,
  showAccount,
  signInAgain,
} from "./store.ts";

const operation = operationsOf("Calendars");

const one = closed({ id: Uuid });
const calendarOf = closed({ id: Uuid, key: Type.String({ maxLength: 50 }) });
const notFoundTexts = { 404: ["Account not found"] };
const ownTexts = { ...notFoundTexts, 403: ["Only its member can do this"] };
const calendarTexts = { 404: ["Account not found", "Calendar not found"], 403: ownTexts[403] };
const busyTexts = { 409: ["This account is being synced"] };

function originOf(url: string): string[] {
  const origin = URL.parse(url)?.origin;
  return origin === undefined || origin === "null" ? [] : [origin];
}

export function calendarAccounts({ accounts }: { readonly accounts: Accounts }) {
  const isSyncing = (id: string) => accounts.isRunning(id);
  /** Tries the password of the account `id`, and seals it. */
  const trySignIn = async (id: string, provider: Provider, access: Access) => {
    const { url, username, secret } = access;
    const confirmed = [...new Set([...originOf(url), ...access.origins])];
    const discovering = accounts.discover(provider, { ...access, origins: confirmed });
    const { calendars, origins } = await orRefuse(discovering, (error) => toSignInError(error, url));
    const sealed = accounts.secrets.seal(accountSecretLocation(id), secret);
    return { sealed, signIn: { url, username, origins, offered: calendars } };
  };
  return new Elysia({ prefix: "/app/calendar-accounts" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ accounts: listAccounts(work, isSyncing) })),
      operation({
        id: "listCalendarAccounts",
        summary: "List the calendar accounts",
        description: "Adults see those of all members, the others their own.",
        access: "app",
        isVolatile: true,
        answer: closed({ accounts: Type.Array(Account) }),
      }),
    )
    .post(
      "",
      async ({ call, body }) => {
        const { url, username, password, origins = [], name } = body;
        const { householdId } = call.caller;
        call.read(requireRoom);
        const id = Bun.randomUUIDv7("hex", call.now);
        const access = { householdId, url, username, secret: password, origins };
        const { signIn, sealed } = await trySignIn(id, "caldav", access);
        call.write((work) => addAccount(work, { id, provider: "caldav", name: name.trim(), ...signIn }, sealed));
        return call.read((work) => showAccount(work, id, isSyncing));
      },
      operation({
        id: "addCalendarAccount",
        summary: "Connect a CalDAV account of mine",
        description:
          "Its server is asked first; nothing is written if that fails. No calendar is shown before it is chosen. Accounts at " +
          "Google begin with `/app/google/authorization`.",
        access: "app",
        isRepeatable: false,
        body: NewAccount,
        answer: Account,
        refusals: { 422: [...signInErrors, "A household can have at most 10 accounts"] },
      }),
    )
    .patch(
      "/:id",
      async ({ call, params: { id }, body }) => {
        const { householdId } = call.caller;
        const known = call.read((work) => readOwnAccount(work, id));
        const { name, ...signing } = body;
        const { url = known.url, username = known.username, password, origins = [] } = signing;
        if (providerOf(known) === "google" && Object.keys(signing).length > 0) {
          throw unprocessable(null, "An account at Google is signed in to at Google");
        }
        if (password === undefined && Object.keys(signing).length > 0) {
          throw unprocessable("password", "must be given again", "wrong_password");
        }
        if (password !== undefined) {
          const before = body.url === undefined ? (JSON.parse(known.origins) as string[]) : [];
          const access = { householdId, url, username, secret: password, origins: [...before, ...origins] };
          const { signIn, sealed } = await trySignIn(id, providerOf(known), access);
          call.write((work) => signInAgain(work, id, signIn, sealed));
          accounts.syncSoon(householdId, id);
        }
        if (name !== undefined) call.write((work) => renameAccount(work, id, name.trim()));
        return call.read((work) => showAccount(work, id, isSyncing));
      },
      operation({
        id: "updateCalendarAccount",
        summary: "Rename a calendar account of mine, or sign in to it again",
        description:
          "Another address, user name or server needs the password again. It is tried first; nothing is written if that fails.",
        access: "app",
        params: one,
        body: AccountPatch,
        answer: Account,
        refusals: {
          ...ownTexts,
          422: [...signInErrors, "password: must be given again", "An account at Google is signed in to at Google"],
        },
      }),
    )
    .delete(
      "/:id",
      ({ call, params: { id }, query: { events } }) => call.write((work) => disconnectAccount(work, id, events)),
      operation({
        id: "deleteCalendarAccount",
        summary: "Disconnect a calendar account",
        description: "Nothing is deleted there. Adults may disconnect those of other members.",
        access: "app",
        params: one,
        query: closed({ events: EventsDecision }),
        writes: true,
        answer: Deleted,
        refusals: notFoundTexts,
      }),
    )
    .get(
      "/:id/calendars",
      ({ call, params: { id } }) => call.read((work) => ({ calendars: listCalendarsOf(work, readAccount(work, id)) })),
      operation({
        id: "listAccountCalendars",
        summary: "List the calendars of an account",
        access: "app",
        isVolatile: true,
        params: one,
        answer: closed({ calendars: Type.Array(AccountCalendar) }),
        refusals: notFoundTexts,
      }),
    )
    .put(
      "/:id/calendars/:key",
      ({ call, params: { id, key }, body }) => {
        const isDue = call.write((work) => changeCalendarOf(work, readOwnAccount(work, id), key, body));
        if (isDue) accounts.syncSoon(call.caller.householdId, id);
        return call.read((work) => showCalendarOf(work, readAccount(work, id), key));
      },
      operation({
        id: "setAccountCalendar",
        summary: "Choose whether and how a calendar of my account is shown",
        description: "It is read at once, beside the request: see `isSyncing` of the account.",
        access: "app",
        params: calendarOf,
        body: CalendarChoice,
        answer: AccountCalendar,
        refusals: {
          ...calendarTexts,
          422: [
            "memberIds: no such member",
            "mode: that calendar is read-only",
            "events: must be keep or remove, because events came from that calendar",
            "An account can have at most 20 calendars",
          ],
        },
      }),
    )
    .post(
      "/:id/calendars/:key/accept",
      async ({ call, params: { id, key }, body }) => {
        const { householdId } = call.caller;
        const calendar = call.read((work) => requireCalendarOf(work, readOwnAccount(work, id), key));
        await accounts.runExclusively(id, async () => {
          requireMassDeletion(calendar, body.since);
          await accounts.sync(householdId, id, { accepted: calendar.id });
        });
        return call.read((work) => showCalendarOf(work, readAccount(work, id), key));
      },
      operation({
        id: "acceptAccountCalendar",
        summary: "Delete what a held answer of a calendar of my account would delete",
        description: "Reads the calendar again. `since` is that of `held`.",
        access: "app",
        params: calendarOf,
        body: closed({ since: Instant }),
        answer: AccountCalendar,
        refusals: { ...calendarTexts, 409: [...busyTexts[409], "This answer is not held any more"] },
      }),
    )
    .post(
      "/:id/sync",
      async ({ call, params: { id } }) => {
        const { householdId } = call.caller;
        call.read((work) => readOwnAccount(work, id));
        await accounts.runExclusively(id, async () => {
          call.write((work) => prepareSync(work, id));
          await accounts.sync(householdId, id);
        });
        return call.read((work) => showAccount(work, id, isSyncing));
      },
      operation({
        id: "syncCalendarAccount",
        summary: "Sync a calendar account of mine now",
        description: "What failed is tried again. Faults of its server are in `error`, not a refusal.",
        access: "app",
        params: one,
        writes: true,
        answer: Account,
        refusals: { ...ownTexts, ...busyTexts },
      }),
    );
}
