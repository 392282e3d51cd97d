/** PUT, GET, DELETE and MOVE of events. */
import { describe, expect, test } from "bun:test";
import { davClient, event, responsesIn } from "../support/dav.ts";
import { household } from "../support/home.ts";
import { newest, undo } from "../support/undo.ts";

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

test("an event goes in, comes out byte for byte, and is the app's", async () => {
  const { home, phone } = await setUp();
  const path = phone.at("family", "my event.ics");
  const ics = event(
    "one@phone",
    "X-PHONE:yes",
    "LOCATION:Main street\\, 1",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT30M",
    "END:VALARM",
  );
  const added = await phone.put(path, ics, { "If-None-Match": "*" });
  expect({ status: added.status, etag: added.headers.get("etag") }).toEqual({
    status: 201,
    etag: expect.stringMatching(/^"[0-9a-f]{20}"$/),
  });
  const got = await phone.get(path);
  expect({ status: got.status, body: got.body, etag: got.headers.get("etag") }).toEqual({
    status: 200,
    body: ics,
    etag: added.headers.get("etag"),
  });
  expect(await phone.list("family")).toEqual({ "my event.ics": added.headers.get("etag") ?? "" });
  const { body } = await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z");
  expect(body.events).toMatchObject([
    { title: "Dentist", location: "Main street, 1", reminderMinutes: 30, readOnly: false },
  ]);
  expect(home.entries()[0]).toMatchObject({
    action: "created",
    actor: { kind: "member", name: "Anna", agentName: "Anna's iPhone" },
  });
  expect((await undo(home, newest(home))).status).toBe(200);
  expect(await phone.list("family")).toEqual({});
  expect((await phone.get(path)).status).toBe(404);
});

test("an event of the app is changed by a phone, and by the app again", async () => {
  const { home, phone } = await setUp();
  const { body: made } = await home.post("/v1/events", {
    title: "Piano",
    startsAt: "2026-12-01T16:00:00+01:00",
    endsAt: "2026-12-01T16:45:00+01:00",
    memberIds: [home.members.mia.id],
  });
  const path = phone.at(home.members.mia.id, `${made.id}.ics`);
  const first = await phone.get(path);
  expect(first.body).toContain("SUMMARY:Piano");
  expect(first.body).toContain("BEGIN:VTIMEZONE");
  const changed = first.body.replace("SUMMARY:Piano", "SUMMARY:Piano lesson\r\nX-PHONE:1");
  const put = await phone.put(path, changed, { "If-Match": first.headers.get("etag") ?? "" });
  expect([put.status, put.headers.get("etag")]).toEqual([204, expect.any(String)]);
  expect((await phone.get(path)).body).toBe(changed);
  expect((await home.get(`/v1/events/${made.id}`)).body).toMatchObject({
    title: "Piano lesson",
    memberIds: [home.members.mia.id],
  });
  await home.patch(`/v1/events/${made.id}`, { location: "School" });
  const after = await phone.get(path);
  expect(after.body).toContain("LOCATION:School");
  expect(after.body).toContain("X-PHONE:1");
  expect(after.headers.get("etag")).not.toBe(put.headers.get("etag"));
  expect((await phone.put(path, changed, { "If-Match": put.headers.get("etag") ?? "" })).status).toBe(412);
});
