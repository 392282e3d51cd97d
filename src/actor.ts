/** Who makes a change, and the unit of work that carries it down to the stores: passed as a value, never ambient. */
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
  readonly now: Date;
};
