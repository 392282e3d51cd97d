import { listHouseholds } from "#accounts/households/store.ts";
import { listMembers } from "#accounts/members/store.ts";
import type { Config } from "#platform/config.ts";
import { closeDatabase, type Db, snapshot, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { command } from "#platform/program.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { type Input, type Option, UsageError } from "./command.ts";

export const householdOption: Record<"household", Option> = {
  household: { value: "ID|NAME", help: "which household; may be left out where there is only one" },
};

/** Calls `use` with the database, and closes the database when `use` has returned, or when its promise has ended. */
export function withDatabase<T>({ dataDir }: Config, mustExist: boolean, use: (db: Db) => T): T {
  const db = openDataDir(dataDir, { now: new Date(), mustExist });
  let isPending = false;
  try {
    const result = use(db);
    isPending = result instanceof Promise;
    return result instanceof Promise ? (result.finally(() => closeDatabase(db)) as T) : result;
  } finally {
    if (!isPending) closeDatabase(db);
  }
}

/** Changes a household as the member of `--member`, otherwise as the system. @throws UsageError */
export function withHousehold<T>({ config, options }: Input, change: (work: Work, memberId: string | null) => T): T {
  return withDatabase(config, true, (db) =>
    transact(db, () => {
      const work = systemWork(db, pickHousehold(db, options.household), new Date());
      if (options.member === undefined) return change(work, null);
      const member = pickMember(work, options.member);
      return change(asMember(work, member), member.id);
    }),
  );
}

/** Calls `read` with a household. Reads from a snapshot, without waiting for other processes that write. */
export function viewHousehold<T>({ config, options }: Input, read: (work: Work) => T): T {
  return withDatabase(config, true, (db) =>
    snapshot(db, () => read(systemWork(db, pickHousehold(db, options.household), new Date()))),
  );
}

export function pickHousehold(db: Db, wanted: string | undefined) {
  const households = listHouseholds(db);
  const matching = wanted === undefined ? households : named(households, wanted);
  const [only] = matching;
  if (only && matching.length === 1) return only;
  if (households.length === 0) {
    throw new Error(`there is no household yet; make one: ${command("household create --help")}`);
  }
  throw new UsageError(
    `--household must name one of: ${households.map(({ id, name }) => `${name} (${id})`).join(", ")}`,
  );
}

export function pickMember(work: Work, wanted: string) {
  const members = listMembers(work);
  const [only, other] = named(members, wanted);
  if (only && !other) return only;
  throw new UsageError(`--member must name one of: ${members.map(({ name }) => name).join(", ")}`);
}

function named<T extends { id: string; name: string }>(all: readonly T[], wanted: string): T[] {
  const word = wanted.toLowerCase();
  return all.filter(({ id, name }) => id === word || name.toLowerCase() === word);
}
