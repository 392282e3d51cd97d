/** Shared by the steps: both sides, and the comparison of them. */
import type { CalendarServer } from "../calendar-server.ts";
import { DavSide } from "../dav-side.ts";
import type { Thunderbird } from "./program.ts";

const range = "/v1/events?from=2033-05-01T00:00:00Z&to=2033-07-01T00:00:00Z";
export const days = ["20330501", "20330701"] as const;

export type Stage = {
  readonly server: CalendarServer;
  readonly thunderbird: Thunderbird;
  /** Runs a step, after which both sides must show the same instances of two months. */
  readonly step: (name: string, act: () => Promise<void>) => Promise<void>;
};

const waitMs = 10_000;

/** Thunderbird stores what it has read a moment after it says that it has refreshed. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await Bun.sleep(50);
    }
  }
}

export function requireAgreement(server: CalendarServer, thunderbird: Thunderbird): Promise<void> {
  return eventually(() => requireSameInstances(server, thunderbird));
}

async function requireSameInstances({ app, memberId }: CalendarServer, thunderbird: Thunderbird): Promise<void> {
  const { events } = await app("GET", range);
  for (const [label, key] of Object.entries({ family: "family", anna: memberId })) {
    const ofCalendar = events.filter(({ calendar }: any) => calendar.key === key);
    const timeOf = (text: string, isDate: boolean) => (isDate ? text.slice(0, 10) : text);
    const here: string[] = ofCalendar.map(({ title, startsAt, endsAt, allDay }: any) =>
      [title, timeOf(startsAt, allDay), timeOf(endsAt, allDay)].join(" "),
    );
    await thunderbird.do("refresh", label);
    const there = await thunderbird.do("shown", label, ...days);
    const missing = here.filter((each) => !there.includes(each));
    const other = there.filter((each) => !here.includes(each));
    if (there.length !== here.length || missing.length > 0) {
      throw new Error(`Thunderbird's ${label} lacks ${missing.join(", ")}, and has ${other.join(", ")}`);
    }
  }
}

export function requireSame(found: unknown, wanted: unknown, what: string): void {
  if (!Bun.deepEquals(found, wanted)) {
    throw new Error(`${what}: ${JSON.stringify(found, null, 1)}, not ${JSON.stringify(wanted, null, 1)}`);
  }
}

/** Thunderbird's text of an event of the family, after a refresh. */
export function requireThere(thunderbird: Thunderbird, title: string, ...wanted: readonly string[]): Promise<void> {
  return eventually(async () => {
    await thunderbird.do("refresh", "family");
    const text = (await thunderbird.do("text", "family", title)).replaceAll("\r\n ", "");
    for (const each of wanted) requireText(text, each);
  });
}

/** Whether an instance of a series of the family is an exception in Thunderbird, after a refresh. */
export function requireException(thunderbird: Thunderbird, title: string, time: string): Promise<void> {
  return eventually(async () => {
    await thunderbird.do("refresh", "family");
    requireSame(await thunderbird.do("isException", "family", title, time), true, "Exception");
  });
}

export function requireText(text: string, wanted: string, isThere = true): void {
  if (text.includes(wanted) !== isThere)
    throw new Error(`“${wanted}” ${isThere ? "is missing" : "is still"} in ${text}`);
}

/** The first instance with that title. */
export async function eventOf({ app }: CalendarServer, title: string): Promise<any> {
  const { events } = await app("GET", range);
  const found = events.find((each: any) => each.title === title);
  if (!found) throw new Error(`The app shows no “${title}”, but ${events.map((each: any) => each.title).join(", ")}`);
  return found;
}

/** Returns the text that the server stores of an event. */
export async function objectOf(server: CalendarServer, title: string): Promise<string> {
  const objects = await new DavSide(`${server.homeUrl}family/`, server).read();
  const found = [...objects.values()].find((text) => text.split(/\r?\n/).includes(`SUMMARY:${title}`));
  if (!found) throw new Error(`The server has no “${title}”`);
  return found;
}

async function activityOf({ app }: CalendarServer): Promise<string[]> {
  const { entries } = await app("GET", "/v1/activity?limit=100");
  return entries.map((each: any) => each.summary);
}

/** The activity that `act` adds. */
export async function newActivity(server: CalendarServer, act: () => Promise<unknown>): Promise<string[]> {
  const before = await activityOf(server);
  await act();
  const after = await activityOf(server);
  return after.slice(0, after.length - before.length);
}

export const timed = (date: string, from: string, to: string) => [
  `DTSTART;TZID=Europe/Berlin:${date}T${from}00`,
  `DTEND;TZID=Europe/Berlin:${date}T${to}00`,
];

export const vevent = (uid: string, title: string, ...lines: string[]) => [
  `UID:${uid}@desk`,
  "DTSTAMP:20261101T100000Z",
  `SUMMARY:${title}`,
  ...lines,
];
