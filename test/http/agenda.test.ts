/** Tests the agenda. Tests that depend on the clock are in `test/in-process/agenda-clock.test.ts`. */
import { describe, expect, test } from "bun:test";
import { dateIn } from "#lib/time.ts";
import { refusal } from "../support/home/home.ts";
import { homeWithAgenda, monday, nothing } from "../support/records/agenda.ts";
import { tablet } from "../support/records/check-ins.ts";

const titles = (day: any) => day.events.map(({ title }: any) => title);
const named = (day: any) => day.chores.map(({ name, memberId }: any) => [name, memberId]);
const dates = (body: any) => body.days.map(({ date }: any) => date);

describe("the agenda", () => {
  test("The agenda has each day's events, tasks, chores, check-ins and meals", async () => {
    const home = await homeWithAgenda();
    const { anna, ben, agenda } = home;
    const piano = await home.event("Piano", "2031-05-05T14:00:00Z", "2031-05-05T15:00:00Z", { memberIds: [ben.id] });
    const task = await home.task("Tyres", monday);
    const chore = await home.chore("Dishes", { memberIds: [ben.id], dueTime: "19:00", recurrenceRule: null, stars: 3 });
    const checkIn = await home.checkIn([anna.id], { daysOfWeek: [1], times: [{ time: "20:00", label: "Late" }] });
    const soup = await home.meal("Soup", monday);
    const { exceptions: _, ...shown } = piano;
    expect(await agenda()).toEqual({
      days: [
        {
          date: monday,
          events: [{ ...shown, recurring: false, instanceStartsAt: null, isException: false }],
          tasks: [task],
          chores: [
            {
              ...{ choreId: chore.id, name: "Dishes", emoji: "🧹", stars: 3, dueTime: "19:00", assignment: "each" },
              ...{ memberId: ben.id, date: monday, completed: false },
            },
          ],
          checkIns: [
            {
              ...{ checkInId: checkIn.id, name: checkIn.name, question: checkIn.question, time: "20:00" },
              ...{ label: "Late", memberId: anna.id, date: monday, answeredAt: null },
            },
          ],
          meals: [soup],
        },
        ...["06", "07", "08", "09", "10", "11"].map((day) => ({ date: `2031-05-${day}`, ...nothing })),
      ],
      overdueTasks: [],
      hidden: [],
      truncated: false,
    });
  });

  test.each([
    ["?from=2031-05-05&days=1", ["2031-05-05"]],
    ["?from=2032-02-28&days=2", ["2032-02-28", "2032-02-29"]],
    ["?from=2031-12-31&days=2", ["2031-12-31", "2032-01-01"]],
    ["?from=9999-12-30&days=14", ["9999-12-30", "9999-12-31"]],
    ["?from=0001-01-01&days=1", ["0001-01-01"]],
    ["?from=2199-12-31&days=3", ["2199-12-31", "2200-01-01", "2200-01-02"]],
  ])("The agenda that is requested with the query %s has the days %p", async (query, expected) => {
    const home = await homeWithAgenda();
    await home.event("Daily", "2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", { recurrenceRule: "FREQ=DAILY" });
    await home.chore("Dishes", { startDate: "2026-01-05" });
    expect(dates(await home.agenda(query))).toEqual(expected);
  });

  test("The agenda starts today in the household's time zone, and has seven days by default", async () => {
    const { agenda, clock } = await homeWithAgenda();
    const today = dateIn("Europe/Berlin", clock.now);
    for (const [query, length] of [["", 7] as const, ["?days=14", 14] as const]) {
      const { days } = await agenda(query);
      expect([days[0].date, days.length]).toEqual([today, length]);
    }
  });

  test.each([
    ["?days=0", "days: must be a whole number from 1 to 14"],
    ["?days=15", "days: must be a whole number from 1 to 14"],
    ["?days=1.5", "days: must be a whole number from 1 to 14"],
    ["?from=2026-02-30", "from: must be a date that exists, such as 2026-05-01"],
    ["?from=2026-05-01T00:00:00Z", "from: must be a date that exists, such as 2026-05-01"],
    ["?memberId=1", "memberId: must be a UUID"],
    ["?to=2026-05-01", "to: unknown field"],
    ["?days=1&days=2", "days: must be given once"],
  ])("The agenda refuses the query %s", async (query, error) => {
    expect(await (await homeWithAgenda()).agenda(query)).toEqual(refusal(400, error));
  });

  test("The agenda lists an event on every day that the event overlaps in the household's time zone", async () => {
    const { agenda, event } = await homeWithAgenda();
    const allDay = { allDay: true };
    await event("Late", "2031-05-05T21:30:00Z", "2031-05-05T22:30:00Z"); // Until 00:30 of the 6th in Berlin.
    await event("Until midnight", "2031-05-05T20:00:00Z", "2031-05-05T22:00:00Z");
    await event("At midnight", "2031-05-05T22:00:00Z", "2031-05-05T22:00:00Z");
    await event("Camp", "2031-05-06T00:00:00Z", "2031-05-08T00:00:00Z", allDay);
    await event("Fair", "2031-05-06T00:00:00Z", "2031-05-06T00:00:00Z", allDay);
    await event("Run", "2031-05-04T06:00:00Z", "2031-05-04T07:00:00Z", { recurrenceRule: "FREQ=DAILY;COUNT=3" });
    await event("World tour", "2031-01-01T06:00:00Z", "2031-05-07T06:00:00Z");
    const { days } = await agenda();
    expect(days.map(titles)).toEqual([
      ["World tour", "Run", "Until midnight", "Late"],
      ["World tour", "Late", "Camp", "Fair", "At midnight", "Run"],
      ["World tour", "Camp"],
      ...Array(4).fill([]),
    ]);
  });

  test("The agenda puts events and daily chores on the right dates, also on days of 23 and 25 hours", async () => {
    const { agenda, event, chore, checkIn, anna } = await homeWithAgenda();
    await event("Night", "2031-03-29T22:30:00Z", "2031-03-29T22:45:00Z"); // 23:30 on the 29th.
    await event("Small hours", "2031-03-30T21:30:00Z", "2031-03-30T21:45:00Z"); // 23:30 on the 30th, summer time.
    await event("Early", "2031-03-30T22:15:00Z", "2031-03-30T22:30:00Z"); // 00:15 on the 31st.
    await event("Winter", "2031-10-26T22:30:00Z", "2031-10-26T22:45:00Z"); // 23:30 on the 26th, the 25th hour past.
    await chore("Dishes", { startDate: "2031-03-29", dueTime: "02:30" });
    await checkIn([anna.id], { times: [{ time: "02:30" }] });
    const { days } = await agenda("?from=2031-03-29&days=3");
    expect(days.map(titles)).toEqual([["Night"], ["Small hours"], ["Early"]]);
    for (const { chores, checkIns } of days) expect([chores.length, checkIns.length]).toEqual([2, 1]);
    expect((await agenda("?from=2031-10-26&days=2")).days.map(titles)).toEqual([["Winter"], []]);
  });

  test("The agenda orders chores by time, and names the member whose turn it is on future days", async () => {
    const { agenda, chore, anna, ben, mia } = await homeWithAgenda();
    await chore("Any time", { assignment: "rotate" });
    await chore("Evening", { dueTime: "19:00", assignment: "anyone" });
    await chore("Morning", { dueTime: "07:00", recurrenceRule: "FREQ=WEEKLY", memberIds: [mia.id, anna.id] });
    await chore("Paused", { active: false });
    const { days } = await agenda("?from=2031-05-04&days=3");
    expect(days.map(named)).toEqual([
      [],
      [
        ["Morning", mia.id],
        ["Morning", anna.id],
        ["Evening", null],
        ["Any time", anna.id],
      ],
      [
        ["Evening", null],
        ["Any time", ben.id],
      ],
    ]);
  });

  test("The agenda of one member also has events for everybody, chores for anyone and all meals", async () => {
    const home = await homeWithAgenda();
    const { agenda, anna, ben, mia } = home;
    const at = (hour: number) => [`2031-05-05T0${hour}:00:00Z`, `2031-05-05T0${hour + 1}:00:00Z`] as const;
    await home.event("Anna's", ...at(6), { memberIds: [anna.id] });
    await home.event("Mia's", ...at(7), { memberIds: [mia.id] });
    await home.event("All", ...at(8));
    await home.task("Anna's", monday);
    await home.task("Mia's", monday, mia.id);
    await home.chore("Each", { memberIds: [anna.id, mia.id] });
    await home.chore("Anyone of us", { memberIds: [anna.id, mia.id], assignment: "anyone" });
    await home.chore("Anyone of them", { assignment: "anyone" });
    await home.chore("In turns", { memberIds: [anna.id, mia.id], assignment: "rotate" });
    await home.checkIn([anna.id, mia.id], { times: [{ time: "07:30" }] });
    await home.meal("Soup", monday);
    const day = async (id: string) => {
      const { days, overdueTasks, hidden } = await agenda(`?from=${monday}&days=1&memberId=${id}`);
      expect([overdueTasks, hidden]).toEqual([[], []]);
      const [{ tasks, chores, checkIns, meals }] = days;
      return [
        titles(days[0]),
        tasks.map(({ label }: any) => label),
        chores.map(({ name }: any) => name),
        checkIns.map(({ memberId }: any) => memberId),
        meals.length,
      ];
    };
    expect(await day(mia.id)).toEqual([["Mia's", "All"], ["Mia's"], ["Each", "Anyone of us"], [mia.id], 1]);
    expect(await day(ben.id)).toEqual([["All"], [], ["Anyone of them"], [], 1]);
    const theirs = (await home.neighbour()).members.anna.id;
    for (const id of ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", theirs]) {
      expect(await day(id)).toEqual([["All"], [], [], [], 1]);
    }
  });

  test("The agenda lists all open overdue tasks, whatever the first day is", async () => {
    const { agenda, task, patch, get, ben } = await homeWithAgenda();
    const { days } = await agenda("?days=1");
    const yesterday = Temporal.PlainDate.from(days[0].date).subtract({ days: 1 }).toString();
    await task("Yesterday's", yesterday);
    await task("Ancient", "1999-01-01", ben.id);
    await task("Today's", days[0].date);
    await task("Whenever", null);
    const done = await task("Done", yesterday);
    await patch(`/v1/tasks/${done.id}`, { completedAt: "2026-01-01T00:00:00Z" });
    const labels = (tasks: any[]) => tasks.map(({ label }: any) => label);
    expect(labels((await agenda()).overdueTasks)).toEqual(["Ancient", "Yesterday's"]);
    expect(labels((await agenda(`?memberId=${ben.id}`)).overdueTasks)).toEqual(["Ancient"]);
    const past = (await agenda(`?from=${yesterday}&days=2`)).days;
    expect(past.map(({ tasks }: any) => labels(tasks))).toEqual([["Yesterday's", "Done"], ["Today's"]]);
    expect((await get(`/v1/tasks?dueDate=${yesterday}`)).body.tasks).toEqual(past[0].tasks);
  });

  test("The agenda shows an API key only what the scopes allow, and names the omitted parts", async () => {
    const home = await homeWithAgenda();
    const { anna, createKey } = home;
    await home.event("Piano", `${monday}T14:00:00Z`, `${monday}T15:00:00Z`);
    await home.task("Tyres", monday);
    await home.task("Late", "2001-01-01");
    await home.chore("Dishes");
    await home.checkIn([anna.id]);
    await home.meal("Soup", monday);
    const parts = {
      events: "calendar.read",
      tasks: "tasks.read",
      chores: "chores.read",
      checkIns: "checkins.read",
      meals: "meals.read",
    } as const;
    const read = async (scopes: any[]) => {
      const { status, body } = await home.get(`/v1/agenda?from=${monday}&days=1`, { key: createKey({ scopes }).key });
      expect(status).toBe(200);
      return body;
    };
    const names = Object.keys(parts) as (keyof typeof parts)[];
    for (const part of names) {
      const { days, hidden, overdueTasks } = await read([parts[part]]);
      expect(hidden).toEqual(names.filter((each) => each !== part));
      for (const each of names) expect(days[0][each].length > 0).toBe(each === part);
      expect(overdueTasks.length).toBe(part === "tasks" ? 1 : 0);
    }
    const blind = await read(["calendar.write", "lists.read", "meals.write"]);
    expect(blind).toEqual({ days: [{ date: monday, ...nothing }], overdueTasks: [], hidden: names, truncated: false });
    expect((await read(Object.values(parts))).hidden).toEqual([]);
  });

  test("Children see only their own check-ins in the agenda, and nobody sees the answers", async () => {
    const home = await homeWithAgenda();
    const { anna, mia, agenda, asAnna, asMia } = home;
    await home.checkIn([anna.id], { question: "Alone?", presetKey: "custom" });
    const both = await home.checkIn([anna.id, mia.id], { times: [{ time: "07:30" }] });
    const [{ date }] = both.today;
    const answer = { date, time: "07:30", memberId: mia.id, faceIndex: 4, note: "A secret" };
    await asMia.post(`/app/check-ins/${both.id}/answers`, answer);
    const today = async (by?: any) => {
      const body = await agenda("?days=1", by);
      expect(body.hidden).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(/A secret|face/);
      return body.days[0].checkIns.map(({ memberId, answeredAt }: any) => [memberId, answeredAt !== null]);
    };
    const all = [
      [anna.id, false],
      [mia.id, true],
      [anna.id, false],
      [anna.id, false],
    ];
    for (const by of [undefined, asAnna, home.as(home.add("Gus", "guest")), await tablet(home)]) {
      expect((await today(by)).sort()).toEqual(all.toSorted());
    }
    expect(await today(asMia)).toEqual([[mia.id, true]]);
  });

  test("The agenda returns HTML in titles unchanged, and contains no records of another household", async () => {
    const home = await homeWithAgenda();
    const markup = "<img src=x onerror=alert(1)>";
    await home.event(markup, `${monday}T14:00:00Z`, `${monday}T15:00:00Z`);
    await home.task(markup, monday);
    await home.chore(markup);
    await home.meal(markup, monday);
    const [day] = (await home.agenda()).days;
    expect([day.events[0].title, day.tasks[0].label, day.chores[0].name, day.meals[0].recipe.name]).toEqual(
      Array(4).fill(markup),
    );
    const other = await home.neighbour();
    expect((await other.get(`/v1/agenda?from=${monday}&days=1`)).body.days).toEqual([{ date: monday, ...nothing }]);
  });

  test("The agenda keeps its ETag until something changes", async () => {
    const { get, task } = await homeWithAgenda();
    const path = `/v1/agenda?from=${monday}`;
    const { headers } = await get(path);
    const etag = headers.get("ETag") ?? "";
    expect((await get(path, { headers: { "If-None-Match": etag } })).status).toBe(304);
    await task("Tyres", monday);
    const { status, body } = await get(path, { headers: { "If-None-Match": etag } });
    expect([status, body.days[0].tasks.length]).toEqual([200, 1]);
  });
});
