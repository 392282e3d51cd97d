import { describe, expect, test } from "bun:test";
import { april, march, series, starts } from "../support/calendar/events.ts";
import { household, refusal } from "../support/home/home.ts";

describe("naming an instance of a series", () => {
  test("A change or deletion of part of a series must name an instance", async () => {
    const home = await household();
    const { id } = await series(home);
    for (const scope of ["this", "this_and_future"]) {
      const error = refusal(422, `instanceStartsAt: must name an instance if the scope is ${scope}`);
      expect((await home.patch(`/v1/events/${id}`, { editScope: scope, title: "X" })).body).toEqual(error);
      expect((await home.delete(`/v1/events/${id}?scope=${scope}`)).body).toEqual(error);
    }
  });

  test.each(["2027-03-03T15:00:00Z", "2027-02-23T15:00:00Z", "2027-03-30T15:00:00Z"])(
    "A change at %s returns 404, because the series has no instance at that time",
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

  test("An instance can be named by the start with any UTC offset, and an all-day one by the date", async () => {
    const home = await household();
    const timed = await series(home);
    expect((await timed.edit("this", "2027-03-09T20:30:00+05:30", { title: "X" })).body.isException).toBe(true);
    const dates = { allDay: true, startsAt: "2027-03-02T00:00:00Z", endsAt: "2027-03-02T00:00:00Z" };
    const daily = await series(home, { ...dates, recurrenceRule: "FREQ=DAILY;COUNT=5" });
    const { body } = await daily.edit("this", "2027-03-04T23:00:00-11:00", { title: "Y" });
    expect(body).toMatchObject({ title: "Y", instanceStartsAt: "2027-03-04T00:00:00.000Z" });
  });
});

describe("changing one instance of a series", () => {
  test("One instance of a series can be moved alone, and can be moved back", async () => {
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

  test("A changed instance keeps the other changes if one field gets the series' value again", async () => {
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

  test("One instance of a series refuses a recurrence rule, and an end before the start", async () => {
    const home = await household();
    const { edit } = await series(home);
    const at = "2027-03-09T15:00:00Z";
    const { body } = await edit("this", at, { recurrenceRule: "FREQ=DAILY" });
    expect(body).toEqual(refusal(422, "recurrenceRule: belongs to the series, not to one instance"));
    const late = await edit("this", at, { startsAt: "2027-03-10T15:00:00Z" });
    expect(late.body).toEqual(refusal(422, "endsAt: must not lie before startsAt"));
  });

  test("A cancelled instance of a series stays cancelled until an edit restores the instance", async () => {
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

  test("Cancelling the last remaining instance of a series deletes the event", async () => {
    const home = await household();
    const { drop, id } = await series(home, { recurrenceRule: "FREQ=WEEKLY;COUNT=2" });
    await drop("this", "2027-03-02T15:00:00Z");
    await drop("this", "2027-03-09T15:00:00Z");
    expect((await home.get(`/v1/events/${id}`)).status).toBe(404);
    expect(home.entries()[0]).toMatchObject({ action: "deleted", summary: "deleted the series “Piano”" });
  });
});

describe("changing an instance and all later ones", () => {
  test("A change of an instance and all later ones makes a new series with the remaining COUNT", async () => {
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

  test("An endless series gets an UNTIL when an instance and all later instances are changed", async () => {
    const home = await household();
    const { edit, master } = await series(home);
    const { body } = await edit("this_and_future", "2027-03-30T14:00:00Z", { title: "Guitar" });
    expect(body.recurrenceRule).toBe("FREQ=WEEKLY;BYDAY=TU");
    expect((await master()).recurrenceRule).toBe("FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330T135959Z");
    expect(await starts(home)).toEqual([...march, ...april]);
  });

  test("A change of the first remaining instance and all later ones changes the whole series", async () => {
    const home = await household();
    const { edit, drop, id } = await series(home);
    await drop("this", "2027-03-02T15:00:00Z");
    const { body } = await edit("this_and_future", "2027-03-09T15:00:00Z", { title: "Guitar" });
    expect(body).toMatchObject({ id, title: "Guitar" });
    expect((await home.get("/v1/events?raw=true&from=2027-03-01T00:00:00Z")).body.events.length).toBe(1);
  });

  test("An instance and all later ones can be changed into a single event", async () => {
    const home = await household();
    const { edit } = await series(home);
    const { body } = await edit("this_and_future", "2027-03-16T15:00:00Z", { recurrenceRule: null });
    expect(body).toMatchObject({ recurrenceRule: null, startsAt: "2027-03-16T15:00:00.000Z" });
    expect(await starts(home)).toEqual(march.slice(0, 3));
  });

  test("Deleting an instance and all later instances also deletes later exceptions", async () => {
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
