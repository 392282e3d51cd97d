/** Requests that Google refuses, forgets or never answers, over HTTP. */
import { describe, expect, test } from "bun:test";
import { day, hour } from "#lib/time.ts";
import { eventsOf, feedOf } from "../../../support/calendar/accounts.ts";
import { googleEvent, googleInstance } from "../../../support/google/account.ts";
import { connectedGoogle, type GoogleHome } from "../../../support/google/home.ts";

const times = { startsAt: "2026-12-01T09:00:00.000Z", endsAt: "2026-12-01T10:00:00.000Z" };
const idOf = ({ id }: { id: string }) => id.replaceAll("-", "");

function make({ home, target }: GoogleHome, more: object = {}) {
  return home.post("/v1/events", { title: "Piano", ...times, syncTargets: [target], ...more });
}

const presentAt = ({ events }: GoogleHome) => events.all(0).filter(({ status }) => status !== "cancelled");
const statusesOf = async ({ home }: GoogleHome) =>
  (await eventsOf(home)).map(({ syncTargets }) => [syncTargets[0]?.status, syncTargets[0]?.error ?? null]);

describe("a lost answer of Google", () => {
  test("An event is not inserted twice at Google if the answer to the insert was lost", async () => {
    const all = await connectedGoogle();
    const made = await make(all);
    all.google.loseNextAnswer("insert");
    expect(await all.sync()).toMatchObject({ state: "ready", error: "no_answer" });
    expect(presentAt(all)).toHaveLength(1);
    expect(await all.sync()).toMatchObject({ state: "ready", error: null });
    await all.sync();
    expect(presentAt(all).map(({ id }) => id)).toEqual([idOf(made.body)]);
    expect(await eventsOf(all.home)).toHaveLength(1);
    expect(await statusesOf(all)).toEqual([["synced", null]]);
  });

  test("Changes in the app and at Google are merged even if the answer to the event's insert was lost", async () => {
    const all = await connectedGoogle();
    const made = await make(all);
    all.google.loseNextAnswer("insert");
    await all.sync();
    all.events.patch(idOf(made.body), { location: "Hall" }, null);
    await all.home.patch(`/v1/events/${made.body.id}`, { notes: "Bring the notes" });
    await all.sync();
    await all.sync();
    const [shown, ...others] = await eventsOf(all.home);
    expect(others).toEqual([]);
    expect(presentAt(all)).toHaveLength(1);
    const seen = all.events.get(idOf(made.body));
    expect(seen).toMatchObject({ summary: "Piano", description: "Bring the notes", location: "Hall" });
    expect(shown).toMatchObject({ title: "Piano", location: "Hall" });
    expect(shown.notes).toBe("Bring the notes");
  });

  test("The app and Google have equally many events after an unanswered insert and a deletion", async () => {
    const all = await connectedGoogle();
    const made = await make(all);
    all.google.loseNextAnswer("insert");
    await all.sync();
    await all.home.delete(`/v1/events/${made.body.id}`);
    await all.sync();
    await all.sync();
    // Nothing here knew that it had arrived.
    expect((await eventsOf(all.home)).length).toBe(presentAt(all).length);
  });

  test.each(["patch", "delete"] as const)(
    "A change is made only once if Google's answer to the %s request was lost",
    async (kind) => {
      const all = await connectedGoogle();
      const made = await make(all);
      await all.sync();
      const at = `/v1/events/${made.body.id}`;
      if (kind === "patch") await all.home.patch(at, { title: "Cello" });
      else await all.home.delete(at);
      all.google.loseNextAnswer(kind);
      await all.sync();
      await all.sync();
      await all.sync();
      expect(presentAt(all).map(({ summary }) => summary)).toEqual(kind === "patch" ? ["Cello"] : []);
      expect((await eventsOf(all.home)).map(({ title }) => title)).toEqual(kind === "patch" ? ["Cello"] : []);
      expect((await all.calendar()).failures).toEqual([]);
    },
  );

  test("A sync with Google continues if an answer is lost in the middle of writing a series", async () => {
    const all = await connectedGoogle();
    const { home, google, sync, events } = all;
    events.insert(googleEvent("choir", { recurrence: ["RRULE:FREQ=WEEKLY;COUNT=4"] }));
    await sync();
    const shown = await eventsOf(home);
    for (const each of shown.slice(1, 4)) {
      const scope = { editScope: "this", instanceStartsAt: each.instanceStartsAt };
      await home.patch(`/v1/events/${each.id}`, { ...scope, title: `Own ${each.startsAt.slice(0, 10)}` });
    }
    google.failNext("patch", 500, "backendError");
    google.loseNextAnswer("patch");
    for (let run = 0; run < 4; run++) await sync();
    const wanted = ["Swimming", "Own 2027-01-12", "Own 2027-01-19", "Own 2027-01-26"];
    const titles = events
      .instances("choir", -Infinity, Infinity)
      .sort((one, other) => ((one.id ?? "") < (other.id ?? "") ? -1 : 1));
    expect(titles.map(({ summary }) => summary)).toEqual(wanted);
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(wanted);
    expect((await all.calendar()).failures).toEqual([]);
  });
});

describe("refusals", () => {
  test("A Google calendar is listed completely if Google refuses the sync token with 410", async () => {
    const all = await connectedGoogle();
    const { events, google, sync, home } = all;
    google.pageSize = 2;
    for (let index = 0; index < 5; index++) events.insert(googleEvent(`judo${index}`));
    events.put(googleEvent("choir", { recurrence: ["RRULE:FREQ=WEEKLY;COUNT=4"] }));
    events.put(googleInstance("choir", "2027-01-12", { summary: "Recital" }));
    await sync();
    const before = await eventsOf(home);
    const feed = feedOf(home);
    events.delete("judo3", null);
    google.expireSyncTokens();
    google.takeCounts();
    await sync();
    expect(google.takeCounts()).toEqual({ list: 1 + 4 });
    const after = await eventsOf(home);
    expect(after).toEqual(before.filter(({ id }) => after.some((each) => each.id === id)));
    expect(after).toHaveLength(before.length - 1);
    expect(feedOf(home)).toEqual(["deleted “Swimming”, gone from anna@example.org", ...feed]);
  });

  test("A change that Google refuses with 412 is merged with the change there in the same run", async () => {
    const all = await connectedGoogle();
    const { events, google, sync, home } = all;
    events.insert(googleEvent("judo1"));
    await sync();
    const [{ id }] = await eventsOf(home);
    await home.patch(`/v1/events/${id}`, { title: "Judo" });
    google.takeCounts();
    google.failNext("patch", 412, "conditionNotMet");
    await sync();
    expect(events.get("judo1").summary).toBe("Judo");
    expect(google.takeCounts()).toEqual({ list: 1, patch: 2, get: 1 });
    expect(await statusesOf(all)).toEqual([["synced", null]]);
  });

  test("An event is not copied twice if another program already used the event's id at Google", async () => {
    const all = await connectedGoogle("out");
    const made = await make(all);
    all.events.insert(googleEvent(idOf(made.body), { summary: "Other" }));
    await all.sync();
    await all.sync();
    expect(presentAt(all)).toHaveLength(1);
    expect(await eventsOf(all.home)).toHaveLength(1);
  });

  test("A rate limit of Google pauses the account until the time that Google names", async () => {
    const all = await connectedGoogle();
    const { google, sync, home, events } = all;
    await make(all);
    google.failNext("insert", 403, "rateLimitExceeded");
    expect(await sync()).toMatchObject({ state: "ready", error: "busy" });
    expect(await statusesOf(all)).toEqual([["pending", null]]);
    await sync();
    expect(presentAt(all)).toHaveLength(1);
    google.failNext("list", 429, "userRateLimitExceeded");
    events.insert(googleEvent("judo1"));
    expect(await sync()).toMatchObject({ error: "busy" });
    expect(await sync()).toMatchObject({ error: null });
    expect(await eventsOf(home)).toHaveLength(2);
  });

  test("An event that Google refuses does not prevent the sending of other events", async () => {
    const all = await connectedGoogle();
    await make(all);
    await make(all, { title: "Cello" });
    all.google.failNext("insert", 400, "invalid");
    await all.sync();
    expect(presentAt(all)).toHaveLength(1);
    expect((await statusesOf(all)).sort()).toEqual([
      ["failed", "refused"],
      ["synced", null],
    ]);
    expect((await all.calendar()).failures).toEqual([expect.objectContaining({ title: "Piano", error: "refused" })]);
    await all.sync();
    expect(presentAt(all)).toHaveLength(2);
    expect((await all.calendar()).failures).toEqual([]);
  });

  test("A deletion of most events at Google is applied in the app only after a delay", async () => {
    const all = await connectedGoogle();
    const { events, sync, home } = all;
    for (let index = 0; index < 15; index++) events.insert(googleEvent(`judo${index}`));
    await sync();
    for (let index = 0; index < 14; index++) events.delete(`judo${index}`, null);
    await sync();
    expect(await eventsOf(home)).toHaveLength(15);
    expect((await all.calendar()).held).toMatchObject({ count: 14 });
    all.pass(hour);
    await sync();
    expect(await eventsOf(home)).toHaveLength(1);
  });
});

describe("an expired Google grant", () => {
  test.each([
    [1, "denied"],
    [5.9, "denied"],
    [6.5, "test_grant"],
    [7.9, "test_grant"],
    [9, "denied"],
  ])("A Google grant that expired after %d days is reported as %s until a new sign-in", async (days, error) => {
    const all = await connectedGoogle();
    const { google, home, sync, account, consent, finish, shownAccount, idle } = all;
    const made = await make(all);
    await sync();
    all.pass(days * day);
    google.isGrantRevoked = true;
    google.expireAccessToken();
    await home.patch(`/v1/events/${made.body.id}`, { title: "Cello" });
    expect(await sync()).toMatchObject({ state: "needs_sign_in", error, nextAt: null });
    const said = () => feedOf(home).filter((each) => each === "anna@example.org wants signing in again");
    expect(said()).toHaveLength(1);
    expect(await statusesOf(all)).toEqual([["failed", "denied"]]);
    google.takeCounts();
    expect(await sync()).toMatchObject({ state: "needs_sign_in", error });
    expect(google.takeCounts()).toEqual({});
    expect(said()).toHaveLength(1);
    google.isGrantRevoked = false;
    google.refreshToken = "planted-refresh-token-2";
    const again = await finish(await consent(), undefined, account.id);
    expect(again.body).toMatchObject({ id: account.id, state: "ready", error: null });
    await idle();
    expect(await shownAccount()).toMatchObject({ state: "ready", error: null });
    expect(all.events.get(idOf(made.body)).summary).toBe("Cello");
    expect(await statusesOf(all)).toEqual([["synced", null]]);
    expect(presentAt(all)).toHaveLength(1);
  });

  test("An access token of Google that expired early is renewed", async () => {
    const { google, sync } = await connectedGoogle();
    google.expireAccessToken();
    expect(await sync()).toMatchObject({ state: "ready", error: null });
    expect(google.takeCounts()).toEqual({ list: 2, token: 1 });
  });

  test("A Google account needs a new sign-in after the household's OAuth client has changed", async () => {
    const { google, sync, setClient } = await connectedGoogle();
    await setClient({ clientId: "client-2.apps.example", clientSecret: "other" });
    google.expireAccessToken();
    expect(await sync()).toMatchObject({ state: "needs_sign_in", error: "denied" });
  });
});
