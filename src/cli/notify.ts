import { type Db, snapshot } from "../db/client.ts";
import { countByState, listChannelsOff, oldestIn, readQueues, readSettledTo } from "../delivery/status.ts";
import { listJobs } from "../jobs/store.ts";
import type { Command } from "./command.ts";
import { withDatabase } from "./open.ts";

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
  },
};

type Status = { readonly isDelivering: boolean } & ReturnType<typeof readStatus>;

function readStatus(db: Db, now: Date) {
  const queues = readQueues(db, now);
  return {
    deliveries: countByState(db),
    queuedByChannel: Object.fromEntries(queues.map(({ kind, count }) => [kind, count])),
    oldestQueuedAt: oldestIn(queues),
    channelsOff: listChannelsOff(db),
    settledTo: readSettledTo(db),
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
