/** Thunderbird with our server. */
import { startCalendarServer } from "../calendar-server.ts";
import { playEvents, playOffline, playReminders, playUnusual } from "./events.ts";
import { startThunderbird } from "./program.ts";
import { playSeries } from "./series.ts";
import {
  days,
  eventOf,
  eventually,
  newActivity,
  requireAgreement,
  requireException,
  requireSame,
  requireText,
  requireThere,
  type Stage,
  timed,
  vevent,
} from "./stage.ts";

/** The app's own requests count both sides after each step. Thunderbird has the limits of every installation. */
const limits = { RATE_LIMIT_PER_MINUTE: "100000", RATE_LIMIT_BURST: "100000" };

/** Returns the number of steps. */
export async function proveThunderbird(): Promise<number> {
  const server = await startCalendarServer(limits);
  try {
    const thunderbird = await startThunderbird();
    let steps = 0;
    const step: Stage["step"] = async (name, act) => {
      steps++;
      try {
        await act();
        await requireAgreement(server, thunderbird);
      } catch (error) {
        throw new Error(`Step ${steps}, “${name}”: ${(error as Error).message}`);
      }
    };
    try {
      const stage = { server, thunderbird, step };
      await connect(stage);
      await playEvents(stage);
      await playUnusual(stage);
      await playSeries(stage);
      await playReminders(stage);
      await playCalendars(stage);
      await playOffline(stage);
      await playReadOnly(stage);
      await playNothing(stage);
    } finally {
      await thunderbird.end();
    }
    return steps;
  } finally {
    await server.stop();
  }
}

async function connect({ server, thunderbird, step }: Stage): Promise<void> {
  const { app, username, password, origin } = server;
  await app("POST", "/v1/events", {
    title: "Made in the app",
    startsAt: "2033-05-03T16:00:00+02:00",
    endsAt: "2033-05-03T17:00:00+02:00",
  });
  await app("POST", "/v1/events", {
    title: "Holiday",
    allDay: true,
    startsAt: "2033-05-26T00:00:00+02:00",
    endsAt: "2033-05-28T00:00:00+02:00",
  });
  const { id } = await app("POST", "/v1/events", {
    title: "Swimming",
    startsAt: "2033-05-04T15:00:00+02:00",
    endsAt: "2033-05-04T16:00:00+02:00",
    recurrenceRule: "FREQ=WEEKLY;BYDAY=WE",
  });
  const second = { editScope: "this", instanceStartsAt: "2033-05-11T15:00:00+02:00" };
  await app("PATCH", `/v1/events/${id}`, { title: "Swimming badge", ...second });
  const third = encodeURIComponent("2033-05-18T15:00:00+02:00");
  await app("DELETE", `/v1/events/${id}?scope=this&instanceStartsAt=${third}`);

  await step("finds the calendars, and shows what is in them", async () => {
    const found = await thunderbird.do("find", username, password, `${origin}/dav/`);
    const wanted = [
      { name: "Home", color: "#37ACA0", readOnly: false },
      { name: "Anna", color: "#F47C67", readOnly: false },
    ];
    requireSame(found, wanted, "Calendars");
    await thunderbird.do("subscribe", username, "Home", "family");
    await thunderbird.do("subscribe", username, "Anna", "anna");
    requireSame(await thunderbird.do("state", "family"), { isWritable: true, isDisabled: false }, "Home");
    await requireException(thunderbird, "Swimming", "20330511T150000");
  });
}

async function playCalendars({ server, thunderbird, step }: Stage): Promise<void> {
  const { app, memberId } = server;
  const title = "Dentist, again";
  await step("sets categories, which the app's changes keep", async () => {
    await thunderbird.do("change", "family", title, { categories: ["Travel", "Health"] });
    const { id } = await eventOf(server, title);
    await app("PATCH", `/v1/events/${id}`, { location: "Main Street 2" });
    await requireThere(thunderbird, title, "CATEGORIES:Travel", "CATEGORIES:Health");
  });
  await step("chooses people by categories", async () => {
    await thunderbird.do("change", "family", title, { categories: ["Anna", "Health"] });
    requireSame((await eventOf(server, title)).memberIds, [memberId], "People");
  });
  await step("moves an event to a person's calendar", async () => {
    await thunderbird.do("moveToCalendar", "family", title, "anna");
    await thunderbird.do("refresh", "family");
    requireSame((await eventOf(server, title)).isGeneral, false, "Whole household");
  });
  await step("moves it back", async () => {
    await thunderbird.do("moveToCalendar", "anna", title, "family");
    await thunderbird.do("refresh", "anna");
    requireSame((await eventOf(server, title)).calendar.key, "family", "Calendar");
  });
}

async function playReadOnly({ server, thunderbird, step }: Stage): Promise<void> {
  const { app, origin } = server;
  await step("sees that a password only reads", async () => {
    const reading = { name: "Reading", access: "read", calendars: ["family"] };
    const { username, password } = await app("POST", "/app/calendar-apps", reading);
    const found = await thunderbird.do("find", username, password, `${origin}/dav/`);
    requireSame(found, [{ name: "Home", color: "#37ACA0", readOnly: true }], "Calendars");
    await thunderbird.do("subscribe", username, "Home", "reading");
    requireSame(await thunderbird.do("state", "reading"), { isWritable: false, isDisabled: false }, "Reading");
    const shown = await thunderbird.do("shown", "family", ...days);
    await eventually(async () => requireSame(await thunderbird.do("shown", "reading", ...days), shown, "Reading"));
  });
  await step("is refused what that password may not", async () => {
    const lines = vevent("refused", "Refused", ...timed("20330520", "0800", "0900"));
    const said = await newActivity(server, async () => {
      const error = await thunderbird.do("addAnyway", "reading", lines);
      requireText(error ?? "nothing", "403");
    });
    requireSame(said, [], "Activity");
  });
}

async function playNothing({ server, thunderbird, step }: Stage): Promise<void> {
  await step("writes nothing when it has nothing new", async () => {
    await thunderbird.do("takeRequests");
    for (const label of ["family", "anna", "family"]) await thunderbird.do("refresh", label);
    const methods = (await thunderbird.do("takeRequests")).map((each) => each.split(" ")[0]);
    requireSame(methods, ["REPORT", "REPORT", "REPORT"], "Requests");
  });
  await step("has asked no other server", async () => {
    const others = (await thunderbird.do("hosts")).filter((each) => each !== new URL(server.origin).host);
    requireSame(others, [], "Other servers");
  });
  await step("starts again from what it has kept", async () => {
    const before = await thunderbird.do("shown", "family", ...days);
    await thunderbird.restart();
    requireSame(await thunderbird.do("shown", "family", ...days), before, "Instances");
    await thunderbird.do("refresh", "family");
    const methods = (await thunderbird.do("takeRequests")).map((each) => each.split(" ")[0]);
    requireSame(
      methods.filter((each) => each !== "PROPFIND" && each !== "OPTIONS"),
      ["REPORT"],
      "Requests",
    );
  });
}
