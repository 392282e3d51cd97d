/** Private events of a member's phone: nobody else reads more than their times, by any way out of the server. */
import { beforeEach, describe, expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { migrations } from "../../src/db/migrations.ts";
import { preview } from "../support/calendar-operations.ts";
import { tablet } from "../support/check-ins.ts";
import { davClient, event, responsesIn, tokenIn } from "../support/dav.ts";
import { type Answer, type Home, household, refusal, testDeps } from "../support/home.ts";
import { speaking } from "../support/mcp.ts";
import { samples } from "../support/operations.ts";
import { reminded, titlesOf } from "../support/reminders.ts";

const secret = /Qx/;
const notYours = refusal(403, "Only its owner can change this event");
const range = "from=2026-11-30T00:00:00Z&to=2026-12-31T00:00:00Z";

const details = [
  ...["SUMMARY:QxTitle", "LOCATION:QxPlace", "DESCRIPTION:QxNotes", "X-QX:QxOther", "COMMENT:QxComment"],
  ...["ATTENDEE;CN=QxGuest:mailto:qx@QxGuest.example", "URL:https://qx.example/QxUrl", "CATEGORIES:QxTopic"],
  ...["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:QxAlarm", "TRIGGER:-PT15M", "END:VALARM"],
];
const single = (...more: string[]) => event("single@phone", ...details, ...more);
const series = (...more: string[]) =>
  event("series@phone", "DTSTART:20261202T150000Z", "DTEND:20261202T160000Z", "RRULE:FREQ=WEEKLY;COUNT=4", ...more);
const override = (...more: string[]) => [
  ...["END:VEVENT", "BEGIN:VEVENT", "UID:series@phone", "DTSTAMP:20261101T100000Z"],
  ...["RECURRENCE-ID:20261209T150000Z", "DTSTART:20261209T170000Z", "DTEND:20261209T180000Z", ...more],
];
/** Its dates cannot be expressed by one event. */
const unrolled = event(
  "unrolled@phone",
  ...["DTSTART:20261203T150000Z", "DTEND:20261203T160000Z", "RDATE:20261210T183000Z", ...details, "CLASS:PRIVATE"],
);
const cancelled = event("cancelled@phone", "STATUS:CANCELLED", ...details, "CLASS:PRIVATE");

let home: Home;
let ben: ReturnType<Home["as"]>;
let phone: ReturnType<typeof davClient>;
let others: Record<string, Pick<Home, "call">>;
let owners: Record<string, Pick<Home, "call">>;

beforeEach(async () => {
  home = await household();
  const { members } = home;
  ben = home.as(members.ben);
  phone = davClient(home, { ...members.ben, role: "adult" } as never);
  const device = await tablet(home);
  const keyOf = (memberId: string | null): Pick<Home, "call"> => {
    const { key } = home.createKey({ memberId });
    return { call: (method, path, request = {}) => home.call(method, path, { ...request, key }) };
  };
  others = {
    anna: home.as(members.anna),
    mia: home.as(members.mia),
    annasKey: keyOf(members.anna.id),
    nobodysKey: keyOf(null),
    tablet: device.for(members.ben),
  };
  owners = { ben, bensKey: keyOf(members.ben.id) };
});

const put = async (name: string, text: string, key = "family") => {
  const { status, body } = await phone.put(phone.at(key, `${name}.ics`), text);
  if (status > 204) throw new Error(`${name}: ${status} ${body}`);
};
const get = (caller: Pick<Home, "call">, path: string) => caller.call("GET", path);
const eventsOf = async (caller: Pick<Home, "call">, query = range) =>
  (await get(caller, `/v1/events?${query}`)).body.events;
const textOf = ({ body, headers }: Answer) => `${JSON.stringify(body)} ${JSON.stringify([...headers])}`;

async function plant(): Promise<void> {
  await put("single", single("CLASS:PRIVATE"));
  await put("confidential", event("confidential@phone", ...details, "CLASS:CONFIDENTIAL"), home.members.ben.id);
  await put("series", series(...details, "CLASS:PRIVATE", ...override(...details, "CLASS:PRIVATE")));
  await put("unrolled", unrolled);
  await put("cancelled", cancelled);
  const [first] = await eventsOf(ben);
  await ben.patch(`/v1/events/${first.id}`, { notes: "QxChanged" });
  await ben.delete(`/v1/events/${first.id}`);
  await put("single", single("CLASS:PRIVATE"));
}

describe("a private event of a phone", () => {
  test("is whole for its member and the member's keys, and is Busy with its times for everybody else", async () => {
    await put("single", single("CLASS:PRIVATE"), home.members.ben.id);
    for (const caller of Object.values(owners)) {
      const [seen] = await eventsOf(caller);
      expect(seen).toMatchObject({ title: "QxTitle", location: "QxPlace", notes: "QxNotes", busyOnly: false });
      expect(seen.readOnly).toBe(false);
    }
    for (const caller of Object.values(others)) {
      const [seen, ...more] = await eventsOf(caller);
      expect(more).toEqual([]);
      expect(seen).toMatchObject({ title: "Busy", location: null, notes: null, busyOnly: true, readOnly: true });
      expect(seen).toMatchObject({ startsAt: "2026-12-01T09:00:00.000Z", memberIds: [home.members.ben.id] });
    }
  });

  test("is in no answer of any GET route to others", async () => {
    await plant();
    const ids = (await eventsOf(ben)).map(({ id }: { id: string }) => id);
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
        for (const [name, caller] of Object.entries(others)) {
          const answer = await get(caller, path);
          expect(`${name} ${path} ${textOf(answer)}`).not.toMatch(secret);
        }
      }
      walked += 1;
    }
    expect(walked).toBeGreaterThan(50);
  });

  test("is not in lists in any form, in search, the feed and MCP, but whole there for its member", async () => {
    await plant();
    const paths = [
      ...[`/v1/events?${range}`, `/v1/events?${range}&raw=true`, "/v1/events?direction=forward&limit=1"],
      ...["/v1/agenda?from=2026-11-30&days=14", "/v1/search?query=QxTitle", "/v1/search?query=QxPlace"],
      ...["/v1/search?query=QxNotes", "/v1/activity?limit=100", "/v1/activity/details?limit=100"],
      "/app/activity?limit=100",
    ];
    for (const path of paths) {
      const seen = await Promise.all(Object.entries(owners).map(async ([name, each]) => [name, await get(each, path)]));
      for (const [name, answer] of seen as [string, Answer][]) {
        if (answer.status === 200) expect(`${name} ${textOf(answer)}`).toMatch(secret);
      }
      for (const [name, caller] of Object.entries(others)) {
        expect(`${name} ${textOf(await get(caller, path))}`).not.toMatch(secret);
      }
    }
    const cursors = await Promise.all(
      Object.values(owners).map(async (each) => (await get(each, "/v1/events?direction=forward&limit=1")).body),
    );
    for (const { nextCursor } of cursors) {
      expect(Buffer.from(nextCursor, "base64url").toString("latin1")).not.toMatch(secret);
    }
    for (const { body } of await Promise.all(
      Object.values(others).map((each) => get(each, "/v1/search?query=QxTitle")),
    )) {
      expect(body.results ?? []).toEqual([]);
    }
    for (const [callers, isOwner] of [
      [owners, true],
      [others, false],
    ] as const) {
      for (const [name, caller] of Object.entries(callers)) {
        if (!name.endsWith("Key")) continue;
        const mcp = speaking(caller as Home);
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

  test("is Busy in calendars of other phones, in feeds and in files, and whole on the member's", async () => {
    await plant();
    const anna = davClient(home);
    for (const [name, client] of Object.entries({ anna, phone })) {
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
    const [one] = await eventsOf(ben);
    expect((await ben.get(`/v1/events/${one.id}/ics`)).body).toMatch(/QxTitle/);
    const file = await get(others.anna!, `/v1/events/${one.id}/ics`);
    expect(file.body).toContain("SUMMARY:Busy");
    expect(textOf(file)).not.toMatch(secret);
  });

  test("cannot be changed by others, by any way", async () => {
    await put("single", single("CLASS:PRIVATE"));
    await put("series", series(...details, "CLASS:PRIVATE"));
    const all = await eventsOf(ben);
    const one = all.find(({ title, recurring }: { title: string; recurring: boolean }) => title && !recurring);
    const date = all.find(({ recurring }: { recurring: boolean }) => recurring);
    const { instanceStartsAt } = date;
    for (const [name, caller] of Object.entries(others)) {
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
    for (const each of refused) expect(`${each.headers.get("X-Error-Code")} ${each.body}`).not.toMatch(secret);
    const { entries } = (await get(ben, "/v1/activity")).body;
    const entry = entries.find(({ subject }: { subject: { type: string } }) => subject.type === "event");
    for (const who of [others.anna!, others.nobodysKey!]) {
      expect((await who.call("POST", `/v1/activity/${entry.id}/undo`)).body).toEqual(notYours);
    }
    expect(await eventsOf(ben)).toEqual(all);
    expect((await ben.post(`/v1/activity/${entry.id}/undo`, undefined)).status).toBe(200);
  });

  test("becomes private and public with its class, and the feed does not name it afterwards", async () => {
    await put("single", single());
    const anna = others.anna!;
    const before = await get(anna, `/v1/events?${range}`);
    expect(textOf(before)).toMatch(secret);
    const etag = before.headers.get("ETag") ?? "";
    await put("single", single("CLASS:PRIVATE"));
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
    await put("single", single("CLASS:PUBLIC"));
    expect(textOf(await get(anna, `/v1/events?${range}`))).toMatch(/QxTitle/);
    await put("single", single("CLASS:PRIVATE"));
    await put("single", single());
    expect(textOf(await get(anna, `/v1/events?${range}`))).toMatch(/QxTitle/);
  });

  test("keeps the entity tags of its two readings apart, and both phones in sync", async () => {
    await put("single", single("CLASS:PRIVATE"));
    const anna = davClient(home);
    const [mine, hers] = [await phone.list("family"), await anna.list("family")];
    expect(Object.keys(mine)).toEqual(Object.keys(hers));
    expect(mine["single.ics"]).not.toBe(hers["single.ics"]!);
    const token = tokenIn((await anna.sync("family")).body);
    await put("single", single("CLASS:PRIVATE", "PRIORITY:1"));
    expect(responsesIn((await anna.sync("family", token)).body).length).toBe(1);
  });
});

describe("an instance with another class than its series", () => {
  test("is Busy alone if it alone is private", async () => {
    const lines = ["SUMMARY:Training", "LOCATION:Hall", ...override(...details, "CLASS:PRIVATE")];
    await put("series", series(...lines));
    const titles = async (caller: Pick<Home, "call">) =>
      (await eventsOf(caller)).map(({ title, location }: { title: string; location: string }) => [title, location]);
    const usual = ["Training", "Hall"];
    expect(await titles(others.anna!)).toEqual([usual, ["Busy", null], usual, usual]);
    expect(await titles(ben)).toEqual([usual, ["QxTitle", "QxPlace"], usual, usual]);
    const raw = await get(others.anna!, `/v1/events?${range}&raw=true`);
    expect(textOf(raw)).not.toMatch(secret);
    const { body } = await davClient(home).get(davClient(home).at("family", "series.ics"));
    expect(body).toContain("SUMMARY:Training");
    expect(body).not.toMatch(secret);
    const [{ id }] = await eventsOf(others.anna!);
    expect((await others.anna!.call("PATCH", `/v1/events/${id}`, { body: { title: "x" } })).body).toEqual(notYours);
  });

  test("is shown if it alone is public", async () => {
    const shown = ["SUMMARY:Party", "LOCATION:Garden", "CLASS:PUBLIC"];
    await put("series", series(...details, "CLASS:PRIVATE", ...override(...shown)));
    const titles = (await eventsOf(others.anna!)).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["Busy", "Party", "Busy", "Busy"]);
    const anna = davClient(home);
    const { body } = await anna.get(anna.at("family", "series.ics"));
    expect(body).toContain("SUMMARY:Party");
    expect(body).not.toMatch(secret);
  });
});

describe("a private event of a file", () => {
  test("has no owner, so that everybody sees it, also after a phone moved it", async () => {
    const { body } = await preview(home, single("CLASS:PRIVATE"));
    const choices = { memberIds: [], isGeneral: true, known: "skip" };
    await home.as(home.members.anna).post(`/app/calendar-imports/${body.id}`, choices);
    expect(textOf(await get(others.mia!, `/v1/events?${range}`))).toMatch(/QxTitle/);
    const [file] = Object.keys(await phone.list("family"));
    const text = (await phone.get(phone.at("family", file))).body;
    await phone.put(phone.at("family", file), text.replace("QxNotes", "QxOther"));
    expect(textOf(await get(others.mia!, `/v1/events?${range}`))).toMatch(/QxTitle/);
  });
});

describe("a member who leaves", () => {
  test("takes private events along", async () => {
    await plant();
    const anna = home.as(home.members.anna);
    expect((await anna.delete(`/app/members/${home.members.ben.id}`)).status).toBe(200);
    expect(await eventsOf(anna)).toEqual([]);
    expect(Object.keys(await davClient(home).list("family"))).toEqual([]);
  });
});

describe("reminders of a private event", () => {
  test("are whole for its member and say Busy to others, in their language and also about the time before", async () => {
    const reminder = await reminded();
    home = reminder.home;
    const { anna, ben: owner } = home.members;
    phone = davClient(home, { ...owner, role: "adult" } as never);
    await put("first", event("first@phone", "DTSTART:20261127T100000Z", "DTEND:20261127T110000Z", ...details));
    for (const caller of [anna, owner]) await home.as(caller).patch("/app/notifications", { general: true });
    await home.as(anna).patch("/app/notifications", { language: "de" });
    reminder.at("2026-11-27T09:46:00.000Z");
    expect((await titlesOf(home, anna)).join()).toMatch(/QxTitle/);
    await put(
      "first",
      event("first@phone", "DTSTART:20261127T100000Z", "DTEND:20261127T110000Z", ...details, "CLASS:PRIVATE"),
    );
    await put(
      "second",
      event("second@phone", "DTSTART:20261127T120000Z", "DTEND:20261127T130000Z", ...details, "CLASS:PRIVATE"),
    );
    reminder.at("2026-11-27T11:46:00.000Z");
    const { body } = await home.as(anna).get("/app/notices?limit=100");
    expect(JSON.stringify(body)).not.toMatch(secret);
    expect((await titlesOf(home, anna)).map((title) => title.split(": ").at(-1))).toEqual([
      "Beschäftigt",
      "Beschäftigt",
    ]);
    expect((await titlesOf(home, owner)).join()).toMatch(/QxTitle/);
  });
});

test("an older version's private events of phones are hidden by the migration, and nothing else changes", async () => {
  await put("single", single("CLASS:PRIVATE"));
  await put("series", series(...details, "CLASS:CONFIDENTIAL", ...override(...details, "PRIORITY:1")));
  await put("public", event("public@phone", "CLASS:PUBLIC"));
  const { $client } = home.db;
  const client = { run: (sql: string) => $client.run(sql) };
  const now = JSON.stringify(await eventsOf(ben));
  client.run(`UPDATE event SET title = private_details ->> 'title', location = private_details ->> 'location',
    notes = private_details ->> 'notes', exceptions = json_extract(private_details, '$.exceptions') WHERE private_to IS NOT NULL`);
  client.run("UPDATE event SET private_to = NULL, private_details = NULL");
  client.run("UPDATE calendar_object SET private_to = NULL");
  client.run("UPDATE activity SET private_to = NULL");
  const steps = (migrations.at(16) ?? "").split("--> statement-breakpoint").filter((each) => each.includes("UPDATE"));
  expect(steps.length).toBe(6);
  for (const step of steps) client.run(step);
  // A write makes the cached answers old.
  await home.post("/v1/tasks", { label: "Bins", memberId: home.members.anna.id });
  expect(JSON.stringify(await eventsOf(ben))).toBe(now);
  for (const caller of Object.values(others)) {
    expect(textOf(await get(caller, `/v1/events?${range}`))).not.toMatch(secret);
    expect(textOf(await get(caller, "/v1/activity"))).not.toMatch(secret);
  }
  const anna = davClient(home);
  const { body } = await anna.get(anna.at("family", "series.ics"));
  expect(body).not.toMatch(secret);
  expect((await eventsOf(others.anna!)).map(({ title }: { title: string }) => title).sort()).toEqual([
    ...Array.from({ length: 5 }, () => "Busy"),
    "Dentist",
  ]);
});
