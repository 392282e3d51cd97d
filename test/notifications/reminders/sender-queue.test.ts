/** Tests many households that wait for one service, as all members with ntfy.sh do. */
import { expect, test } from "bun:test";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { Sender } from "#notifications/delivery/sender.ts";
import { transact } from "#platform/db/client.ts";
import { silentLog } from "#platform/http/log.ts";
import { systemWork } from "#platform/work.ts";
import { start } from "../../support/home/home.ts";
import { countedDatabase } from "../../support/home/queries.ts";
import { TestTimers } from "../../support/home/timers.ts";
import { addChannel, addDelivery, addNotice } from "../../support/reminders/notices.ts";

const homes = 300;

test("The sender of notices reads each household only a few times, even if many households wait", async () => {
  const { db, meanwhile } = countedDatabase();
  const clock = { now: start };
  transact(db, () => {
    for (let index = 0; index < homes; index++) {
      const home = createHousehold(db, { name: `Home ${index}`, timeZone: "Europe/Berlin", plan: "api" }, start);
      const anna = addMember(systemWork(db, home, start), { name: "Anna", role: "owner" });
      const owner = { db, id: home.id, members: { anna }, clock };
      addDelivery(owner, { noticeId: addNotice(owner), channelId: addChannel(owner), expiresAt: "2027" });
    }
  });
  const timers = new TestTimers();
  const sent = new Map<string, number>();
  let atOnce = 0;
  let mostAtOnce = 0;
  const sender = new Sender({
    ...{ db, timers, log: silentLog, isDelivering: true },
    clock: () => clock.now,
    parallel: { push: 6, mail: 2, ntfy: 2, apprise: 2 },
    record: () => true,
    prepare: ({ id }) => {
      return async () => {
        sent.set(id, (sent.get(id) ?? 0) + 1);
        mostAtOnce = Math.max(mostAtOnce, ++atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce--;
        return { kind: "ok", status: 200 };
      };
    },
  });
  const reads = await meanwhile(async () => {
    sender.start();
    for (let step = 0; step < 40 * homes && sent.size < homes; step++) {
      clock.now = new Date(clock.now.getTime() + 25);
      timers.advance(25);
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const stopped = sender.stop(0);
  timers.advance(0);
  await stopped;
  expect([...sent.values()]).toEqual(Array.from({ length: homes }, () => 1));
  expect(mostAtOnce).toBe(2);
  // Two for each look: at what is due, and at what comes later. A look at all for each answer would be 45,000.
  expect(reads).toBeLessThan(20 * homes);
});
