/** Signs in to Google (RFC 6749, RFC 7636) with the household's own OAuth client. */

import { BoundedCache } from "#lib/bounded-cache.ts";
import { ExpiringStore } from "#lib/expiring-store.ts";
import { SharedTasks } from "#lib/lazy.ts";
import { minute } from "#lib/time.ts";
import type { Config } from "#platform/config.ts";
import { retryAfter } from "#platform/net/retry-after.ts";
import { RemoteError } from "../remote.ts";
import { type Json, readJson } from "./items.ts";
import { type Google, send, type TokenSource } from "./requests.ts";

export type GoogleClient = { readonly clientId: string; readonly clientSecret: string };

const scopes = [
  "https://www.googleapis.com/auth/calendar.events",
  "https://www.googleapis.com/auth/calendar.calendarlist.readonly",
];
const pendingMs = 10 * minute;
const maxPending = 200;
const maxTokenLength = 4_096;
const donePath = "/app/google/done";

/**
 * Returns the address to which Google redirects after a sign-in. Google accepts http only for a loopback address and a
 * “Desktop app” client.
 */
export function redirectUriFor({ baseUrl, port }: Pick<Config, "baseUrl" | "port">): string {
  return baseUrl?.startsWith("https:") ? `${baseUrl}${donePath}` : `http://127.0.0.1:${port}${donePath}`;
}

export type Owner = { readonly memberId: string; readonly householdId: string };

type PendingSignIn = Owner & { readonly verifier: string; readonly redirectUri: string };

export class PendingSignIns {
  readonly #byState: ExpiringStore<PendingSignIn>;

  constructor(private readonly google: Google) {
    this.#byState = new ExpiringStore({ clock: google.now, lifetimeMs: pendingMs, maxSize: maxPending });
  }

  begin(owner: Owner, { clientId }: Pick<GoogleClient, "clientId">, redirectUri: string): string {
    const [state, verifier] = [randomText(), randomText()];
    this.#byState.add(keyOf(owner), state, { ...owner, verifier, redirectUri });
    const url = new URL(this.google.addresses.authorization);
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: scopes.join(" "),
      state,
      code_challenge: new Bun.CryptoHasher("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      access_type: "offline",
      prompt: "consent",
    }).toString();
    return url.href;
  }

  /** Removes and returns a sign-in. Returns null if it is unknown, has expired or belongs to another member. */
  take(state: string, owner: Owner): PendingSignIn | null {
    return this.#byState.take(keyOf(owner), state) ?? null;
  }
}

function keyOf({ memberId, householdId }: Owner): string {
  return `${householdId} ${memberId}`;
}

function randomText(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

type ReturnedSignIn = { readonly state: string; readonly code: string | null };

/** Parses the address after a sign-in. Returns null for any other address. `code` is null if the member declined. */
export function readReturnAddress(address: string): ReturnedSignIn | null {
  const text = address.trim();
  const url = text.length <= 4_000 ? URL.parse(text) : null;
  const state = url?.searchParams.get("state") ?? "";
  if (!url?.pathname.endsWith(donePath) || state === "") return null;
  const code = url.searchParams.get("code");
  if (code === null && !url.searchParams.has("error")) return null;
  return { state, code: code === "" ? null : code };
}

export type Grant = { readonly refreshToken: string; readonly accessToken: string; readonly expiresAt: number };

/**
 * Reason why Google does not grant access. `code`: the code is invalid or expired. `client`: the client id, its secret
 * or the redirect address is wrong. `scope`: the member did not grant all permissions.
 */
type GrantError = "code" | "client" | "scope";

export async function exchangeCode(
  google: Google,
  client: GoogleClient,
  { verifier, redirectUri }: Pick<PendingSignIn, "verifier" | "redirectUri">,
  code: string,
  signal?: AbortSignal,
): Promise<Grant | GrantError> {
  const fields = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  const answer = await requestToken(google, client, fields, signal);
  if ("error" in answer) return answer.error === "invalid_grant" ? "code" : "client";
  const granted = new Set(String(answer.json.scope ?? "").split(" "));
  if (!scopes.every((each) => granted.has(each))) return "scope";
  const refreshToken = tokenIn(answer.json, "refresh_token");
  const { token, expiresAt } = accessIn(answer.json, google.now());
  if (refreshToken === null) throw noToken();
  return { refreshToken, accessToken: token, expiresAt };
}

type Access = { readonly token: string; readonly expiresAt: number };

type Account = { readonly id: string; readonly client: GoogleClient; readonly refreshToken: string };

/** Caches access tokens until one minute before they expire. */
export class AccessTokens {
  readonly #cached = new BoundedCache<string, Access>({ eviction: "lru", maxSize: 1_000 });
  readonly #refreshes = new SharedTasks<Access>();

  constructor(private readonly google: Google) {}

  /** Returns an account's token source. The cache key depends on the refresh token, which is new after each sign-in. */
  sourceOf(account: Account): TokenSource {
    const key = `${account.id} ${new Bun.CryptoHasher("sha256").update(account.refreshToken).digest("base64url")}`;
    return async (stale, signal) => {
      const known = this.#cached.get(key);
      const isFresh = known && known.token !== stale && known.expiresAt - minute > this.google.now().getTime();
      return (isFresh ? known : await untilAborted(this.#refreshOnce(key, account), signal)).token;
    };
  }

  /** Refreshes a token once for all concurrent callers. The signal of a single caller cannot abort the refresh. */
  #refreshOnce(key: string, account: Account): Promise<Access> {
    return this.#refreshes.run(key, async () => {
      const access = await refresh(this.google, account);
      this.#cached.set(key, access);
      return access;
    });
  }
}

async function refresh(google: Google, { client, refreshToken }: Account): Promise<Access> {
  const answer = await requestToken(google, client, { grant_type: "refresh_token", refresh_token: refreshToken });
  if ("error" in answer) throw new RemoteError("denied", { detail: answer.error });
  return accessIn(answer.json, google.now());
}

type TokenAnswer = { readonly json: Json } | { readonly error: string };

async function requestToken(
  google: Google,
  { clientId, clientSecret }: GoogleClient,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TokenAnswer> {
  const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret }).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
  const sent = { method: "POST", address: google.addresses.token, headers, body } as const;
  const fetched = await send(google, sent, signal);
  const { status, bytes } = fetched;
  if (status === 200) return { json: readJson(bytes, "no_answer") };
  if (status === 400 || status === 401) {
    const error = String(readJson(bytes, "no_answer").error ?? "");
    return { error: /^[a-z_]{1,60}$/.test(error) ? error : "unknown_error" };
  }
  const isBusy = status === 429 || status === 503;
  const retryAfterMs = retryAfter(fetched.headers, google.now());
  throw new RemoteError(isBusy ? "busy" : "no_answer", { detail: `status ${status}`, retryAfterMs });
}

const noToken = () => new RemoteError("no_answer", { detail: "no token" });

function accessIn(json: Json, now: Date): Access {
  const token = tokenIn(json, "access_token");
  const seconds = Number(json.expires_in);
  if (token === null || !(seconds > 0)) throw noToken();
  return { token, expiresAt: now.getTime() + Math.min(seconds, 86_400) * 1_000 };
}

function tokenIn(json: Json, name: string): string | null {
  const token = json[name];
  return typeof token === "string" && token.length <= maxTokenLength && /^[!-~]+$/.test(token) ? token : null;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
