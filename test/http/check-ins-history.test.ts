/** The history of answers, page by page. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithCheckIns } from "../support/records/check-ins.ts";

/** Two check-ins at two times, answered today for Mia, Anna and Gus: twelve answers. */
async function homeWithAnswers() {
  const home = await homeWithCheckIns();
  const { add, answer, mia, anna, gus } = home;
  const all = { assigneeIds: [mia.id, anna.id, gus.id] };
  const made = [await add(all), await add({ ...all, presetKey: "sleep" })];
  for (const each of made)
    for (const time of ["19:00", "07:30"])
      for (const { id } of [mia, gus, anna]) await answer(each, { time, memberId: id, note: `${time} ${id}` });
  const [checkIn] = made;
  if (!checkIn) throw new Error("none");
  return { ...home, made, checkIn, date: checkIn.today[0].date as string };
}

const keyOf = ({ date, time, checkInId, memberId }: any) => `${date} ${time} ${checkInId} ${memberId}`;

describe("the history of check-in answers", () => {
  test("The history of check-in answers is sorted by scheduled time, newest first", async () => {
    const { history, mia, date, made } = await homeWithAnswers();
    const { answers, nextCursor } = await history();
    expect(nextCursor).toBeNull();
    const keys = answers.map(keyOf);
    expect(keys.length).toBe(12);
    expect(keys).toEqual([...keys].sort().reverse());
    expect(
      answers.find((each: any) => each.time === "07:30" && each.memberId === mia.id && each.checkInId === made[1].id),
    ).toEqual({
      checkInId: made[1].id,
      question: "How did you sleep last night?",
      date,
      time: "07:30",
      memberId: mia.id,
      face: made[1].faces[1],
      note: `07:30 ${mia.id}`,
      answeredAt: expect.any(String),
    });
  });

  test.each([1, 5, 11, 12, 100])(
    "Pages of %i in the history of check-in answers contain every answer exactly once",
    async (limit) => {
      const { history } = await homeWithAnswers();
      const found: string[] = [];
      let pages = 0;
      for (let cursor = ""; ; pages++) {
        const { answers, nextCursor } = await history(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        found.push(...answers.map(keyOf));
        if (nextCursor === null) break;
        expect(answers.length).toBe(limit);
        cursor = encodeURIComponent(nextCursor);
      }
      expect(found).toEqual((await history()).answers.map(keyOf));
      expect(pages).toBe(Math.ceil(12 / limit) - 1);
    },
  );

  test("The history of check-in answers can be filtered by member and by a range of dates", async () => {
    const { history, anna, date, neighbour } = await homeWithAnswers();
    const count = async (query: string) => (await history(query)).answers.length;
    expect(await count(`?memberId=${anna.id}`)).toBe(4);
    expect(await count(`?from=${date}&to=${date}`)).toBe(12);
    expect(await count("?to=2001-01-01")).toBe(0);
    expect(await count("?from=9999-12-31")).toBe(0);
    for (const id of [(await neighbour()).members.anna.id, "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"])
      expect(await history(`?memberId=${id}`)).toEqual({ answers: [], nextCursor: null });
  });

  test("The history of check-in answers shows children and guests only their own answers", async () => {
    const { history, asMia, asGus, mia, gus, anna } = await homeWithAnswers();
    for (const [as, own] of [
      [asMia, mia],
      [asGus, gus],
    ] as const) {
      for (const query of ["", `?memberId=${own.id}`]) {
        const { answers } = await history(query, as);
        expect(answers.map(({ memberId, note }: any) => [memberId, note.slice(6)])).toEqual(
          Array(4).fill([own.id, own.id]),
        );
      }
      expect(await history(`?memberId=${anna.id}`, as)).toEqual({ answers: [], nextCursor: null });
    }
    const { nextCursor } = await history("?limit=1"); // A cursor of an adult, for all members.
    const { answers } = await history(`?cursor=${nextCursor}`, asMia);
    expect(new Set(answers.map(({ memberId }: any) => memberId))).toEqual(new Set([mia.id]));
  });

  test("A cursor of the check-in history works without the first page's filters, but not with other ones", async () => {
    const { history, asAnna, anna, mia, date, neighbour } = await homeWithAnswers();
    const { nextCursor } = await history(`?memberId=${anna.id}&from=${date}&limit=1`);
    const rest = (await history(`?memberId=${anna.id}&from=${date}`)).answers.slice(1);
    for (const query of ["", `&memberId=${anna.id.toUpperCase()}&from=${date}`, "&limit=3"])
      expect(await history(`?cursor=${nextCursor}${query}`)).toEqual({ answers: rest, nextCursor: null });
    const events = Buffer.from(JSON.stringify(["range", 0, 1, "forward", null, [0, 0, "", anna.id, 0]]));
    const bad = [
      `cursor=${nextCursor}&memberId=${mia.id}`,
      `cursor=${nextCursor}&from=2001-01-01`,
      `cursor=${nextCursor}&to=${date}`,
      `cursor=${nextCursor}x`,
      `cursor=${nextCursor.slice(1)}`,
      `cursor=${events.toString("base64url")}.0`,
      `cursor=${anna.id}`,
      "cursor=",
    ];
    for (const query of bad)
      expect((await asAnna.get(`/app/check-ins/history?${query}`)).body).toEqual(refusal(400, "Invalid cursor"));
    const other = await neighbour();
    const { body } = await other.as(other.members.anna).get(`/app/check-ins/history?cursor=${nextCursor}`);
    expect(body).toEqual(refusal(400, "Invalid cursor"));
  });

  test("A cursor of the check-in history is refused by the list of events, and vice versa", async () => {
    const { history, asAnna } = await homeWithAnswers();
    const event = { title: "x", startsAt: "2026-12-01T09:00:00Z", endsAt: "2026-12-01T10:00:00Z" };
    for (const title of ["a", "b"]) await asAnna.post("/v1/events", { ...event, title });
    const theirs = (await asAnna.get("/v1/events?anchor=2026-11-01T00:00:00Z&limit=1")).body.nextCursor;
    const ours = (await history("?limit=1")).nextCursor;
    expect(typeof theirs).toBe("string");
    for (const path of [`/app/check-ins/history?cursor=${theirs}`, `/v1/events?cursor=${ours}`])
      expect((await asAnna.get(path)).body).toEqual(refusal(400, "Invalid cursor"));
  });

  test.each([
    ["limit=0", 400, "limit: must be a whole number from 1 to 100"],
    ["limit=101", 400, "limit: must be a whole number from 1 to 100"],
    ["from=yesterday", 400, "from: must be a date that exists, such as 2026-05-01"],
    ["memberId=me", 400, "memberId: must be a UUID"],
    ["from=2026-05-02&to=2026-05-01", 422, "to: must not be before from"],
  ])("The history of check-in answers refuses the query %s", async (query, status, error) => {
    const { asAnna } = await homeWithCheckIns();
    expect((await asAnna.get(`/app/check-ins/history?${query}`)).body).toEqual(refusal(status, error));
  });
});
