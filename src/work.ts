/** Who makes a change, and the unit of work that carries it down to the stores: passed as a value, never ambient. */
import type { Recorded } from "./activity/record.ts";
import type { Role } from "./auth/role.ts";
import type { Db } from "./db/client.ts";

/** A member, a key with the agent name its request gave, or the system itself (command line, demo data, calendar sync). */
export type Actor =
  | {
      readonly kind: "member" | "api_key";
      readonly id: string;
      readonly name: string;
      readonly agentName: string | null;
    }
  | { readonly kind: "system"; readonly id: null; readonly name: string; readonly agentName: null };

/** The actor for what nobody in particular did. Our choice of name: the specification is silent. */
export const system: Actor = { kind: "system", id: null, name: "Inglenook", agentName: null };

/** A unit of work of the system itself on one household. */
export function systemWork(db: Db, { id, timeZone }: { id: string; timeZone: string }, now: Date): Work {
  const nobody = { actor: system, memberId: null, viewerId: null, role: null };
  return { db, householdId: id, timeZone, ...nobody, now, recorded: [] };
}

/** The same work as a member of the household would do it. */
export function asMember(work: Work, { id, name, role }: { id: string; name: string; role: Role }): Work {
  return { ...work, actor: { kind: "member", id, name, agentName: null }, memberId: id, viewerId: id, role };
}

/**
 * What every store function takes first: the connection, whose household is acted on, who acts and at which instant. Every
 * query filters by `householdId`; time comes from `now`, so that tests can set it.
 */
export type Work = {
  readonly db: Db;
  readonly householdId: string;
  /** Of the household, IANA. */
  readonly timeZone: string;
  readonly actor: Actor;
  /** The member who acts, or whose key does; null: nobody. */
  readonly memberId: string | null;
  /** Whose eyes it sees with: as `memberId`, but null for a device, which sees no personal list, whomever it acts for. */
  readonly viewerId: string | null;
  /** The acting member's role; null where no member acts: an API key, whose scopes decide, or the system. */
  readonly role: Role | null;
  readonly now: Date;
  /** The feed's entries that it has written so far, in order; `record` adds them. */
  readonly recorded: Recorded[];
};
