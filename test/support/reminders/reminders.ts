/** Reminder engine of a household in this process, without channels. The test controls the clock. */

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
  /** Events that told open apps which members have new or changed notices. */
  readonly noticed: readonly NoticeEvent[];
  /** Abandons the engine without stopping it and starts another, as after a crash. */
  restart(): void;
  /** Stops the engine, as the server does on SIGTERM. */
  stop(): void;
  /** Sets the clock, and lets the engine decide on the reminders that are due by then. */
  at(instant: string): void;
};

/** Starts a reminder engine on Friday 27 November 2026, 10:00 in Berlin. */
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

/** Returns the titles of a member's notices, newest first. */
export async function titlesOf(home: Home, member: { id: string }): Promise<string[]> {
  const { body } = await home.as(member).get("/app/notices?limit=100");
  return body.notices.map(({ title }: { title: string }) => title);
}
