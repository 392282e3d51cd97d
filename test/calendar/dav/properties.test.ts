/** PROPFIND, PROPPATCH, OPTIONS and what surrounds them. */
import { describe, expect, test } from "bun:test";
import { listStoredProperties } from "#calendar/dav/data/stored-properties.store.ts";
import { davClient, event, propfindOf, responsesIn } from "../../support/calendar/dav.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { household } from "../../support/home/home.ts";

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

const find = async (phone: Awaited<ReturnType<typeof setUp>>["phone"], path: string, depth: string, props: string) => {
  const { status, body, headers } = await phone.propfind(path, depth, props);
  return { status, headers, found: status === 207 ? responsesIn(body) : [] };
};

test("A calendar program that knows only the root address of the CalDAV server finds the calendars", async () => {
  const { home, phone } = await setUp();
  for (const path of ["/", "/dav", "/dav/", "/principals", "/principals/"]) {
    const { found, headers } = await find(phone, path, "0", "<D:current-user-principal/><D:resourcetype/>");
    expect(found).toMatchObject([
      { href: path.replace(/[a-z]$/, "$&/"), props: { "current-user-principal": `/dav/${phone.memberId}/` } },
    ]);
    expect(headers.get("dav")).toBe("1, 3, calendar-access");
  }
  const principal = await find(phone, `/dav/${phone.memberId}/`, "0", "<C:calendar-home-set/><D:displayname/>");
  expect(principal.found[0]?.props).toEqual({ "calendar-home-set": phone.homePath, displayname: "Anna" });
  const { found } = await find(phone, phone.homePath, "1", "<D:displayname/><D:resourcetype/><A:calendar-color/>");
  const { anna, ben, mia } = home.members;
  expect(found.map(({ href }) => href)).toEqual([
    phone.homePath,
    ...["family", anna.id, ben.id, mia.id].map((key) => phone.at(key)),
  ]);
  const calendars = found.filter(({ elements }) =>
    elements.resourcetype?.children.some(({ local }) => local === "calendar"),
  );
  expect(calendars.map(({ props }) => props.displayname)).toEqual(["Test", "Anna", "Ben", "Mia"]);
  for (const { props } of calendars) expect(props["calendar-color"]).toMatch(/^#[0-9A-F]{6}FF$/);
});

test("A CalDAV calendar reports its content types and the permissions of the program", async () => {
  const { phone } = await setUp();
  const names =
    "<C:supported-calendar-component-set/><D:supported-report-set/><D:current-user-privilege-set/><C:max-resource-size/><CS:getctag/><D:sync-token/><C:calendar-timezone/><C:schedule-calendar-transp/><D:owner/><X:unknown xmlns:X='urn:x'/>";
  const [calendar] = (await find(phone, phone.at("family"), "0", names)).found;
  expect(calendar?.missing).toEqual(["unknown"]);
  expect(calendar?.elements["supported-calendar-component-set"]?.children).toMatchObject([
    { attributes: { name: "VEVENT" } },
  ]);
  const reports = calendar?.elements["supported-report-set"]?.children.map(
    ({ children }) => children[0]?.children[0]?.local,
  );
  expect(reports).toEqual(["calendar-query", "calendar-multiget", "free-busy-query", "sync-collection"]);
  const privileges = calendar?.elements["current-user-privilege-set"]?.children.map(
    ({ children }) => children[0]?.local,
  );
  expect(privileges).toContain("write-content");
  expect(calendar?.props["calendar-timezone"]).toContain("TZID:Europe/Berlin");
  expect(calendar?.props["sync-token"]).toMatch(/^data:,[\w-]+\/family\/0\/\w+$/);
  const before = calendar?.props.getctag;
  await phone.put(phone.at("family", "one.ics"), event("one@phone"));
  const [after] = (await find(phone, phone.at("family"), "0", "<CS:getctag/>")).found;
  expect(after?.props.getctag).not.toBe(before);
});

test("A CalDAV event reports its media type, size and entity tag", async () => {
  const { phone } = await setUp();
  const ics = event("one@phone", "LOCATION:Café");
  const put = await phone.put(phone.at("family", "one.ics"), ics);
  const names = "<D:getetag/><D:getcontenttype/><D:getcontentlength/><D:getlastmodified/><D:resourcetype/>";
  const [, one] = (await find(phone, phone.at("family"), "1", names)).found;
  expect(one).toMatchObject({
    href: phone.at("family", "one.ics"),
    props: {
      getetag: put.headers.get("etag"),
      getcontenttype: "text/calendar; charset=utf-8; component=VEVENT",
      getcontentlength: String(Buffer.byteLength(ics)),
      getlastmodified: expect.stringMatching(/GMT$/),
      resourcetype: "",
    },
  });
  expect((await phone.send("HEAD", phone.at("family", "one.ics"))).headers.get("etag")).toBe(put.headers.get("etag"));
  const same = await phone.get(phone.at("family", "one.ics"), { "If-None-Match": put.headers.get("etag") ?? "" });
  expect(same.status).toBe(304);
});

test("A PROPFIND with allprop, propname or no body lists the existing properties", async () => {
  const { phone } = await setUp();
  const path = phone.at("family");
  const nothing = responsesIn((await phone.send("PROPFIND", path, { headers: { Depth: "0" } })).body);
  expect(Object.keys(nothing[0]?.props ?? {})).toContain("displayname");
  expect(Object.keys(nothing[0]?.props ?? {})).not.toContain("calendar-timezone");
  const body = `<D:propfind xmlns:D="DAV:"><D:propname/></D:propfind>`;
  const names = responsesIn((await phone.send("PROPFIND", path, { headers: { Depth: "0" }, body })).body);
  expect(Object.keys(names[0]?.props ?? {})).toContain("calendar-timezone");
});

test("A PROPFIND with several or none of prop, allprop and propname is refused", async () => {
  const { phone } = await setUp();
  const bodies = ["<D:allprop/><D:propname/>", "<D:prop/><D:allprop/>", "", "<D:unknown/>"];
  for (const body of [...bodies.map((each) => `<D:propfind xmlns:D="DAV:">${each}</D:propfind>`), "<other/>"]) {
    const { status } = await phone.send("PROPFIND", phone.at("family"), { headers: { Depth: "0" }, body });
    expect([body, status]).toEqual([body, 400]);
  }
});

test("A PROPFIND leaves out missing properties if the program prefers short answers", async () => {
  const { phone } = await setUp();
  for (const headers of [{ Prefer: "return=minimal" }, { Brief: "t" }] as Record<string, string>[]) {
    const { body } = await phone.send("PROPFIND", phone.at("family"), {
      headers: { Depth: "0", ...headers },
      body: propfindOf("<D:displayname/><D:unknown/>"),
    });
    expect(responsesIn(body)[0]).toMatchObject({ missing: [], props: { displayname: "Test" } });
  }
});

describe("a device", () => {
  const patch = (...sets: string[]) =>
    `<D:propertyupdate xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/" xmlns:C="urn:ietf:params:xml:ns:caldav">${sets.join("")}</D:propertyupdate>`;
  const set = (props: string) => `<D:set><D:prop>${props}</D:prop></D:set>`;

  test("A phone can give names and colours to CalDAV calendars", async () => {
    const { home, phone } = await setUp();
    const other = davClient(home);
    const body = patch(
      set(
        "<D:displayname>Ours &amp; more</D:displayname><A:calendar-color symbolic-color='red'>#FF0000FF</A:calendar-color>",
      ),
    );
    const answer = await phone.send("PROPPATCH", phone.at("family"), { body });
    expect([answer.status, answer.body.includes("200 OK")]).toEqual([207, true]);
    const names = "<D:displayname/><A:calendar-color/>";
    const [own] = (await find(phone, phone.at("family"), "0", names)).found;
    expect(own?.props).toEqual({ displayname: "Ours & more", "calendar-color": "#FF0000FF" });
    const [theirs] = (await find(other, phone.at("family"), "0", names)).found;
    expect(theirs?.props.displayname).toBe("Test");
    await phone.send("PROPPATCH", phone.at("family"), {
      body: patch("<D:remove><D:prop><D:displayname/></D:prop></D:remove>"),
    });
    const [reset] = (await find(phone, phone.at("family"), "0", names)).found;
    expect(reset?.props).toEqual({ displayname: "Test", "calendar-color": "#FF0000FF" });
  });

  test("CalDAV properties that a phone has set are returned completely", async () => {
    const { phone } = await setUp();
    const name = '<é xml:lang="de" n:x="1" xmlns:n="urn:n" y="2">a<b xmlns=""/></é>';
    const body = patch(set(`<D:displayname xmlns="urn:other">Ours ${name}</D:displayname>`));
    expect((await phone.send("PROPPATCH", phone.at("family"), { body })).body).toContain("200 OK");
    const [own] = (await find(phone, phone.at("family"), "0", "<D:displayname/>")).found;
    expect(own?.elements.displayname).toMatchObject({
      text: "Ours ",
      children: [
        {
          ...{ uri: "urn:other", local: "é", attributes: { y: "2" }, text: "a" },
          foreign: [
            { uri: "http://www.w3.org/XML/1998/namespace", local: "lang", value: "de" },
            { uri: "urn:n", local: "x", value: "1" },
          ],
          children: [{ uri: "", local: "b" }],
        },
      ],
    });
  });

  test("A phone that sets several CalDAV properties changes either all of these properties or nothing", async () => {
    const { phone } = await setUp();
    const body = patch(set("<D:displayname>New</D:displayname>"), set("<D:getetag>x</D:getetag>"));
    const answer = await phone.send("PROPPATCH", phone.at("family"), { body });
    expect(answer.body).toContain("403 Forbidden");
    expect(answer.body).toContain("424 Failed Dependency");
    const [own] = (await find(phone, phone.at("family"), "0", "<D:displayname/>")).found;
    expect(own?.props.displayname).toBe("Test");
    const long = await phone.send("PROPPATCH", phone.at("family"), {
      body: patch(set(`<D:displayname>${"x".repeat(4_097)}</D:displayname>`)),
    });
    expect(long.body).toContain("403 Forbidden");
    const home = await phone.send("PROPPATCH", phone.homePath, {
      body: patch(set("<A:calendar-color>#000000</A:calendar-color>")),
    });
    expect(home.body).toContain("403 Forbidden");
  });

  const zones = (...names: string[]) => {
    const lines = names.flatMap((name) => ["BEGIN:VTIMEZONE", `TZID:${name}`, "END:VTIMEZONE"]);
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", ...lines, "END:VCALENDAR", ""].join("\n");
  };

  test.each([
    ["nothing", ""],
    ["no calendar", "garbage"],
    ["no zone", zones()],
    ["two zones", zones("Europe/Berlin", "Europe/Paris")],
    ["a part of a calendar", zones("Europe/Berlin").slice(0, -14)],
  ])("A phone cannot set a calendar's time zone to %s (RFC 4791 §5.2.2)", async (_, text) => {
    const { phone } = await setUp();
    const sets = `<C:calendar-timezone>${text}</C:calendar-timezone><D:displayname>New</D:displayname><D:getetag/>`;
    const { status, body } = await phone.send("PROPPATCH", phone.at("family"), { body: patch(set(sets)) });
    expect([status, body.match(/HTTP\/1.1 \d+/g)?.join()]).toEqual([207, "HTTP/1.1 403,HTTP/1.1 403,HTTP/1.1 424"]);
    expect(body).toContain(
      "<D:prop><C:calendar-timezone/></D:prop><D:status>HTTP/1.1 403 Forbidden</D:status><D:error><C:valid-calendar-data/></D:error>",
    );
    const [own] = (await find(phone, phone.at("family"), "0", "<C:calendar-timezone/><D:displayname/>")).found;
    expect(own?.props.displayname).toBe("Test");
    expect(own?.props["calendar-timezone"]).toContain("BEGIN:DAYLIGHT");
  });

  test("A phone can set and reset the time zone of a CalDAV calendar", async () => {
    const { phone } = await setUp();
    const text = zones("Europe/Paris").replaceAll("\n", "&#13;\n");
    const timeZone = async () => {
      const [own] = (await find(phone, phone.at("family"), "0", "<C:calendar-timezone/>")).found;
      return own?.props["calendar-timezone"];
    };
    const body = patch(set(`<C:calendar-timezone><![CDATA[]]>${text}</C:calendar-timezone>`));
    expect((await phone.send("PROPPATCH", phone.at("family"), { body })).body).toContain("200 OK");
    expect(await timeZone()).toBe(zones("Europe/Paris").replaceAll("\n", "\r\n"));
    const removal = patch("<D:remove><D:prop><C:calendar-timezone/></D:prop></D:remove>");
    expect((await phone.send("PROPPATCH", phone.at("family"), { body: removal })).body).toContain("200 OK");
    expect(await timeZone()).toContain("TZID:Europe/Berlin");
  });

  test("The CalDAV properties that a phone set are deleted with their calendar", async () => {
    const { home, phone } = await setUp();
    const other = davClient(home);
    const { mia } = home.members;
    const name = (text: string) => ({ body: patch(set(`<D:displayname>${text}</D:displayname>`)) });
    const kept = () =>
      listStoredProperties(home.work(), phone.id)
        .map(({ place, value }) => [place, value])
        .sort();
    for (const each of [phone, other]) await each.send("PROPPATCH", each.at(mia.id), name("My Mia"));
    expect(kept()).toEqual([[mia.id, "My Mia"]]);
    expect((await home.as(home.members.anna).delete(`/app/members/${mia.id}`)).status).toBe(200);
    await phone.send("PROPPATCH", phone.at("family"), name("Ours"));
    await phone.send("PROPPATCH", phone.homePath, name("All"));
    expect(kept()).toEqual([
      ["", "All"],
      ["family", "Ours"],
    ]);
    const wide = await phone.send("PROPPATCH", phone.at("family"), name("é".repeat(2_049)));
    expect(wide.body).toContain("403 Forbidden");
    const many = patch(set("<D:displayname>x</D:displayname>".repeat(101)));
    expect((await phone.send("PROPPATCH", phone.at("family"), { body: many })).status).toBe(400);
    expect(kept()).toEqual([
      ["", "All"],
      ["family", "Ours"],
    ]);
  });

  test("Setting CalDAV properties of an event or of the root address is refused", async () => {
    const { phone } = await setUp();
    await phone.put(phone.at("family", "one.ics"), event("one@phone"));
    const body = patch(set("<D:displayname>New</D:displayname><D:getetag>x</D:getetag>"));
    for (const path of ["/dav", "/dav/", phone.at("family", "one.ics")]) {
      const answer = await phone.send("PROPPATCH", path, { body });
      expect([answer.status, answer.headers.get("dav")]).toEqual([207, "1, 3, calendar-access"]);
      expect(answer.body.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 403"]);
      expect(responsesIn(answer.body)).toMatchObject([{ missing: ["displayname", "getetag"] }]);
    }
    for (const path of [phone.at("family", "none.ics"), phone.at("none", "one.ics"), "/dav/none/"]) {
      expect([path, (await phone.send("PROPPATCH", path, { body })).status]).toEqual([path, 404]);
    }
  });
});

describe("a request", () => {
  test.each([
    ["PROPFIND", "/dav/", { Depth: "infinity" }, 403],
    ["PROPFIND", "/dav/", {}, 403],
    ["PROPFIND", "/dav/", { Depth: "2" }, 400],
    ["MKCALENDAR", "/dav/x/", {}, 405],
    ["MKCOL", "/dav/x/", {}, 405],
    ["LOCK", "/dav/", {}, 405],
    ["GET", "/dav/", {}, 405],
    ["PROPFIND", "/dav/a/b/c/d/e/f", { Depth: "0" }, 404],
  ])("The CalDAV request %s %s %p is answered as the RFCs require", async (method, path, headers, status) => {
    const { phone } = await setUp();
    const answer = await phone.send(method, path, { headers: headers as Record<string, string> });
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.get("allow")).toContain("PROPFIND");
  });

  test("An OPTIONS request to the CalDAV server returns the allowed methods", async () => {
    const { phone } = await setUp();
    const collection = "OPTIONS, PROPFIND, PROPPATCH";
    const expected = [
      ["/", "OPTIONS, PROPFIND"],
      ["/principals", "OPTIONS, PROPFIND"],
      ["/principals/", "OPTIONS, PROPFIND"],
      ["/dav/", collection],
      [phone.homePath, collection],
      [phone.at("family"), `${collection}, REPORT`],
      [phone.at("family", "one.ics"), "DELETE, GET, HEAD, MOVE, OPTIONS, PROPFIND, PROPPATCH, PUT, REPORT"],
    ] as const;
    for (const [path, allowed] of expected) {
      const { status, headers } = await phone.send("OPTIONS", path);
      expect([status, headers.get("dav"), headers.get("allow")]).toEqual([200, "1, 3, calendar-access", allowed]);
    }
  });

  test.each([
    ["malformed", "<D:propfind"],
    ["with a DOCTYPE", `<!DOCTYPE x [<!ENTITY a "b">]><D:propfind xmlns:D="DAV:"><D:prop/></D:propfind>`],
    ["too deep", `<D:propfind xmlns:D="DAV:">${"<D:prop>".repeat(60)}${"</D:prop>".repeat(60)}</D:propfind>`],
    ["of another kind", `<D:multistatus xmlns:D="DAV:"/>`],
    [
      "for 101 properties",
      propfindOf(Array.from({ length: 101 }, (_, index) => `<X:p${index} xmlns:X="urn:x"/>`).join("")),
    ],
  ])("A CalDAV request with XML that is %s returns 400", async (_, body) => {
    const { phone } = await setUp();
    expect((await phone.send("PROPFIND", "/dav/", { body, headers: { Depth: "0" } })).status).toBe(400);
  });

  test("A CalDAV request over 1 MB returns 413", async () => {
    const { phone } = await setUp();
    const body = propfindOf("x".repeat(1_048_576));
    expect((await phone.send("PROPFIND", "/dav/", { body, headers: { Depth: "0" } })).status).toBe(413);
  });

  test("A CalDAV request that names a property many times is not slower than one with a single name", async () => {
    const { phone } = await setUp();
    await phone.put(phone.at("family", "one.ics"), event("one@phone"));
    const body = `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>${"<C:calendar-data/>".repeat(15_000)}</D:prop><D:href>${phone.at("family", "one.ics")}</D:href></C:calendar-multiget>`;
    const before = cpuTime();
    const answer = await phone.report(phone.at("family"), body);
    expect([answer.status, answer.body.length < 5_000]).toEqual([207, true]);
    expect(cpuTime() - before).toBeLessThan(1_000);
  });
});

test("A calendar-multiget report answers each address, in order, with a separate status", async () => {
  const { home, phone } = await setUp();
  await phone.put(phone.at("family", "a b.ics"), event("one@phone"));
  const hrefs = [
    phone.at("family", "none.ics"),
    phone.at("family", "a b.ics"),
    phone.at(home.members.mia.id, "x.ics"),
    "/elsewhere",
    "%ZZ",
  ];
  const body = `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs.map((href) => `<D:href>${href}</D:href>`).join("")}</C:calendar-multiget>`;
  const found = responsesIn((await phone.report(phone.at("family"), body)).body);
  expect(found.map(({ href, status }) => [href, status])).toEqual(
    hrefs.map((href, index) => [href, index === 1 ? null : 404]),
  );
  expect(found[1]?.props["calendar-data"]).toBe(event("one@phone").replaceAll("\r\n", "\n"));
  const unknown = await phone.report(phone.at("family"), `<D:expand-property xmlns:D="DAV:"/>`);
  expect([unknown.status, unknown.body]).toEqual([403, expect.stringContaining("<D:supported-report/>")]);
});
