import { hour, minute } from "#lib/time.ts";
import type { Db } from "#platform/db/client.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { findJob } from "#platform/jobs/store.ts";
import type { AccountRow } from "./rows.store.ts";
import type { Accounts } from "./service.ts";
import { accountJobOf, jobKind } from "./store.ts";

const firstRetryMs = minute;
const longestRetryMs = 6 * hour;
const retrySpread = 0.2;
const spread = 0.1;

/** In minutes, while somebody has the app open, and else. Google counts requests. */
const intervals = { provider_a: [3, 10], provider_b: [5, 15] } as const;

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
      await accounts.claim(id, () => accounts.sync(householdId, id, { aborted: signal }));
    },
  };
}

/** Each account has its own fixed share of the spread, so that accounts do not call a server together. */
export function nextRunOf({ id, provider, failures }: AccountRow, isWatched: boolean, now: Date): Date {
  const share = 2 * (Bun.hash.crc32(id) / 2 ** 32) - 1;
  const [watched, unwatched] = intervals[provider];
  const interval = (isWatched ? watched : unwatched) * minute * (1 + spread * share);
  const retry = Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 20), longestRetryMs) * (1 + retrySpread * share);
  return new Date(now.getTime() + Math.round(failures > 0 ? retry : interval));
}
