/** The reminder engine of a household in this process, without channels, driven by the test's clock. */

import { Signal } from "#lib/signal.ts";
import { ReminderEngine } from "#notifications/reminders/engine.ts";
import type { OpenChannel } from "#notifications/reminders/plan.ts";
import type { NoticeEvent } from "#platform/deps.ts";
import { silentLog } from "#platform/http/log.ts";
import { type Home, household, type Server, serverInProcess } from "../home/home.ts";
import { TestTimers } from "../home/timers.ts";

export type RunningReminders = {
  readonly home: Home;
  readonly server: Server;
  /** Events with the members whose notices changed. */
  readonly noticed: readonly NoticeEvent[];
  /** Drops the engine without a stop and starts another, like a crash and a restart. */
  restart(): void;
  /** Stops the engine, as SIGTERM does. */
  stop(): void;
  /** Sets the clock and decides what is due by then. */
  at(instant: string): void;
};

/** Starts an engine on Friday 27 November 2026, 10:00 in Berlin. */
export async function startReminders(
  channels: (householdId: string) => readonly OpenChannel[] = () => [],
): Promise<RunningReminders> {
  const server = serverInProcess({ TRUSTED_PROXIES: "127.0.0.1" });
  const home = await household({ server });
  const noticed: NoticeEvent[] = [];
  const signal = new Signal<NoticeEvent>();
  signal.listen((each) => noticed.push(each));
  const start = () => {
    const made = new ReminderEngine({
      db: server.db,
      clock: () => server.clock.now,
      timers: new TestTimers(),
      log: silentLog,
      channelsOf: channels,
      noticed: signal,
      onDecided: () => {},
    });
    made.start();
    return made;
  };
  let engine = start();
  return {
    home,
    server,
    noticed,
    restart: () => {
      engine = start();
    },
    stop: () => engine.stop(),
    at: (instant) => {
      server.clock.now = new Date(instant);
      engine.run();
    },
  };
}

/** Titles of the member's notices, newest first. */
export async function titlesOf(home: Home, member: { id: string }): Promise<string[]> {
  const { body } = await home.as(member).get("/app/notices?limit=100");
  return body.notices.map(({ title }: { title: string }) => title);
}
