import { hour, minute } from "#lib/time.ts";
import { backoff, fractionOf, spread } from "#lib/timers.ts";
import type { Db } from "#platform/db/client.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { findJob } from "#platform/jobs/store.ts";
import { providerOf } from "./providers.ts";
import type { AccountRow } from "./rows.store.ts";
import type { Accounts } from "./service.ts";
import { accountJobOf, jobKind } from "./store.ts";

const retryDelays = { firstMs: minute, maxMs: 6 * hour };
const retrySpread = 0.2;
const intervalSpread = 0.1;

/**
 * Minutes between two synchronisations: the first number while somebody has the app open, otherwise the second. Google
 * has greater numbers, because Google limits the number of requests.
 */
const intervals = { caldav: [3, 10], google: [5, 15] } as const;

export function accountJob(db: Db, accounts: Accounts): JobKind {
  const householdOf = (id: string) => findJob(db, accountJobOf(id))?.householdId ?? null;
  return {
    name: jobKind,
    label: "synchronising an account",
    timeoutMs: 5 * minute,
    hasSubjects: true,
    usesNetwork: true,
    next(after, id) {
      const householdId = householdOf(id);
      return householdId === null ? null : accounts.nextRun(householdId, id, after);
    },
    async run(id, signal) {
      const householdId = householdOf(id);
      if (householdId === null || accounts.isRunning(id)) return;
      await accounts.runExclusively(id, () => accounts.sync(householdId, id, { aborted: signal }));
    },
  };
}

/**
 * Returns the time of an account's next synchronisation. The wait differs slightly between accounts, so that a server
 * does not get all requests at once. `isWatched` says whether anybody in the household has the app open.
 */
export function nextRunOf(account: AccountRow, isWatched: boolean, now: Date): Date {
  const { id, failures } = account;
  const fraction = fractionOf(id);
  const [watched, unwatched] = intervals[providerOf(account)];
  const wait =
    failures > 0
      ? spread(backoff(retryDelays, failures), retrySpread, fraction)
      : spread((isWatched ? watched : unwatched) * minute, intervalSpread, fraction);
  return new Date(now.getTime() + Math.round(wait));
}
