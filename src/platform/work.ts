import { dateIn } from "#lib/time.ts";
import type { Recorded } from "./activity/record.ts";
import type { Role } from "./auth/role.ts";
import type { Db } from "./db/client.ts";

export type Actor =
  | {
      readonly kind: "member" | "api_key";
      readonly id: string;
      readonly name: string;
      readonly agentName: string | null;
    }
  | { readonly kind: "system"; readonly id: null; readonly name: string; readonly agentName: null };

export const system: Actor = { kind: "system", id: null, name: "Inglenook", agentName: null };

/** The actor of changes that come from refreshing a followed calendar. */
export const calendarSync: Actor = { ...system, name: "Calendar sync" };

export function systemWork(db: Db, { id, timeZone }: { id: string; timeZone: string }, now: Date): Work {
  const nobody = { actor: system, memberId: null, viewerId: null, role: "owner" } as const;
  return { db, householdId: id, timeZone, ...nobody, now, recorded: [] };
}

export function asMember(work: Work, { id, name, role }: { id: string; name: string; role: Role }): Work {
  return { ...work, actor: { kind: "member", id, name, agentName: null }, memberId: id, viewerId: id, role };
}

/** Household, actor and time of a transaction. Store functions take it first; queries filter by `householdId`. */
export type Work = {
  readonly db: Db;
  readonly householdId: string;
  readonly timeZone: string;
  readonly actor: Actor;
  /** The member who acts, or who owns the API key. Null if no member acts or owns the key. */
  readonly memberId: string | null;
  /** The member whose personal lists are visible: `memberId`, but null for devices, which see no personal list. */
  readonly viewerId: string | null;
  /** The role of the acting member, or of the key's owner. */
  readonly role: Role;
  readonly now: Date;
  /** Entries of the activity feed that this transaction has written so far. */
  readonly recorded: Recorded[];
};

/** The household and time of a unit of work. Background tasks, which have no actor, use it. */
export type TimedScope = Pick<Work, "db" | "householdId" | "now">;

/** Returns the present date in the household's time zone. */
export const todayOf = ({ timeZone, now }: Pick<Work, "timeZone" | "now">): string => dateIn(timeZone, now);
