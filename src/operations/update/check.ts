import { messageOf } from "#lib/errors.ts";
import { day, hour, minute } from "#lib/time.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/client.ts";
import type { Log } from "#platform/http/log.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import type { Outbound } from "#platform/net/outbound.ts";
import { findNewest } from "./release.ts";
import { checkJob, readUpdateState, saveCheck } from "./state.store.ts";

export type CheckOptions = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly log: Log;
  readonly config: Pick<Config, "updateUrl" | "updateKey">;
  readonly outbound: Outbound;
};

const maxFaultLength = 300;

/** Job that looks for a newer version. Sends no data of this installation, and does not fail without a connection. */
export function weeklyUpdateCheck({ db, clock, log, config, outbound }: CheckOptions): JobKind {
  const { updateUrl, updateKey } = config;
  return {
    name: checkJob.kind,
    label: "version check",
    timeoutMs: minute,
    usesNetwork: true,
    spreadMs: 6 * hour,
    next(after) {
      const { isOn, fault } = readUpdateState(db);
      if (!isOn || updateKey === null) return null;
      return new Date(after.getTime() + (fault === null ? 7 * day : day));
    },
    async run(_, signal) {
      if (updateKey === null || !readUpdateState(db).isOn) return;
      try {
        const newest = await findNewest({ updateUrl, updateKey, outbound }, signal);
        saveCheck(db, { newest, checkedAt: clock().toISOString(), fault: null });
      } catch (error) {
        signal.throwIfAborted();
        const fault = messageOf(error).slice(0, maxFaultLength);
        log.info(`the version check failed, and follows again tomorrow: ${fault}`);
        saveCheck(db, { fault });
      }
    },
  };
}
