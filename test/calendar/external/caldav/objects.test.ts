/** Reading and writing objects at servers with faults. */
import { describe, expect, test } from "bun:test";
import { RemoteConflictError } from "#calendar/external/remote.ts";
import { event } from "../../../support/calendar/dav.ts";
import {
  type Call,
  calendarAt,
  errorOf,
  found,
  multistatus,
  never,
  password,
  type Reply,
  readAll,
  startScripted,
  tagged,
  username,
  withStatus,
  withText,
} from "./peers.ts";

const server = startScripted();
const text = event("a@test");
const lines = text.replaceAll("\r\n", "\n");
const other = event("a@test", "SUMMARY:Other");

/** Answers each method as given. Answers to PROPFIND are for single objects. */
function serve(answers: Partial<Record<string, Reply | ((call: Call) => Reply)>>) {
  server.answer((call) => {
    const answer = answers[call.method] ?? { status: 405 };
    return typeof answer === "function" ? answer(call) : answer;
  });
  return calendarAt(server);
}

const a = { id: "/cal/a.ics", etag: '"1"' };
const b = { id: "/cal/b.ics", etag: '"2"' };
const page = "<html>Sign in</html>";

describe("reading", () => {
  test("Calendar objects are read from a CalDAV server in batches of 30", async () => {
    const head = { id: "/cal/b%40x%7e.ics", etag: '"1"' };
    const calendar = serve({ REPORT: multistatus([withText(`${server.origin}/cal/b@x~.ics`, "9", text)]) });
    expect(await readAll(calendar, [head])).toEqual([{ ...head, etag: '"9"', text }]);
    const [call] = server.calls;
    expect(call?.body).toContain("<D:href>/cal/b%40x%7e.ics</D:href>");
    const [, sent = ""] = call?.headers.get("authorization")?.split("Basic ") ?? [];
    expect(Buffer.from(sent, "base64").toString()).toBe(`${username}:${password}`);
  });

  test.each<[string, Reply]>([
    ["missing", multistatus([])],
    ["empty", multistatus([withText(a.id, '"1"', "")])],
    ["without a text", multistatus([tagged(a.id, '"1"')])],
    ["404", multistatus([withStatus(a.id, 404)])],
    ["cut", multistatus([withText(a.id, '"1"', text.slice(0, 80))])],
    ["a page", multistatus([withText(a.id, '"1"', page)])],
    ["another one", multistatus([withText("/cal/c.ics", '"1"', other), withText("/other/a.ics", '"1"', other)])],
    ["in an answer that is a page", { status: 200, body: page }],
    ["in an empty answer", { status: 207 }],
    ["in an answer of 500", { status: 500 }],
    ["in an answer of 501", { status: 501 }],
    ["in an answer of 403", { status: 403 }],
  ])("An object is requested on its own if it is %s in the multiget response of a CalDAV server", async (_, report) => {
    const calendar = serve({ REPORT: report, GET: { body: text, headers: { ETag: '"1"' } } });
    expect(await readAll(calendar, [a])).toEqual([{ ...a, text }]);
    expect(server.asked()).toEqual(["REPORT /cal/", "GET /cal/a.ics"]);
  });

  test("Calendar objects that no longer exist at the CalDAV server are left out when objects are read", async () => {
    const calendar = serve({ REPORT: multistatus([withText(a.id, null, text)]), GET: { status: 404 } });
    expect((await readAll(calendar, [a, b])).map(({ id, etag }) => ({ id, etag }))).toEqual([a]);
  });

  test("A CalDAV server that does not support multiget receives only one multiget request", async () => {
    const calendar = serve({ REPORT: { status: 405 }, GET: { body: text } });
    const heads = Array.from({ length: 31 }, (_, index) => ({ id: `/cal/${index}`, etag: '"1"' }));
    expect(await readAll(calendar, heads)).toHaveLength(31);
    expect(server.asked().filter((each) => each.startsWith("REPORT"))).toHaveLength(1);
  });

  test("Control characters, which XML forbids, are removed from the objects of a CalDAV server", async () => {
    const body = withText(a.id, '"1"', text).replace("Dentist", "De\u0001n&#2;t&#x0B;ist\u007F&#65;");
    const calendar = serve({ REPORT: multistatus([body]) });
    const [read] = await readAll(calendar, [a]);
    expect(read?.text).toBe(text.replace("Dentist", "Dentist\u007FA"));
  });

  test("A calendar object without an entity tag gets a hash of the text as the tag", async () => {
    const head = { ...a, etag: null };
    const [many] = await readAll(serve({ REPORT: multistatus([withText(a.id, null, lines)]) }), [head]);
    const [single] = await readAll(serve({ GET: { body: text } }), [head]);
    const [weak] = await readAll(serve({ GET: { body: text, headers: { ETag: 'W/"5"' } } }), [head]);
    expect(many?.etag).toMatch(/^hash:[0-9a-f]{64}$/);
    expect([single?.etag, weak?.etag]).toEqual([many?.etag ?? "", many?.etag ?? ""]);
  });

  test("Reading from a CalDAV server returns all readable objects before a fault is reported", async () => {
    const calendar = serve({
      REPORT: multistatus([withText(b.id, '"2"', text)]),
      GET: ({ path }) => (path === a.id ? { status: 500 } : { body: text }),
    });
    const read: string[] = [];
    const work = (async () => {
      for await (const batch of calendar.read([a, b], never)) read.push(...batch.map(({ id }) => id));
    })();
    expect((await errorOf(work)).code).toBe("refused");
    expect(read).toEqual([b.id]);
  });

  test("Reading from a CalDAV server stops after 10 objects that cannot be read", async () => {
    const calendar = serve({ GET: { body: page } });
    const heads = Array.from({ length: 100 }, (_, index) => ({ id: `/cal/${index}`, etag: '"1"' }));
    expect((await errorOf(readAll(calendar, heads))).code).toBe("no_answer");
    expect(server.calls).toHaveLength(12);
  });

  test.each<[number, string]>([
    [401, "denied"],
    [429, "busy"],
    [503, "busy"],
    [404, "gone"],
  ])("Reading from a CalDAV server stops when multiget is answered by status %i", async (status, code) => {
    const calendar = serve({ REPORT: { status }, GET: { body: text } });
    expect((await errorOf(readAll(calendar, [a]))).code).toBe(code as "busy");
    expect(server.calls).toHaveLength(1);
  });
});

describe("putting", () => {
  const outgoing = { id: a.id, etag: '"1"', base: text, text: other };

  test("A new calendar object is not read back if the server returns a strong entity tag", async () => {
    const calendar = serve({ PUT: { status: 201, headers: { ETag: '"7"' } } });
    expect(await calendar.put({ ...outgoing, etag: null }, never)).toEqual({ id: a.id, etag: '"7"', text: other });
    const [call] = server.calls;
    expect(call?.headers.get("if-none-match")).toBe("*");
    expect(call?.headers.get("if-match")).toBeNull();
    expect(call?.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(call?.body).toBe(other);
  });

  test.each([['"1"'], ["unquoted"], ["1"], ['"with blank"']])(
    "A changed calendar object is written only if the entity tag at the server did not change: %s",
    async (etag) => {
      const calendar = serve({
        REPORT: multistatus([withText(a.id, etag, text)]),
        PUT: { status: 204, headers: { ETag: "new" } },
      });
      const [read] = await readAll(calendar, [{ id: a.id, etag: null }]);
      const put = await calendar.put({ ...outgoing, etag: read?.etag ?? "" }, never);
      expect(put.etag).toBe('"new"');
      expect(server.calls.at(-1)?.headers.get("if-match")).toBe(etag.startsWith('"') ? etag : `"${etag}"`);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["no tag", {}],
    ["a weak tag", { ETag: 'W/"7"' }],
  ])(
    "An object for which the CalDAV server returns %s is read again, as the server may have changed it",
    async (_, headers) => {
      const made = other.replace("Other", "Made");
      const calendar = serve({
        PUT: { status: 204, headers },
        PROPFIND: multistatus([tagged(a.id, "8")]),
        GET: { body: made, headers },
      });
      expect(await calendar.put(outgoing, never)).toEqual({ id: a.id, etag: '"8"', text: made });
    },
  );

  test("The app stores the new name if a CalDAV server stores a new object under another name", async () => {
    for (const place of ["/cal/z.ics", `${server.origin}/cal/z.ics`, "z.ics"]) {
      const calendar = serve({ PUT: { status: 201, headers: { Location: place, ETag: '"7"' } } });
      expect((await calendar.put({ ...outgoing, etag: null }, never)).id).toBe("/cal/z.ics");
    }
    for (const place of ["http://127.0.0.1:1/cal/z.ics", "/other/z.ics", "/cal/../z.ics", "/cal/a%2eics", "/cal/"]) {
      const calendar = serve({ PUT: { status: 201, headers: { Location: place, ETag: '"7"' } } });
      expect((await calendar.put({ ...outgoing, etag: null }, never)).id).toBe(a.id);
    }
  });

  test("A new object that the CalDAV server stores in an unknown place is reported as refused", async () => {
    const calendar = serve({ PUT: { status: 201 }, PROPFIND: { status: 404 }, GET: { status: 404 } });
    expect((await errorOf(calendar.put({ ...outgoing, etag: null }, never))).code).toBe("refused");
  });

  test.each<[number, string]>([
    [400, "refused"],
    [403, "refused"],
    [405, "refused"],
    [409, "refused"],
    [413, "refused"],
    [415, "refused"],
    [422, "refused"],
    [507, "full"],
    [401, "denied"],
    [429, "busy"],
    [503, "no_answer"],
    [500, "failed"],
    [502, "no_answer"],
  ])(
    "A status %i from a CalDAV server is reported as a fault, for writing and for removing an object",
    async (status, code) => {
      const calendar = serve({ PUT: { status }, DELETE: { status } });
      expect((await errorOf(calendar.put({ ...outgoing, etag: null }, never))).code).toBe(code as "busy");
      expect((await errorOf(calendar.put(outgoing, never))).code).toBe(code as "busy");
      expect((await errorOf(calendar.remove(a, never))).code).toBe(code as "busy");
      expect(server.calls).toHaveLength(3);
    },
  );

  test("A CalDAV server that answers a write with 503 is reported as busy, with the time to wait", async () => {
    const calendar = serve({ PUT: { status: 503, headers: { "Retry-After": "60" } } });
    expect(await errorOf(calendar.put(outgoing, never))).toMatchObject({ code: "busy", retryAfterMs: 60_000 });
  });

  test("A write to a CalDAV server is a conflict on status 412, and on 404 for an existing object", async () => {
    for (const status of [412, 404, 410]) {
      const calendar = serve({ PUT: { status } });
      await expect(calendar.put(outgoing, never)).rejects.toBeInstanceOf(RemoteConflictError);
    }
    expect((await errorOf(serve({ PUT: { status: 404 } }).put({ ...outgoing, etag: null }, never))).code).toBe(
      "refused",
    );
  });
});

describe("an object without a strong entity tag", () => {
  const hashed = async () => (await readAll(serve({ GET: { body: text } }), [{ id: a.id, etag: null }]))[0]?.etag ?? "";
  const ok = { status: 204, headers: { ETag: '"7"' } };

  test("A calendar object without an entity tag is compared by a hash before a write or a removal", async () => {
    const etag = await hashed();
    const same = serve({ GET: { body: lines }, PUT: ok, DELETE: ok });
    await same.put({ id: a.id, etag, base: text, text: other }, never);
    await same.remove({ id: a.id, etag }, never);
    expect(server.asked()).toEqual(["GET /cal/a.ics", "PUT /cal/a.ics", "GET /cal/a.ics", "DELETE /cal/a.ics"]);
    expect(server.calls.map(({ headers }) => headers.get("if-match"))).toEqual([null, null, null, null]);
    const changed = serve({ GET: { body: other }, PUT: ok, DELETE: ok });
    await expect(changed.put({ id: a.id, etag, base: text, text }, never)).rejects.toBeInstanceOf(RemoteConflictError);
    await expect(changed.remove({ id: a.id, etag }, never)).rejects.toBeInstanceOf(RemoteConflictError);
    expect(server.asked()).toEqual(["GET /cal/a.ics", "GET /cal/a.ics"]);
  });

  test.each(['W/"1"', '"tag with "quotes"', '"ümlaut"', '"x\u0080"'])(
    "A calendar object with a weak entity tag is written if the tag or the text is known: %s",
    async (etag) => {
      const outgoing = { id: a.id, etag, base: text, text: other };
      const same = serve({ PROPFIND: multistatus([tagged(a.id, etag)]), PUT: ok });
      await same.put(outgoing, never);
      expect(server.asked()).toEqual(["PROPFIND /cal/a.ics", "PUT /cal/a.ics"]);
      const retagged = serve({
        PROPFIND: multistatus([tagged(a.id, 'W/"2"')]),
        GET: { body: text },
        PUT: ok,
        DELETE: ok,
      });
      await retagged.put(outgoing, never);
      await expect(retagged.remove({ id: a.id, etag }, never)).rejects.toBeInstanceOf(RemoteConflictError);
      const changed = serve({ PROPFIND: multistatus([found(a.id, "")]), GET: { body: other }, PUT: ok });
      await expect(changed.put(outgoing, never)).rejects.toBeInstanceOf(RemoteConflictError);
    },
  );

  test("A calendar object that the server deleted causes a conflict if written, but not if removed", async () => {
    const etag = await hashed();
    const none = serve({ GET: { status: 404 }, PROPFIND: { status: 404 }, PUT: ok });
    for (const tag of [etag, 'W/"1"']) {
      const put = none.put({ id: a.id, etag: tag, base: text, text: other }, never);
      await expect(put).rejects.toBeInstanceOf(RemoteConflictError);
      await none.remove({ id: a.id, etag: tag }, never);
    }
    expect(server.asked().filter((each) => /^(PUT|DELETE)/.test(each))).toEqual([]);
  });
});

describe("removing", () => {
  test("A calendar object is removed at the server only if the entity tag did not change there", async () => {
    for (const status of [200, 204, 404, 410]) {
      await serve({ DELETE: { status } }).remove(a, never);
      expect(server.calls.map(({ headers }) => headers.get("if-match"))).toEqual(['"1"']);
    }
    await expect(serve({ DELETE: { status: 412 } }).remove(a, never)).rejects.toBeInstanceOf(RemoteConflictError);
  });
});
