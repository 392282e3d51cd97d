/**
 * How check-ins depend on the current time and the household's time zone, and what they store. Runs in this process,
 * with a clock that the tests move.
 */
import { describe, expect, test } from "bun:test";
import { transact } from "#platform/db/client.ts";
import { activity, checkIn, checkInAnswer } from "#platform/db/tables.ts";
import { listCheckIns } from "#routines/check-ins/store.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { refusal, serverInProcess, TestClock } from "../support/home/home.ts";
import { countedDatabase } from "../support/home/queries.ts";
import { homeWithCheckIns } from "../support/records/check-ins.ts";

/** A household in Berlin, at an instant. */
async function homeAt(instant: string) {
  const clock = new TestClock(new Date(instant));
  const server = { ...serverInProcess({}, { clock: () => clock.now }), clock };
  const home = await homeWithCheckIns({ server });
  const at = (later: string) => {
    clock.now = new Date(later);
  };
  const dates = async () => [...new Set((await home.today()).map(({ date }: any) => date))];
  return { ...home, at, dates };
}

describe("the check-ins of today", () => {
  test("The check-ins of today change at the household's midnight, and have no answers on the new day", async () => {
    const { add, answer, at, dates, today, asAnna } = await homeAt("2026-11-27T22:59:00Z"); // 23:59 in Berlin.
    const made = await add();
    const etag = (await asAnna.get("/v1/check-ins")).headers.get("ETag") ?? "";
    expect(await dates()).toEqual(["2026-11-27"]);
    await answer(made);
    at("2026-11-27T23:00:00Z");
    expect(await dates()).toEqual(["2026-11-28"]);
    expect(new Set((await today()).map(({ answer: given }: any) => given))).toEqual(new Set([null]));
    expect((await asAnna.get("/v1/check-ins", { headers: { "If-None-Match": etag } })).status).toBe(200);
    const late = await answer(made, { date: "2026-11-27", faceIndex: 0 });
    expect(late.body.answer.face).toEqual(made.faces[0]);
  });

  test("The check-ins of today depend on the weekdays of each schedule, from 1 (Monday) to 7 (Sunday)", async () => {
    const { add, at, dates, answer, asAnna } = await homeAt("2026-11-23T10:00:00Z"); // A Monday.
    const made = await add({ daysOfWeek: [7, 1] });
    const asked: string[] = [];
    for (let day = 23; day < 30; day++) {
      at(`2026-11-${day}T10:00:00Z`);
      asked.push(...((await dates()) as string[]));
    }
    expect(asked).toEqual(["2026-11-23", "2026-11-29"]);
    const refused = refusal(422, "date: must be a date on which the check-in is scheduled");
    expect((await answer(made, { date: "2026-11-28" })).body).toEqual(refused);
    expect((await answer(made, { date: "2026-11-23" })).status).toBe(200);
    await asAnna.patch(`/v1/check-ins/${made.id}`, { daysOfWeek: [2] });
    expect((await answer(made, { date: "2026-11-23" })).body).toEqual(refused);
  });

  test.each([
    ["2027-03-28", "that the clocks skip", "2027-03-28T10:00:00Z"],
    ["2026-10-25", "that comes twice", "2026-10-25T10:00:00Z"],
  ])("A check-in on %s, at a time of day %s, is asked once", async (date, _, instant) => {
    const { add, answer, today, mia } = await homeAt(instant);
    const made = await add({ assigneeIds: [mia.id], times: [{ time: "02:30" }] });
    expect((await today()).map((row: any) => [row.date, row.time])).toEqual([[date, "02:30"]]);
    expect((await answer(made, { time: "02:30" })).status).toBe(200);
    expect((await today())[0].answer.face).toEqual(made.faces[1]);
  });

  test("The check-ins of today change as soon as the household's time zone changes", async () => {
    const { add, dates, answer, asAnna } = await homeAt("2026-11-27T22:30:00Z");
    const made = await add();
    await asAnna.patch("/app/household", { timeZone: "Pacific/Auckland" });
    expect(await dates()).toEqual(["2026-11-28"]);
    expect((await answer(made, { date: "2026-11-28" })).status).toBe(200);
    const early = refusal(422, "date: must not be before the day the check-in was created");
    expect((await answer(made, { date: "2026-11-27" })).body).toEqual(early);
    await asAnna.patch("/app/household", { timeZone: "Pacific/Honolulu" });
    expect((await answer(made, { date: "2026-11-28" })).body).toEqual(refusal(422, "date: must not be in the future"));
  });
});

describe("a late answer to a check-in", () => {
  test("A check-in can be answered up to six days late, but not early", async () => {
    const { add, answer, at, history, entries } = await homeAt("2026-10-20T21:30:00Z"); // 23:30 in Berlin.
    const made = await add();
    const status = async (date: string) => (await answer(made, { date })).body.error ?? 200;
    expect(await status("2026-10-20")).toBe(200);
    expect(await status("2026-10-19")).toBe("date: must not be before the day the check-in was created");
    expect(await status("2026-10-21")).toBe("date: must not be in the future");
    at("2026-10-26T22:59:59Z"); // 23:59:59, and winter.
    expect(await status("2026-10-20")).toBe(200);
    expect(await status("2026-10-19")).toBe("date: must be at most 6 days ago");
    expect(await status("2026-10-27")).toBe("date: must not be in the future");
    at("2026-10-26T23:00:00Z");
    expect(await status("2026-10-20")).toBe("date: must be at most 6 days ago");
    expect(await status("2026-10-21")).toBe(200);
    expect(entries()[0]?.summary).toBe("answered “Happiness” of Wed 21 Oct for Mia");
    expect((await history()).answers.map(({ date }: any) => date)).toEqual(["2026-10-21", "2026-10-20"]);
  });

  test("A late answer to a check-in is accepted for a time of day that was added to the schedule meanwhile", async () => {
    const { add, answer, at, asAnna } = await homeAt("2026-11-23T10:00:00Z");
    const made = await add();
    at("2026-11-24T10:00:00Z");
    await asAnna.patch(`/v1/check-ins/${made.id}`, { times: [{ time: "12:00", label: "Noon" }] });
    const { body } = await answer(made, { date: "2026-11-23", time: "12:00" });
    expect(body).toMatchObject({ date: "2026-11-23", time: "12:00", label: "Noon", answer: { face: made.faces[1] } });
    const gone = await answer(made, { date: "2026-11-23", time: "07:30" });
    expect(gone.body).toEqual(refusal(422, "time: must be one of the times of the check-in"));
  });
});

describe("reading all check-ins", () => {
  test("Reading all check-ins takes the same few queries, however many check-ins and answers there are", async () => {
    const { db, during } = countedDatabase();
    const { add, answer, work } = await homeWithCheckIns({ server: serverInProcess({}, { db }) });
    const count = () => during(() => listCheckIns(work()));
    await answer(await add());
    const few = count();
    for (let more = 0; more < 20; more++) await answer(await add());
    expect(count()).toBe(few);
    expect(few).toBe(3); // Check-ins, answers, and their one author.
  });
});

describe("stored check-ins", () => {
  test("A change of a check-in stores all changed database rows for undo", async () => {
    const { add, answer, asAnna, db } = await homeAt("2026-11-27T10:00:00Z");
    const made = await add();
    await answer(made);
    await answer(made, { faceIndex: 0, note: "Better" });
    await asAnna.delete(`/v1/check-ins/${made.id}`);
    const images = db
      .select({ action: activity.action, before: activity.before, after: activity.after })
      .from(activity)
      .all()
      .slice(-4)
      .map(({ action, before, after }) => [action, JSON.parse(before ?? "null"), JSON.parse(after ?? "null")]);
    const [created, answered, changed, deleted] = images;
    const without = ({ householdId, ...row }: any) => row;
    const row = without(db.select().from(checkIn).get());
    const given = without(db.select().from(checkInAnswer).get());
    expect(deleted?.[2]).toEqual({ checkIn: [row] });
    expect(deleted?.[1]).toEqual(created?.[2]);
    expect(created).toEqual(["created", null, { checkIn: [{ ...row, deletedAt: null, updatedAt: row.createdAt }] }]);
    expect(changed?.[2]).toEqual({ checkInAnswer: [given] });
    expect(changed?.[1]).toEqual(answered?.[2]);
    expect(answered?.[1]).toBeNull();
  });

  test("The time for reading a page of answers to check-ins hardly grows with ten years of answers", async () => {
    const { add, db, mia, anna, id: householdId, history, work } = await homeAt("2026-11-27T10:00:00Z");
    const made = await add();
    const createdBy = db.select().from(checkIn).get()?.createdBy ?? 0;
    const first = Temporal.PlainDate.from("2016-11-27");
    const insert = db.$client.prepare(
      "INSERT INTO check_in_answer VALUES (?, ?, ?, ?, ?, 'Q?', '🙂', 'Good', NULL, '2026-11-27T10:00:00.000Z', ?)",
    );
    transact(db, () => {
      for (let days = 0; days < 3_653; days++) {
        const date = first.add({ days }).toString();
        for (const time of ["07:30", "19:00"])
          for (const member of [mia, anna]) insert.run(householdId, made.id, date, time, member.id, createdBy);
      }
    });
    const plan = db.$client
      .query(
        `EXPLAIN QUERY PLAN SELECT * FROM check_in_answer WHERE household_id = ? AND date >= '' AND date <= '9999'
         AND (date, time, check_in_id, member_id) < ('2020-01-01', '', '', '')
         ORDER BY date DESC, time DESC, check_in_id DESC, member_id DESC LIMIT 50`,
      )
      .all(work().householdId) as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join()).toMatch(
      /^SEARCH check_in_answer USING INDEX check_in_answer_history/,
    );
    const started = cpuTime();
    let cursor: string | null = "";
    const seen = new Set<string>();
    while (cursor !== null && seen.size < 2_000) {
      const page: any = await history(`?limit=100${cursor && `&cursor=${cursor}`}`);
      for (const { date, time, memberId } of page.answers) seen.add(`${date} ${time} ${memberId}`);
      cursor = page.nextCursor;
    }
    expect(seen.size).toBe(2_000);
    expect((await history("?to=2016-11-27")).answers.length).toBe(4);
    expect(cpuTime() - started).toBeLessThan(2_000);
  });
});
