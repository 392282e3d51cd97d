/** Bugs that reviews found, each with the shortest way to reproduce it. */
import { describe, expect, test } from "bun:test";
import { longEvent } from "../../support/calendar/events.ts";
import { type Home, household, refusal } from "../../support/home/home.ts";

const hour = { startsAt: "2027-03-02T15:00:00Z", endsAt: "2027-03-02T16:00:00Z" };
const everyHour = `FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }, (_, each) => each).join(",")}`;

async function series(home: Home, more: object = {}) {
  const { status, body } = await home.post("/v1/events", {
    title: "S",
    recurrenceRule: "FREQ=DAILY",
    ...hour,
    ...more,
  });
  expect(status).toBe(200);
  return {
    id: body.id as string,
    edit: (editScope: string, instanceStartsAt: string, change: object) =>
      home.patch(`/v1/events/${body.id}`, { editScope, instanceStartsAt, ...change }),
  };
}

const instances = async (home: Home, query = "from=2027-03-01T00:00:00Z&to=2027-04-01T00:00:00Z") =>
  (await home.get(`/v1/events?${query}`)).body.events;

test("A series with instances that last for a century is listed correctly", async () => {
  const home = await household();
  await longEvent(home, { startsAt: "1930-01-01T00:00:00Z", recurrenceRule: everyHour }, "2040-01-01T00:00:00.000Z");
  expect((await home.get("/v1/events?limit=1")).status).toBe(200);
});

test("A series that starts at a fraction of a second can be split without losing an instance", async () => {
  const home = await household();
  const { id, edit } = await series(home, { startsAt: "2027-03-02T15:00:00.500Z" });
  const { body } = await edit("this_and_future", "2027-03-05T15:00:00.500Z", { title: "T" });
  expect((await instances(home)).filter(({ startsAt }: any) => startsAt.startsWith("2027-03-05")).length).toBe(1);
  await home.delete(`/v1/events/${body.id}?scope=this_and_future&instanceStartsAt=2027-03-08T15:00:00.500Z`);
  expect((await instances(home)).length).toBe(6);
  await home.delete(`/v1/events/${id}?scope=this_and_future&instanceStartsAt=2027-03-04T15:00:00.500Z`);
  expect((await instances(home)).length).toBe(5);
});

test("Setting reminderMinutes of an instance also sets its reminderMinutesList, and vice versa", async () => {
  const home = await household();
  const { edit, id } = await series(home, { reminderMinutesList: [10, 30] });
  await edit("this", "2027-03-09T15:00:00Z", { reminderMinutes: -1 });
  await edit("this", "2027-03-10T15:00:00Z", { reminderMinutesList: [10] });
  await home.patch(`/v1/events/${id}`, { reminderMinutes: 60 });
  const [ninth, tenth] = (await instances(home)).slice(7, 9);
  expect(ninth).toMatchObject({ reminderMinutes: -1, reminderMinutesList: [] });
  expect(tenth).toMatchObject({ reminderMinutes: 10, reminderMinutesList: [10] });
});

describe("an instance for all members", () => {
  const at = "2027-03-09T15:00:00Z";

  test("An instance with own members concerns everybody once the series is changed to everybody", async () => {
    const home = await household();
    const { edit, id } = await series(home);
    await edit("this", at, { memberIds: [home.members.ben.id] });
    const query = "from=2027-03-09T00:00:00Z&to=2027-03-10T00:00:00Z";
    const etag = (await home.get(`/v1/events?${query}`)).headers.get("ETag") ?? "";
    const entries = home.entries().length;
    await home.patch(`/v1/events/${id}`, { isGeneral: true });
    expect(home.entries().length).toBe(entries + 1);
    const again = await home.get(`/v1/events?${query}`, { headers: { "If-None-Match": etag } });
    expect(again.body.events[0].isGeneral).toBe(true);
  });

  test("An instance from which all members are removed does not concern everybody", async () => {
    const home = await household();
    const { edit } = await series(home);
    await edit("this", at, { memberIds: [home.members.ben.id], isGeneral: false });
    expect((await edit("this", at, { memberIds: [] })).body.isGeneral).toBe(false);
  });
});

test("The feed of activity names the new time of a moved series", async () => {
  const home = await household();
  const { edit } = await series(home);
  const move = (startsAt: string, endsAt: string) => edit("all", "2027-03-09T15:00:00Z", { startsAt, endsAt });
  await move("2027-03-09T16:00:00Z", "2027-03-09T17:00:00Z");
  expect(home.entries()[0]?.summary).toBe("moved “S” to 17:00");
  await edit("all", "2027-03-09T16:00:00Z", { startsAt: "2027-03-10T16:00:00Z", endsAt: "2027-03-10T17:00:00Z" });
  expect(home.entries()[0]?.summary).toMatch(/^moved “S” to Wed 3 Mar( 2027)? at 17:00$/);
});

test("An edit of a late instance cannot move the whole series to a start before 1900", async () => {
  const home = await household();
  const { edit } = await series(home);
  const past = { startsAt: "1950-03-02T15:00:00Z", endsAt: "1950-03-02T16:00:00Z" };
  const { body } = await edit("all", "2150-03-02T15:00:00Z", past);
  expect(body).toEqual(refusal(422, "startsAt: must lie between 1900 and 2200"));
});

test("An activity entry about one instance of a series stores only that instance", async () => {
  const home = await household();
  const { edit } = await series(home);
  for (const day of ["09", "10"]) await edit("this", `2027-03-${day}T15:00:00Z`, { notes: "x".repeat(2_000) });
  const [{ before, after }] = home.db.$client
    .query("SELECT before, after FROM activity WHERE household_id = ? ORDER BY seq DESC LIMIT 1")
    .all(home.id) as [{ before: string; after: string }];
  expect(JSON.parse(before)).toMatchObject({ instance: [{ exception: null }] });
  expect(JSON.parse(after)).toMatchObject({ instance: [{ exception: { own: { notes: "x".repeat(2_000) } } }] });
  expect(after.length).toBeLessThan(2_300);
});

test("The server refuses a forged cursor of the list of events, even with a correct checksum", async () => {
  const home = await household();
  const forge = (text: string) =>
    `${Buffer.from(text).toString("base64url")}.${Bun.hash(`${home.id} ${text}`).toString(36)}`;
  for (const text of ["{}", "[]", "no", '["bogus"]', '["agenda",1e300,1e300,"forward",null,null]']) {
    expect((await home.get(`/v1/events?cursor=${forge(text)}`)).body).toEqual(refusal(400, "Invalid cursor"));
  }
  await series(home);
  const { nextCursor } = (await home.get("/v1/events?direction=forward&limit=1")).body;
  expect((await home.get(`/v1/events?cursor=${nextCursor}.zz`)).body).toEqual(refusal(400, "Invalid cursor"));
  expect((await home.get(`/v1/events?cursor=${nextCursor}`)).status).toBe(200);
});
