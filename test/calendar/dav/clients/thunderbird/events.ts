/** Single events, their reminders, and changes without a connection. */
import { day } from "#lib/time.ts";
import {
  eventOf,
  newActivity,
  objectOf,
  requireSame,
  requireText,
  requireThere,
  type Stage,
  timed,
  vevent,
} from "./stage.ts";

export async function playEvents({ server, thunderbird, step }: Stage): Promise<void> {
  const { app } = server;
  await step("adds an event", async () => {
    const lines = vevent("dentist", "Dentist", ...timed("20330505", "0900", "1000"), "LOCATION:Main Street 1");
    const said = await newActivity(server, () => thunderbird.do("add", "family", lines));
    requireSame(said, ["added “Dentist” on Thu 5 May 2033"], "Activity");
    requireSame((await eventOf(server, "Dentist")).location, "Main Street 1", "Location");
  });
  await step("adds an event of two days", async () => {
    const dates = ["DTSTART;VALUE=DATE:20330514", "DTEND;VALUE=DATE:20330516"];
    await thunderbird.do("add", "family", vevent("fair", "Fair", ...dates));
    requireSame((await eventOf(server, "Fair")).allDay, true, "All day");
  });
  await step("changes a title", async () => {
    await thunderbird.do("change", "family", "Made in the app", { title: "Renamed there" });
    await eventOf(server, "Renamed there");
  });
  await step("moves an event", async () => {
    await thunderbird.do("change", "family", "Dentist", { times: ["20330506T140000", "20330506T150000"] });
    requireSame((await eventOf(server, "Dentist")).startsAt, "2033-05-06T12:00:00.000Z", "Start");
  });
  await step("shows what the app changed", async () => {
    const { id } = await eventOf(server, "Dentist");
    await app("PATCH", `/v1/events/${id}`, { title: "Dentist, again", notes: "Two\nlines" });
    await requireThere(thunderbird, "Dentist, again", "DESCRIPTION:Two\\nlines");
  });
  await step("deletes an event", async () => {
    await thunderbird.do("delete", "family", "Fair");
  });
  await step("gets back what the app restores", async () => {
    const { entries } = await app("GET", "/v1/activity?limit=1");
    await app("POST", `/v1/activity/${entries[0].id}/undo`);
    await thunderbird.do("refresh", "family");
    await eventOf(server, "Fair");
  });
  await step("loses what the app deleted", async () => {
    const { id } = await eventOf(server, "Holiday");
    await app("DELETE", `/v1/events/${id}`);
  });
}

export async function playUnusual({ server, thunderbird, step }: Stage): Promise<void> {
  const { app } = server;
  await step("keeps an unusual name and a long title", async () => {
    const title = `Übung 🎻 ${"with words; commas, \\ and ".repeat(5)}an end`;
    const uid = "Übung 100%25 #1+2&3/x?y";
    await thunderbird.do("add", "family", vevent(uid, escapeText(title), ...timed("20330507", "0900", "1000")));
    const { id } = await eventOf(server, title);
    await thunderbird.do("change", "family", title, { title: `${title}.` });
    await app("PATCH", `/v1/events/${id}`, { title: `${title}!` });
    await thunderbird.do("refresh", "family");
    await thunderbird.do("delete", "family", `${title}!`);
  });
  await step("adds events of other zones, in UTC, without a zone and without an end", async () => {
    const times = [
      ["DTSTART;TZID=America/New_York:20330508T200000", "DTEND;TZID=Asia/Tokyo:20330509T110000"],
      ["DTSTART:20330508T100000Z", "DTEND:20330508T110000Z"],
      ["DTSTART:20330508T120000", "DURATION:PT45M"],
      ["DTSTART;TZID=Europe/Berlin:20330508T150000"],
    ];
    for (const [index, lines] of times.entries()) {
      await thunderbird.do("add", "family", vevent(`zone-${index}`, `Zone ${index}`, ...lines));
    }
  });
  await step("keeps what the app does not know", async () => {
    const unknown = [
      "URL:https://example.org/club",
      "ORGANIZER;CN=Club:mailto:club@example.org",
      "ATTENDEE;PARTSTAT=ACCEPTED;CN=Ben:mailto:ben@example.org",
      "X-CLUB-ROOM:12",
      "CLASS:PRIVATE",
      "TRANSP:TRANSPARENT",
    ];
    await thunderbird.do("add", "family", vevent("club", "Club", ...timed("20330512", "1900", "2000"), ...unknown));
    const { id } = await eventOf(server, "Club");
    await app("PATCH", `/v1/events/${id}`, { title: "Club evening" });
    const kept = ["URL:", "ORGANIZER;", "ATTENDEE;", "X-CLUB-ROOM:12", "CLASS:PRIVATE", "TRANSP:TRANSPARENT"];
    await requireThere(thunderbird, "Club evening", ...kept);
  });
}

const escapeText = (text: string) => text.replace(/[\\;,]/g, "\\$&");

export async function playReminders({ server, thunderbird, step }: Stage): Promise<void> {
  const { app } = server;
  const title = "Renamed there";
  const requireBoth = async (...wanted: string[]) => {
    await requireThere(thunderbird, title, ...wanted);
    const text = await objectOf(server, title);
    for (const each of wanted) requireText(text, each);
  };
  await step("sets a reminder", async () => {
    await thunderbird.do("change", "family", title, { reminder: 15 });
    requireSame((await eventOf(server, title)).reminderMinutesList, [15], "Reminders");
  });
  await step("shows the app's reminder", async () => {
    const { id } = await eventOf(server, title);
    await app("PATCH", `/v1/events/${id}`, { reminderMinutesList: [30] });
    await requireBoth("TRIGGER:-PT30M");
  });
  await step("snoozes, which nobody sees", async () => {
    const said = await newActivity(server, () => thunderbird.do("snooze", "family", title, null, 5));
    requireSame(said, [], "Activity");
    await requireBoth("X-MOZ-SNOOZE-TIME:", "X-MOZ-LASTACK:");
  });
  await step("keeps that when the app changes the event", async () => {
    const { id } = await eventOf(server, title);
    await app("PATCH", `/v1/events/${id}`, { location: "Town hall" });
    await requireBoth("X-MOZ-SNOOZE-TIME:", "X-MOZ-LASTACK:", "LOCATION:Town hall");
  });
  await step("dismisses, which nobody sees", async () => {
    const said = await newActivity(server, () => thunderbird.do("dismiss", "family", title));
    requireSame(said, [], "Activity");
    requireText(await objectOf(server, title), "X-MOZ-SNOOZE-TIME", false);
    await requireBoth("X-MOZ-LASTACK:");
  });
  await step("snoozes dates that no event can repeat by, which nobody sees", async () => {
    // The app shows such dates near today alone.
    const soon = (days: number) => new Date(Date.now() + days * day).toISOString().replace(/[-:]|\.\d+/g, "");
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"];
    const lines = vevent("dates", "Dates", `DTSTART:${soon(20)}`, `RDATE:${soon(22)}`, ...alarm);
    requireSame((await newActivity(server, () => thunderbird.do("add", "family", lines))).length, 1, "Entries");
    const said = await newActivity(server, () => thunderbird.do("snooze", "family", "Dates", null, 5));
    requireSame(said, [], "Activity");
    requireText(await objectOf(server, "Dates"), "X-MOZ-SNOOZE-TIME:");
  });
  await step("snoozes an instance, which nobody sees", async () => {
    await thunderbird.do("change", "family", "Choir", { reminder: 10 });
    const act = () => thunderbird.do("snooze", "family", "Choir", "20330530T170000", 5);
    requireSame(await newActivity(server, act), [], "Activity");
    requireText(await objectOf(server, "Choir"), "X-MOZ-SNOOZE-TIME-");
  });
}

export async function playOffline({ server, thunderbird, step }: Stage): Promise<void> {
  const { app } = server;
  await step("sends later what was changed offline", async () => {
    await thunderbird.do("setOffline", true);
    await thunderbird.do("takeRequests");
    const lines = vevent("train", "Added offline", ...timed("20330519", "0800", "0900"));
    await thunderbird.do("add", "family", lines);
    await thunderbird.do("change", "family", "Dentist, again", { title: "Changed offline" });
    await thunderbird.do("delete", "family", "Renamed there");
    requireSame(await thunderbird.do("takeRequests"), [], "Requests");
    await eventOf(server, "Dentist, again");
    const { id } = await eventOf(server, "Swimming");
    await app("PATCH", `/v1/events/${id}`, { location: "Lake" });
    await thunderbird.do("setOffline", false);
    await thunderbird.do("refresh", "family");
    await eventOf(server, "Added offline");
    await eventOf(server, "Changed offline");
    await requireThere(thunderbird, "Swimming", "LOCATION:Lake");
  });
  await step("asks before it overwrites what the app changed", async () => {
    const { id } = await eventOf(server, "Added offline");
    await app("PATCH", `/v1/events/${id}`, { location: "Platform 2" });
    await thunderbird.do("change", "family", "Added offline", { title: "Insisted" });
    requireSame(await thunderbird.do("conflictsAnswered"), 1, "Questions");
    await eventOf(server, "Insisted");
  });
}
