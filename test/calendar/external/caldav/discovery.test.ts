/** Discovery at servers of every kind, and answers that do not come as they should. */
import { describe, expect, test } from "bun:test";
import { TestTimers } from "../../../support/home/timers.ts";
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
  type Reply,
  startScripted,
  tagged,
  username,
} from "./peers.ts";

const server = startScripted();
const second = startScripted();
const caldav = caldavFor([server.origin, second.origin]);

const principal = (href: string) => `<D:current-user-principal><D:href>${href}</D:href></D:current-user-principal>`;
const homes = (...hrefs: string[]) =>
  `<C:calendar-home-set>${hrefs.map((href) => `<D:href>${href}</D:href>`).join("")}</C:calendar-home-set>`;
const list = multistatus([
  found("/home/", "<D:resourcetype><D:collection/></D:resourcetype>"),
  found(
    "/home/a/",
    `${collection}<D:displayname>Work &amp; more</D:displayname><A:calendar-color>#ff0000ff</A:calendar-color>`,
  ),
]);
const usual: Record<string, Reply> = {
  "/": multistatus([found("/", principal("/me/"))]),
  "/me/": multistatus([found("/me/", homes("/home/"))]),
  "/home/": list,
};

function serve(replies: Record<string, Reply>, host = server) {
  host.answer(({ path }) => replies[path] ?? { status: 404 });
}

const discover = (path = "/", origins: string[] = []) =>
  caldav.discover({ url: server.origin + path, username, password, origins }, never);
const offered = async (...of: Parameters<typeof discover>) => (await discover(...of)).calendars;
const work = {
  externalId: `${server.origin}/home/a/`,
  name: "Work & more",
  color: "#ff0000ff",
  isReadOnly: false,
};
const move = (to: string, status = 301): Reply => ({ status, headers: { Location: to } });

describe("discovery", () => {
  test("CalDAV discovery proceeds from the address to the principal, the home, and the calendars", async () => {
    serve(usual);
    expect(await discover()).toEqual({ origins: [server.origin], calendars: [work] });
    expect(server.calls.map(({ method, path, headers }) => [method, path, headers.get("depth")])).toEqual([
      ["PROPFIND", "/", "0"],
      ["PROPFIND", "/me/", "0"],
      ["PROPFIND", "/home/", "1"],
    ]);
  });

  test.each<[string, Record<string, Reply>, string]>([
    ["405", { "/": { status: 405 } }, "/"],
    ["403", { "/": { status: 403 } }, "/"],
    ["500", { "/": { status: 500 } }, "/"],
    ["501", { "/": { status: 501 } }, "/"],
    ["a page", { "/": { body: "<html>Welcome" } }, "/"],
    ["a multistatus of something else", { "/": multistatus([found("/", "<D:displayname>x</D:displayname>")]) }, "/"],
    ["404 elsewhere", {}, "/some/where"],
  ])("CalDAV discovery asks the well-known address if the typed address returns %s", async (_, replies, path) => {
    serve({
      ...usual,
      "/": { status: 404 },
      ...replies,
      "/.well-known/caldav": move("/dav"),
      "/dav": usual["/"] ?? {},
    });
    expect(await offered(path)).toEqual([work]);
  });

  test("CalDAV discovery tries the root address of the server last", async () => {
    serve(usual);
    expect(await offered("/nothing")).toEqual([work]);
    expect(server.asked().slice(0, 3)).toEqual(["PROPFIND /nothing", "PROPFIND /.well-known/caldav", "PROPFIND /"]);
  });

  test("CalDAV discovery accepts several calendar homes and relative hrefs", async () => {
    const more = multistatus([found("/b/x", collection), found("/b/task", collection.replace("<C:calendar/>", ""))]);
    serve({
      ...usual,
      "/me/": multistatus([found("/me/", homes("/home", "b"))]),
      "/me/b/": multistatus([]),
      "/home/": list,
    });
    expect(await offered()).toEqual([work]);
    serve({ ...usual, "/me/": multistatus([found("/me/", homes("/home/", "/b/"))]), "/b/": more });
    expect((await offered()).map(({ externalId, name }) => [externalId, name])).toEqual([
      [work.externalId, work.name],
      [`${server.origin}/b/x/`, "x"],
    ]);
  });

  test("CalDAV discovery returns only calendars that can contain events, and marks read-only calendars", async () => {
    const components = (...all: string[]) =>
      `<C:supported-calendar-component-set>${all.map((name) => `<C:comp name="${name}"/>`).join("")}</C:supported-calendar-component-set>`;
    const may = (...all: string[]) =>
      `<D:current-user-privilege-set>${all.map((name) => `<D:privilege><D:${name}/></D:privilege>`).join("")}</D:current-user-privilege-set>`;
    const named: Record<string, string> = {
      todo: components("VTODO"),
      both: components("VTODO", "vevent"),
      none: components(),
      read: may("read", "write-properties"),
      nothing: may(),
      write: may("read", "write"),
      content: may("write-content"),
      all: may("all"),
      bind: may("bind"),
    };
    const all = Object.entries(named).map(([name, props]) => found(`/home/${name}/`, collection + props));
    serve({ ...usual, "/home/": multistatus(all) });
    const calendars = await offered();
    expect(calendars.map(({ name }) => name)).toEqual([
      "both",
      "none",
      "read",
      "nothing",
      "write",
      "content",
      "all",
      "bind",
    ]);
    expect(calendars.filter(({ isReadOnly }) => isReadOnly).map(({ name }) => name)).toEqual(["read", "nothing"]);
  });

  test("CalDAV discovery shortens long names of calendars, and omits colours that are too long", async () => {
    const props = (name: string, color: string) =>
      `${collection}<D:displayname>${name}</D:displayname><A:calendar-color>${color}</A:calendar-color>`;
    const all = [
      found("/home/1/", props("007", "123456")),
      found("/home/2/", props("n\n".repeat(999), "c".repeat(99))),
    ];
    serve({ ...usual, "/home/": multistatus(all) });
    const [first, second] = await offered();
    expect(first).toMatchObject({ name: "007", color: "123456" });
    expect(second).toMatchObject({ name: "n ".repeat(100), color: null });
  });

  test("CalDAV discovery accepts the address of a calendar, even if nothing else is found", async () => {
    const calendar = multistatus([found("/cal/", `${collection}<D:displayname>Mine</D:displayname>`)]);
    const mine = { externalId: `${server.origin}/cal/`, name: "Mine", color: null, isReadOnly: false };
    serve({ "/cal": calendar });
    expect(await offered("/cal")).toEqual([mine]);
    const known = found("/cal/", collection + principal("/me/"));
    serve({ ...usual, "/cal/": multistatus([known]) });
    expect((await offered("/cal/")).map(({ externalId }) => externalId)).toEqual([mine.externalId, work.externalId]);
    serve({ "/cal/": multistatus([known]), "/me/": { status: 500 } });
    expect(await offered("/cal/")).toHaveLength(1);
  });

  test.each<[string, Record<string, Reply>, string]>([
    ["nothing", {}, "no_calendar"],
    ["a wrong password", { "/": { status: 401 } }, "denied"],
    ["no way in", { "/": { status: 403 } }, "denied"],
    ["another way in", { "/": { status: 401, headers: { "WWW-Authenticate": "Digest realm=x" } } }, "no_basic"],
    [
      "nobody",
      { "/": multistatus([found("/", "<D:current-user-principal><D:unauthenticated/></D:current-user-principal>")]) },
      "denied",
    ],
    ["a server with a fault", { "/": { status: 500 } }, "no_answer"],
    ["a busy server", { "/": { status: 503 } }, "busy"],
    ["a principal that is missing", { "/": usual["/"] ?? {} }, "no_calendar"],
    ["a home that is missing", { ...usual, "/home/": { status: 404 } }, "no_calendar"],
    ["a home that is closed", { ...usual, "/home/": { status: 403 } }, "denied"],
    ["a page", { "/": { body: "<html>" } }, "no_calendar"],
    ["redirects without end", { "/": move("/") }, "no_answer"],
  ])("A CalDAV discovery that finds %s reports it with an error code", async (_, replies, code) => {
    serve(replies);
    expect((await errorOf(discover())).code).toBe(code as "busy");
  });

  test("A CalDAV discovery of an empty calendar home returns no calendars", async () => {
    serve({ ...usual, "/home/": multistatus([found("/home/", "")]) });
    expect(await offered()).toEqual([]);
  });
});

describe("another origin", () => {
  test.each<[string, (origin: string) => Record<string, Reply>]>([
    ["a redirect", (to) => ({ "/": move(`${to}/`, 307) })],
    ["the well-known address", (to) => ({ "/.well-known/caldav": move(`${to}/`) })],
    ["the principal", (to) => ({ "/": multistatus([found("/", principal(`${to}/me/`))]) })],
    ["the home", (to) => ({ ...usual, "/me/": multistatus([found("/me/", homes(`${to}/home/`))]) })],
  ])(
    "CalDAV discovery contacts another origin that %s names only after a person has confirmed that origin",
    async (_, replies) => {
      serve(replies(second.origin));
      serve(usual, second);
      expect(await errorOf(discover())).toMatchObject({ code: "other_origin", origin: second.origin });
      expect(second.calls).toEqual([]);
      const { origins, calendars } = await discover("/", [second.origin]);
      expect(origins).toEqual([server.origin, second.origin]);
      expect(calendars[0]?.externalId).toBe(`${second.origin}/home/a/`);
    },
  );

  test("A calendar home on another origin is ignored if another home has calendars", async () => {
    serve({ ...usual, "/me/": multistatus([found("/me/", homes(`${second.origin}/home/`, "/home/"))]) });
    second.answer(() => ({ status: 404 }));
    expect(await offered()).toEqual([work]);
    expect(second.calls).toEqual([]);
  });
});

describe("a redirect within the origin", () => {
  test.each([301, 302, 303, 307, 308])(
    "A redirect by status %i within the origin keeps the method and the body of a CalDAV request",
    async (status) => {
      serve({
        "/cal/": move("/new/cal/", status),
        "/new/cal/": multistatus([own.replace("/cal/", "/new/cal/"), tagged("/new/cal/a", "1")]),
      });
      expect((await calendarAt(server).list(null, never)).heads).toEqual([{ id: "/new/cal/a", etag: '"1"' }]);
      expect(new Set(server.calls.map(({ method }) => method))).toEqual(new Set(["PROPFIND"]));
      expect(server.calls[1]?.body).toBe(server.calls[0]?.body ?? "");
      serve({ "/cal/a": move("/new/a", status), "/new/a": { status: 201, headers: { ETag: '"1"' } } });
      await calendarAt(server).put({ id: "/cal/a", etag: null, base: null, text: "x" }, never);
      expect(server.calls.map(({ method, body }) => method + body)).toEqual(["PUTx", "PUTx"]);
      const page = { body: "<html>Sign in</html>", headers: { ETag: '"1"' } };
      serve({ "/cal/a": move("/sign-in", status), "/sign-in": page });
      const removed = calendarAt(server).remove({ id: "/cal/a", etag: '"1"' }, never);
      expect((await errorOf(removed)).code).toBe("no_answer");
    },
  );
});

describe("an answer that does not come", () => {
  test("A CalDAV server that does not answer within 30 seconds is reported as a fault", async () => {
    const timers = new TestTimers();
    let wake = () => {};
    const arrived = new Promise<void>((resolve) => {
      wake = resolve;
    });
    server.answer(() => {
      wake();
      return new Promise(() => {});
    });
    const listing = errorOf(calendarAt(server, { timers }).list(null, never));
    await arrived;
    timers.advance(30_000);
    expect((await listing).code).toBe("no_answer");
  });

  test("The wait for an answer of a CalDAV server ends when the sync is aborted", async () => {
    const stop = new AbortController();
    const reason = new Error("over");
    server.answer(() => {
      stop.abort(reason);
      return new Promise(() => {});
    });
    await expect(calendarAt(server).list(null, stop.signal)).rejects.toBe(reason);
  });

  test("A CalDAV response that is cut off or larger than 20 MB is reported as a fault", async () => {
    const cut = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          socket.write("HTTP/1.1 207 x\r\nContent-Length: 500\r\n\r\n<D:multistatus");
          socket.end();
        },
      },
    });
    const origin = `http://127.0.0.1:${cut.port}`;
    expect((await errorOf(calendarAt({ origin }).list(null, never))).code).toBe("no_answer");
    cut.stop(true);
    serve({ "/cal/": { status: 207, body: " ".repeat(20 * 1_048_576 + 1) } });
    expect((await errorOf(calendarAt(server).list(null, never))).code).toBe("too_large");
    const packed = Bun.gzipSync(new Uint8Array(20 * 1_048_576 + 1));
    serve({ "/cal/": { status: 207, headers: { "Content-Encoding": "gzip" }, body: packed } });
    expect((await errorOf(calendarAt(server).list(null, never))).code).toBe("too_large");
  });

  test("A CalDAV server that accepts no connection is reported as a fault", async () => {
    const gone = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    const origin = `http://127.0.0.1:${gone.port}`;
    await gone.stop(true);
    expect((await errorOf(calendarAt({ origin }).list(null, never))).code).toBe("no_answer");
  });
});

test("A compressed CalDAV response is decompressed", async () => {
  const { body = "" } = multistatus([own, tagged("/cal/a", "1")]);
  serve({ "/cal/": { status: 207, headers: { "Content-Encoding": "gzip" }, body: Bun.gzipSync(String(body)) } });
  expect((await calendarAt(server).list(null, never)).heads).toHaveLength(1);
});

test("A username with a colon is refused, because Basic authentication cannot send a colon", async () => {
  serve(usual);
  const work = caldav.discover({ url: server.origin, username: "a:b", password, origins: [] }, never);
  expect((await errorOf(work)).code).toBe("denied");
  expect(server.calls).toEqual([]);
});
