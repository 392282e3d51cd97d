import { describe, expect, test } from "bun:test";
import { type Home, household, refusal } from "../support/home.ts";

const piano = {
  title: "Piano",
  startsAt: "2027-03-02T16:00:00+01:00",
  endsAt: "2027-03-02T16:45:00+01:00",
  recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
};

async function series(home: Home, more: object = {}) {
  const { status, body } = await home.post("/v1/events", { ...piano, ...more });
  expect(status).toBe(200);
  return {
    id: body.id as string,
    master: async () => (await home.get(`/v1/events/${body.id}`)).body,
    edit: (editScope: string, instanceStartsAt: string, change: object) =>
      home.patch(`/v1/events/${body.id}`, { editScope, instanceStartsAt, ...change }),
    drop: (scope: string, instanceStartsAt: string) =>
      home.delete(`/v1/events/${body.id}?scope=${scope}&instanceStartsAt=${instanceStartsAt}`),
  };
}

/** Starts of everything in March and April, as `MM-DDTHH:MM`, in UTC. */
async function starts(home: Home, query = "from=2027-03-01T00:00:00Z&to=2027-05-01T00:00:00Z") {
  const { body } = await home.get(`/v1/events?${query}`);
  return body.events.map(({ startsAt }: { startsAt: string }) => startsAt.slice(5, 16));
}

const march = ["03-02T15:00", "03-09T15:00", "03-16T15:00", "03-23T15:00", "03-30T14:00"];
const april = ["04-06T14:00", "04-13T14:00", "04-20T14:00", "04-27T14:00"];

describe("naming an instance", () => {
  test("is needed for one, and for one and those after it", async () => {
    const home = await household();
    const { id } = await series(home);
    for (const scope of ["this", "this_and_future"]) {
      const error = refusal(422, `instanceStartsAt: say which instance, for the scope ${scope}`);
      expect((await home.patch(`/v1/events/${id}`, { editScope: scope, title: "X" })).body).toEqual(error);
      expect((await home.delete(`/v1/events/${id}?scope=${scope}`)).body).toEqual(error);
    }
  });

  test.each(["2027-03-03T15:00:00Z", "2027-02-23T15:00:00Z", "2027-03-30T15:00:00Z"])(
    "at %s, where none is, is 404",
    async (at) => {
      const home = await household();
      const { edit, drop } = await series(home);
      for (const scope of ["this", "this_and_future"]) {
        expect((await edit(scope, at, { title: "X" })).body).toEqual(refusal(404, "Instance not found"));
        expect((await drop(scope, at)).body).toEqual(refusal(404, "Instance not found"));
      }
      expect((await edit("all", at, { title: "X" })).body).toEqual(refusal(404, "Instance not found"));
    },
  );

  test("goes by any offset, and for all-day ones by the date as written", async () => {
    const home = await household();
    const timed = await series(home);
    expect((await timed.edit("this", "2027-03-09T20:30:00+05:30", { title: "X" })).body.isException).toBe(true);
    const dates = { allDay: true, startsAt: "2027-03-02T00:00:00Z", endsAt: "2027-03-02T00:00:00Z" };
    const daily = await series(home, { ...dates, recurrenceRule: "FREQ=DAILY;COUNT=5" });
    const { body } = await daily.edit("this", "2027-03-04T23:00:00-11:00", { title: "Y" });
    expect(body).toMatchObject({ title: "Y", instanceStartsAt: "2027-03-04T00:00:00.000Z" });
  });
});

describe("one instance", () => {
  test("is moved alone, answered as an instance, and goes back where the series has it", async () => {
    const home = await household();
    const { edit, master, id } = await series(home);
    const at = "2027-03-09T15:00:00.000Z";
    const moved = { startsAt: "2027-03-10T08:00:00.000Z", endsAt: "2027-03-10T08:45:00.000Z" };
    const { body } = await edit("this", at, moved);
    expect(body).toMatchObject({
      id,
      ...moved,
      instanceStartsAt: at,
      isException: true,
      recurring: true,
      title: "Piano",
    });
    expect((await master()).exceptions).toEqual([{ instanceStartsAt: at, cancelled: false, ...moved }]);
    expect(home.entries()[0]).toMatchObject({
      action: "updated",
      summary: expect.stringMatching(/^moved “Piano” on Tue 9 Mar( 2027)? to Wed 10 Mar( 2027)? at 09:00$/),
      changes: { startsAt: { from: at, to: moved.startsAt }, endsAt: { to: moved.endsAt } },
    });
    const back = await edit("this", at, { startsAt: at, endsAt: "2027-03-09T15:45:00Z" });
    expect(back.body).toMatchObject({ startsAt: at, isException: false });
    expect((await master()).exceptions).toEqual([]);
  });

  test("keeps what else it has of its own, field by field", async () => {
    const home = await household();
    const { edit, master } = await series(home, { notes: "book" });
    const at = "2027-03-09T15:00:00Z";
    await edit("this", at, { title: "Recital", notes: null, reminderMinutes: 60 });
    await edit("this", at, { title: "Piano" });
    expect((await master()).exceptions).toEqual([
      {
        instanceStartsAt: "2027-03-09T15:00:00.000Z",
        cancelled: false,
        notes: null,
        reminderMinutes: 60,
        reminderMinutesList: [60],
      },
    ]);
  });

  test("has no rule of its own, and no end before its start", async () => {
    const home = await household();
    const { edit } = await series(home);
    const at = "2027-03-09T15:00:00Z";
    const { body } = await edit("this", at, { recurrenceRule: "FREQ=DAILY" });
    expect(body).toEqual(refusal(422, "recurrenceRule: belongs to the series, not to one instance"));
    const late = await edit("this", at, { startsAt: "2027-03-10T15:00:00Z" });
    expect(late.body).toEqual(refusal(422, "endsAt: must not lie before startsAt"));
  });

  test("is cancelled, stays so, and comes back by an edit", async () => {
    const home = await household();
    const { edit, drop, master, id } = await series(home);
    const at = "2027-03-09T15:00:00.000Z";
    await edit("this", at, { title: "Recital" });
    expect((await drop("this", at)).body).toEqual({ id, deleted: true });
    expect(home.entries()[0]?.summary).toMatch(/^cancelled “Piano” on Tue 9 Mar/);
    expect((await master()).exceptions).toEqual([{ instanceStartsAt: at, cancelled: true }]);
    const before = home.entries().length;
    expect((await drop("this", at)).body).toEqual({ id, deleted: true });
    expect(home.entries().length).toBe(before);
    expect((await edit("this", at, {})).body).toMatchObject({ title: "Piano", isException: false });
    expect(home.entries()[0]?.summary).toMatch(/^brought “Piano” on Tue 9 Mar.* back$/);
    expect(await starts(home)).toEqual([...march, ...april]);
  });

  test("that was the last one left takes the event along", async () => {
    const home = await household();
    const { drop, id } = await series(home, { recurrenceRule: "FREQ=WEEKLY;COUNT=2" });
    await drop("this", "2027-03-02T15:00:00Z");
    await drop("this", "2027-03-09T15:00:00Z");
    expect((await home.get(`/v1/events/${id}`)).status).toBe(404);
    expect(home.entries()[0]).toMatchObject({ action: "deleted", summary: "deleted “Piano”" });
  });
});

describe("one instance and those after it", () => {
  test("become a series of their own, with what remains of COUNT, in one entry", async () => {
    const home = await household();
    const { edit, master, id } = await series(home, { recurrenceRule: "FREQ=WEEKLY;COUNT=9" });
    await edit("this", "2027-04-06T14:00:00Z", { title: "Recital" });
    const before = home.entries().length;
    const { body } = await edit("this_and_future", "2027-03-23T15:00:00Z", {
      startsAt: "2027-03-24T17:00:00Z",
      endsAt: "2027-03-24T18:00:00Z",
    });
    expect(home.entries().length).toBe(before + 1);
    expect(body.id).not.toBe(id);
    expect(body).toMatchObject({ recurrenceRule: "FREQ=WEEKLY;COUNT=6", startsAt: "2027-03-24T17:00:00.000Z" });
    expect(body.exceptions).toEqual([
      { instanceStartsAt: "2027-04-07T16:00:00.000Z", cancelled: false, title: "Recital" },
    ]);
    expect(await master()).toMatchObject({ recurrenceRule: "FREQ=WEEKLY;COUNT=3", exceptions: [] });
    expect(await starts(home)).toEqual([
      ...march.slice(0, 3),
      ...["03-24T17:00", "03-31T16:00", "04-07T16:00", "04-14T16:00", "04-21T16:00", "04-28T16:00"],
    ]);
  });

  test("end a series without end by UNTIL", async () => {
    const home = await household();
    const { edit, master } = await series(home);
    const { body } = await edit("this_and_future", "2027-03-30T14:00:00Z", { title: "Guitar" });
    expect(body.recurrenceRule).toBe("FREQ=WEEKLY;BYDAY=TU");
    expect((await master()).recurrenceRule).toBe("FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330T135959Z");
    expect(await starts(home)).toEqual([...march, ...april]);
  });

  test("from the first one that is left are the whole series", async () => {
    const home = await household();
    const { edit, drop, id } = await series(home);
    await drop("this", "2027-03-02T15:00:00Z");
    const { body } = await edit("this_and_future", "2027-03-09T15:00:00Z", { title: "Guitar" });
    expect(body).toMatchObject({ id, title: "Guitar" });
    expect((await home.get("/v1/events?raw=true&from=2027-03-01T00:00:00Z")).body.events.length).toBe(1);
  });

  test("may happen once from then on", async () => {
    const home = await household();
    const { edit } = await series(home);
    const { body } = await edit("this_and_future", "2027-03-16T15:00:00Z", { recurrenceRule: null });
    expect(body).toMatchObject({ recurrenceRule: null, startsAt: "2027-03-16T15:00:00.000Z" });
    expect(await starts(home)).toEqual(march.slice(0, 3));
  });

  test("are deleted, exceptions along with them", async () => {
    const home = await household();
    const { edit, drop, master, id } = await series(home);
    await edit("this", "2027-03-30T14:00:00Z", { startsAt: "2027-03-03T14:00:00Z" });
    expect((await drop("this_and_future", "2027-03-16T15:00:00Z")).body).toEqual({ id, deleted: true });
    expect(await starts(home)).toEqual(march.slice(0, 2));
    expect((await master()).exceptions).toEqual([]);
    expect(home.entries()[0]?.summary).toMatch(/^ended “Piano” from Tue 16 Mar( 2027)? on$/);
    await drop("this_and_future", "2027-03-02T15:00:00Z");
    expect((await home.get(`/v1/events/${id}`)).status).toBe(404);
  });
});

describe("the whole series", () => {
  test("moves by as much as one instance is moved, exceptions too, and that one's own times go", async () => {
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

  test("takes the times that one instance has had of its own", async () => {
    const home = await household();
    const { edit, master } = await series(home);
    const own = { startsAt: "2027-03-16T17:00:00Z", endsAt: "2027-03-16T17:45:00Z" };
    await edit("this", "2027-03-16T15:00:00Z", own);
    await edit("all", "2027-03-16T15:00:00Z", own);
    expect((await master()).exceptions).toEqual([]);
    expect((await starts(home)).slice(0, 3)).toEqual(["03-02T17:00", "03-09T17:00", "03-16T17:00"]);
  });

  test("takes UNTIL along", async () => {
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
  ])("of %s can't follow a move by %d days, unless told how", async (recurrenceRule, days) => {
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
  ])("of %s, moved by %d days, is of %s", async (recurrenceRule, days, moved) => {
    const home = await household();
    const { id } = await series(home, { recurrenceRule });
    const shift = (instant: string) => new Date(Date.parse(instant) + days * 86_400_000);
    // Wall time is what is kept: in Berlin the clock changes on 28 March.
    const wall = (at: Date) =>
      new Date(at.getTime() - (at > new Date("2027-03-28T01:00:00Z") ? 3_600_000 : 0)).toISOString();
    const times = { startsAt: wall(shift(piano.startsAt)), endsAt: wall(shift(piano.endsAt)) };
    expect((await home.patch(`/v1/events/${id}`, times)).body).toMatchObject({ recurrenceRule: moved, ...times });
  });

  test("drops the exceptions that a changed rule no longer has, and all where it has none", async () => {
    const home = await household();
    const { id, edit, master } = await series(home);
    await edit("this", "2027-03-09T15:00:00Z", { title: "B" });
    await edit("this", "2027-03-16T15:00:00Z", { title: "C" });
    await home.patch(`/v1/events/${id}`, { recurrenceRule: "FREQ=WEEKLY;INTERVAL=2" });
    expect((await master()).exceptions.map(({ title }: { title: string }) => title)).toEqual(["C"]);
    const { body } = await home.patch(`/v1/events/${id}`, { recurrenceRule: null });
    expect(body).toMatchObject({ recurrenceRule: null, exceptions: [], startsAt: "2027-03-02T15:00:00.000Z" });
  });

  test("becomes all-day and timed again without losing an instance or an exception", async () => {
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
