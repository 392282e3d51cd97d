/** The household that a short verb acts on, while `serve` may be running on the same data. */
import { type Actor, system, type Work } from "../actor.ts";
import type { Config } from "../config.ts";
import { closeDatabase, type Db, transact } from "../db/client.ts";
import { openDataDir } from "../db/migrate.ts";
import { listHouseholds, readDirectory } from "../members/store.ts";
import { type Input, type Option, UsageError } from "./command.ts";

/** The option of every verb that acts on one household. */
export const householdOption: Record<"household", Option> = {
  household: { value: "ID|NAME", help: "which household; may be left out where there is only one" },
};

/** Opens the data folder for the time of `use`. */
export function withDatabase<T>(config: Config, use: (db: Db) => T): T {
  const db = openDataDir(config.dataDir, { now: new Date() });
  try {
    return use(db);
  } finally {
    closeDatabase(db);
  }
}

/**
 * Runs `change` in one transaction on the household that `--household` names, as the system or as the member that
 * `--member` names.
 * @throws UsageError where the household or member isn't there, or isn't the only one.
 */
export function withHousehold<T>({ config, options }: Input, change: (work: Work, memberId: string | null) => T): T {
  return withDatabase(config, (db) =>
    transact(db, () => {
      const { id, timeZone } = pickHousehold(db, options.household);
      const work: Work = { db, householdId: id, timeZone, actor: system, now: new Date() };
      if (options.member === undefined) return change(work, null);
      const member = pickMember(work, options.member);
      const actor: Actor = { kind: "member", id: member.id, name: member.name, agentName: null };
      return change({ ...work, actor }, member.id);
    }),
  );
}

/** The household that `--household` names. @throws UsageError where it isn't there, or isn't the only one. */
export function pickHousehold(db: Db, wanted: string | undefined) {
  const households = listHouseholds(db);
  const matching = wanted === undefined ? households : named(households, wanted);
  const [only] = matching;
  if (only && matching.length === 1) return only;
  if (households.length === 0) {
    throw new UsageError("there is no household yet; make one: inglenook household create --help");
  }
  throw new UsageError(
    `--household must name one of: ${households.map(({ id, name }) => `${name} (${id})`).join(", ")}`,
  );
}

function pickMember(work: Work, wanted: string) {
  const { members } = readDirectory(work);
  const [only, other] = named(members, wanted);
  if (only && !other) return only;
  throw new UsageError(`--member must name one of: ${members.map(({ name }) => name).join(", ")}`);
}

function named<T extends { id: string; name: string }>(all: readonly T[], wanted: string): T[] {
  const word = wanted.toLowerCase();
  return all.filter(({ id, name }) => id === word || name.toLowerCase() === word);
}
