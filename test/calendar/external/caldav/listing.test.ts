/** Listings by servers with faults: what a server says badly must not delete anything. */
import { describe, expect, test } from "bun:test";
import { start } from "../../../support/home/home.ts";
import {
  type Call,
  calendarAt,
  collection,
  errorOf,
  found,
  multistatus,
  namespaces,
  never,
  own,
  type Reply,
  startScripted,
  tagged,
  withStatus,
} from "./peers.ts";

const server = startScripted();
const calendar = calendarAt(server);
const token = JSON.stringify({ token: "t1", ctag: null });

type Answers = { sync?: Reply | ((call: Call) => Reply); now?: Reply; all?: Reply };

const nowIs = (more: string) => multistatus([found("/cal/", more)]);

function serve({
  sync = { status: 403 },
  now = nowIs("<D:sync-token>t9</D:sync-token>"),
  all = multistatus([own]),
}: Answers) {
  server.answer((call) => {
    if (call.method === "REPORT") return typeof sync === "function" ? sync(call) : sync;
    return call.headers.get("depth") === "0" ? now : all;
  });
}

const list = (state: string | null = null) => calendar.list(state, never);
const stateIn = (state: string) => JSON.parse(state);

describe("a complete listing", () => {
  test("The first listing of a CalDAV calendar requests the sync token before the objects", async () => {
    const all = [
      tagged("/cal/a.ics", '"1"'),
      tagged(`${server.origin}/cal/b%40x.ics`, "2"),
      tagged("  /cal/no-ending\n", 'W/"3"'),
      found("/cal/d.ics", ""),
      found("/cal/sub/", collection),
      found("/cal/sub", collection),
      tagged("/cal/sub/e.ics", '"5"'),
      tagged("/cal/123", "456"),
      withStatus("/cal/gone.ics", 404),
    ];
    serve({ all: multistatus([own, ...all]) });
    expect(await list()).toEqual({
      heads: [
        { id: "/cal/a.ics", etag: '"1"' },
        { id: "/cal/b%40x.ics", etag: '"2"' },
        { id: "/cal/no-ending", etag: 'W/"3"' },
        { id: "/cal/d.ics", etag: null },
        { id: "/cal/123", etag: '"456"' },
      ],
      removed: [],
      isWhole: true,
      state: JSON.stringify({ token: "t9", ctag: null }),
    });
    expect(server.calls.map(({ method, headers }) => [method, headers.get("depth")])).toEqual([
      ["PROPFIND", "0"],
      ["PROPFIND", "1"],
    ]);
  });

  test("The listing of a CalDAV calendar tolerates other XML prefixes and missing properties", async () => {
    const response = `<response><href>/cal/a\u0001.ics&#1;</href><propstat><status>HTTP/1.1 200 OK</status><prop><getetag><![CDATA["x"]]></getetag></prop></propstat><propstat><prop><resourcetype/></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>`;
    const self = "<response><href>/cal</href></response>";
    const body = `\uFEFF<?xml version="1.0"?><multistatus xmlns="DAV:">${self}${response}</multistatus>`;
    serve({ all: { status: 207, body } });
    expect((await list()).heads).toEqual([{ id: "/cal/a.ics", etag: '"x"' }]);
  });

  test.each<[string, Reply, string]>([
    ["empty", { status: 207 }, "no_calendar"],
    ["without a response", multistatus([]), "no_calendar"],
    ["of other places alone", multistatus([tagged("/other/a.ics", '"1"')]), "no_calendar"],
    ["a page", { status: 200, body: "<!DOCTYPE html><html><body>Sign in<br></body></html>" }, "no_calendar"],
    ["XML of another kind", { status: 207, body: "<html/>" }, "no_calendar"],
    ["cut", { status: 207, body: `<D:multistatus ${namespaces}>${own}${tagged("/cal/a", "1")}` }, "no_calendar"],
    [
      "with a DOCTYPE",
      { status: 207, body: `<!DOCTYPE a><D:multistatus ${namespaces}>${own}</D:multistatus>` },
      "no_calendar",
    ],
    ["cut by the server", multistatus([own, withStatus("/cal/", 507)]), "too_large"],
    [
      "of 10,001 objects",
      multistatus([own, ...Array.from({ length: 10_001 }, (_, n) => tagged(`/cal/${n}`, "1"))]),
      "too_large",
    ],
    ["204", { status: 204 }, "no_calendar"],
    ["403", { status: 403 }, "denied"],
    ["404", { status: 404 }, "gone"],
    ["410", { status: 410 }, "gone"],
    ["405", { status: 405 }, "no_calendar"],
    ["500", { status: 500 }, "no_answer"],
    ["502", { status: 502 }, "no_answer"],
    ["401", { status: 401, headers: { "WWW-Authenticate": 'Basic realm="x"' } }, "denied"],
    [
      "401 by Digest and Basic",
      { status: 401, headers: { "WWW-Authenticate": 'Digest realm="x", Basic realm="x"' } },
      "denied",
    ],
    ["401 by Digest", { status: 401, headers: { "WWW-Authenticate": 'Digest realm="x", nonce="basic"' } }, "no_basic"],
    ["in another encoding", { status: 207, headers: { "Content-Encoding": "br" }, body: "x" }, "no_answer"],
  ])("The listing of a CalDAV calendar is reported as failed if the response is %s", async (_, all, code) => {
    serve({ all });
    const fault = await errorOf(list());
    expect(fault.code).toBe(code as typeof fault.code);
    expect(fault.message).not.toContain("127.0.0.1");
  });

  test.each<[string, number | null]>([
    ["120", 120_000],
    [new Date(start.getTime() + 90_000).toUTCString(), 90_000],
    [new Date(start.getTime() - 90_000).toUTCString(), 0],
    ["999999999", 86_400_000],
    [new Date(start.getTime() + 1e10).toUTCString(), 86_400_000],
    ["soon", null],
  ])("The listing of a CalDAV calendar reports how long a busy server asks to wait: %s", async (after, ms) => {
    for (const status of [429, 503]) {
      serve({ all: { status, headers: { "Retry-After": after } } });
      expect(await errorOf(list())).toMatchObject({ code: "busy", retryAfterMs: ms });
    }
  });
});

describe("a ctag", () => {
  const now = (ctag: string) => nowIs(`<CS:getctag>${ctag}</CS:getctag>`);

  test("A CalDAV calendar with an unchanged ctag is not listed again", async () => {
    serve({ now: now("c1") });
    const { state } = await list();
    expect(stateIn(state)).toEqual({ token: null, ctag: "c1" });
    server.calls.length = 0;
    expect(await list(state)).toEqual({ heads: [], removed: [], isWhole: false, state });
    expect(server.asked()).toEqual(["PROPFIND /cal/"]);
    serve({ now: now("c2") });
    expect((await list(state)).isWhole).toBe(true);
  });

  test("A CalDAV calendar with no ctag or a ctag that is too long is listed each time", async () => {
    for (const ctag of ["", "x".repeat(5_000)]) {
      serve({ now: now(ctag) });
      const { state } = await list();
      expect((await list(state)).isWhole).toBe(true);
    }
  });
});

describe("changes since a token", () => {
  test("The changes of a CalDAV calendar since a sync token are returned as changed and removed objects", async () => {
    const responses = [
      own,
      tagged("/cal/a", '"1"'),
      withStatus("/cal/b", 404),
      withStatus("/cal/c", 410),
      tagged("/elsewhere/d", "1"),
    ];
    serve({ sync: multistatus(responses, "t2") });
    expect(await list(token)).toEqual({
      heads: [{ id: "/cal/a", etag: '"1"' }],
      removed: ["/cal/b", "/cal/c"],
      isWhole: false,
      state: JSON.stringify({ token: "t2", ctag: null }),
    });
    expect(server.calls[0]?.body).toContain("<D:sync-token>t1</D:sync-token><D:sync-level>1</D:sync-level>");
    expect(server.calls[0]?.headers.get("depth")).toBe("0");
  });

  test("The changes since a CalDAV sync token are read page by page, and an object's last entry decides", async () => {
    const pages: Record<string, Reply> = {
      t1: multistatus([tagged("/cal/a", '"1"'), tagged("/cal/b", '"1"'), withStatus("/cal/", 507)], "t2"),
      t2: multistatus([withStatus("/cal/b", 404), withStatus("/cal/c", 404), withStatus("/cal", 507)], "t3"),
      t3: multistatus([tagged("/cal/c", '"2"')], "t4"),
    };
    serve({ sync: ({ body }) => pages[/sync-token>(\w+)</.exec(body)?.[1] ?? ""] ?? { status: 500 } });
    const changes = await list(token);
    expect(changes.heads.map(({ id }) => id)).toEqual(["/cal/a", "/cal/c"]);
    expect(changes).toMatchObject({ removed: ["/cal/b"], isWhole: false });
    expect(stateIn(changes.state).token).toBe("t4");
  });

  let pages = 0;
  test.each<[string, Reply | (() => Reply), string | null]>([
    ["403", { status: 403 }, "t9"],
    ["409", { status: 409 }, "t9"],
    ["410", { status: 410 }, "t9"],
    ["500", { status: 500 }, "t9"],
    ["507 as a whole", { status: 507 }, "t9"],
    ["400", { status: 400 }, null],
    ["405", { status: 405 }, null],
    ["415", { status: 415 }, null],
    ["501", { status: 501 }, null],
    ["the same page again", multistatus([withStatus("/cal/", 507)], "t1"), null],
    ["pages without end", () => multistatus([withStatus("/cal/", 507)], `p${++pages}`), "t9"],
    ["no token", multistatus([tagged("/cal/a", '"1"')]), null],
    ["an object with neither tag nor status", multistatus([found("/cal/a", "")], "t2"), null],
    ["an object that has another status", multistatus([withStatus("/cal/a", 500)], "t2"), null],
  ])(
    "A CalDAV calendar is listed completely if asking for the changes since a sync token fails: %s",
    async (_, sync, next) => {
      serve({ sync, all: multistatus([own, tagged("/cal/z", '"1"')]) });
      const whole = await list(token);
      expect(whole).toMatchObject({ heads: [{ id: "/cal/z" }], isWhole: true });
      expect(stateIn(whole.state).token).toBe(next);
      expect(server.calls.length).toBeLessThanOrEqual(102);
    },
  );

  test.each<[number, string]>([
    [401, "denied"],
    [429, "busy"],
    [503, "busy"],
  ])("A status %i for the changes since a CalDAV sync token is reported as a fault", async (status, code) => {
    serve({ sync: { status } });
    expect((await errorOf(list(token))).code).toBe(code as "busy");
    expect(server.calls).toHaveLength(1);
  });
});
