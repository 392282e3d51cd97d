import { describe, expect, test } from "bun:test";
import { april, march, piano, series, starts } from "../support/calendar/events.ts";
import { household, refusal } from "../support/home/home.ts";

describe("changing a whole series", () => {
  test("A whole series moves by the same amount as the edited instance", async () => {
    const home = await household();
    const { edit, drop, master } = await series(home);
    const own = { startsAt: "2027-03-17T08:00:00.000Z", endsAt: "2027-03-17T09:00:00.000Z" };
    await edit("this", "2027-03-16T15:00:00Z", own);
    await edit("this", "2027-03-23T15:00:00Z", { title: "Recital", startsAt: "2027-03-23T10:00:00Z" });
    await drop("this", "2027-03-30T14:00:00Z");
    const { body } = await edit("all", "2027-03-23T15:00:00Z", {
      startsAt: "2027-03-24T16:00:00Z",
      endsAt: "2027-03-24T16:30:00Z",
    });
    expect(body).toMatchObject({ recurrenceRule: "FREQ=WEEKLY;BYDAY=WE", startsAt: "2027-03-03T16:00:00.000Z" });
    expect(home.entries()[0]?.summary).toMatch(/^moved “Piano” to Wed 3 Mar( 2027)? at 17:00$/);
    expect((await master()).exceptions).toEqual([
      { instanceStartsAt: "2027-03-17T16:00:00.000Z", cancelled: false, ...own },
      { instanceStartsAt: "2027-03-24T16:00:00.000Z", cancelled: false, title: "Recital" },
      { instanceStartsAt: "2027-03-31T15:00:00.000Z", cancelled: true },
    ]);
    expect((await starts(home)).slice(0, 5)).toEqual([
      "03-03T16:00",
      "03-10T16:00",
      "03-17T08:00",
      "03-24T16:00",
      "04-07T15:00",
    ]);
  });

  test("A whole series can get the times of a changed instance, which is then no longer an exception", async () => {
    const home = await household();
    const { edit, master } = await series(home);
    const own = { startsAt: "2027-03-16T17:00:00Z", endsAt: "2027-03-16T17:45:00Z" };
    await edit("this", "2027-03-16T15:00:00Z", own);
    await edit("all", "2027-03-16T15:00:00Z", own);
    expect((await master()).exceptions).toEqual([]);
    expect((await starts(home)).slice(0, 3)).toEqual(["03-02T17:00", "03-09T17:00", "03-16T17:00"]);
  });

  test("Moving a whole series also moves the UNTIL date of its recurrence rule", async () => {
    const home = await household();
    const { edit } = await series(home, { recurrenceRule: "FREQ=WEEKLY;UNTIL=20270323T150000Z" });
    const times = { startsAt: "2027-03-05T18:00:00Z", endsAt: "2027-03-05T19:00:00Z" };
    const { body } = await edit("all", "2027-03-02T15:00:00Z", times);
    expect(body.recurrenceRule).toBe("FREQ=WEEKLY;UNTIL=20270326T180000Z");
    expect((await starts(home)).length).toBe(4);
  });

  test.each([
    ["FREQ=MONTHLY;BYMONTHDAY=2,16", 1],
    ["FREQ=MONTHLY;BYDAY=1TU", 1],
    ["FREQ=DAILY;BYHOUR=16,18", 1 / 24],
    ["FREQ=DAILY;BYMINUTE=0,30", 1 / 24],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU", 1],
    ["FREQ=YEARLY;BYYEARDAY=61", 1],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2", 1],
  ])("A series with the rule %s cannot be moved by %d days without a new rule", async (recurrenceRule, days) => {
    const home = await household();
    const { id } = await series(home, { recurrenceRule });
    const shift = (instant: string) => new Date(Date.parse(instant) + days * 86_400_000).toISOString();
    const times = { startsAt: shift(piano.startsAt), endsAt: shift(piano.endsAt) };
    const { body } = await home.patch(`/v1/events/${id}`, times);
    expect(body).toEqual(refusal(422, "recurrenceRule: say how the rule changes"));
    const told = await home.patch(`/v1/events/${id}`, { ...times, recurrenceRule: "FREQ=DAILY" });
    expect(told.body).toMatchObject({ recurrenceRule: "FREQ=DAILY", startsAt: times.startsAt });
  });

  test.each([
    ["FREQ=MONTHLY;BYMONTHDAY=2", 3, "FREQ=MONTHLY;BYMONTHDAY=5"],
    ["FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2", -2, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"],
    ["FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2", 30, "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", 1, "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,SU", 1, "FREQ=WEEKLY;BYDAY=TU,WE,MO"],
    ["FREQ=WEEKLY;BYDAY=TU", 7, "FREQ=WEEKLY;BYDAY=TU"],
    ["FREQ=YEARLY", 40, "FREQ=YEARLY"],
    ["FREQ=DAILY;BYHOUR=16,18", 1, "FREQ=DAILY;BYHOUR=16,18"],
  ])("A series with the rule %s that is moved by %d days gets the rule %s", async (recurrenceRule, days, moved) => {
    const home = await household();
    const { id } = await series(home, { recurrenceRule });
    const shift = (instant: string) => new Date(Date.parse(instant) + days * 86_400_000);
    // The wall time is kept: in Berlin the clock changes on 28 March.
    const wall = (at: Date) =>
      new Date(at.getTime() - (at > new Date("2027-03-28T01:00:00Z") ? 3_600_000 : 0)).toISOString();
    const times = { startsAt: wall(shift(piano.startsAt)), endsAt: wall(shift(piano.endsAt)) };
    expect((await home.patch(`/v1/events/${id}`, times)).body).toMatchObject({ recurrenceRule: moved, ...times });
  });

  test("A series with a new rule loses the exceptions on dates outside the new rule", async () => {
    const home = await household();
    const { id, edit, master } = await series(home);
    await edit("this", "2027-03-09T15:00:00Z", { title: "B" });
    await edit("this", "2027-03-16T15:00:00Z", { title: "C" });
    await home.patch(`/v1/events/${id}`, { recurrenceRule: "FREQ=WEEKLY;INTERVAL=2" });
    expect((await master()).exceptions.map(({ title }: { title: string }) => title)).toEqual(["C"]);
    const { body } = await home.patch(`/v1/events/${id}`, { recurrenceRule: null });
    expect(body).toMatchObject({ recurrenceRule: null, exceptions: [], startsAt: "2027-03-02T15:00:00.000Z" });
  });

  test("A series can become all-day and timed again without losing an instance or an exception", async () => {
    const home = await household();
    const { id, edit, drop, master } = await series(home, { recurrenceRule: "FREQ=WEEKLY;UNTIL=20270420T140000Z" });
    await edit("this", "2027-03-09T15:00:00Z", { title: "Recital" });
    await drop("this", "2027-04-06T14:00:00Z");
    expect((await home.patch(`/v1/events/${id}`, { allDay: true })).body).toMatchObject({
      startsAt: "2027-03-02T00:00:00.000Z",
      endsAt: "2027-03-03T00:00:00.000Z",
      recurrenceRule: "FREQ=WEEKLY;UNTIL=20270420",
    });
    const dates = ["03-02", "03-09", "03-16", "03-23", "03-30", "04-13", "04-20"];
    expect(await starts(home)).toEqual(dates.map((date) => `${date}T00:00`));
    const { startsAt, endsAt } = piano;
    await home.patch(`/v1/events/${id}`, { allDay: false, startsAt, endsAt });
    expect(await starts(home)).toEqual(
      [...march, ...april].filter((each) => each !== "04-06T14:00" && each !== "04-27T14:00"),
    );
    expect((await master()).exceptions).toMatchObject([{ title: "Recital" }, { cancelled: true }]);
  });
});
