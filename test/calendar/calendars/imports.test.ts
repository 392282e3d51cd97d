/** Calendar files that are read, looked at and imported. */
import { describe, expect, test } from "bun:test";
import { calendar, choices, eventsOf, importAll, objects, titlesOf } from "../../support/calendar/imports.ts";
import { schoolCalendar } from "../../support/calendar/sample-calendar.ts";
import { household, refusal } from "../../support/home/home.ts";
import { form, upload } from "../../support/home/multipart.ts";
import { newest, undo } from "../../support/home/undo.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

describe("the preview of a calendar file", () => {
  test("The preview of a calendar file reports what an import would add, and writes nothing", async () => {
    const home = await household();
    const { status, body } = await preview(home);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      name: "school.ics",
      counts: { new: 2, known: 0, past: 0, unreadable: 0, toDos: 0 },
      from: "2026-12-03T18:00:00.000Z",
      to: "2027-01-03T00:00:00.000Z",
      knownFor: [],
      events: [
        {
          uid: "parents-evening@school.example",
          title: "Parents' evening",
          startsAt: "2026-12-03T18:00:00.000Z",
          allDay: false,
          rule: null,
          state: "new",
          knownFor: null,
        },
        {
          uid: "holidays@school.example",
          title: "Christmas holidays",
          startsAt: "2026-12-21T00:00:00.000Z",
          allDay: true,
          rule: null,
          state: "new",
          knownFor: null,
        },
      ],
      remarks: [],
    });
    expect(await eventsOf(home)).toEqual([]);
  });

  test("The preview of a calendar file counts known, past and unreadable events, and counts to-dos", async () => {
    const home = await household();
    await home.post("/v1/events", {
      title: "PARENTS' evening",
      startsAt: "2026-12-03T18:00:00Z",
      endsAt: "2026-12-03T19:00:00Z",
    });
    const text = schoolCalendar.replace(
      "END:VCALENDAR",
      [
        ...["BEGIN:VTODO", "UID:1", "SUMMARY:Homework", "END:VTODO"],
        ...["BEGIN:VEVENT", "UID:2", "DTSTART:20200101T100000Z", "SUMMARY:Over", "END:VEVENT"],
        ...["BEGIN:VEVENT", "UID:3", "DTSTART:soon", "SUMMARY:Unreadable", "END:VEVENT"],
        "END:VCALENDAR",
      ].join("\r\n"),
    );
    const { body } = await preview(home, text);
    expect(body.counts).toEqual({ new: 1, known: 1, past: 1, unreadable: 1, toDos: 1 });
    expect(body.events.map(({ title, state }: { title: string; state: string }) => [title, state])).toEqual([
      ["Over", "past"],
      ["Parents' evening", "known"],
      ["Christmas holidays", "new"],
    ]);
    expect(body.remarks.map(({ code }: { code: string }) => code).sort()).toEqual(["no_start", "to_do"]);
  });

  test("The preview of a calendar file says which events are cancelled", async () => {
    const home = await household();
    const day = "DTSTART;VALUE=DATE:20261201";
    const { body } = await preview(
      home,
      calendar(
        ["UID:a", "SUMMARY:Match", day, "STATUS:CANCELLED"],
        ["UID:b", "SUMMARY:Choir", day, "RECURRENCE-ID;VALUE=DATE:20261201", "STATUS:CANCELLED"],
        ["UID:c", "SUMMARY:Club", day, "RRULE:FREQ=DAILY;COUNT=3"],
        ["UID:c", "SUMMARY:Club", day, "RECURRENCE-ID;VALUE=DATE:20261201", "STATUS:CANCELLED"],
      ),
    );
    expect(body.counts).toMatchObject({ new: 1, unreadable: 0 });
    const cancelled = { date: "2026-12-01", code: "cancelled", text: "is cancelled; left out", values: {} };
    expect(body.remarks).toEqual([
      { uid: "a", title: "Match", ...cancelled },
      { uid: "b", title: "Choir", ...cancelled },
    ]);
  });

  test.each([
    ["<!doctype html><title>Login</title>", "file: is no calendar"],
    ["", "file: is no calendar"],
    [
      calendar(...Array.from({ length: 20_001 }, (_, at) => [`UID:${at}`, "DTSTART:20261201T100000Z"])),
      "file: holds more than 20,000 events",
    ],
  ])("The preview refuses a file that is not a calendar or has too many events: case %#", async (text, error) => {
    const home = await household();
    expect((await preview(home, text)).body).toEqual(refusal(422, error));
  });

  test("The preview refuses a calendar file of more than 20 MB", async () => {
    const home = await household();
    const text = schoolCalendar.replace("X-SCHOOL-ROOM:12", `X-LONG:${"x".repeat(20_971_520)}`);
    expect((await preview(home, text)).body).toEqual(refusal(413, "File is larger than 20 MB"));
  });

  test("The preview of a calendar file refuses two files in one request, and a text instead of a file", async () => {
    const home = await household();
    const send = ({ headers, raw }: ReturnType<typeof form>) =>
      home.as(home.members.anna).call("POST", "/app/calendar-imports", { headers, raw });
    const part = { name: "file", content: schoolCalendar };
    expect((await send(form(part))).body).toEqual(refusal(400, "file: exactly one file"));
    const file = { ...part, filename: "a.ics" };
    expect((await send(form(file, file))).body).toEqual(refusal(400, "file: exactly one file"));
    expect((await send(upload(Buffer.from(schoolCalendar), "C:\\fakepath\\a\u0007.ics"))).body.name).toBe("a.ics");
  });

  test("The preview of a calendar file expires after an hour or after four more previews", async () => {
    const home = await household({ server: undefined });
    const anna = home.as(home.members.anna);
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await preview(home)).body.id);
    const missing = refusal(404, "Import not found");
    expect((await anna.post(`/app/calendar-imports/${ids[0]}`, choices)).body).toEqual(missing);
    const other = await home.neighbour();
    expect((await other.as(other.members.anna).post(`/app/calendar-imports/${ids[1]}`, choices)).body).toEqual(missing);
    expect((await anna.delete(`/app/calendar-imports/${ids[1]}`)).body).toEqual({ id: ids[1], deleted: true });
    expect((await anna.post(`/app/calendar-imports/${ids[1]}`, choices)).body).toEqual(missing);
    home.clock.now = new Date(home.clock.now.getTime() + 3_600_001);
    expect((await anna.post(`/app/calendar-imports/${ids[4]}`, choices)).body).toEqual(missing);
  });
});

describe("an import", () => {
  test("An import adds all events in one activity entry, and this change can be undone and redone", async () => {
    const home = await household();
    const { ben } = home.members;
    const { status, body } = await importAll(home, schoolCalendar, { memberIds: [ben.id], isGeneral: false });
    expect(status).toBe(200);
    expect(body).toEqual({ added: 2, updated: 0, skipped: 0, activityId: newest(home), activityIds: [newest(home)] });
    expect(home.entries()[0]).toMatchObject({ action: "imported", summary: "imported 2 events from “school.ics”" });
    const events = await eventsOf(home);
    expect(events).toHaveLength(2);
    for (const event of events) {
      expect(event).toMatchObject({
        memberIds: [ben.id],
        isGeneral: false,
        readOnly: false,
        calendar: { key: ben.id, name: "Ben" },
      });
    }
    const taken = await undo(home);
    expect(taken.status).toBe(200);
    expect(await eventsOf(home)).toEqual([]);
    expect(objects(home)).toEqual([]);
    expect((await undo(home, taken.body.id)).status).toBe(200);
    expect(await titlesOf(home)).toEqual(["Parents' evening", "Christmas holidays"]);
    expect(objects(home)).toHaveLength(2);
  });

  test("An imported event is exported with all iCalendar lines that nobody changed", async () => {
    const home = await household();
    await importAll(home);
    const [event] = await eventsOf(home);
    const before = String((await home.get(`/v1/events/${event.id}/ics`)).body);
    expect(before).toContain("X-SCHOOL-ROOM:12\r\n");
    expect(before).toContain("UID:parents-evening@school.example\r\n");
    await home.patch(`/v1/events/${event.id}`, { title: "Parents' evening, hall 2" });
    const after = String((await home.get(`/v1/events/${event.id}/ics`)).body);
    expect(after).toContain("SUMMARY:Parents' evening\\, hall 2\r\n");
    expect(after).toContain("X-SCHOOL-ROOM:12\r\n");
  });

  test("The preview of a calendar file reports unreadable lines and a missing end", async () => {
    const home = await household();
    const text = calendar(["UID:a", "SUMMARY:Bad", "DTSTART:20261201T100000Z", "this is no line"]);
    const { body } = await preview(home, text.replace("END:VCALENDAR\r\n", ""));
    expect(body.remarks.map(({ code }: { code: string }) => code).sort()).toEqual(["cut_off", "unreadable_line"]);
    await importAll(home, text);
    const [event] = await eventsOf(home);
    const lines = String((await home.get(`/v1/events/${event.id}/ics`)).body).split("\r\n");
    expect(lines).not.toContain("this is no line");
    expect(lines.filter((line) => line.startsWith("DTSTAMP:"))).toHaveLength(1);
  });

  test("A second import of a calendar file can update changed events, and adds no known event again", async () => {
    const home = await household();
    await importAll(home);
    const again = await importAll(home);
    expect(again.body).toEqual({ added: 0, updated: 0, skipped: 2, activityId: null, activityIds: [] });
    const later = schoolCalendar.replace("T190000", "T193000").replace("Christmas holidays", "Winter holidays");
    expect((await importAll(home, later)).body).toMatchObject({ added: 0, updated: 0, skipped: 2 });
    const updated = await importAll(home, later, { known: "update" });
    expect(updated.body).toMatchObject({ added: 0, updated: 2, skipped: 0 });
    const events = await eventsOf(home);
    expect(events.map(({ title, startsAt }: { title: string; startsAt: string }) => [title, startsAt])).toEqual([
      ["Parents' evening", "2026-12-03T18:30:00.000Z"],
      ["Winter holidays", "2026-12-21T00:00:00.000Z"],
    ]);
    expect((await importAll(home, later, { known: "update" })).body).toMatchObject({ updated: 0, skipped: 2 });
    expect((await undo(home, updated.body.activityId)).status).toBe(200);
    expect(await titlesOf(home)).toEqual(["Parents' evening", "Christmas holidays"]);
  });

  test("An import adds two equal events of a file, but skips an event added by a member meanwhile", async () => {
    const home = await household();
    const lines = ["SUMMARY:Twin", "DTSTART:20261201T100000Z"];
    const text = calendar(["UID:a", ...lines], ["UID:b", ...lines]);
    const { body } = await preview(home, text);
    expect(body.counts).toMatchObject({ new: 2, known: 0 });
    const anna = home.as(home.members.anna);
    expect((await anna.post(`/app/calendar-imports/${body.id}`, choices)).body).toMatchObject({ added: 2, skipped: 0 });
    const other = calendar(["UID:c", "SUMMARY:Late", "DTSTART:20261202T100000Z"]);
    const { body: second } = await preview(home, other);
    expect(second.counts).toMatchObject({ new: 1 });
    await home.post("/v1/events", { title: "Late", startsAt: "2026-12-02T10:00:00Z", endsAt: "2026-12-02T11:00:00Z" });
    expect((await anna.post(`/app/calendar-imports/${second.id}`, choices)).body).toMatchObject({
      added: 0,
      skipped: 1,
    });
  });

  test("An import that updates an event does not change the members of the event", async () => {
    const home = await household();
    const { mia } = home.members;
    await importAll(home, schoolCalendar, { memberIds: [mia.id], isGeneral: false });
    const later = schoolCalendar.replace("SUMMARY:Parents' evening", "SUMMARY:Concert");
    await importAll(home, later, { known: "update" });
    expect((await eventsOf(home))[0]).toMatchObject({ title: "Concert", memberIds: [mia.id], isGeneral: false });
  });

  test("An import that updates an event does not restore a reminder that was removed in the app", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    await anna.patch("/app/household", { defaultReminderMinutes: 30 });
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT30M", "END:VALARM"];
    const event = (title: string) => calendar(["UID:a", `SUMMARY:${title}`, "DTSTART:20261201T100000Z", ...alarm]);
    await importAll(home, event("Dentist"));
    const [{ id }] = await eventsOf(home);
    await home.patch(`/v1/events/${id}`, { reminderMinutes: null });
    expect((await importAll(home, event("Doctor"), { known: "update" })).body).toMatchObject({ updated: 1 });
    expect((await eventsOf(home))[0]).toMatchObject({
      title: "Doctor",
      reminderMinutes: null,
      reminderMinutesList: [],
    });
  });

  test("An import of an unchanged file that the app exported updates nothing", async () => {
    const home = await household();
    const { anna, ben } = home.members;
    const weekly = { title: "Swimming", startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" };
    const { body: made } = await home.post("/v1/events", {
      ...weekly,
      memberIds: [anna.id],
      recurrenceRule: "FREQ=WEEKLY",
    });
    const swap = { editScope: "this", instanceStartsAt: "2026-12-08T15:00:00.000Z", memberIds: [ben.id] };
    await home.patch(`/v1/events/${made.id}`, swap);
    const { body: text } = await home.get(`/v1/events/${made.id}/ics`);
    const before = await eventsOf(home);
    await importAll(home, String(text), { known: "update" });
    expect((await importAll(home, String(text), { known: "update" })).body).toMatchObject({ updated: 0, skipped: 1 });
    const changed = String(text).replaceAll("SUMMARY:Swimming", "SUMMARY:Diving");
    expect((await importAll(home, changed, { known: "update" })).body).toMatchObject({ updated: 1 });
    const [after] = await eventsOf(home);
    expect({ ...after, title: "Swimming", updatedAt: "" }).toEqual({ ...before[0], updatedAt: "" });
  });

  test("Splitting an imported series stores a copy of the iCalendar text for the second half", async () => {
    const home = await household();
    const lines = ["UID:club", "SUMMARY:Club", "DTSTART:20261201T100000Z", "DTEND:20261201T110000Z"];
    await importAll(home, calendar([...lines, "RRULE:FREQ=WEEKLY;COUNT=6", "X-ROOM:12"]));
    const [{ id }] = await eventsOf(home);
    const later = { editScope: "this_and_future", instanceStartsAt: "2026-12-15T10:00:00.000Z", title: "New club" };
    const { body: second } = await home.patch(`/v1/events/${id}`, later);
    const fileOf = async (of: string) => String((await home.get(`/v1/events/${of}/ics`)).body).split("\r\n");
    const [first, rest] = [await fileOf(id), await fileOf(second.id)];
    expect(first).toContain("UID:club");
    for (const each of [first, rest]) expect(each).toContain("X-ROOM:12");
    const uids = rest.filter((line) => line.startsWith("UID:"));
    expect(uids).toHaveLength(1);
    expect(uids).not.toEqual(["UID:club"]);
    expect(rest).toContain("SUMMARY:New club");
    expect(rest).toContain("RRULE:FREQ=WEEKLY;COUNT=4");
    expect(objects(home)).toHaveLength(2);
    expect((await undo(home)).status).toBe(200);
    expect(objects(home)).toEqual(["club"]);
  });

  test("An import of a calendar file adds only the chosen events", async () => {
    const home = await household();
    const { body } = await importAll(home, schoolCalendar, { uids: ["holidays@school.example"] });
    expect(body).toMatchObject({ added: 1, skipped: 0 });
    expect(home.entries()[0]?.summary).toBe("imported an event from “school.ics”");
    expect(await titlesOf(home)).toEqual(["Christmas holidays"]);
  });

  test("An import of an event that the app exported gives the same event again, with the same members", async () => {
    const home = await household();
    const { anna, mia } = home.members;
    const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" };
    const { body: made } = await home.post("/v1/events", {
      ...{ title: "Piano", ...times, memberIds: [anna.id, mia.id], recurrenceRule: "FREQ=WEEKLY;COUNT=4" },
      ...{ notes: "Room 3;\nsecond floor", location: "School", reminderMinutesList: [10, 60] },
    });
    const second = { editScope: "this", instanceStartsAt: "2026-12-08T15:00:00.000Z" };
    await home.patch(`/v1/events/${made.id}`, {
      ...second,
      startsAt: "2026-12-09T15:00:00Z",
      endsAt: "2026-12-09T16:00:00Z",
    });
    await home.delete(`/v1/events/${made.id}?scope=this&instanceStartsAt=2026-12-15T15:00:00.000Z`);
    const { body: text } = await home.get(`/v1/events/${made.id}/ics`);
    const [before] = await eventsOf(home);
    await home.delete(`/v1/events/${made.id}`);
    expect((await importAll(home, String(text))).body).toMatchObject({ added: 1 });
    const [after] = await eventsOf(home);
    const fresh = { id: "", createdAt: "", updatedAt: "", createdBy: null };
    expect({ ...after, ...fresh }).toEqual({ ...before, ...fresh });
  });

  test("An import refuses a member of another household", async () => {
    const home = await household();
    const other = await home.neighbour();
    const { body } = await preview(home);
    const anna = home.as(home.members.anna);
    const wrong = await anna.post(`/app/calendar-imports/${body.id}`, {
      ...choices,
      memberIds: [other.members.anna.id],
    });
    expect(wrong.body).toEqual(refusal(422, "memberIds: no such member"));
    expect((await anna.post(`/app/calendar-imports/${body.id}`, choices)).body.added).toBe(2);
  });

  test("Deleting an imported event also deletes the stored iCalendar text, and undo restores both", async () => {
    const home = await household();
    await importAll(home);
    const [event] = await eventsOf(home);
    await home.delete(`/v1/events/${event.id}`);
    expect(objects(home)).toHaveLength(1);
    expect((await undo(home)).status).toBe(200);
    expect(String((await home.get(`/v1/events/${event.id}/ics`)).body)).toContain("X-SCHOOL-ROOM:12");
  });
});
