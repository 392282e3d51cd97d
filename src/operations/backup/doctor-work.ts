import { examineAccounts } from "#calendar/external/accounts/store.ts";
import { staleMs } from "#calendar/external/jobs.ts";
import { secretsOf } from "#calendar/external/secrets.ts";
import { examineSubscriptions } from "#calendar/external/store.ts";
import { hour, minute } from "#lib/time.ts";
import { findOldest, listChannelsOff, readDecidedUntil, readQueues } from "#notifications/delivery/status.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/client.ts";
import { isOnHold, type JobRow, listJobs } from "#platform/jobs/store.ts";
import { isPublicName } from "#platform/net/public-address.ts";
import { command } from "#platform/program.ts";
import { isBinary, version } from "#platform/version.ts";
import { findInstallKind } from "../host/install-kind.ts";
import { adviceFor, adviceText } from "../update/advice.ts";
import { newerVersionIn, readUpdateState } from "../update/state.store.ts";
import { counted } from "./files.ts";
import { type Finding, guarded, notice, ok, wrong } from "./findings.ts";

const failuresUntilWrong = 3;
const lateAfterMs = hour;
const clockToleranceMs = minute;
const maxListed = 5;

export type WorkConfig = Pick<
  Config,
  "isDelivering" | "baseUrl" | "pushContact" | "updateUrl" | "updateKey" | "dataDir" | "secretKeyFile"
>;

export function examineWork(db: Db, config: WorkConfig, now: Date): Finding[] {
  const kinds = Map.groupBy(listJobs(db), ({ kind }) => kind);
  return [
    ...[...kinds].map(([kind, rows]) => guarded(`job ${kind}`, () => checkJobs(`job ${kind}`, rows, now))),
    guarded("reminders", () => checkReminderClock(db, now)),
    guarded("deliveries", () => checkDeliveries(db, config, now)),
    guarded("channels", () => checkChannels(db)),
    guarded("followed calendars", () => checkFollowed(db, config, now)),
    guarded("calendar accounts", () => checkAccounts(db, config, now)),
    ...(config.isDelivering ? [checkPush(config)] : []),
    guarded("version", () => checkVersion(db, config)),
  ];
}

function checkJobs(check: string, rows: readonly JobRow[], now: Date): Finding {
  const [worst] = [...rows].sort((one, other) => other.failures - one.failures);
  if (!worst) return ok(check, "never ran");
  const { failures, error, okAt, nextAt, runningSince } = worst;
  const many = rows.length === 1 ? "" : `${counted(rows.length, "job")}; the worst `;
  const succeeded = `${okAt === null ? "never succeeded" : `last succeeded at ${okAt}`}`;
  if (isOnHold(worst) && nextAt > now.toISOString()) {
    const todo = "Please report this with the server's log. It is tried again after that time.";
    return wrong(check, `${many}is on hold until ${nextAt}: ${error}; ${succeeded}`, todo);
  }
  if (failures === 0) {
    return ok(
      check,
      `${many}${succeeded}, ${runningSince === null ? `next at ${nextAt}` : `runs since ${runningSince}`}`,
    );
  }
  const says = `${many}failed ${counted(failures, "time")} in a row (${error}); ${succeeded}, next attempt at ${nextAt}`;
  return (failures < failuresUntilWrong ? notice : wrong)(check, says, "See the server's log.");
}

/** Checks that reminders are not settled up to a time in the future. A running server corrects such a time. */
function checkReminderClock(db: Db, now: Date): Finding {
  const settledTo = readDecidedUntil(db);
  if (settledTo !== null && Date.parse(settledTo) > now.getTime() + clockToleranceMs) {
    const says = `are decided up to ${settledTo}, but the clock of this machine shows ${now.toISOString()}`;
    return notice("reminders", says, "Check the clock of this machine. A running server corrects itself.");
  }
  return ok("reminders", settledTo === null ? "none decided yet" : `decided up to ${settledTo} or later`);
}

function checkDeliveries(db: Db, { isDelivering }: WorkConfig, now: Date): Finding {
  if (!isDelivering) return ok("deliveries", "turned off by DELIVERY=off: reminders appear in the app only");
  const queues = readQueues(db, now);
  const waiting = queues.reduce((sum, { count }) => sum + count, 0);
  const oldest = findOldest(queues);
  if (oldest === null) return ok("deliveries", `${waiting} queued, none late`);
  const says = `${waiting} queued, the oldest since ${oldest}`;
  if (Date.parse(oldest) > now.getTime() - lateAfterMs) return ok("deliveries", says);
  return wrong("deliveries", says, `${command("notify status")}; ${command("doctor --network")}`);
}

function checkChannels(db: Db): Finding {
  const off = listChannelsOff(db);
  if (off.length === 0) return ok("channels", "none turned off");
  const each = off.map(({ member, label, kind, offReason }) => `${member}'s “${label}” (${kind}: ${offReason})`);
  const todo = "The member can turn it on again in the app: Settings, Notifications.";
  return notice("channels", `${counted(off.length, "channel")} turned off: ${firstOf(each)}`, todo);
}

function checkFollowed(db: Db, config: WorkConfig, now: Date): Finding {
  const check = "followed calendars";
  const { count, lost, stale } = examineSubscriptions(db, secretsOf(config), new Date(now.getTime() - staleMs));
  if (lost.length > 0) {
    const says = `the key of this server can't open the address of ${listed(lost)}`;
    const todo = "Put the former calendar.key back, or give the addresses again in the app: Settings, Calendars.";
    return wrong(check, says, todo);
  }
  if (stale.length > 0) {
    const each = stale.map(({ name, heardAt, error }) => `“${name}” since ${heardAt} (${error ?? "not read"})`);
    const todo = "Look for its present address, and give it in the app: Settings, Calendars.";
    return notice(check, `${counted(stale.length, "calendar")} silent: ${firstOf(each)}`, todo);
  }
  return ok(check, count === 0 ? "none" : `${count}, all heard of in the last two days`);
}

function checkAccounts(db: Db, config: WorkConfig, now: Date): Finding {
  const check = "calendar accounts";
  const found = examineAccounts(db, secretsOf(config), new Date(now.getTime() - staleMs));
  const { count, lost, waiting, stale } = found;
  if (lost.length > 0) {
    const says = `the key of this server can't open the secret of ${listed(lost)}`;
    return wrong(check, says, "Put the former calendar.key back, or sign in again in the app: Settings, Calendars.");
  }
  if (waiting.length > 0) {
    const says = `${counted(waiting.length, "account")} to sign in to again: ${listed(waiting)}`;
    return notice(check, says, "Its member can sign in again in the app: Settings, Calendars.");
  }
  if (stale.length > 0) {
    const each = stale.map(({ name, heardAt, error }) => `“${name}” since ${heardAt} (${error ?? "not read"})`);
    const says = `${counted(stale.length, "calendar")} silent: ${firstOf(each)}`;
    return notice(check, says, "See the account's log in the app: Settings, Calendars.");
  }
  return ok(check, count === 0 ? "none" : `${count}, all heard of in the last two days`);
}

function listed(names: readonly string[]): string {
  return firstOf(names.map((name) => `“${name}”`));
}

function firstOf(each: readonly string[]): string {
  const more = each.length - maxListed;
  return `${each.slice(0, maxListed).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

function checkVersion(db: Db, config: WorkConfig): Finding {
  const state = readUpdateState(db);
  if (config.updateKey === null) return ok("version", `${version}; this build can't look for newer ones`);
  if (!state.isOn) return ok("version", `${version}; the weekly look for newer ones is off`);
  const newest = newerVersionIn(state);
  if (newest !== null) {
    const todo = adviceText(adviceFor(findInstallKind(isBinary ? process.execPath : null), newest, config));
    return notice("version", `${newest} is out; this is ${version}`, todo);
  }
  if (state.fault === null)
    return ok("version", `${version}; none newer as of ${state.checkedAt ?? "the first check"}`);
  return notice(
    "version",
    `${version}; the last look for newer ones failed: ${state.fault}`,
    command("update --check"),
  );
}

/**
 * Checks the settings for push messages. `BASE_URL` must use HTTPS, because browsers take push messages only then. The
 * contact address must have a public host, because Apple refuses others.
 */
function checkPush({ baseUrl, pushContact }: WorkConfig): Finding {
  const url = baseUrl === null ? null : URL.parse(baseUrl);
  if (url?.protocol !== "https:") {
    const contact = pushContact === null ? ", and PUSH_CONTACT to mailto: and your address" : "";
    return notice(
      "push",
      "BASE_URL is no https address, and browsers take push messages over HTTPS only",
      `Set up HTTPS (docs/https.md), and set BASE_URL to that address${contact}.`,
    );
  }
  if (pushContact === null && !isPublicName(url.hostname)) {
    const says = `Apple refuses push messages, because ${url.hostname} is no public name and PUSH_CONTACT is not set`;
    return notice("push", says, "Set PUSH_CONTACT to mailto: and your address.");
  }
  return ok("push", `contact ${pushContact ?? url.origin}`);
}
