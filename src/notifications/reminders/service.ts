/** Connects the engine that creates notices with the sender that delivers them. */

import { listHouseholds, readHousehold } from "#accounts/households/store.ts";
import { membersForReminders } from "#accounts/members/store.ts";
import { dateIn, day, second } from "#lib/time.ts";
import { isAdult } from "#platform/auth/role.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { systemWork, type Work } from "#platform/work.ts";
import type { Channels } from "../channels/adapters.ts";
import { maxParallel } from "../channels/config.ts";
import {
  deleteGoneChannel,
  findChannel,
  listOpenChannels,
  membersWithChannel,
  recordFailure,
  recordRefusal,
  recordSuccess,
  type SendableChannel,
} from "../channels/store.ts";
import { composeMessage } from "../delivery/compose.ts";
import type { Outcome } from "../delivery/outcome.ts";
import { type QueuedDelivery, Sender } from "../delivery/sender.ts";
import type { Facts, Subject } from "../notices/notice.ts";
import { findNotice } from "../notices/store.ts";
import { ReminderEngine } from "./engine.ts";
import { readMemberInputs } from "./inputs.store.ts";
import type { DueReminder } from "./inputs.ts";
import { commitNotices, type OpenChannel, recipientsOf } from "./plan.ts";
import { decideNotices } from "./policy.ts";
import { findStillDue } from "./still-due.ts";
import { urgencyOf } from "./urgency.ts";

type RemindersDeps = Omit<Deps, "runtime"> & { readonly channels: Channels };

export class Reminders {
  readonly engine: ReminderEngine;
  readonly sender: Sender;
  private readonly stopListening: () => void;

  constructor(private readonly deps: RemindersDeps) {
    const { clock, config, committed, metrics } = deps;
    this.sender = new Sender({
      ...deps,
      isDelivering: config.isDelivering,
      parallel: maxParallel,
      prepare: (delivery, now) => this.prepare(delivery, now),
      record: (delivery, outcome, now) => this.record(delivery, outcome, now),
    });
    this.engine = new ReminderEngine({
      ...deps,
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
      this.engine.noteChange(householdId, urgencyOf(recorded, clock()));
    });
  }

  /** Starts the reminders. Call this before the server listens, so that due notices are created first. */
  start(): void {
    this.engine.start();
    this.sender.start();
  }

  async stop(graceMs: number): Promise<void> {
    this.stopListening();
    this.engine.stop();
    await this.sender.stop(graceMs);
  }

  /** Notifies owners and adults of a failed backup, at most once a day. */
  notifyAdults(reason: string): void {
    const { db, clock } = this.deps;
    const now = clock();
    for (const { id: householdId, timeZone } of listHouseholds(db)) {
      const work = this.workFor(householdId, now);
      const adults = membersForReminders(work).filter(({ role }) => isAdult(role));
      const facts = { what: "backup_failed", label: "", reason } as const;
      const subject = { type: "household", id: householdId } as const;
      const date = dateIn(timeZone, now);
      const reminders = adults.map(({ id }) => createSystemReminder(id, subject, date, facts, now));
      writeUncached(db, () => transact(db, () => this.commitSystemNotices(work, reminders)));
      this.sender.wake(householdId);
    }
  }

  private workFor(householdId: string, now: Date): Work {
    const { db } = this.deps;
    return systemWork(db, readHousehold({ db, householdId }), now);
  }

  private commitSystemNotices(work: Work, reminders: readonly DueReminder[]): void {
    const { householdId, timeZone, now } = work;
    const channels = this.openChannels(householdId);
    const members = recipientsOf(readMemberInputs(work, new Set()), channels);
    const { notices } = decideNotices({ timeZone, now: now.getTime(), reminders, members });
    const made = commitNotices(work, notices, channels);
    const memberIds = [...new Set(made.map(({ memberId }) => memberId))];
    if (memberIds.length > 0) this.deps.noticed.emit({ householdId, memberIds });
  }

  /** Returns the channels that can send notices. Empty if `DELIVERY` is off: notices are then shown in the app only. */
  private openChannels(householdId: string): OpenChannel[] {
    const { db, config, channels } = this.deps;
    if (!config.isDelivering) return [];
    const open = listOpenChannels({ db, householdId });
    return open.map((channel) => ({ ...channel, target: channels.targetOf(channel) }));
  }

  private prepare({ householdId, noticeId, channelId }: QueuedDelivery, now: Date) {
    const { db, channels } = this.deps;
    const scope = { db, householdId };
    const found = findChannel(scope, channelId);
    const notice = findNotice(scope, noticeId);
    if (!found?.isOpen || !notice) return null;
    const work = this.workFor(householdId, now);
    const reachable = membersWithChannel(work);
    const message = composeMessage(work, {
      channel: { id: channelId, details: found.details },
      notice,
      findStillDue: (notices) => findStillDue(work, notices, reachable),
    });
    return message && ((signal: AbortSignal) => channels.send(found.channel, message, signal));
  }

  private record({ householdId, channelId, kind }: QueuedDelivery, outcome: Outcome, now: Date): boolean {
    const { db, metrics } = this.deps;
    metrics.deliveries.inc(kind, outcome.kind);
    const scope = { db, householdId, now };
    switch (outcome.kind) {
      case "ok":
        recordSuccess(scope, channelId);
        return true;
      case "gone":
        deleteGoneChannel(scope, channelId);
        return false;
      case "refused": {
        const before = findChannel(scope, channelId);
        const result = recordRefusal(scope, channelId, outcome.reason);
        if (before && result !== "kept") {
          this.commitSystemNotices(this.workFor(householdId, now), [channelOff(before, outcome.reason, now)]);
        }
        return result !== "deleted";
      }
      default:
        recordFailure(scope, channelId);
        return true;
    }
  }
}

function channelOff({ channel: { id, memberId }, label }: SendableChannel, reason: string, now: Date): DueReminder {
  const facts = { what: "channel_off", label, reason } as const;
  return createSystemReminder(memberId, { type: "channel", id }, now.toISOString(), facts, now);
}

type SystemFacts = Pick<Extract<Facts, { type: "system" }>, "what" | "label" | "reason">;

/** Creates a reminder that is due now. A member gets at most one about the same subject with the same `slot`. */
function createSystemReminder(
  memberId: string,
  subject: Subject,
  slot: string,
  facts: SystemFacts,
  now: Date,
): DueReminder {
  const dueAt = now.getTime();
  return {
    kind: "system",
    memberId,
    about: [memberId],
    subject,
    listId: null,
    slot,
    occurrenceKey: slot,
    minutes: -1,
    dueAt,
    expiresAt: dueAt + day,
    notBefore: 0,
    facts: { type: "system", ...facts, at: dueAt },
  };
}
