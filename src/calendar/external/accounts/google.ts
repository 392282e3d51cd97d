/** Manages accounts at Google, which sign in with the household's own OAuth client. */

import { type ApiError, type SignInDetails, type SignInReason, unprocessable, withDetails } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { createGoogleCalendar, listOfferedCalendars } from "../google/calendar.ts";
import {
  AccessTokens,
  exchangeCode,
  type GoogleClient,
  type Owner,
  PendingSignIns,
  readReturnAddress,
  redirectUriFor,
} from "../google/oauth.ts";
import { createGoogle, type Google, GoogleApi } from "../google/requests.ts";
import { type Access, type AccountProvider, type OfferedCalendar, RemoteError } from "../remote.ts";
import type { RemoteReaderDeps } from "../remote-reader.ts";
import type { Secrets } from "../secrets.ts";
import { clientOf, insertClient, removeClient } from "./rows.store.ts";
import { clientSecretLocation } from "./store.ts";

type Deps = Pick<RemoteReaderDeps, "db" | "config" | "clock" | "timers">;

export type GoogleSignIn = {
  readonly email: string;
  readonly refreshToken: string;
  readonly calendars: readonly OfferedCalendar[];
};

export const noClientText = "Google needs a client of your household first";

export const signInRefusals = {
  unknown: "belongs to no sign-in that you began in the last ten minutes",
  declined: "says that the sign-in was declined",
  scope: "lacks a permission: leave every box of Google's page ticked",
  client: "was refused: Google does not know this client or its secret",
  used: "was used already, or is too old: begin again",
} as const;

export function signInError(reason: SignInReason, field: string | null, text: string): ApiError {
  const details: SignInDetails = { reason };
  return withDetails(unprocessable(field, text), details);
}

const addressError = (reason: keyof typeof signInRefusals): ApiError =>
  signInError(reason, "address", signInRefusals[reason]);

export class GoogleAccounts implements AccountProvider {
  readonly redirectUri: string;
  private readonly google: Google;
  private readonly pending: PendingSignIns;
  private readonly tokens: AccessTokens;

  constructor(
    private readonly deps: Deps,
    private readonly secrets: Secrets,
  ) {
    this.google = createGoogle(deps.config, deps.clock, deps.timers);
    this.pending = new PendingSignIns(this.google);
    this.tokens = new AccessTokens(this.google);
    this.redirectUri = redirectUriFor(deps.config);
  }

  /** Begins a sign-in and returns Google's address for it. @throws ApiError 422 if the household has no OAuth client */
  begin(owner: Owner): string {
    return this.pending.begin(owner, this.requireClient(owner.householdId), this.redirectUri);
  }

  /** Completes a sign-in with the address to which Google redirected the browser. @throws ApiError 422, RemoteError */
  async finish(owner: Owner, address: string, signal: AbortSignal): Promise<GoogleSignIn> {
    const returned = readReturnAddress(address);
    const pending = returned && this.pending.take(returned.state, owner);
    if (!pending) throw addressError("unknown");
    if (returned.code === null) throw addressError("declined");
    const { householdId } = owner;
    const grant = await exchangeCode(this.google, this.requireClient(householdId), pending, returned.code, signal);
    if (typeof grant === "string") throw addressError(grant === "code" ? "used" : grant);
    const access: Access = { householdId, url: "", username: "", secret: grant.refreshToken, origins: [] };
    const { account, calendars } = await listOfferedCalendars(this.apiOf(access), signal);
    return { email: account ?? "Google", refreshToken: grant.refreshToken, calendars };
  }

  async discover(access: Access, signal: AbortSignal) {
    const { calendars } = await listOfferedCalendars(this.apiOf(access), signal);
    return { origins: [], calendars };
  }

  open(access: Access, calendarId: string, baseOf: (id: string) => string | null) {
    return createGoogleCalendar({ api: this.apiOf(access), calendarId, baseOf });
  }

  private apiOf({ householdId, username, secret: refreshToken }: Access): GoogleApi {
    const client = this.clientIn(householdId);
    if (!client) throw new RemoteError("denied", { detail: "no client" });
    return new GoogleApi(this.google, this.tokens.sourceOf({ id: username, client, refreshToken }));
  }

  clientIdOf(householdId: string): string | null {
    return this.clientIn(householdId)?.clientId ?? null;
  }

  private clientIn(householdId: string): GoogleClient | null {
    const row = clientOf.get({ db: this.deps.db, householdId });
    const clientSecret = row && this.secrets.open(clientSecretLocation(householdId), row.secret);
    return row && clientSecret !== null ? { clientId: row.clientId, clientSecret } : null;
  }

  private requireClient(householdId: string): GoogleClient {
    const client = this.clientIn(householdId);
    if (!client) throw signInError("noClient", null, noClientText);
    return client;
  }
}

/** Replaces the household's OAuth client for Google. Must run in a transaction. */
export function setClient(work: Work, clientId: string, sealed: string): void {
  removeClient(work);
  insertClient(work, { ...newRecordFields(work), clientId, secret: sealed });
  record(work, {
    action: "updated",
    subject: { type: "household", id: work.householdId, label: "Google" },
    summary: say`set the client for accounts at Google`,
    changes: null,
    before: null,
    after: null,
  });
}
