/** Private events of a member's phone: nobody else reads more than their times, by any way out of the server. */
import { beforeEach, describe, expect, test } from "bun:test";
import { createApp } from "#server/app.ts";
import { davClient, responsesIn, tokenIn } from "../../support/calendar/dav.ts";
import {
  details,
  eventsOf,
  get,
  notYours,
  privateHome,
  range,
  secret,
  series,
  single,
  textOf,
} from "../../support/calendar/private-events.ts";
import { type Answer, type Home, testDeps } from "../../support/home/home.ts";
import { listen, liveHousehold } from "../../support/home/live.ts";
import { withMcpClient } from "../../support/mcp/mcp.ts";
import { samples } from "../../support/operations/operations.ts";

let home: Home;
let all: Awaited<ReturnType<typeof privateHome>>;

beforeEach(async () => {
  all = await privateHome();
  home = all.home;
});

describe("a private event of a phone", () => {
  test("A private event is complete for the owner, and “Busy” for everybody else", async () => {
    await all.put("single", single("CLASS:PRIVATE"), home.members.ben.id);
    for (const caller of Object.values(all.owners)) {
      const [seen] = await eventsOf(caller);
      expect(seen).toMatchObject({ title: "QxTitle", location: "QxPlace", notes: "QxNotes", busyOnly: false });
      expect(seen.readOnly).toBe(false);
    }
    for (const caller of Object.values(all.others)) {
      const [seen, ...more] = await eventsOf(caller);
      expect(more).toEqual([]);
      expect(seen).toMatchObject({ title: "Busy", location: null, notes: null, busyOnly: true, readOnly: true });
      expect(seen).toMatchObject({ startsAt: "2026-12-01T09:00:00.000Z", memberIds: [home.members.ben.id] });
    }
  });

  test("A private event from a phone is hidden from other members in the response of every GET route", async () => {
    await all.plant();
    const ids = (await eventsOf(all.ben)).map(({ id }: { id: string }) => id);
    const routes = createApp(testDeps()).routes.filter(({ method }) => method === "GET");
    let walked = 0;
    for (const { hooks } of routes) {
      const id = hooks.detail?.operationId as string | undefined;
      const sample = id === undefined || /Backup/.test(id) ? undefined : await samples[id]?.(home);
      if (!sample) continue;
      const isOfEvent = /\/v1\/events\/[0-9a-f-]{36}/.test(sample.path);
      const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;
      const paths = isOfEvent ? ids.map((each: string) => sample.path.replace(uuid, each)) : [sample.path];
      for (const path of paths) {
        for (const [name, caller] of Object.entries(all.others)) {
          const answer = await get(caller, path);
          expect(`${name} ${path} ${textOf(answer)}`).not.toMatch(secret);
        }
      }
      walked += 1;
    }
    expect(walked).toBeGreaterThan(50);
  });

  test("A private event is hidden from other members in lists, search, the activity feed and MCP", async () => {
    await all.plant();
    const paths = [
      ...[`/v1/events?${range}`, `/v1/events?${range}&raw=true`, "/v1/events?direction=forward&limit=1"],
      ...["/v1/agenda?from=2026-11-30&days=14", "/v1/search?query=QxTitle", "/v1/search?query=QxPlace"],
      ...["/v1/search?query=QxNotes", "/v1/activity?limit=100", "/v1/activity/details?limit=100"],
      "/app/activity?limit=100",
    ];
    for (const path of paths) {
      const seen = await Promise.all(
        Object.entries(all.owners).map(async ([name, each]) => [name, await get(each, path)]),
      );
      for (const [name, answer] of seen as [string, Answer][]) {
        if (answer.status === 200) expect(`${name} ${textOf(answer)}`).toMatch(secret);
      }
      for (const [name, caller] of Object.entries(all.others)) {
        expect(`${name} ${textOf(await get(caller, path))}`).not.toMatch(secret);
      }
    }
    const cursors = await Promise.all(
      Object.values(all.owners).map(async (each) => (await get(each, "/v1/events?direction=forward&limit=1")).body),
    );
    for (const { nextCursor } of cursors) {
      expect(Buffer.from(nextCursor, "base64url").toString("latin1")).not.toMatch(secret);
    }
    for (const { body } of await Promise.all(
      Object.values(all.others).map((each) => get(each, "/v1/search?query=QxTitle")),
    )) {
      expect(body.results ?? []).toEqual([]);
    }
    for (const [callers, isOwner] of [
      [all.owners, true],
      [all.others, false],
    ] as const) {
      for (const [name, caller] of Object.entries(callers)) {
        if (!name.endsWith("Key")) continue;
        const mcp = withMcpClient(caller as Home);
        const said = await Promise.all([
          mcp.use("get_agenda", { from: "2026-12-01", days: 14 }),
          mcp.use("search", { query: "QxTitle" }),
          mcp.use("list_activity", {}),
        ]);
        for (const each of said) {
          if (isOwner) expect(`${name} ${JSON.stringify(each)}`).toMatch(/QxTitle/);
          else expect(`${name} ${JSON.stringify(each).replaceAll("QxTitle”", "")}`).not.toMatch(/QxPlace|QxNotes/);
        }
      }
    }
  });

  test("A private event is “Busy” for other members on phones, in calendar feeds and in files", async () => {
    await all.plant();
    const anna = davClient(home);
    for (const [name, client] of Object.entries({ anna, phone: all.phone })) {
      const isOwner = name === "phone";
      const texts: string[] = [];
      for (const key of ["family", home.members.ben.id]) {
        const hrefs = Object.keys(await client.list(key)).map((file) => client.at(key, file));
        for (const href of hrefs) texts.push((await client.get(href)).body);
        const asked = hrefs.map((href) => `<D:href>${href}</D:href>`).join("");
        const data = "<D:prop><D:getetag/><C:calendar-data/></D:prop>";
        const ns = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
        const filter = (inner: string) =>
          `<C:calendar-query ${ns}>${data}<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${inner}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
        const multiget = `<C:calendar-multiget ${ns}>${data}${asked}</C:calendar-multiget>`;
        texts.push((await client.report(client.at(key), multiget)).body);
        texts.push((await client.report(client.at(key), filter(""))).body);
        texts.push((await client.sync(key)).body);
        const match = '<C:prop-filter name="SUMMARY"><C:text-match>QxTitle</C:text-match></C:prop-filter>';
        const { body } = await client.report(client.at(key), filter(match));
        expect(responsesIn(body).length > 0).toBe(isOwner);
      }
      if (isOwner) expect(texts.join()).toMatch(/QxTitle/);
      else {
        for (const each of texts) expect(each).not.toMatch(secret);
        expect(texts.join()).toContain("SUMMARY:Busy");
      }
    }
    const { body: feed } = await home
      .as(home.members.anna)
      .post("/app/calendar-feeds", { name: "x", parts: ["events"] });
    const read = await home.call("GET", new URL(feed.url).pathname, { key: null });
    expect(read.body).toContain("SUMMARY:Busy");
    expect(read.body).not.toMatch(secret);
    const [one] = await eventsOf(all.ben);
    expect((await all.ben.get(`/v1/events/${one.id}/ics`)).body).toMatch(/QxTitle/);
    const file = await get(all.anna, `/v1/events/${one.id}/ics`);
    expect(file.body).toContain("SUMMARY:Busy");
    expect(textOf(file)).not.toMatch(secret);
  });

  test("A private event from a phone cannot be changed by other members in any way", async () => {
    await all.put("single", single("CLASS:PRIVATE"));
    await all.put("series", series(...details, "CLASS:PRIVATE"));
    const before = await eventsOf(all.ben);
    const one = before.find(({ title, recurring }: { title: string; recurring: boolean }) => title && !recurring);
    const date = before.find(({ recurring }: { recurring: boolean }) => recurring);
    const { instanceStartsAt } = date;
    for (const [name, caller] of Object.entries(all.others)) {
      if (name === "mia" || name === "tablet") continue;
      const at = `/v1/events/${one.id}`;
      const answers = [
        await caller.call("PATCH", at, { body: { title: "Mine" } }),
        await caller.call("PATCH", at, { body: { memberIds: [] } }),
        await caller.call("DELETE", at),
        await caller.call("PATCH", `/v1/events/${date.id}`, {
          body: { title: "x", editScope: "this", instanceStartsAt },
        }),
        await caller.call("DELETE", `/v1/events/${date.id}?scope=this&instanceStartsAt=${instanceStartsAt}`),
        await caller.call("POST", "/v1/events/batch/delete", { body: { events: [{ id: one.id }] } }),
      ];
      for (const { body, headers } of answers) {
        expect(body).toEqual(notYours);
        expect(headers.get("X-Error-Code")).toBe("not_yours");
      }
    }
    const anna = davClient(home);
    const path = anna.at("family", "single.ics");
    const masked = (await anna.get(path)).body;
    const refused = [
      await anna.put(path, masked.replace("SUMMARY:Busy", "SUMMARY:Mine")),
      await anna.delete(path),
      await anna.move(path, anna.at("family", "other.ics")),
      await anna.put(anna.at(home.members.anna.id, "stolen.ics"), single()),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(refused.map(({ headers }) => headers.get("X-Error-Code"))).toEqual(Array(4).fill("not_yours"));
    for (const each of refused) expect(`${each.headers.get("X-Error-Code")} ${each.body}`).not.toMatch(secret);
    const { entries } = (await get(all.ben, "/v1/activity")).body;
    const entry = entries.find(({ subject }: { subject: { type: string } }) => subject.type === "event");
    for (const who of [all.anna, all.keys.nobodysKey]) {
      expect((await who.call("POST", `/v1/activity/${entry.id}/undo`)).body).toEqual(notYours);
    }
    expect(await eventsOf(all.ben)).toEqual(before);
    expect((await all.ben.post(`/v1/activity/${entry.id}/undo`, undefined)).status).toBe(200);
  });

  test("The CLASS line of an event makes the event private or public", async () => {
    await all.put("single", single());
    const anna = all.anna;
    const before = await get(anna, `/v1/events?${range}`);
    expect(textOf(before)).toMatch(secret);
    const etag = before.headers.get("ETag") ?? "";
    await all.put("single", single("CLASS:PRIVATE"));
    const after = await anna.call("GET", `/v1/events?${range}`, { headers: { "If-None-Match": etag } });
    expect(after.status).toBe(200);
    expect(textOf(after)).not.toMatch(secret);
    expect(textOf(await get(anna, "/v1/activity"))).not.toMatch(secret);
    expect((await get(anna, "/v1/activity")).body.entries[0]).toMatchObject({
      summary: "changed the event “Busy”",
      subject: { label: "Busy" },
      changes: null,
      canUndo: false,
    });
    await all.put("single", single("CLASS:PUBLIC"));
    expect(textOf(await get(anna, `/v1/events?${range}`))).toMatch(/QxTitle/);
    await all.put("single", single("CLASS:PRIVATE"));
    await all.put("single", single());
    expect(textOf(await get(anna, `/v1/events?${range}`))).toMatch(/QxTitle/);
  });

  test("A private event that overlaps a new event is reported as “Busy”", async () => {
    const own = await privateHome(await liveHousehold());
    const { origin } = own.home.server;
    const socket = await listen(origin, { headers: own.anna.headers });
    await own.put("single", single("CLASS:PRIVATE"));
    const message = await socket.next();
    expect(message).toMatchObject({ type: "changed", kinds: ["event"] });
    expect(JSON.stringify(message)).not.toMatch(secret);
    socket.close();
    const times = { startsAt: "2026-12-01T09:30:00Z", endsAt: "2026-12-01T09:45:00Z" };
    for (const [caller, title] of [
      [own.anna, "Busy"],
      [own.ben, "QxTitle"],
    ] as const) {
      const body = { events: [{ title: "Dentist", ...times }], dryRun: true };
      const { clashes } = (await caller.call("POST", "/v1/events/batch", { body })).body;
      expect(clashes).toMatchObject([{ title }]);
    }
  });

  test("A private event has one entity tag for the owner and another tag for other members", async () => {
    await all.put("single", single("CLASS:PRIVATE"));
    const anna = davClient(home);
    const [mine, hers] = [await all.phone.list("family"), await anna.list("family")];
    expect(Object.keys(mine)).toEqual(Object.keys(hers));
    expect(mine["single.ics"]).not.toBe(hers["single.ics"]!);
    const token = tokenIn((await anna.sync("family")).body);
    await all.put("single", single("CLASS:PRIVATE", "PRIORITY:1"));
    expect(responsesIn((await anna.sync("family", token)).body).length).toBe(1);
  });
});
