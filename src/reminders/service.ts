/** Puts the engine that decides and the sender that delivers together. */
import {
  findChannel,
  listOpenChannels,
  noteFailing,
  noteGone,
  noteOk,
  noteRefusal,
  type SendableChannel,
} from "../channels/store.ts";
import { compose } from "../delivery/compose.ts";
import type { Outcome } from "../delivery/outcome.ts";
import { Sender, type Task } from "../delivery/sender.ts";
import type { Deps } from "../deps.ts";
import { day } from "../lib/time.ts";
import type { NewNotice } from "../notices/notice.ts";
import { findNotice, insertNotice } from "../notices/store.ts";
import { ReminderEngine } from "./engine.ts";
import type { OpenChannel } from "./settle.ts";
import { wantedAmong } from "./wanted.ts";

type Parts = Pick<Deps, "db" | "clock" | "timers" | "log" | "config" | "committed" | "noticed" | "channels">;

export class Reminders {
  readonly engine: ReminderEngine;
  readonly sender: Sender;
  private readonly stopListening: () => void;

  constructor(private readonly parts: Parts) {
    const { db, clock, timers, log, config, noticed, committed, channels } = parts;
    this.sender = new Sender({
      db,
      clock,
      timers,
      log,
      isDelivering: config.isDelivering,
      parallel: channels.parallel,
      prepare: (task, now) => this.prepare(task, now),
      record: (task, outcome, now) => this.record(task, outcome, now),
    });
    this.engine = new ReminderEngine({
      db,
      clock,
      timers,
      log,
      noticed,
      channelsOf: (householdId) => this.openChannels(householdId),
      onDecided: (householdId) => this.sender.wake(householdId),
    });
    this.stopListening = committed.listen((householdId) => this.engine.touch(householdId));
  }

  /** Call it before the server listens: what is due is decided first. */
  start(): void {
    this.engine.start();
    this.sender.start();
  }

  async stop(graceMs: number): Promise<void> {
    this.stopListening();
    this.engine.stop();
    await this.sender.stop(graceMs);
  }

  /** Without `DELIVERY`, notices are for the app only. */
  private openChannels(householdId: string): OpenChannel[] {
    const { db, config, channels } = this.parts;
    if (!config.isDelivering) return [];
    return listOpenChannels({ db, householdId }).map((channel) => ({
      id: channel.id,
      memberId: channel.memberId,
      target: channels.targetOf(channel),
    }));
  }

  private prepare({ householdId, noticeId, channelId }: Task, now: Date) {
    const { db, channels } = this.parts;
    const place = { db, householdId };
    const found = findChannel(place, channelId);
    const notice = findNotice(db, householdId, noticeId);
    if (!found?.isOpen || !notice) return null;
    const reachable = new Set(listOpenChannels(place).map(({ memberId }) => memberId));
    const wanted = (notices: Parameters<typeof wantedAmong>[2]) =>
      wantedAmong(db, householdId, notices, reachable, now);
    const channel = { id: channelId, details: found.details };
    const message = compose(db, householdId, { channel, notice, wantedAmong: wanted }, now);
    return message && ((signal: AbortSignal) => channels.send(found.channel, message, signal));
  }

  private record({ householdId, channelId }: Task, outcome: Outcome, now: Date): boolean {
    const { db } = this.parts;
    const place = { db, householdId, now };
    switch (outcome.kind) {
      case "ok":
        noteOk(place, channelId);
        return true;
      case "gone":
        noteGone(place, channelId);
        return false;
      case "refused": {
        const before = findChannel(place, channelId);
        const result = noteRefusal(place, channelId, outcome.reason);
        if (before && result !== "kept")
          insertNotice(db, householdId, channelOff(before, outcome.reason, now), {}, now);
        return result !== "deleted";
      }
      default:
        noteFailing(place, channelId);
        return true;
    }
  }
}

function channelOff({ channel: { id, memberId }, label }: SendableChannel, reason: string, now: Date): NewNotice {
  const dueAt = now.getTime();
  return {
    memberId,
    kind: "system",
    subject: { type: "channel", id },
    listId: null,
    slot: now.toISOString(),
    minutes: -1,
    ring: now.toISOString(),
    dueAt,
    expiresAt: dueAt + day,
    about: [memberId],
    facts: { type: "system", what: "channel_off", label, reason, at: dueAt },
    urgency: "normal",
    isHidden: false,
    fold: null,
    deliverAt: dueAt,
    channelIds: [],
  };
}
