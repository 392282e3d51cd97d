import { systemTimers } from "#lib/timers.ts";
import { createChannels } from "#notifications/channels/adapters.ts";
import { toTestResult } from "#notifications/channels/model.ts";
import { listChannels } from "#notifications/channels/store.ts";
import { readTestTarget, recordTest, sendTest } from "#notifications/channels/test-message.ts";
import {
  countByState,
  findOldest,
  listChannelsOff,
  readDecidedUntil,
  readQueues,
} from "#notifications/delivery/status.ts";
import type { Config } from "#platform/config.ts";
import { type Db, snapshot, transact } from "#platform/db/client.ts";
import { listJobs } from "#platform/jobs/store.ts";
import { systemWork, type Work } from "#platform/work.ts";
import type { Command, Input } from "../command.ts";
import { householdOption, pickHousehold, pickMember, withDatabase } from "../open.ts";

export const notify: Command = {
  name: "notify",
  summary: "show what reminders and background jobs do",
  actions: {
    status: {
      summary: "Show what waits to be sent, which channels are off, what is due next, and when jobs last ran.",
      async run({ config }) {
        const json = withDatabase(config, true, (db) =>
          snapshot(db, () => ({ isDelivering: config.isDelivering, ...readStatus(db, new Date()) })),
        );
        return { json, text: toText(json) };
      },
    },
    test: {
      summary: "Send a test through each channel of a member, and say what happened; exit code 1 unless all arrived.",
      options: { ...householdOption, member: { value: "ID|NAME", help: "whose channels", required: true } },
      async run({ config, options }) {
        const json = await withDatabase(config, true, (db) => testChannels(config, db, options));
        const isBad = json.channels.length === 0 || json.channels.some(({ outcome }) => outcome !== "sent");
        return { json, text: testText(json), isBad };
      },
    },
  },
};

type Tests = Awaited<ReturnType<typeof testChannels>>;

async function testChannels(config: Config, db: Db, options: Input["options"]) {
  const { work, member, channels } = snapshot(db, () => {
    const work = systemWork(db, pickHousehold(db, options.household), new Date());
    const member = pickMember(work, options.member ?? "");
    return { work, member: member.name, channels: listForTests(work, member.id) };
  });
  const ways = createChannels({ db, config, clock: () => new Date(), timers: systemTimers });
  const sendOne = async ({ id, kind, label, tested }: (typeof channels)[number]) => {
    const sent = await sendTest(ways, config, tested, new Date());
    transact(db, () => recordTest({ ...work, now: new Date() }, id, sent));
    return { id, kind, label, ...toTestResult(sent, "en") };
  };
  try {
    return { member, channels: await Promise.all(channels.map(sendOne)) };
  } finally {
    await ways.close();
  }
}

function listForTests(work: Work, memberId: string) {
  return listChannels(work, memberId).map(({ id, kind, label }) => {
    return { id, kind, label, tested: readTestTarget(work, memberId, id) };
  });
}

function testText({ member, channels }: Tests): string {
  if (channels.length === 0) return `${member} has no channels. Settings → Notifications adds them.\n`;
  return channels
    .map(
      ({ kind, label, outcome, reason }) =>
        `“${label}” (${kind}): ${reason === null ? outcome : `${outcome}: ${reason}`}\n`,
    )
    .join("");
}

type Status = { readonly isDelivering: boolean } & ReturnType<typeof readStatus>;

function readStatus(db: Db, now: Date) {
  const queues = readQueues(db, now);
  return {
    deliveries: countByState(db),
    queuedByChannel: Object.fromEntries(queues.map(({ kind, count }) => [kind, count])),
    oldestQueuedAt: findOldest(queues),
    channelsOff: listChannelsOff(db),
    settledTo: readDecidedUntil(db),
    jobs: listJobs(db),
  };
}

function toText({ isDelivering, deliveries, oldestQueuedAt, channelsOff, settledTo, jobs }: Status): string {
  const states = Object.entries(deliveries).map(([state, count]) => `${count} ${state}`);
  const lines = [
    `Delivery: ${isDelivering ? "on" : "off (DELIVERY=off)"}`,
    `Deliveries of the last 30 days: ${states.join(", ") || "none"}${oldestQueuedAt === null ? "" : `; the oldest waits since ${oldestQueuedAt}`}`,
    `Channels that are off: ${channelsOff.length === 0 ? "none" : ""}`,
    ...channelsOff.map(({ member, label, kind, offReason }) => `  ${member}'s “${label}” (${kind}): ${offReason}`),
    `Reminders are decided up to: ${settledTo ?? "nothing yet"}${settledTo === null ? "" : " or later"}`,
    `Jobs: ${jobs.length === 0 ? "none ran yet" : ""}`,
    ...jobs.map(({ kind, subjectId, okAt, nextAt, failures, error }) => {
      const failed = failures === 0 ? "" : `; failed ${failures} times in a row: ${error}`;
      return `  ${[kind, subjectId].filter(Boolean).join(" ")}: last succeeded ${okAt ?? "never"}, next at ${nextAt}${failed}`;
    }),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
