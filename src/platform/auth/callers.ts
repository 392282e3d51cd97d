import type { Plan } from "./plan.ts";
import type { Role } from "./role.ts";
import type { Scope } from "./scopes.ts";

type BaseCaller = {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly householdId: string;
  readonly timeZone: string;
  readonly revision: number;
};

export type KeyCaller = BaseCaller & {
  readonly kind: "api_key";
  /** The part of the key that logs may show: its first characters. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly memberId: string | null;
  readonly plan: Plan;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
};

export type MemberCaller = BaseCaller & {
  readonly kind: "member";
  readonly sessionId: string;
  /** The token of the session. Needed to renew the cookie. */
  readonly token: string;
  readonly lastSeenAt: string;
};

export type DeviceCaller = BaseCaller & {
  readonly kind: "device";
  readonly lastSeenAt: string | null;
};

/** A calendar program that a member uses by CalDAV. */
export type AppCaller = BaseCaller & {
  readonly kind: "app_password";
  readonly username: string;
  readonly member: { readonly id: string; readonly name: string };
  readonly access: "read" | "write";
  /** Keys of the calendars that the program may open, or null for all. */
  readonly calendars: readonly string[] | null;
  readonly lastSeenAt: string | null;
};

export type Caller = KeyCaller | MemberCaller | DeviceCaller;
