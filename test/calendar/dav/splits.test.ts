/** A series that a program wrote, split in the app: each half has its own UID. */
import { expect, test } from "bun:test";
import { davClient, event } from "../../support/calendar/dav.ts";
import { household } from "../../support/home/home.ts";

const weekly = event("one@phone", "DTSTART:20261201T090000Z", "RRULE:FREQ=WEEKLY;COUNT=8", "X-ROOM:12");
const alarm = ["BEGIN:VALARM", "UID:alarm@phone", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"];

test.each([
  ["CR and LF", weekly],
  ["LF", weekly.replaceAll("\r\n", "\n")],
  ["CR alone", weekly.replaceAll("\r\n", "\r")],
  ["a UID that is folded in its value", weekly.replace("one@phone", "one\r\n @phone")],
  ["a UID that is folded in its name", weekly.replace("UID:one@phone", "UI\r\n D:one@phone")],
  ["a component that is folded in its name", weekly.replace("BEGIN:VEVENT", "BEG\r\n IN:VEV\r\n\tENT")],
  ["an alarm with a UID", weekly.replace("END:VEVENT", [...alarm, "END:VEVENT"].join("\r\n"))],
])("The iCalendar text of a series with %s is split into two halves with different UIDs", async (_, ics) => {
  const home = await household();
  const phone = davClient(home);
  const path = phone.at("family", "one.ics");
  expect((await phone.put(path, ics)).status).toBe(201);
  const { body: found } = await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z&raw=true");
  const id = String(found.events[0].id);
  const split = { editScope: "this_and_future", instanceStartsAt: "2026-12-15T09:00:00Z" };
  const { status, body } = await home.patch(`/v1/events/${id}`, { ...split, title: "Later" });
  expect([status, body.title]).toEqual([200, "Later"]);
  const names = Object.keys(await phone.list("family"));
  const texts = await Promise.all(names.map(async (name) => (await phone.get(phone.at("family", name))).body));
  const uids = texts.map((text) => /^UID:(.*?)\r?$/m.exec(text.replace(/\r\n[ \t]/g, ""))?.[1]);
  expect(new Set(uids).size).toBe(2);
  expect(uids).toContain("one@phone");
  for (const text of texts) expect(text).toContain("X-ROOM:12");
  const kept = home.db.$client.query("SELECT uid, ics FROM calendar_object WHERE household_id = ?").all(home.id);
  for (const { uid, ics: text } of kept as { uid: string; ics: string }[]) {
    const unfolded = text.replace(/\r\n?|\n/g, "\n").replace(/\n[ \t]/g, "");
    expect(unfolded.split("\n").filter((line) => line.startsWith("UID:") && !line.includes("alarm"))).toEqual([
      `UID:${uid}`,
    ]);
  }
});
