/** Words that only some may read, in everything that leaves the server: messages, logs, metrics and exports. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { day, minute } from "#lib/time.ts";
import { noticeKinds } from "#notifications/notices/notice.ts";
import { readExport } from "#operations/backup/export.ts";
import { channel, notice } from "#platform/db/tables.ts";
import { checkInBody } from "../../support/records/check-ins.ts";
import { startDelivery } from "../../support/reminders/delivering.ts";
import type { SinkKind } from "../../support/reminders/sinks.ts";

setDefaultTimeout(60_000); // Two hours pass in steps.

const kinds: readonly SinkKind[] = ["push", "mail", "ntfy", "apprise"];
const ofBen = "canary-private";
const never = ["canary-note", "canary-answer", "canary-login"];

test.each(["full", "title", "none"] as const)(
  "Deliveries with the setting details = %p, logs and exports contain no private texts of other members",
  async (details) => {
    const place = await startDelivery();
    const { home, server } = place;
    const { anna, ben, mia } = home.members;
    const [asAnna, asBen] = [home.as(anna), home.as(ben)];
    const owners = new Map<string, string>();
    for (const member of [anna, ben]) {
      const quiet = member === ben ? { from: "10:00", to: "10:45" } : null;
      await home.as(member).patch("/app/notifications", { details, taskAt: "10:30", quiet });
      for (const kind of kinds) {
        const id = place.connect(home, member, kind, kind === "mail" ? { label: "canary-label" } : {});
        const { config } = server.db
          .select()
          .from(channel)
          .all()
          .find((each) => each.id === id)!;
        for (const text of strings(JSON.parse(config))) owners.set(text, member.id);
      }
      await asAnna.patch(`/app/members/${member.id}`, { email: `canary-login-${member.name}@family.org` });
    }
    const soon = (minutes: number) => new Date(server.clock.now.getTime() + minutes * minute).toISOString();

    const section = (await asBen.post("/v1/lists/sections", { name: "Home" })).body;
    const list = { name: `${ofBen} list`, sectionId: section.id, visibility: "personal" };
    const { body: personal } = await asBen.post("/v1/lists", list);
    const { body: shared } = await asAnna.post("/v1/lists", { name: "Shopping", sectionId: section.id });
    for (const member of [anna, ben]) await home.as(member).call("PUT", `/app/lists/${shared.id}/follow`);
    await asBen.call("PUT", `/app/lists/${personal.id}/follow`);
    const add = async (as: typeof asBen, listId: string, content: string, more: object) => {
      const path = `/v1/lists/${listId}/blocks`;
      const { body } = await as.post(path, { type: "task", content });
      return as.patch(`${path}/${body.id}`, more);
    };
    const item = await add(asBen, personal.id, `${ofBen} item`, { dueDate: soon(20) });
    await add(asBen, personal.id, `${ofBen} second item`, { dueDate: "2026-11-28T22:59:00Z" });
    await add(asAnna, shared.id, "Milk", { dueDate: soon(25), memberId: anna.id });
    const faces = ["canary-answer good", "canary-answer bad", "canary-answer fine"].map((label) => ({
      emoji: "🙂",
      label,
    }));
    const times = { times: [{ time: "10:20" }, { time: "10:40" }], notify: true };
    const asked = await asAnna.post("/v1/check-ins", checkInBody([anna.id, ben.id], { ...times, faces }));
    const first = { date: "2026-11-27", time: "10:20", memberId: ben.id, faceIndex: 1, note: "canary-note" };
    const answered = await asBen.post(`/app/check-ins/${asked.body.id}/answers`, first);
    const event = { title: "Piano", startsAt: soon(60), endsAt: soon(90) };
    await asAnna.post("/v1/events", { ...event, memberIds: [anna.id, ben.id, mia.id], reminderMinutesList: [40, 10] });
    const missed = { title: "Choir", startsAt: soon(180), endsAt: soon(200) };
    await asAnna.post("/v1/events", { ...missed, memberIds: [anna.id, ben.id], reminderMinutesList: [30] });
    await asAnna.post("/v1/tasks", { label: "Buy a cake", memberId: ben.id, dueDate: "2026-11-27" });
    const daily = { startDate: "2026-11-27", recurrenceRule: "FREQ=DAILY", dueTime: "10:35" };
    await asAnna.post("/app/chores", { name: "Dishes", memberIds: [anna.id, ben.id], ...daily });
    const burst = Array.from({ length: 35 }, (_, index) => ({
      ...{ title: `Stop ${index}`, startsAt: soon(40), endsAt: soon(50) },
      ...{ memberIds: [ben.id], reminderMinutesList: [5] },
    }));
    // A request takes 30 events, and 30 notices in ten minutes are not yet a burst.
    for (const events of [burst.slice(0, 20), burst.slice(20)]) await asAnna.post("/v1/events/batch", { events });
    home.createKey({ scopes: ["tasks.read"], expiresAt: new Date(Date.parse(soon(30)) + 7 * day).toISOString() });
    expect({ item: item.status, asked: asked.status, answered: answered.status }).toEqual({
      item: 200,
      asked: 200,
      answered: 200,
    });

    await place.pass(50 * minute);
    const { notices } = (await asBen.get("/app/notices?limit=100")).body;
    const rung = notices.find(({ title }: { title: string }) => title.includes(`${ofBen} item`));
    expect((await asBen.post(`/app/notices/${rung.id}`, { action: "snooze", minutes: 10 })).status).toBe(200);
    await place.pass(15 * minute);
    await place.jump("2026-11-27T15:00:00Z");
    await place.pass(minute);
    await place.jump("2026-11-28T06:25:00Z");
    await place.pass(15 * minute);

    const arrivals = place.sinks.arrivals.map((each) => ({
      ...each,
      text: decoded(each.kind, place.sinks.textOf(each)),
    }));
    const memberOf = (address: string) =>
      [...owners].find(([text]) => text === address || text.endsWith(`/${address}`))?.[1];
    expect(new Set(arrivals.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const decided = server.db.select().from(notice).all();
    expect([...new Set(decided.map((each) => each.kind))].sort()).toEqual([...noticeKinds].sort());
    const toAnna = arrivals.filter(({ address }) => memberOf(address) === anna.id).map(({ text }) => text);
    const toBen = arrivals.filter(({ address }) => memberOf(address) === ben.id).map(({ text }) => text);
    expect(toAnna.length + toBen.length).toBe(arrivals.length);
    expect(toAnna.filter((text) => text.includes(ofBen))).toEqual([]);
    // The search itself finds what it should: Ben's own reminder names his item.
    expect(toBen.some((text) => text.includes(`${ofBen} item`))).toBe(details !== "none");

    const log = place.logged.join("");
    const metrics = await (
      await server.handle(
        new Request("http://localhost/metrics", {
          headers: { Authorization: "Bearer metrics", Host: "localhost" },
        }),
      )
    ).text();
    expect(metrics).toContain("inglenook_deliveries_total");
    const exported = JSON.stringify(readExport({ db: server.db, householdId: home.id }));
    for (const word of [...never, "canary-label"]) {
      expect({ word, found: arrivals.filter(({ text }) => text.includes(word)) }).toEqual({ word, found: [] });
      expect({ word, inLog: log.includes(word), inMetrics: metrics.includes(word) }).toEqual({
        word,
        inLog: false,
        inMetrics: false,
      });
    }
    expect({ inLog: log.includes(ofBen), inMetrics: metrics.includes(ofBen) }).toEqual({
      inLog: false,
      inMetrics: false,
    });
    for (const secret of owners.keys()) {
      const isSecret = secret.length > 20 && !Object.values(place.sinks.origins).includes(secret);
      if (!isSecret) continue;
      const places = {
        inLog: log.includes(secret),
        inMetrics: metrics.includes(secret),
        inExport: exported.includes(secret),
      };
      expect({ secret, ...places }).toEqual({ secret, inLog: false, inMetrics: false, inExport: false });
    }
    // Addresses are in the head of the mails to them, and in no other message.
    const addresses = [...owners.keys()].filter((text) => text.includes("@"));
    expect(addresses).toHaveLength(2);
    const others = arrivals.filter(({ kind, text, address }) => {
      const body = kind === "mail" ? text.replace(`To: ${address}`, "") : text;
      return addresses.some((each) => body.includes(each));
    });
    expect(others).toEqual([]);
  },
);

/** Every text in a configuration: addresses, keys and tokens. */
function strings(config: unknown): string[] {
  if (typeof config === "string") return [config];
  return typeof config === "object" && config !== null ? Object.values(config).flatMap(strings) : [];
}

/** Decodes the two encodings of mails, so that no text hides a word. */
function decoded(kind: SinkKind, text: string): string {
  if (kind !== "mail") return text;
  const plain = text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const blocks = text.match(/(?:^[A-Za-z0-9+/=]{20,}$\n?)+/gm) ?? [];
  return [plain, ...blocks.map((block) => Buffer.from(block, "base64").toString())].join("\n");
}
