/** Who is calling: an API key, a signed-in member, or a paired device, with the household as it stands at this request. */
import type { Plan } from "./plan.ts";
import type { Role } from "./role.ts";
import type { Scope } from "./scopes.ts";

type BaseCaller = {
  readonly id: string;
  readonly name: string;
  readonly householdId: string;
  readonly timeZone: string;
  /** Of the household: a cached answer of the same revision is still true. */
  readonly revision: number;
};

/** A caller with an API key. */
export type KeyCaller = BaseCaller & {
  readonly kind: "api_key";
  /** What logs may show of the key. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** The member whose key it is; null: made without one. */
  readonly memberId: string | null;
  readonly plan: Plan;
  /** Null: never by itself. */
  readonly expiresAt: string | null;
  /** Null: never. */
  readonly lastUsedAt: string | null;
};

/** A member who is signed in; `id` and `name` are the member's. */
export type MemberCaller = BaseCaller & {
  readonly kind: "member";
  readonly role: Role;
  readonly sessionId: string;
  /** The cookie's token, to be set anew when it is prolonged. */
  readonly token: string;
  readonly lastSeenAt: string;
};

/** A paired device. */
export type DeviceCaller = BaseCaller & {
  readonly kind: "device";
  /** Null: never seen since it was paired. */
  readonly lastSeenAt: string | null;
};

/** Any of them. */
export type Caller = KeyCaller | MemberCaller | DeviceCaller;
