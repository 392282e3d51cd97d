/** Heavy calendar requests wait for each other, and others are served between their steps. */
import { expect, test } from "bun:test";
import { heavyWorkSemaphore } from "#calendar/calendars/heavy-work.ts";
import { findResource } from "#calendar/dav/data/resources.store.ts";
import { deleteResource, moveResource } from "#calendar/dav/data/writes.store.ts";
import { streamOf } from "#calendar/dav/streams.ts";
import { transact } from "#platform/db/client.ts";
import { systemWork } from "#platform/work.ts";
import { davClient, event } from "../../support/calendar/dav.ts";
import { heavySeries } from "../../support/calendar/heavy-objects.ts";
import { household } from "../../support/home/home.ts";
import { turnsOf } from "../../support/turns.ts";

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const heavy = (uid: string, bytes = 100_000) => heavySeries({ uid, overrides: 300, bytes });

test("A caller can have one large PUT running and four waiting, and gets 429 for the sixth", async () => {
  const phone = davClient(await household());
  const all = Array.from({ length: 8 }, (_, index) => phone.put(phone.at("family", `${index}.ics`), heavy(`${index}`)));
  const answers = await Promise.all(all);
  expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toBe("5");
  expect((await phone.put(phone.at("family", "later.ics"), heavy("later"))).status).toBe(201);
});

test("PUT requests of small calendar objects do not wait for other PUT requests", async () => {
  const phone = davClient(await household());
  const all = Array.from({ length: 8 }, (_, index) => phone.put(phone.at("family", `${index}.ics`), event(`${index}`)));
  expect(new Set(statusesOf(await Promise.all(all)))).toEqual(new Set([201]));
});

test("Requests that read, list, move or delete large calendar objects share a limit with PUT requests", async () => {
  const home = await household();
  const phone = davClient(home);
  for (const uid of ["one", "two", "three"]) await phone.put(phone.at("family", `${uid}.ics`), heavy(uid));
  const held: (() => void)[] = [];
  const caller = { id: "others", householdId: home.id };
  held.push(await heavyWorkSemaphore(home.db).acquire(caller));
  held.push(await heavyWorkSemaphore(home.db).acquire({ ...caller, id: "more" }));
  const names = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
  const period = '<C:time-range start="20260101T000000Z" end="20260201T000000Z"/>';
  const at = (name: string) => phone.at("family", `${name}.ics`);
  const filter = `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${period}</C:comp-filter></C:comp-filter></C:filter>`;
  const requests = [
    () => phone.list("family"),
    () => phone.sync("family"),
    () => phone.report(phone.at("family"), `<C:calendar-query ${names}><D:prop/>${filter}</C:calendar-query>`),
    () => phone.report(phone.at("family"), `<C:free-busy-query ${names}>${period}</C:free-busy-query>`),
    () => phone.get(at("one")),
    () => phone.put(at("one"), event("one")),
    () => phone.move(at("two"), at("moved")),
    () => phone.delete(at("three")),
  ];
  let done = 0;
  const started = requests.slice(0, 5).map((ask) => ask().then(() => done++));
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(done).toBe(0);
  for (const ask of requests.slice(5)) expect(await ask()).toMatchObject({ status: 429 });
  for (const release of held) release();
  await Promise.all(started);
  expect(done).toBe(5);
});

test("Other requests are served while a large calendar object is written, read, moved and deleted", async () => {
  const phone = davClient(await household());
  const text = heavySeries({ uid: "one", overrides: 2_000, bytes: 1_000_000 });
  const path = phone.at("family", "one.ics");
  const isShared = async (ask: () => Promise<{ status: number }>) => {
    const { answer, turns } = await turnsOf(ask);
    return [answer.status, turns > 5];
  };
  expect(await isShared(() => phone.put(path, text))).toEqual([201, true]);
  expect(await isShared(() => phone.get(path))).toEqual([200, true]);
  const { headers } = await phone.get(path);
  const condition = { "If-Match": headers.get("etag") ?? "" };
  expect(await isShared(() => phone.put(path, text.replace("Changed 7", "Moved 7"), condition))).toEqual([204, true]);
});

test("MOVE and DELETE of a large calendar object run in steps, between which other requests can run", async () => {
  const home = await household();
  const phone = davClient(home);
  await phone.put(phone.at("family", "one.ics"), heavy("one"));
  const work = systemWork(home.db, { id: home.id, timeZone: "Europe/Berlin" }, home.clock.now);
  const resource = () => findResource(work, "family", "one.ics") ?? expect.unreachable();
  const countSteps = (steps: Generator<void, void>) => [...steps].length;
  const rolledBack = (steps: () => Generator<void, void>) => {
    let count = 0;
    const attempt = () =>
      transact(home.db, () => {
        count = countSteps(steps());
        throw new Error("rolled back");
      });
    expect(attempt).toThrow("rolled back");
    return count;
  };
  const target = { calendar: "family", name: "two.ics" };
  expect(rolledBack(() => moveResource(work, resource(), target, null))).toBe(2);
  expect(rolledBack(() => deleteResource(work, resource()))).toBe(1);
});

test("A large response is aborted if its client stops reading while other requests wait", async () => {
  const releasedFor = (isAwaited: boolean) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const parts = (async function* () {
      for (;;) yield "x".repeat(300_000);
    })();
    const stream = streamOf(parts, { isAwaited, release: async () => resolve(isAwaited) });
    const reader = stream.getReader();
    return { promise, reader };
  };
  const [alone, awaited] = [releasedFor(false), releasedFor(true)];
  for (const { reader } of [alone, awaited]) expect((await reader.read()).value).toHaveLength(300_000);
  expect(await Promise.race([alone.promise, awaited.promise])).toBe(true);
  await expect(awaited.reader.read()).rejects.toThrow("The reader stands still");
  expect((await alone.reader.read()).value).toHaveLength(300_000);
  await alone.reader.cancel();
  expect(await alone.promise).toBe(false);
});
