/** Neither a server nor an address that a person typed takes the password, or a request, elsewhere. */
import { describe, expect, test } from "bun:test";
import { RemoteError } from "#calendar/external/remote.ts";
import { hostile, resolve } from "../../../lists/photos/hostile.ts";
import { event } from "../../../support/calendar/dav.ts";
import { afterAllTests } from "../../../support/home/clean-up.ts";
import { localCert, localKey } from "../../../support/reminders/tls-localhost.ts";
import {
  caldavFor,
  calendarAt,
  collection,
  errorOf,
  found,
  multistatus,
  never,
  own,
  password,
  readAll,
  startScripted,
  username,
  withText,
} from "./peers.ts";

const server = startScripted();
const evil = startScripted();
const text = event("a@test");
evil.answer(() => ({ body: text, headers: { ETag: '"1"' } }));
const [host, there] = [server.origin.slice(7), evil.origin.slice(7)];
const port = there.split(":")[1];

/** Addresses of another server, or of none. */
const elsewhere = [
  ...[`http://${there}/cal/a`, `//${there}/cal/a`, `HTTP://${there}/cal/a`, `http://localhost:${port}/cal/a`],
  ...[
    `http://${host}@${there}/cal/a`,
    `http://user:pw@${there}/cal/a`,
    `//user@${there}/cal/a`,
    `//${host}%40${there}/cal/a`,
  ],
  ...[
    `\\\\${there}\\cal\\a`,
    `/\\${there}/cal/a`,
    `\\/${there}/cal/a`,
    `http:\\\\${there}/cal/a`,
    `http://${there}\\@${host}/cal/a`,
  ],
  ...[
    `http://${there}#@${host}/cal/a`,
    `http://${there}?@${host}/cal/a`,
    `http:/${there}/cal/a`,
    `http:////${there}/cal/a`,
  ],
  ...[
    `ht\ttp://${there}/cal/a`,
    `/\t/${there}/cal/a`,
    `/\n/${there}/cal/a`,
    `\u0001http://${there}/cal/a`,
    ` //${there}/cal/a `,
  ],
  ...[`http://0x7f000001:${port}/cal/a`, `http://2130706433:${port}/cal/a`, `http://127.1:${port}/cal/a`],
  ...[`http://[::ffff:127.0.0.1]:${port}/cal/a`, `http://①27.0.0.1:${port}/cal/a`, `http://127。0。0。1:${port}/cal/a`],
  ...[
    `https://${there}/cal/a`,
    `ftp://${there}/cal/a`,
    `ws://${there}/cal/a`,
    `blob:http://${there}/1`,
    `file://${there}/cal/a`,
  ],
  ...["file:///etc/passwd", "javascript:alert(1)", "data:text/calendar,BEGIN:VCALENDAR", "about:blank", "urn:uuid:1"],
  ...["http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/", "http://", "http://:80", "///", "//"],
];
const outside = [
  ...["/cal/../a", "/cal/./a", "/cal/%2e%2e/a", "/cal/.%2E/a", "../a", "..", ".", "/cal/..", "/cal/x/../../a"],
  ...[
    "/cal/%2e%2e%2fa",
    "/cal/..%2fa",
    "/cal/x%2f..%2f..%2fa",
    "/cal/..%5ca",
    "/cal\\..\\a",
    "/cal/a%00",
    "/cal/a%0d%0aX: y",
  ],
  ...["/cal/a\r\nX: y", `/cal/${"a".repeat(2_100)}`, "/cal/x/a", "/a", "/", "/calx/a", "/CAL/a", "/cal//", "/cal//a"],
  ...["/cal/a?b", "/cal/a#b", "?b", "#b", "", " "],
];
const all = [...elsewhere, ...outside];

/** The reader cuts control characters of XML; the others are kept. */
const escaped = (href: string) => href.replace(/[\t\n\r]/g, (each) => `&#${each.charCodeAt(0)};`);
const hrefOf = (href: string) => `<D:href>${escaped(href.replace(/[&<]/g, ""))}</D:href>`;
const response = (href: string, props: string) => found("", props).replace("<D:href></D:href>", hrefOf(href));

/** Headers take no other characters. */
const headerOf = (href: string) => href.replace(/[^ -~]/gu, "");

const account = { url: `${server.origin}/`, username, password, origins: [] };
/** The operator allows both servers, so that only the account's own origins protect. */
const discover = () => caldavFor([server.origin, evil.origin]).discover(account, never);

test("The tests cover at least 40 hostile URLs on other servers and 30 on the same server", () => {
  expect(elsewhere.length).toBeGreaterThanOrEqual(40);
  expect(outside.length).toBeGreaterThanOrEqual(30);
});

describe("a hostile address", () => {
  test.each(all)("A hostile URL in the listing of a CalDAV calendar is not accepted as an object: %j", async (href) => {
    server.answer(({ method, headers }) => {
      if (method === "REPORT") return multistatus([own, response(href, '<D:getetag>"1"</D:getetag>')], "t2");
      return multistatus([
        own,
        ...(headers.get("depth") === "1" ? [response(href, '<D:getetag>"1"</D:getetag>')] : []),
      ]);
    });
    const calendar = calendarAt(server);
    expect((await calendar.list(null, never)).heads).toEqual([]);
    const changes = await calendar.list(JSON.stringify({ token: "t1", ctag: null }), never);
    expect(changes).toMatchObject({ heads: [], removed: [], isWhole: false });
    expect(evil.calls).toEqual([]);
  });

  test.each(all)("A hostile URL in the answer to a CalDAV multiget is ignored: %j", async (href) => {
    const head = { id: "/cal/a", etag: '"1"' };
    const data = withText("", '"1"', text).replace("<D:href></D:href>", hrefOf(href));
    server.answer(({ method }) => (method === "REPORT" ? multistatus([data]) : { status: 404 }));
    expect(await readAll(calendarAt(server), [head])).toEqual([]);
    expect(evil.calls).toEqual([]);
  });

  test.each(all)(
    "A hostile URL as the id of a stored object causes requests only to the account's own server: %j",
    async (id) => {
      server.answer(() => ({ status: 404 }));
      const calendar = calendarAt(server);
      const work = [
        readAll(calendar, [{ id, etag: null }]),
        calendar.put({ id, etag: null, base: null, text }, never),
        calendar.remove({ id, etag: '"1"' }, never),
      ];
      for (const { status, reason } of (await Promise.allSettled(work)) as PromiseRejectedResult[]) {
        if (status === "rejected") expect(reason).toBeInstanceOf(RemoteError);
      }
      expect(evil.calls).toEqual([]);
    },
  );

  test.each(elsewhere)("A hostile URL of a CalDAV principal, home or calendar is not requested: %j", async (href) => {
    const principal = `<D:current-user-principal>${hrefOf(href)}</D:current-user-principal>`;
    const home = `<C:calendar-home-set>${hrefOf(href)}</C:calendar-home-set>`;
    const Location = headerOf(href);
    const scripts = [
      () => multistatus([found("/", principal)]),
      () => multistatus([found("/", home)]),
      () => ({ status: 301, headers: { Location } }),
      () => ({ status: 307, headers: { Location } }),
    ];
    for (const script of scripts) {
      // A cut address may lead to the same server, which has nothing there.
      server.answer(({ path }) => (path === "/" ? script() : { status: 404 }));
      const { code, origin } = await errorOf(discover());
      expect(["other_origin", "no_calendar", "gone", "no_answer"]).toContain(code);
      if (code === "other_origin") expect(origin).not.toBe(server.origin);
    }
    server.answer(({ headers }) => {
      if (headers.get("depth") === "1") return multistatus([found("/h/", ""), response(href, collection)]);
      return multistatus([found("/", "<C:calendar-home-set><D:href>/h/</D:href></C:calendar-home-set>")]);
    });
    expect((await discover()).calendars).toEqual([]);
    expect(evil.calls).toEqual([]);
  });

  test.each(elsewhere)("A hostile URL that a CalDAV server gives for a stored object is not used: %j", async (href) => {
    const Location = headerOf(href);
    const calendar = calendarAt(server);
    const outgoing = { id: "/cal/a", etag: null, base: null, text };
    server.answer(() => ({ status: 201, headers: { Location, ETag: '"1"' } }));
    expect((await calendar.put(outgoing, never)).id).toBe("/cal/a");
    server.answer(({ path }) => (path === "/cal/a" ? { status: 308, headers: { Location } } : { status: 400 }));
    for (const work of [calendar.put(outgoing, never), calendar.remove({ id: "/cal/a", etag: '"1"' }, never)]) {
      expect(["other_origin", "no_calendar", "refused", "no_answer"]).toContain((await errorOf(work)).code);
    }
    expect(evil.calls).toEqual([]);
  });
});

describe("an address that a person typed", () => {
  const reached: string[] = [];
  const inside = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      reached.push(request.url);
      return new Response(text);
    },
  });
  let target = "";
  const front = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: localCert, key: localKey },
    fetch: () => new Response(null, { status: 301, headers: { Location: target } }),
  });
  afterAllTests(() => Promise.all([inside.stop(true), front.stop(true)]));

  const find = (url: string, origins: readonly string[], allowed: readonly string[], lookup = resolve) =>
    errorOf(caldavFor(allowed, { lookup, ca: localCert }).discover({ url, username, password, origins }, never));

  test.each(hostile.map(({ address }) => address).filter((each) => !each.includes("public.example:8443")))(
    "A typed calendar address that leads into the local network or nowhere is refused: %j",
    async (address) => {
      const { code } = await find(address, [URL.parse(address)?.origin ?? ""], []);
      expect(["not_https", "home_network", "no_calendar", "no_answer"]).toContain(code);
      expect(reached).toEqual([]);
    },
  );

  test.each([
    `http://127.0.0.1:${inside.port}/`,
    `http://localhost:${inside.port}/`,
    `https://127.0.0.1:${inside.port}/`,
    "http://169.254.169.254/latest/meta-data/",
    "https://home.example/",
    "http://[::1]/",
    "https://metadata.example/",
  ])("A typed calendar address that redirects to %s is refused, even if a person confirms it", async (to) => {
    target = to;
    const outside = `https://localhost:${front.port}`;
    const lookup = async (name: string) => (name === "localhost" ? ["127.0.0.1"] : resolve(name));
    const { origin } = new URL(to);
    expect(await find(outside, [], [outside], lookup)).toMatchObject({ code: "other_origin", origin });
    expect(["not_https", "home_network"]).toContain((await find(outside, [origin], [outside], lookup)).code);
    expect(reached).toEqual([]);
  });
});
