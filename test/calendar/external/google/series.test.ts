/** Instances of series at Google that are changed here and there, over HTTP. */
import { describe, expect, test } from "bun:test";
import { googleEvent, googleInstance } from "../../../support/google/account.ts";
import { connectedGoogle, type GoogleHome } from "../../../support/google/home.ts";
import { undo } from "../../../support/home/undo.ts";

const weekly = { recurrence: ["RRULE:FREQ=WEEKLY;COUNT=4"] };

function instancesOf({ home }: GoogleHome): Promise<any[]> {
  return home.get("/v1/events?from=2027-01-01T00:00:00Z&to=2027-02-28T00:00:00Z").then(({ body }) => body.events);
}

describe("instances of a series", () => {
  test("Instances of a Google series that are moved or cancelled in the app change at Google", async () => {
    const all = await connectedGoogle();
    const { home, events, sync, google } = all;
    events.insert(googleEvent("choir", weekly));
    await sync();
    const [, second, third] = await instancesOf(all);
    google.takeCounts();
    const at = encodeURIComponent(third.instanceStartsAt);
    await home.delete(`/v1/events/${third.id}?scope=this&instanceStartsAt=${at}`);
    await home.patch(`/v1/events/${second.id}`, {
      editScope: "this",
      instanceStartsAt: second.instanceStartsAt,
      startsAt: "2027-01-13T10:00:00.000Z",
      endsAt: "2027-01-13T11:00:00.000Z",
      title: "Recital",
    });
    await sync();
    expect(google.takeCounts()).toEqual({ list: 1, patch: 1, delete: 1 });
    expect(events.get("choir_20270112T080000Z")).toMatchObject({
      summary: "Recital",
      start: { dateTime: "2027-01-13T11:00:00+01:00" },
    });
    expect(events.get("choir_20270119T080000Z").status).toBe("cancelled");
    expect(events.get("choir").recurrence).toEqual(weekly.recurrence);
    const before = await instancesOf(all);
    await sync();
    expect(await instancesOf(all)).toEqual(before);
    expect(google.takeCounts()).toEqual({ list: 1 });
    await undo(home);
    await sync();
    expect(events.get("choir_20270112T080000Z")).toMatchObject({
      summary: "Swimming",
      start: { dateTime: "2027-01-12T09:00:00+01:00" },
    });
  });

  test("Instances of a Google series that are changed or cancelled at Google change in the app", async () => {
    const all = await connectedGoogle();
    const { events, sync } = all;
    events.insert(googleEvent("choir", weekly));
    await sync();
    events.put(googleInstance("choir", "2027-01-12", { summary: "Recital" }));
    events.delete("choir_20270119T080000Z", null);
    await sync();
    expect((await instancesOf(all)).map(({ title, startsAt }) => [title, startsAt.slice(0, 16)])).toEqual([
      ["Swimming", "2027-01-05T08:00"],
      ["Recital", "2027-01-12T10:00"],
      ["Swimming", "2027-01-26T08:00"],
    ]);
    await undo(all.home);
    await sync();
    expect((await instancesOf(all)).length).toBe(4);
    expect(events.get("choir_20270119T080000Z").status).toBe("confirmed");
    expect(events.get("choir_20270112T080000Z").summary).toBe("Swimming");
  });

  test("Instances of a Google series that changed in the app and at Google are merged", async () => {
    const all = await connectedGoogle();
    const { home, events, sync } = all;
    events.insert(googleEvent("choir", weekly));
    await sync();
    const [, second, , fourth] = await instancesOf(all);
    const scope = { editScope: "this", instanceStartsAt: second.instanceStartsAt };
    await home.patch(`/v1/events/${second.id}`, { ...scope, location: "Church" });
    events.put(googleInstance("choir", "2027-01-12", { summary: "Recital" }));
    events.delete("choir_20270119T080000Z", null);
    const at = encodeURIComponent(fourth.instanceStartsAt);
    await home.delete(`/v1/events/${fourth.id}?scope=this&instanceStartsAt=${at}`);
    await sync();
    const shown = await instancesOf(all);
    expect(shown.map(({ title, location, startsAt }) => [title, location, startsAt.slice(0, 16)])).toEqual([
      ["Swimming", null, "2027-01-05T08:00"],
      ["Recital", "Church", "2027-01-12T10:00"],
    ]);
    expect(events.get("choir_20270112T080000Z")).toMatchObject({ summary: "Recital", location: "Church" });
    expect(events.get("choir_20270126T080000Z").status).toBe("cancelled");
  });

  test("An instance cancelled at Google is cancelled in the app, even if the series was moved", async () => {
    const all = await connectedGoogle();
    const { home, events, sync } = all;
    events.insert(googleEvent("choir", weekly));
    await sync();
    const [first, second] = await instancesOf(all);
    await home.patch(`/v1/events/${second.id}`, {
      editScope: "this",
      instanceStartsAt: second.instanceStartsAt,
      startsAt: "2027-01-12T10:00:00.000Z",
      endsAt: "2027-01-12T11:00:00.000Z",
    });
    await sync();
    await home.patch(`/v1/events/${first.id}`, {
      editScope: "all",
      instanceStartsAt: first.instanceStartsAt,
      startsAt: "2027-01-05T10:00:00.000Z",
      endsAt: "2027-01-05T11:00:00.000Z",
    });
    await sync();
    events.delete("choir_20270112T100000Z", null);
    await sync();
    expect((await instancesOf(all)).map(({ startsAt }) => startsAt.slice(0, 13))).toEqual([
      "2027-01-05T10",
      "2027-01-19T10",
      "2027-01-26T10",
    ]);
    expect(events.get("choir_20270112T100000Z").status).toBe("cancelled");
  });

  test("A change to a Google series in the app also applies to exceptions at Google", async () => {
    const all = await connectedGoogle();
    const { home, events, sync, google } = all;
    events.insert(googleEvent("choir", weekly));
    events.patch("choir_20270112T080000Z", { summary: "Recital" }, null);
    events.patch("choir_20270112T080000Z", { summary: "Swimming" }, null);
    await sync();
    const [first] = await instancesOf(all);
    const rename = (title: string) => {
      return home.patch(`/v1/events/${first.id}`, { editScope: "all", instanceStartsAt: first.startsAt, title });
    };
    await rename("Judo");
    // The series is read again.
    google.failNext("patch", 412, "conditionNotMet");
    await sync();
    await rename("Diving");
    await sync();
    const titles = events.instances("choir", -Infinity, Infinity).map(({ summary }) => summary);
    expect(titles).toEqual(["Diving", "Diving", "Diving", "Diving"]);
    expect((await instancesOf(all)).map(({ title }) => title)).toEqual(titles);
  });

  test("A Google series that is moved in the app keeps its changed and cancelled instances", async () => {
    const all = await connectedGoogle();
    const { home, events, sync } = all;
    events.insert(googleEvent("choir", weekly));
    events.put(googleInstance("choir", "2027-01-12", { summary: "Recital" }));
    events.delete("choir_20270119T080000Z", null);
    await sync();
    const [first] = await instancesOf(all);
    await home.patch(`/v1/events/${first.id}`, {
      editScope: "all",
      instanceStartsAt: first.instanceStartsAt,
      startsAt: "2027-01-05T07:00:00.000Z",
      endsAt: "2027-01-05T08:00:00.000Z",
    });
    await sync();
    await sync();
    const seen = events.instances("choir", -Infinity, Infinity).filter(({ status }) => status !== "cancelled");
    const shown = await instancesOf(all);
    const wanted = shown.map(({ title, startsAt }) => [title, Date.parse(startsAt)]);
    expect(seen.map(({ summary, start }) => [summary, Date.parse(start?.dateTime ?? "")]).sort()).toEqual(
      wanted.sort(),
    );
    expect(shown.map(({ title }) => title)).toEqual(["Swimming", "Recital", "Swimming"]);
  });
});
