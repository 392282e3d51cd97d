/** Access to calendars by CalDAV, and the responses to everybody else. */
import { describe, expect, test } from "bun:test";
import { davClient, event, propfindOf, responsesIn } from "../../support/calendar/dav.ts";
import { describedOperations, household, serverInProcess } from "../../support/home/home.ts";
import { requestOf, samples } from "../../support/operations/operations.ts";

const challenge = 'Basic realm="Inglenook", charset="UTF-8"';
const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

describe("a request without a password", () => {
  test.each([
    ["no credentials", {}],
    ["a key", { Authorization: "Bearer fam_live_x" }],
    ["another scheme", { Authorization: "Digest username=x" }],
    ["no Base64", { Authorization: "Basic %%%" }],
    ["an empty header", { Authorization: "" }],
    ["no colon", { Authorization: `Basic ${btoa("anna")}` }],
    ["a wrong password", { Authorization: basic("anna-2222", "aaaa-bbbb-cccc-dddd-eeee") }],
  ])("A CalDAV request with %s gets 401 and is asked for a password", async (_, headers) => {
    const { home, phone } = await setUp();
    for (const path of ["/dav/", "/", "/principals/", phone.homePath, phone.at("family", "x.ics")]) {
      const request = new Request(`http://localhost${path}`, {
        method: "PROPFIND",
        headers: {
          Host: "localhost",
          "X-Forwarded-For": `10.9.${Math.floor(Math.random() * 250)}.1`,
          ...headers,
        } as Record<string, string>,
      });
      const { status, headers: answered } = await home.server.handle(request);
      expect([path, status, answered.get("www-authenticate")]).toEqual([path, 401, challenge]);
    }
  });

  test("A correct app password is refused with another username", async () => {
    const { phone } = await setUp();
    const answer = await phone.send("PROPFIND", "/dav/", {
      headers: { Authorization: basic("ben-2222", phone.password) },
    });
    expect(answer.status).toBe(401);
    const folded = basic(phone.username.toUpperCase(), phone.password);
    const same = await phone.send("PROPFIND", "/dav/", { headers: { Authorization: folded, Depth: "0" } });
    expect(same.status).toBe(207);
  });

  test("A session or an API key gives no access to CalDAV, and an app password gives none to the API", async () => {
    const { home, phone } = await setUp();
    const cookies = await home.as(home.members.anna).call("PROPFIND", "/dav/");
    expect(cookies.status).toBe(401);
    const keyed = await home.call("PROPFIND", "/dav/");
    expect(keyed.status).toBe(401);
    const authorization = basic(phone.username, phone.password);
    for (const path of ["/v1/events", "/app/calendar-apps", "/mcp"]) {
      const { status } = await phone.send("GET", path, { headers: { Authorization: authorization } });
      expect([path, status < 400]).toEqual([path, false]);
    }
  });

  test("A revoked app password is refused at once", async () => {
    const { home, phone } = await setUp();
    expect((await phone.propfind("/dav/", "0", "<D:displayname/>")).status).toBe(207);
    await home.as(home.members.anna).delete(`/app/calendar-apps/${phone.id}`);
    expect((await phone.propfind("/dav/", "0", "<D:displayname/>")).status).toBe(401);
  });

  test("The address /.well-known/caldav redirects every method to the CalDAV server", async () => {
    const { home } = await setUp();
    for (const path of ["/.well-known/caldav", "/.well-known/caldav/"]) {
      for (const method of ["GET", "PROPFIND", "OPTIONS", "HEAD", "REPORT"]) {
        const request = new Request(`http://localhost${path}`, { method, headers: { Host: "localhost" } });
        const { status, headers } = await home.server.handle(request);
        expect([path, method, status, headers.get("location")]).toEqual([path, method, 301, "/dav/"]);
      }
    }
  });
});

describe("the access of an app password", () => {
  test("An app password gives no access to calendars and events of another member or household", async () => {
    const { home, phone } = await setUp();
    const neighbour = davClient(await home.neighbour());
    const theirs = neighbour.at("family", "theirs.ics");
    await neighbour.put(theirs, event("theirs@phone"));
    const paths = [
      theirs,
      neighbour.homePath,
      `/dav/${neighbour.memberId}/`,
      `/dav/${home.members.ben.id}/`,
      `/dav/${home.members.ben.id}/cal/family/`,
      phone.at(neighbour.memberId),
      phone.at(neighbour.memberId, "theirs.ics"),
      phone.at("family", "theirs.ics"),
    ];
    for (const path of paths) {
      for (const method of ["PROPFIND", "GET", "DELETE", "PROPPATCH", "REPORT", "PUT", "MOVE"]) {
        const body =
          method === "PUT"
            ? event("mine@phone")
            : method === "PROPPATCH"
              ? patchOf("<D:displayname>x</D:displayname>")
              : queryAll;
        const isNew = method === "PUT" && path === phone.at("family", "theirs.ics");
        if (isNew || method === "GET" || method === "DELETE" || method === "PROPFIND") {
          const sent = method === "PROPFIND" ? { body: propfindOf("<D:getetag/>") } : isNew ? { body } : {};
          const { status } = await phone.send(method, path, { ...sent, headers: { Depth: "0" } });
          expect([path, method, isNew ? status : status === 404 || status === 405]).toEqual([
            path,
            method,
            isNew ? 201 : true,
          ]);
          if (isNew) await phone.delete(path);
          continue;
        }
        const { status } = await phone.send(method, path, {
          body,
          headers: { Destination: phone.at("family", "y.ics") },
        });
        expect([path, method, [403, 404, 405, 409].includes(status)]).toEqual([path, method, true]);
      }
    }
    expect(Object.keys(await neighbour.list("family"))).toEqual(["theirs.ics"]);
    const multiget = await phone.report(phone.at("family"), multigetOf(theirs));
    expect(responsesIn(multiget.body)).toMatchObject([{ href: theirs, status: 404 }]);
  });

  test("An app password gives access only to the calendars that were chosen for the password", async () => {
    const home = await household();
    const { mia } = home.members;
    await home.post("/v1/events", {
      title: "Secret",
      startsAt: "2026-12-01T16:00:00+01:00",
      endsAt: "2026-12-01T16:45:00+01:00",
    });
    const phone = davClient(home, home.members.anna as never, { calendars: [mia.id] });
    const { body } = await phone.propfind(phone.homePath, "1", "<D:displayname/>");
    expect(responsesIn(body).map(({ props }) => props.displayname)).toEqual(["Anna", "Mia"]);
    expect((await phone.propfind(phone.at("family"), "1", "<D:getetag/>")).status).toBe(404);
    expect((await phone.put(phone.at("family", "x.ics"), event("x@phone"))).status).toBe(409);
    expect((await phone.sync("family")).status).toBe(404);
  });

  test("A read-only app password cannot change anything", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    await phone.put(path, event("one@phone"));
    const reader = davClient(home, home.members.anna as never, { name: "Wall", access: "read" });
    const refused = [
      await reader.put(path, event("one@phone", "X-A:1")),
      await reader.put(reader.at("family", "two.ics"), event("two@phone")),
      await reader.delete(path),
      await reader.move(path, reader.at("family", "other.ics")),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    for (const { body } of refused) expect(body).toContain("<D:need-privileges>");
    const { body } = await reader.propfind(reader.at("family"), "0", "<D:current-user-privilege-set/>");
    expect(body.match(/<D:privilege>/g)).toHaveLength(1);
    expect((await reader.get(path)).status).toBe(200);
  });

  test("An app password gives only read access to followed calendars", async () => {
    const { home, phone } = await setUp();
    const [id, object] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    const { db } = home;
    await home.post("/v1/events", {
      title: "Holiday",
      startsAt: "2026-12-01T16:00:00+01:00",
      endsAt: "2026-12-01T16:45:00+01:00",
    });
    const now = home.clock.now.toISOString();
    db.$client.run(
      "INSERT INTO external_calendar (household_id, id, name, color, address, host, member_ids, is_general, every_hours, state, remarks, runs, created_at, updated_at, created_by) VALUES (?, ?, 'School', 'sky', '', '', '[]', 1, 12, 'fresh', '[]', '[]', ?, ?, 1)",
      [home.id, id, now, now],
    );
    db.$client.run("UPDATE event SET source_id = ?, object_id = ? WHERE household_id = ?", [id, object, home.id]);
    const path = phone.at(id, `${object}.ics`);
    expect(Object.keys(await phone.list(id))).toEqual([`${object}.ics`]);
    expect((await phone.get(path)).body).toContain("SUMMARY:Holiday");
    expect((await phone.delete(path)).status).toBe(403);
    expect((await phone.put(path, event("x@phone"))).status).toBe(403);
    expect((await phone.move(path, phone.at("family", "x.ics"))).status).toBe(403);
  });
});

test("Calendar programs that exceed the request limit get the status 503 and a time to wait", async () => {
  const home = await household({
    server: serverInProcess({ DAV_RATE_LIMIT_BURST: "3", DAV_RATE_LIMIT_PER_MINUTE: "3" }),
  });
  const phone = davClient(home);
  const all = [];
  for (let index = 0; index < 5; index++) all.push(await phone.propfind("/dav/", "0", "<D:displayname/>"));
  expect(all.map(({ status }) => status)).toEqual([207, 207, 207, 503, 503]);
  expect(all.at(-1)?.headers.get("retry-after")).toMatch(/^\d+$/);
  const other = davClient(home, home.members.ben as never);
  expect((await other.propfind("/dav/", "0", "<D:displayname/>")).status).toBe(207);
});

test("An IP address that sends wrong app passwords is slowed down by responses with the status 503", async () => {
  const home = await household({ server: serverInProcess() });
  const phone = davClient(home);
  const headers = { Authorization: basic(phone.username, "aaaa-bbbb-cccc-dddd-eeee") };
  const all = [];
  for (let index = 0; index < 35; index++) all.push((await phone.send("PROPFIND", "/dav/", { headers })).status);
  expect([all[0], all.at(-1)]).toEqual([401, 503]);
  expect((await phone.propfind("/dav/", "0", "<D:displayname/>")).status).toBe(207);
});

test("The list of app passwords shows which calendar program used each password", async () => {
  const { home, phone } = await setUp();
  await phone.send("PROPFIND", "/dav/", { headers: { Depth: "0", "User-Agent": "iOS/26.1 (23B82) dataaccessd/1.0" } });
  const { writeUses } = await import("#platform/auth/last-uses.ts");
  writeUses(home.db, home.clock.now);
  const { body } = await home.as(home.members.anna).get("/app/calendar-apps");
  expect(body.apps).toMatchObject([{ client: "iOS/26.1 (23B82) dataaccessd/1.0", lastSeenAt: expect.any(String) }]);
});

function patchOf(props: string): string {
  return `<D:propertyupdate xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop>${props}</D:prop></D:set></D:propertyupdate>`;
}

const queryAll = `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>`;

function multigetOf(...hrefs: string[]): string {
  return `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs.map((href) => `<D:href>${href}</D:href>`).join("")}</C:calendar-multiget>`;
}

test("No operation of the API accepts an app password", async () => {
  const { home, phone } = await setUp();
  const taken: string[] = [];
  for (const [index, { id, method, path }] of describedOperations.entries()) {
    const sample = await samples[id]?.(home);
    if (!sample) continue; // Without credentials.
    const { body } = requestOf(sample);
    const headers = {
      Authorization: basic(phone.username, phone.password),
      Host: "localhost",
      // Wrong credentials of one address are bounded.
      "X-Forwarded-For": `10.8.${index >> 8}.${index & 255}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const request = new Request(`http://localhost${sample.path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { status } = await home.server.handle(request);
    if (status !== 401) taken.push(`${method} ${path}: ${status}`);
  }
  expect(taken).toEqual([]);
});
