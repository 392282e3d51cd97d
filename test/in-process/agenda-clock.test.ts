/** The agenda on successive days. */
import { describe, expect, test } from "bun:test";
import { serverInProcess } from "../support/home/home.ts";
import { homeWithAgenda, nothing } from "../support/records/agenda.ts";

const day = 86_400_000;
const today = "2026-11-27";

describe("the agenda on successive days", () => {
  test("The agenda lists all due chores under today, and overdue chores only if they do not repeat", async () => {
    const home = await homeWithAgenda(serverInProcess());
    const { anna, ben, asAnna, agenda, chore, clock } = home;
    const once = { recurrenceRule: null };
    const overdue = await chore("Overdue", { ...once, startDate: "2026-11-20" });
    const ancient = await chore("Ancient", { ...once, startDate: "2020-01-01", assignment: "anyone" });
    const half = await chore("Half done", { ...once, startDate: "2026-11-25" });
    const done = await chore("Done", { ...once, startDate: "2026-11-25", assignment: "anyone" });
    const daily = await chore("Daily", { startDate: "2026-11-20", assignment: "rotate" });
    await chore("Ahead", { ...once, startDate: "2026-11-29" });
    const complete = (id: string, memberId: string, date: string) =>
      asAnna.post(`/app/chores/${id}/completions`, { memberId, date });
    await complete(half.id, ben.id, "2026-11-25");
    await complete(done.id, ben.id, "2026-11-25");
    await complete(daily.id, ben.id, "2026-11-26");
    const rows = async (query: string) => {
      const { days } = await agenda(query);
      return days.map(({ date, chores }: any) => [
        date.slice(8),
        ...chores.map((each: any) => `${each.name} ${each.date.slice(8)} ${each.completed ? "done" : "open"}`),
      ]);
    };
    for (let passed = 0; passed < 3; passed++) {
      const now = clock.now.toISOString().slice(0, 10);
      const { chores } = (await home.get("/v1/chores")).body;
      const expected = chores.flatMap(({ id, today: own }: any) =>
        own.map((each: object) => ({ choreId: id, ...each })),
      );
      for (const query of ["?days=1", `?from=${now}&days=2`, "?from=2026-11-20&days=14"]) {
        const found = (await agenda(query)).days.find(({ date }: any) => date === now);
        const shown = found.chores.map(({ choreId, memberId, date, completed }: any) => ({
          ...{ choreId, memberId, date, completed },
        }));
        expect(shown).toEqual(expected);
      }
      clock.advance(day);
    }
    clock.advance(-3 * day);
    expect(await rows("?from=2026-11-25&days=5")).toEqual([
      ["25", "Half done 25 open", "Half done 25 done", "Done 25 done", "Daily 25 open"],
      ["26", "Daily 26 done"],
      [
        ...["27", "Overdue 20 open", "Overdue 20 open", "Ancient 01 open", "Half done 25 open", "Half done 25 done"],
        "Daily 27 open",
      ],
      ["28", "Daily 28 open"],
      ["29", "Daily 29 open", "Ahead 29 open", "Ahead 29 open"],
    ]);
    expect((await agenda(`?days=1&memberId=${anna.id}`)).days[0].chores.map(({ choreId }: any) => choreId)).toEqual([
      ...[overdue.id, ancient.id, half.id],
      ...(await home.get("/v1/chores")).body.chores.flatMap(({ id, name, today: own }: any) =>
        name === "Daily" && own[0].memberId === anna.id ? [id] : [],
      ),
    ]);
  });

  test("The agenda shows no check-in on dates before the check-in was created", async () => {
    const home = await homeWithAgenda(serverInProcess());
    const { mia, asMia, agenda, clock } = home;
    const { id } = await home.checkIn([mia.id], { times: [{ time: "07:30" }] });
    clock.advance(2 * day);
    await asMia.post(`/app/check-ins/${id}/answers`, {
      date: "2026-11-28",
      time: "07:30",
      memberId: mia.id,
      faceIndex: 0,
    });
    const { days } = await agenda("?from=2026-11-25&days=6");
    expect(days.map(({ checkIns }: any) => checkIns.map(({ answeredAt }: any) => answeredAt))).toEqual([
      ...[[], [], [null], ["2026-11-29T09:00:00.000Z"], [null], [null]],
    ]);
  });

  test("The ETag of the agenda changes at the household's midnight, even without a write", async () => {
    const { get, clock, task } = await homeWithAgenda(serverInProcess());
    await task("Due", today);
    const read = async () => {
      const { body, headers } = await get("/v1/agenda?days=1");
      return { date: body.days[0].date, overdue: body.overdueTasks.length, etag: headers.get("ETag") };
    };
    clock.now = new Date("2026-11-27T22:59:59.000Z");
    const before = await read();
    clock.advance(1_000);
    const after = await read();
    expect([before.date, before.overdue, after.date, after.overdue]).toEqual([today, 0, "2026-11-28", 1]);
    expect(after.etag).not.toBe(before.etag);
  });

  test("The days of the agenda follow the household's new time zone, even if a clock change skips midnight", async () => {
    const { agenda, asAnna, event } = await homeWithAgenda(serverInProcess());
    await event("Call", "2026-11-27T22:30:00Z", "2026-11-27T22:45:00Z");
    const on = async () => (await agenda("?days=3")).days.flatMap(({ date, events }: any) => (events[0] ? date : []));
    expect(await on()).toEqual(["2026-11-27"]);
    await asAnna.patch("/app/household", { timeZone: "Asia/Tokyo" });
    expect(await on()).toEqual(["2026-11-28"]);
    // Daylight saving skips midnight there: the day begins at one.
    await asAnna.patch("/app/household", { timeZone: "America/Sao_Paulo" });
    await event("First", "2018-11-04T03:00:00Z", "2018-11-04T03:00:00Z");
    const { days } = await agenda("?from=2018-11-03&days=2");
    expect(days).toEqual([
      { date: "2018-11-03", ...nothing },
      { ...nothing, date: "2018-11-04", events: [expect.objectContaining({ title: "First" })] },
    ]);
  });
});
