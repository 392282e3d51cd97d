/** Series: their rules, and their instances that were changed or deleted on either side. */
import { eventOf, requireException, requireSame, type Stage, timed, vevent } from "./stage.ts";

export async function playSeries({ server, thunderbird, step }: Stage): Promise<void> {
  const { app } = server;
  await step("adds a weekly series", async () => {
    const lines = vevent("choir", "Choir", ...timed("20330502", "1800", "1930"), "RRULE:FREQ=WEEKLY;COUNT=6");
    await thunderbird.do("add", "family", lines);
    requireSame((await eventOf(server, "Choir")).recurrenceRule, "FREQ=WEEKLY;COUNT=6", "Rule");
  });
  await step("moves an instance", async () => {
    const times = ["20330510T190000", "20330510T203000"] as const;
    await thunderbird.do("changeInstance", "family", "Choir", "20330509T180000", { title: "Choir at the fair", times });
    const { isException, instanceStartsAt, startsAt } = await eventOf(server, "Choir at the fair");
    const wanted = [true, "2033-05-09T16:00:00.000Z", "2033-05-10T17:00:00.000Z"];
    requireSame([isException, instanceStartsAt, startsAt], wanted, "Instance");
  });
  await step("deletes an instance", async () => {
    await thunderbird.do("deleteInstance", "family", "Choir", "20330516T180000");
  });
  await step("shows an instance that the app changed", async () => {
    const { id } = await eventOf(server, "Choir");
    const which = { editScope: "this", instanceStartsAt: "2033-05-23T18:00:00+02:00" };
    await app("PATCH", `/v1/events/${id}`, { title: "Concert", ...which });
    await requireException(thunderbird, "Choir", "20330523T180000");
  });
  await step("changes the rule, and keeps the exceptions", async () => {
    await thunderbird.do("change", "family", "Choir", { rule: "RRULE:FREQ=WEEKLY;COUNT=8" });
    requireSame((await eventOf(server, "Choir")).recurrenceRule, "FREQ=WEEKLY;COUNT=8", "Rule");
    requireSame((await eventOf(server, "Concert")).instanceStartsAt, "2033-05-23T16:00:00.000Z", "Exception");
    await requireException(thunderbird, "Choir", "20330509T180000");
  });
  await step("moves the series with its exceptions", async () => {
    await thunderbird.do("change", "family", "Choir", { times: ["20330502T183000", "20330502T200000"] });
    requireSame((await eventOf(server, "Concert")).instanceStartsAt, "2033-05-23T16:30:00.000Z", "Exception");
  });
  await step("shows a series that the app moved", async () => {
    const { id } = await eventOf(server, "Choir");
    const times = { startsAt: "2033-05-02T17:00:00+02:00", endsAt: "2033-05-02T18:30:00+02:00" };
    await app("PATCH", `/v1/events/${id}`, times);
  });
  await step("shows a series that the app splits", async () => {
    const { id } = await eventOf(server, "Choir");
    const which = { editScope: "this_and_future", instanceStartsAt: "2033-06-06T17:00:00+02:00" };
    await app("PATCH", `/v1/events/${id}`, { title: "Summer choir", ...which });
  });
  await step("deletes an instance that the app changed", async () => {
    await thunderbird.do("deleteInstance", "family", "Choir", "20330523T170000");
  });
  await step("adds a series of days, with instances changed on both sides", async () => {
    const dates = ["DTSTART;VALUE=DATE:20330601", "DTEND;VALUE=DATE:20330602", "RRULE:FREQ=WEEKLY;BYDAY=WE,FR;COUNT=6"];
    await thunderbird.do("add", "family", vevent("bins", "Bins", ...dates));
    await thunderbird.do("changeInstance", "family", "Bins", "20330603", { times: ["20330604", "20330605"] });
    const { id } = await eventOf(server, "Bins");
    const which = { editScope: "this", instanceStartsAt: "2033-06-08T00:00:00Z" };
    await app("PATCH", `/v1/events/${id}`, { title: "Paper bins", ...which });
    const last = encodeURIComponent("2033-06-17T00:00:00Z");
    await app("DELETE", `/v1/events/${id}?scope=this&instanceStartsAt=${last}`);
    await requireException(thunderbird, "Bins", "20330608");
  });
  await step("adds a series of another zone that ends at an instant", async () => {
    const times = ["DTSTART;TZID=America/New_York:20330601T200000", "DTEND;TZID=America/New_York:20330601T210000"];
    const rule = "RRULE:FREQ=DAILY;UNTIL=20330607T000000Z";
    await thunderbird.do("add", "family", vevent("call", "Call", ...times, rule));
    const moved = ["20330604T180000", "20330604T190000"] as const;
    await thunderbird.do("changeInstance", "family", "Call", "20330603T200000", { times: moved });
    const { id } = await eventOf(server, "Call");
    const fifth = encodeURIComponent("2033-06-06T00:00:00Z");
    await app("DELETE", `/v1/events/${id}?scope=this&instanceStartsAt=${fifth}`);
  });
  await step("shows a series that the app turns into one event", async () => {
    const { id } = await eventOf(server, "Summer choir");
    await app("PATCH", `/v1/events/${id}`, { recurrenceRule: null });
  });
}
