/** Changes at the other server between a listing and what is sent. */
import { describe, expect, test } from "bun:test";
import { eventsOf } from "../../support/calendar/accounts.ts";
import { event } from "../../support/calendar/dav.ts";
import { diceFrom } from "../../support/random/rules.ts";
import { startFaultyProxy } from "./sequences/faulty-proxy.ts";
import { peers } from "./sequences/servers.ts";
import { stageAt, untilQuiet } from "./sequences/stage.ts";

const pushDelayMs = 2_000;

async function linked() {
  const calendars = await peers.ours!.start();
  const place = await calendars("one");
  const { stage, account, timers } = await stageAt(place);
  const { home, side } = stage;
  await side.put(side.idFor("a@phone"), event("a@phone", "SUMMARY:Dentist"));
  const syncUntilIdle = () => untilQuiet(account, () => stage.pass(60_000));
  await syncUntilIdle();
  const events = async () =>
    (await home.get("/v1/events?from=2026-11-01T00:00:00Z&to=2027-06-01T00:00:00Z")).body.events;
  const push = async (afterMs = pushDelayMs) => {
    timers.advance(afterMs);
    await account.idle();
  };
  return { home, side, syncUntilIdle, events, push };
}

describe("changes sent without a listing", () => {
  test("A deletion in the app keeps an event that was edited at the calendar server meanwhile", async () => {
    const { home, side, syncUntilIdle, events, push } = await linked();
    const [shown] = await events();
    await home.delete(`/v1/events/${shown.id}`);
    await side.put(side.idFor("a@phone"), event("a@phone", "SUMMARY:Dentist at ten"));
    await push();
    // Made again, it would have another name.
    expect([...(await side.read()).keys()]).toEqual([side.idFor("a@phone")]);
    expect((await events()).map(({ title }: any) => title)).toEqual(["Dentist at ten"]);
    await syncUntilIdle();
    expect((await events()).map(({ title }: any) => title)).toEqual(["Dentist at ten"]);
    expect([...(await side.read()).values()]).toHaveLength(1);
  });

  test("A deletion in the app succeeds if only fields unknown to the app changed at the server", async () => {
    const { home, side, syncUntilIdle, events, push } = await linked();
    const [shown] = await events();
    await home.delete(`/v1/events/${shown.id}`);
    await side.put(side.idFor("a@phone"), event("a@phone", "SUMMARY:Dentist", "X-SEEN:yes"));
    await push();
    await syncUntilIdle();
    expect(await events()).toEqual([]);
    expect([...(await side.read()).values()]).toEqual([]);
  });
});

test("A change is sent to the calendar server after two seconds, even during constant writing", async () => {
  const { home, side, events, push } = await linked();
  const [shown] = await events();
  await home.patch(`/v1/events/${shown.id}`, { title: "Dentist at ten" });
  await push(1_000);
  await home.post("/v1/tasks", { label: "Another change", memberId: home.members.anna.id });
  await push(1_000);
  expect([...(await side.read()).values()].join()).toContain("SUMMARY:Dentist at ten");
});

test("An object that could not be read from the calendar server is read in the next run of the sync", async () => {
  const place = await (await peers.ours!.start())("one");
  const { origin, pathname } = new URL(place.url);
  const proxy = await startFaultyProxy(origin, diceFrom(1), () => {});
  try {
    const { stage, account } = await stageAt({ ...place, url: proxy.origin + pathname });
    const { home, side } = stage;
    const put = (uid: string, title: string) => side.put(side.idFor(uid), event(uid, `SUMMARY:${title}`));
    await put("a@phone", "Dentist");
    await put("b@phone", "Swimming");
    await untilQuiet(account, () => stage.pass(60_000));
    await put("a@phone", "Dentist at ten");
    await put("b@phone", "Swimming at four");
    proxy.state.refuses = ({ method, path, body }) => {
      return body.includes("calendar-multiget") || (method === "GET" && path === side.idFor("a@phone"));
    };
    await account.sync();
    const titles = async () => (await eventsOf(home)).map(({ title }) => title).sort();
    expect(await titles()).toEqual(["Dentist", "Swimming at four"]);
    proxy.state.refuses = () => false;
    await account.sync();
    expect(await titles()).toEqual(["Dentist at ten", "Swimming at four"]);
  } finally {
    proxy.stop();
  }
});
