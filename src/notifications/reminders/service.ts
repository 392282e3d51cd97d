import type { Channels } from "../channels/adapters.ts";
/** Puts the engine that decides and the sender that delivers together. */

import { listHouseholds, readHousehold } from "#accounts/households/store.ts";
import { membersForReminders } from "#accounts/members/store.ts";
import { dateIn, day, second } from "#lib/time.ts";
import { isAdult } from "#platform/auth/role.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { systemWork, type Work } from "#platform/work.ts";
import {
  findChannel,
  listOpenChannels,
  membersWithChannel,
  noteFailing,
  noteGone,
  noteOk,
  noteRefusal,
  type SendableChannel,
} from "../channels/store.ts";
import { compose } from "../delivery/compose.ts";
import type { Outcome } from "../delivery/outcome.ts";
import { Sender, type Task } from "../delivery/sender.ts";
import { readPreferences } from "../notices/preferences.store.ts";
import { findNotice } from "../notices/store.ts";
import { ReminderEngine } from "./engine.ts";
import type { Moment } from "./home.ts";
import { decide } from "./policy.ts";
import { commitNotices, type OpenChannel } from "./settle.ts";
import { urgencyOf } from "./urgency.ts";
import { wantedAmong } from "./wanted.ts";

type Parts = Omit<Deps, "runtime"> & { readonly channels: Channels };

export class Reminders {
  readonly engine: ReminderEngine;
  readonly sender: Sender;
  private readonly stopListening: () => void;

  constructor(private readonly parts: Parts) {
    const { db, clock, timers, log, config, noticed, committed, channels, metrics } = parts;
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
      onDecided: (householdId, notices, dropped, now) => {
        for (const { kind, dueAt } of notices) {
          metrics.reminders.inc(kind);
          metrics.lateness.observe((now.getTime() - dueAt) / second);
        }
        metrics.remindersDropped.add(dropped);
        this.sender.wake(householdId);
      },
    });
    this.stopListening = committed.listen(({ householdId, recorded }) => {
      this.engine.touch(householdId, urgencyOf(recorded, clock()));
    });
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

  /** Owners and adults get it once a day. */
  tellAdults(reason: string): void {
    const { db, clock } = this.parts;
    const now = clock();
    for (const { id: householdId, timeZone } of listHouseholds(db)) {
      const work = this.workFor(householdId, now);
      const adults = membersForReminders(work).filter(({ role }) => isAdult(role));
      const facts = { type: "system", what: "backup_failed", label: "", reason, at: now.getTime() } as const;
      const subject = { type: "household", id: householdId } as const;
      const ring = dateIn(timeZone, now);
      const news = adults.map(({ id }) => systemMoment(id, { subject, ring, facts, now }));
      writeUncached(db, () => transact(db, () => this.tell(work, news)));
      this.sender.wake(householdId);
    }
  }

  private workFor(householdId: string, now: Date): Work {
    const { db } = this.parts;
    return systemWork(db, readHousehold(db, householdId), now);
  }

  private tell(work: Work, moments: readonly Moment[]): void {
    const { db, householdId, timeZone, now } = work;
    const channels = this.openChannels(householdId);
    const members = new Map(
      membersForReminders(work).map(({ id, role }) => {
        const own = channels.filter(({ memberId }) => memberId === id);
        return [id, { preferences: readPreferences(work, id, role), channels: own, recent: 0 }];
      }),
    );
    const { notices } = decide({ timeZone, now: now.getTime(), moments, members });
    const made = commitNotices(db, householdId, notices, new Map(channels.map((each) => [each.id, each])), now);
    const memberIds = [...new Set(made.map(({ memberId }) => memberId))];
    if (memberIds.length > 0) this.parts.noticed.emit({ householdId, memberIds });
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
    const reachable = membersWithChannel(place);
    const wanted = (notices: Parameters<typeof wantedAmong>[2]) =>
      wantedAmong(db, householdId, notices, reachable, now);
    const channel = { id: channelId, details: found.details };
    const message = compose(db, householdId, { channel, notice, wantedAmong: wanted }, now);
    return message && ((signal: AbortSignal) => channels.send(found.channel, message, signal));
  }

  private record({ householdId, channelId, kind }: Task, outcome: Outcome, now: Date): boolean {
    const { db, metrics } = this.parts;
    metrics.deliveries.inc(kind, outcome.kind);
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
        if (before && result !== "kept") {
          this.tell(this.workFor(householdId, now), [channelOff(before, outcome.reason, now)]);
        }
        return result !== "deleted";
      }
      default:
        noteFailing(place, channelId);
        return true;
    }
  }
}

function channelOff({ channel: { id, memberId }, label }: SendableChannel, reason: string, now: Date): Moment {
  const facts = { type: "system", what: "channel_off", label, reason, at: now.getTime() } as const;
  return systemMoment(memberId, { subject: { type: "channel", id }, ring: now.toISOString(), facts, now });
}

type News = Pick<Moment, "subject" | "ring" | "facts"> & { readonly now: Date };

function systemMoment(memberId: string, { subject, ring, facts, now }: News): Moment {
  const dueAt = now.getTime();
  const expiresAt = dueAt + day;
  const always = { kind: "system", listId: null, minutes: -1, notBefore: 0 } as const;
  return { ...always, memberId, subject, slot: ring, ring, dueAt, expiresAt, about: [memberId], facts };
}
