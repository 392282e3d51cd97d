/**
 * Test household whose reminders are really sent: the engine, the sender and the channels run in this process, and send
 * to fake services.
 */
import { createChannels } from "#notifications/channels/adapters.ts";
import { readVapidKeys } from "#notifications/channels/push.ts";
import { Reminders } from "#notifications/reminders/service.ts";
import { readConfig } from "#platform/config.ts";
import { type channel, delivery } from "#platform/db/tables.ts";
import { createSignals } from "#platform/deps.ts";
import { createLog } from "#platform/http/log.ts";
import { Metrics } from "#platform/metrics.ts";
import { afterAllTests } from "../home/clean-up.ts";
import { emptyDatabase } from "../home/empty-database.ts";
import { type Home, household, serverInProcess } from "../home/home.ts";
import { TestTimers } from "../home/timers.ts";
import { addChannel } from "./notices.ts";
import { type SinkKind, startSinks } from "./sinks.ts";

/**
 * Milliseconds by which the test's time advances at once while a notification is being sent, so that real responses can
 * arrive.
 */
const stepMs = 25;
const patientSteps = 30;

/** Starts a household with delivery of reminders, on Friday 27 November 2026, 10:00 in Berlin. */
export async function startDelivery(settings: Record<string, string> = {}, db = emptyDatabase()) {
  const sinks = startSinks();
  afterAllTests(() => sinks.stop());
  const timers = new TestTimers();
  const signals = createSignals();
  const metrics = new Metrics(true);
  const logged: string[] = [];
  const log = createLog("info", (text) => logged.push(text), true);
  const env = { TRUSTED_PROXIES: "127.0.0.1", METRICS_TOKEN: "metrics", ...sinks.env, ...settings };
  const clock = () => server.clock.now;
  const shared = { db, clock, timers, log };
  const channels = createChannels({ ...shared, config: readConfig(env) }, sinks.network);
  const server = serverInProcess(env, { db, timers, log, channels, metrics, ...signals });
  const create = (changed: Record<string, string> = {}) => {
    const config = readConfig({ ...env, ...changed });
    const made = new Reminders({ ...shared, config, channels, metrics, ...signals });
    made.start();
    return made;
  };
  let reminders = create();

  /** Advances the time from one timer to the next. */
  async function pass(milliseconds: number): Promise<void> {
    let busySteps = 0;
    for (let left = milliseconds; left > 0; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const isBusy = rows().some(({ state }) => state === "sending");
      // Real answers take real time; those that never come must not take long.
      busySteps = isBusy ? busySteps + 1 : 0;
      if (isBusy && busySteps < patientSteps) await Bun.sleep(10);
      else if (isBusy) await Bun.sleep(1);
      const step = Math.min(left, isBusy ? stepMs : Math.max(timers.untilNext, 1));
      server.clock.advance(step);
      timers.advance(step);
      left -= step;
    }
  }

  const stop = (graceMs = 0): Promise<void> => {
    const stopped = reminders.stop(graceMs);
    timers.advance(graceMs);
    return stopped;
  };
  /** Starts the reminders again, as another process with the same data would. */
  const start = (changed: Record<string, string> = {}) => {
    reminders = create(changed);
  };
  const rows = () => db.select().from(delivery).all();
  const textsOf = (kind: SinkKind) => sinks.arrivals.filter((each) => each.kind === kind).map(sinks.textOf);

  return {
    home: await household({ server }),
    server,
    sinks,
    logged,
    metrics,
    pass,
    rows,
    textsOf,
    /** Returns the titles that the fake ntfy service received, in order. */
    titles: () => textsOf("ntfy").map((text) => JSON.parse(text).title as string),
    until: (instant: string) => pass(Date.parse(instant) - server.clock.now.getTime()),
    /** Adds a verified channel that sends to the fake services. Returns its id. */
    connect(
      home: Home,
      member: { id: string },
      kind: SinkKind = "ntfy",
      change: Partial<typeof channel.$inferInsert> = {},
    ) {
      const address = `${kind}-${crypto.randomUUID()}${kind === "mail" ? "@family.org" : ""}`;
      const config = JSON.stringify(sinks.configOf(kind, address, readVapidKeys(db).publicKey));
      return addChannel(home, { memberId: member.id, kind, config, ...change });
    },
    stop,
    start,
    /** Stops the reminders, sets the clock to that time, and starts them again. */
    async jump(instant: string) {
      await stop();
      server.clock.now = new Date(instant);
      start();
    },
  };
}

export type RunningDelivery = Awaited<ReturnType<typeof startDelivery>>;
