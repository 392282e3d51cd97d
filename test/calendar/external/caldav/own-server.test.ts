/** Our client against our server, over HTTP. */
import { describe, expect, test } from "bun:test";
import { RemoteConflictError } from "#calendar/external/remote.ts";
import { davClient, event } from "../../../support/calendar/dav.ts";
import { household } from "../../../support/home/home.ts";
import { listeningServer } from "../../../support/home/live.ts";
import { caldavFor, errorOf, never, readAll } from "./peers.ts";

async function connected(options: Parameters<typeof davClient>[2] = {}) {
  const home = await household({ server: listeningServer() });
  const dav = davClient(home, undefined, options);
  const { origin } = home.server;
  const account = { url: origin, username: dav.username, password: dav.password, origins: [origin] };
  const caldav = caldavFor([origin]);
  const calendar = caldav.open(account, { externalId: `${origin}${dav.at("family")}` });
  return { home, dav, origin, account, caldav, calendar };
}

describe("discovery at our server", () => {
  test.each(["", "/", "/dav/", "/dav", "/anything/else"])(
    "Our CalDAV client discovers our CalDAV server from the path %p",
    async (path) => {
      const { caldav, account, origin, dav, home } = await connected();
      const found = await caldav.discover({ ...account, url: origin + path, origins: [] }, never);
      expect(found.origins).toEqual([origin]);
      expect(found.calendars.map(({ externalId }) => externalId)).toContain(`${origin}${dav.at("family")}`);
      expect(found.calendars.map(({ name }) => name)).toContain("Ben");
      expect(found.calendars).toHaveLength(4);
      expect(found.calendars.find(({ name }) => name === home.members.mia.name)?.color).toMatch(/^#[0-9A-F]{8}$/);
    },
  );

  test("Our CalDAV client discovers our CalDAV server from the address of a calendar", async () => {
    const { caldav, account, origin, dav } = await connected();
    const url = `${origin}${dav.at("family")}`;
    const { calendars } = await caldav.discover({ ...account, url }, never);
    expect(calendars.filter(({ externalId }) => externalId === url)).toHaveLength(1);
  });

  test("Our CalDAV client reports a wrong password at our CalDAV server", async () => {
    const { caldav, account } = await connected();
    const work = caldav.discover({ ...account, password: "wrong" }, never);
    expect((await errorOf(work)).code).toBe("denied");
  });

  test("Our CalDAV client learns which calendars of our CalDAV server are read-only", async () => {
    const { caldav, account } = await connected({ access: "read" });
    const { calendars } = await caldav.discover(account, never);
    expect(calendars.map(({ isReadOnly }) => isReadOnly)).toEqual(calendars.map(() => true));
  });
});

test("Our CalDAV client creates, lists, reads, changes and removes an object at our CalDAV server", async () => {
  const { calendar, dav } = await connected();
  const empty = await calendar.list(null, never);
  expect(empty).toMatchObject({ heads: [], removed: [], isWhole: true });

  const text = event("one@test", "SUMMARY:Zähne");
  const id = calendar.idFor("one@test");
  expect(id).toBe(dav.at("family", "one@test.ics"));
  const made = await calendar.put({ id, etag: null, base: null, text }, never);
  expect(made).toMatchObject({ id, text });
  await expect(calendar.put({ id, etag: null, base: null, text }, never)).rejects.toBeInstanceOf(RemoteConflictError);

  const changes = await calendar.list(empty.state, never);
  expect(changes).toMatchObject({ heads: [{ id, etag: made.etag }], removed: [], isWhole: false });
  const [read] = await readAll(calendar, changes.heads);
  expect(read?.etag).toBe(made.etag);
  expect(read?.text).toContain("SUMMARY:Zähne");

  const later = event("one@test", "SUMMARY:Later");
  const changed = await calendar.put({ id, etag: made.etag, base: text, text: later }, never);
  expect(changed.etag).not.toBe(made.etag);
  const stale = calendar.put({ id, etag: made.etag, base: text, text: later }, never);
  await expect(stale).rejects.toBeInstanceOf(RemoteConflictError);
  await expect(calendar.remove({ id, etag: made.etag }, never)).rejects.toBeInstanceOf(RemoteConflictError);

  const before = await calendar.list(changes.state, never);
  await calendar.remove({ id, etag: changed.etag }, never);
  await calendar.remove({ id, etag: changed.etag }, never);
  expect(await calendar.list(before.state, never)).toMatchObject({ heads: [], removed: [id], isWhole: false });
  expect(await readAll(calendar, [changed])).toEqual([]);
});

test("Our CalDAV client lists 75 objects of our CalDAV server and reads them in batches of 30", async () => {
  const { calendar, dav } = await connected();
  const uids = Array.from({ length: 75 }, (_, index) => `n${index}@test`);
  for (const uid of uids) await dav.put(dav.at("family", `${uid}.ics`), event(uid));
  const { heads, isWhole } = await calendar.list(null, never);
  expect({ isWhole, ids: heads.map(({ id }) => id).sort() }).toEqual({
    isWhole: true,
    ids: uids.map(calendar.idFor, calendar).sort(),
  });
  const sizes: number[] = [];
  for await (const batch of calendar.read(heads, never)) sizes.push(batch.length);
  expect(sizes).toEqual([30, 30, 15]);
});

test("Our CalDAV client lists a calendar completely if our CalDAV server rejects the sync token", async () => {
  const { calendar, dav } = await connected();
  await dav.put(dav.at("family", "a.ics"), event("a@test"));
  const { state, heads } = await calendar.list(JSON.stringify({ token: "data:,x/family/1/x", ctag: null }), never);
  expect(heads).toHaveLength(1);
  expect(await calendar.list(state, never)).toMatchObject({ heads: [], isWhole: false });
});

test("Our CalDAV server reports a missing calendar, and refuses writes to a read-only calendar", async () => {
  const { caldav, account, origin, dav } = await connected({ access: "read" });
  const none = caldav.open(account, { externalId: `${origin}${dav.at("nobody")}` });
  expect((await errorOf(none.list(null, never))).code).toBe("gone");
  const calendar = caldav.open(account, { externalId: `${origin}${dav.at("family")}` });
  const put = calendar.put({ id: calendar.idFor("a"), etag: null, base: null, text: event("a") }, never);
  expect((await errorOf(put)).code).toBe("refused");
});
