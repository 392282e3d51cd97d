/** Pauses of check-ins from one day to another. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { undo } from "../support/home/undo.ts";
import { checkInBody, homeWithCheckIns } from "../support/records/check-ins.ts";

async function paused(from: string | null = "2026-11-26", to: string | null = "2026-11-28") {
  const home = await homeWithCheckIns();
  const { body: made } = await home.post("/v1/check-ins", checkInBody([home.mia.id]));
  const path = `/v1/check-ins/${made.id}`;
  const pause = (from: string | null, to: string | null) => home.patch(`${path}/pause`, { from, to });
  return { ...home, made, path, pause, response: await pause(from, to) };
}

describe("PATCH /v1/check-ins/{id}/pause", () => {
  test("A paused check-in asks nobody from the first to the last day, and says so in every read", async () => {
    const { get, made, path, response, entries } = await paused();
    const pause = { from: "2026-11-26", to: "2026-11-28" };
    expect(response.body).toEqual({ ...made, pause, today: [], updatedAt: expect.any(String) });
    expect((await get(path)).body.pause).toEqual(pause);
    expect((await get("/v1/check-ins")).body.checkIns[0].pause).toEqual(pause);
    const { body } = await get("/v1/agenda?from=2026-11-27&days=4");
    expect(body.days.map(({ checkIns }: any) => checkIns.length)).toEqual([0, 0, 2, 2]);
    expect(entries()[0]).toMatchObject({
      action: "updated",
      summary: "paused the check-in “Happiness” from Thu 26 Nov to Sat 28 Nov",
      changes: { pausedFrom: { from: null, to: "2026-11-26" }, pausedTo: { from: null, to: "2026-11-28" } },
    });
  });

  test("A pause ends by null for both days, and a read no longer has it", async () => {
    const { made, pause, entries } = await paused();
    const before = entries().length;
    expect((await pause(null, null)).body).toEqual({ ...made, updatedAt: expect.any(String) });
    expect(entries()[0]?.summary).toBe("ended the pause of the check-in “Happiness”");
    expect((await pause(null, null)).headers.get("X-Activity-Id")).toBeNull();
    expect(entries().length).toBe(before + 1);
  });

  test("A pause in the future leaves today's questions, and stays when the check-in changes", async () => {
    const { patch, made, path, response } = await paused("2027-08-03", "2027-08-10");
    expect(response.body.today).toEqual(made.today);
    const { body } = await patch(path, { times: [{ time: "20:00" }] });
    expect(body.pause).toEqual({ from: "2027-08-03", to: "2027-08-10" });
  });

  test("Undo takes a pause back, and its undo sets it again", async () => {
    const home = await paused();
    await undo(home);
    expect((await home.get(home.path)).body).toMatchObject({ today: home.made.today });
    expect((await home.get(home.path)).body).not.toHaveProperty("pause");
    await undo(home);
    expect((await home.get(home.path)).body.pause).toEqual({ from: "2026-11-26", to: "2026-11-28" });
  });

  test("A question of a paused day cannot be answered", async () => {
    const { made, mia, anna, as } = await paused();
    const answer = { date: "2026-11-27", time: "07:30", memberId: mia.id, faceIndex: 0 };
    const { status, body } = await as(anna).post(`/app/check-ins/${made.id}/answers`, answer);
    expect([status, body]).toEqual([422, refusal(422, "date: must be a date on which the check-in is scheduled")]);
  });

  test.each([
    [{ from: "2026-11-28", to: "2026-11-27" }, 422, "to: must not be before from"],
    [{ from: null, to: "2026-11-27" }, 422, "from: must be a date, or both null"],
    [{ from: "2026-11-27", to: null }, 422, "to: must be a date, or both null"],
    [{ from: "2026-11-27" }, 400, "to: is required"],
    [{ from: "2026-02-30", to: "2026-03-01" }, 400, /^from: must be a date that exists/],
    [{ from: "2026-11-27", to: "2026-11-28", active: false }, 400, "active: unknown field"],
  ])("The pause %j is refused with %d", async (body, status, message) => {
    const { patch, path, get, response } = await paused();
    const refused = await patch(`${path}/pause`, body);
    expect(refused.status).toBe(status);
    expect(refused.body.error).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect((await get(path)).body).toEqual(response.body);
  });

  test("Children cannot pause a check-in, and another household does not find it", async () => {
    const { path, mia, as, post } = await paused();
    const body = { from: "2026-11-27", to: "2026-11-28" };
    expect((await as(mia).patch(`${path}/pause`, body)).status).toBe(403);
    const other = await household();
    expect((await other.patch(`${path}/pause`, body)).status).toBe(404);
    expect((await post(`${path}/pause`, body)).status).toBe(405);
  });
});
