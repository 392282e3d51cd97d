/** A refresh changes, adds and deletes events of a followed calendar, and nothing else. */
import { describe, expect, test } from "bun:test";
import { readRevision } from "#accounts/households/store.ts";
import { day, hour } from "#lib/time.ts";
import { calendarOf, comingDays, following } from "../../support/calendar/host.ts";

type Options = { settings?: Record<string, string>; body?: string };

/** A household that follows a calendar, an hour ago. */
async function followed({ settings, body = calendarOf(comingDays(3)) }: Options = {}) {
  const all = await following(settings);
  const { host, home, follow } = all;
  host.answer({ body });
  const { id } = (await follow()).body;
  home.clock.advance(hour);
  const refresh = async (next?: string) => {
    if (next !== undefined) host.answer({ body: next });
    const answer = await home.as(home.members.anna).call("POST", `/app/subscriptions/${id}/refresh`, { body: {} });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const facts = () => ({ revision: readRevision(home.work()), entries: home.entries().length });
  return { ...all, id, refresh, facts };
}

const titles = (events: readonly { title: string }[]) => events.map(({ title }) => title);

test("A refresh of a followed calendar distinguishes instances that start at the same time", async () => {
  const { host, anna, follow, events } = await following();
  const parts = (number: number) =>
    ["20261210T080000Z", "20261211T080000Z"].map((slot, index) => ({
      uid: "together@school",
      title: `${"AB"[index]}${number}`,
      lines: ["DTSTART:20261210T080000Z", `RECURRENCE-ID:${slot}`],
    }));
  host.answer({ body: calendarOf(parts(1)) });
  const { body } = await follow();
  const titles = async () => (await events()).map(({ title }) => title).sort();
  expect(await titles()).toEqual(["A1", "B1"]);
  const ids = (await events()).map(({ id }) => id).sort();
  for (const number of [2, 3]) {
    host.answer({ body: calendarOf(parts(number)) });
    await anna.post(`/app/subscriptions/${body.id}/refresh`, undefined);
    expect(await titles()).toEqual([`A${number}`, `B${number}`]);
  }
  expect((await events()).map(({ id }) => id).sort()).toEqual(ids);
});

describe("a refresh", () => {
  test("A refresh of an unchanged followed calendar writes no entry and does not raise the revision", async () => {
    const { refresh, facts, events } = await followed();
    const before = { facts: facts(), events: await events() };
    const body = await refresh();
    expect(body).toMatchObject({ state: "fresh", heardAt: "2026-11-27T10:00:00.000Z", eventCount: 3 });
    expect(body.runs).toMatchObject([{ added: 0, changed: 0, deleted: 0, error: null }, { added: 3 }]);
    expect({ facts: facts(), events: await events() }).toEqual(before);
  });

  test("A refresh of a followed calendar writes nothing if only time stamps or the order changed", async () => {
    const { refresh, facts, events } = await followed();
    const before = { facts: facts(), events: await events() };
    const next = calendarOf(comingDays(3).reverse()).replaceAll("DTSTAMP:20261101", "DTSTAMP:20261127");
    expect((await refresh(next)).runs[0]).toMatchObject({ added: 0, changed: 0, deleted: 0, error: null });
    expect({ facts: facts(), events: await events() }).toEqual(before);
  });

  test("A refresh of a followed calendar changes, adds and deletes events in one activity entry", async () => {
    const { home, anna, id, refresh, facts, events } = await followed();
    const before = await events();
    const count = facts().entries;
    const [first = {}, second = {}] = comingDays(2);
    const next = [
      first,
      { ...second, title: "Moved day", day: "20261205" },
      { uid: "new@school", title: "New", day: "20261206" },
    ];
    const body = await refresh(calendarOf(next));
    expect(body.runs[0]).toMatchObject({ added: 1, changed: 1, deleted: 1 });
    const after = await events();
    expect(titles(after)).toEqual(["Day 0", "Moved day", "New"]);
    expect(after[0]).toEqual(before[0]);
    expect(after[1].id).toBe(before[1].id);
    expect(facts().entries).toBe(count + 1);
    const [entry] = home.entries();
    expect(entry).toMatchObject({
      action: "updated",
      summary: "“School holidays”: an event added, 1 changed, 1 deleted",
      actor: { kind: "system", name: "Calendar sync" },
      subject: { type: "calendar", id, label: "School holidays" },
    });
    const undo = await anna.post(`/v1/activity/${entry?.id}/undo`, {});
    expect(undo.status).not.toBe(200);
  });

  test("A refresh of a followed calendar recognises known events even if the UIDs are always new", async () => {
    const { refresh, facts, events } = await followed();
    const before = { facts: facts(), events: await events() };
    const anew = (round: number) => comingDays(3).map((each) => ({ ...each, uid: `${round}-${each.uid}` }));
    await refresh(calendarOf(anew(1)));
    await refresh(calendarOf(anew(2)));
    expect({ facts: facts(), events: await events() }).toEqual(before);
    const [first, ...others] = anew(3);
    const changed = { ...first, lines: ["DTSTART;VALUE=DATE:20261201", "LOCATION:Gym"] };
    expect((await refresh(calendarOf([changed, ...others]))).runs[0]).toMatchObject({
      added: 0,
      changed: 1,
      deleted: 0,
    });
    const after = await events();
    expect(after.map(({ id }) => id)).toEqual(before.events.map(({ id }) => id));
    expect(after[0].location).toBe("Gym");
  });

  test("A refresh of a followed calendar keeps the members of the events, and ignores reminders", async () => {
    const { home, anna, id, refresh, events } = await followed();
    const { ben } = home.members;
    await anna.patch(`/app/subscriptions/${id}`, { memberIds: [ben.id], isGeneral: false });
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:x", "END:VALARM"];
    const timed = {
      uid: "a@school",
      title: "Play",
      lines: ["DTSTART:20261203T170000Z", "DTEND:20261203T180000Z", ...alarm],
    };
    await refresh(calendarOf([...comingDays(3), timed]));
    for (const event of await events()) {
      expect(event).toMatchObject({
        memberIds: [ben.id],
        isGeneral: false,
        reminderMinutes: -1,
        reminderMinutesList: [],
      });
    }
  });

  test("A refresh of a followed calendar shows exceptions, and shows extra dates as single events", async () => {
    const days = [{ uid: "day-0@school", title: "Day 0" }];
    const { refresh, events } = await followed({ body: calendarOf(days) });
    const series = {
      uid: "series@school",
      title: "Swimming",
      lines: [
        "DTSTART;TZID=Europe/Berlin:20261201T150000",
        "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "EXDATE;TZID=Europe/Berlin:20261208T150000",
      ],
    };
    const dates = {
      uid: "dates@school",
      title: "Parents",
      lines: ["DTSTART;VALUE=DATE:20261202", "RDATE;VALUE=DATE:20261210,20261211"],
    };
    const body = await refresh(calendarOf([...days, series, dates]));
    const shown = (await events()).map(({ title, startsAt }) => `${startsAt.slice(5, 13)} ${title}`);
    expect(shown).toEqual([
      "12-01T00 Day 0",
      "12-01T14 Swimming",
      "12-02T00 Parents",
      "12-10T00 Parents",
      "12-11T00 Parents",
      "12-15T14 Swimming",
    ]);
    expect(body.remarks).toMatchObject([{ uid: "dates@school", title: "Parents", code: "extra_dates" }]);
    const before = await events();
    const later = { ...dates, lines: ["DTSTART;VALUE=DATE:20261202", "RDATE;VALUE=DATE:20261210,20261212"] };
    const again = await refresh(calendarOf([...days, series, later]));
    expect(again.runs[0]).toMatchObject({ added: 0, changed: 1, deleted: 0 });
    expect(again.remarks).toHaveLength(1);
    const after = await events();
    expect(after[3].id).toBe(before[3].id);
    expect(after[4].startsAt).toBe("2026-12-12T00:00:00.000Z");
  });

  test("A refresh of an unchanged followed calendar shows later extra dates as time passes", async () => {
    const rules = ["RRULE:FREQ=MONTHLY", "RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=6"];
    const body = calendarOf([{ uid: "u@school", title: "Choir", lines: ["DTSTART;VALUE=DATE:20260101", ...rules] }]);
    const { host, home, refresh, facts } = await followed({ body });
    host.answer(({ headers }) =>
      headers.get("if-none-match") === '"1"' ? { status: 304 } : { headers: { ETag: '"1"' }, body },
    );
    const last = () =>
      (home.db.$client.query("SELECT max(starts_at) AS at FROM event").get() as { at: string }).at.slice(0, 7);
    await refresh();
    expect(last()).toBe("2029-02");
    home.clock.advance(29 * day);
    const before = facts();
    await refresh();
    expect({ last: last(), facts: facts() }).toEqual({ last: "2029-02", facts: before });
    home.clock.advance(33 * day);
    expect((await refresh()).runs[0]).toMatchObject({ changed: 1 });
    expect(last()).toBe("2029-04");
  });

  test("A refresh shows later extra dates of a series as time passes, even if the UID is always new", async () => {
    const rules = ["RRULE:FREQ=MONTHLY", "RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=6"];
    const body = (round: number) =>
      calendarOf([{ uid: `${round}@school`, title: "Choir", lines: ["DTSTART;VALUE=DATE:20260101", ...rules] }]);
    const { home, refresh, events } = await followed({ body: body(0) });
    const last = () =>
      (home.db.$client.query("SELECT max(starts_at) AS at FROM event").get() as { at: string }).at.slice(0, 7);
    expect(last()).toBe("2029-02");
    const [before] = await events();
    home.clock.advance(62 * day);
    expect((await refresh(body(1))).runs[0]).toMatchObject({ added: 0, changed: 1, deleted: 0 });
    expect(last()).toBe("2029-04");
    expect((await events())[0].id).toBe(before.id);
  });

  test("A refresh reads times without a zone in the new time zone of the household", async () => {
    const body = calendarOf([{ uid: "u@school", title: "Play", lines: ["DTSTART:20261203T170000"] }]);
    const { anna, refresh, events } = await followed({ body });
    const [before] = await events();
    expect(before.startsAt).toBe("2026-12-03T16:00:00.000Z");
    expect((await anna.patch("/app/household", { timeZone: "America/New_York" })).status).toBe(200);
    expect((await refresh()).runs[0]).toMatchObject({ changed: 1 });
    const [after] = await events();
    expect(after).toMatchObject({ id: before.id, startsAt: "2026-12-03T22:00:00.000Z", timeZone: "America/New_York" });
  });

  test("A refresh of a followed calendar with more than 30,000 dates fails", async () => {
    const { home, anna, url, host, refresh, follow } = await followed();
    const daily = (index: number) => ({
      uid: `d${index}`,
      lines: ["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY"],
    });
    const many = calendarOf(Array.from({ length: 61 }, (_, index) => daily(index)));
    const body = await refresh(many);
    expect(body).toMatchObject({ error: "too_many_dates", eventCount: 3 });
    const entries = home.entries().length;
    host.answer({ body: many });
    expect(await follow()).toMatchObject({ status: 422, body: { error: "url: holds too many dates" } });
    const { id } = (await anna.get("/app/subscriptions")).body.subscriptions[0];
    expect((await anna.patch(`/app/subscriptions/${id}`, { url, name: "New" })).status).toBe(422);
    expect(home.entries()).toHaveLength(entries);
    expect((await anna.get("/app/subscriptions")).body.subscriptions).toMatchObject([{ name: "School holidays" }]);
  });
});
