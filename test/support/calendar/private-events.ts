/** Household in which Ben has private events on his phone, and callers who must not read these events. */

import { type Answer, type Home, household, refusal } from "../home/home.ts";
import { tablet } from "../records/check-ins.ts";
import { davClient, event } from "./dav.ts";

/**
 * Matches the texts that only Ben may read. “Qx” alone would not do, because a random key or cursor sometimes contains
 * it.
 */
export const secret = /Qx(Title|Place|Notes|Other|Comment|Guest|Url|Topic|Alarm|Changed)/;
export const notYours = refusal(403, "Only its owner can change this event");
export const range = "from=2026-11-30T00:00:00Z&to=2026-12-31T00:00:00Z";

export const details = [
  ...["SUMMARY:QxTitle", "LOCATION:QxPlace", "DESCRIPTION:QxNotes", "X-QX:QxOther", "COMMENT:QxComment"],
  ...["ATTENDEE;CN=QxGuest:mailto:qx@QxGuest.example", "URL:https://qx.example/QxUrl", "CATEGORIES:QxTopic"],
  ...["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:QxAlarm", "TRIGGER:-PT15M", "END:VALARM"],
];

export const single = (...more: string[]) => event("single@phone", ...details, ...more);

export const series = (...more: string[]) =>
  event("series@phone", "DTSTART:20261202T150000Z", "DTEND:20261202T160000Z", "RRULE:FREQ=WEEKLY;COUNT=4", ...more);

/** Returns the lines of a component that changes the second date of the series. */
export const override = (...more: string[]) => [
  ...["END:VEVENT", "BEGIN:VEVENT", "UID:series@phone", "DTSTAMP:20261101T100000Z"],
  ...["RECURRENCE-ID:20261209T150000Z", "DTSTART:20261209T170000Z", "DTEND:20261209T180000Z", ...more],
];

/** Series whose dates no recurrence rule of ours can express, so that it is stored as single events. */
const unrolled = event(
  "unrolled@phone",
  ...["DTSTART:20261203T150000Z", "DTEND:20261203T160000Z", "RDATE:20261210T183000Z", ...details, "CLASS:PRIVATE"],
);
const cancelled = event("cancelled@phone", "STATUS:CANCELLED", ...details, "CLASS:PRIVATE");

export type Caller = Pick<Home, "call">;

export const get = (caller: Caller, path: string) => caller.call("GET", path);

export async function eventsOf(caller: Caller): Promise<any[]> {
  return (await get(caller, `/v1/events?${range}`)).body.events;
}

export function textOf({ body, headers }: Answer): string {
  return `${JSON.stringify(body)} ${JSON.stringify([...headers])}`;
}

export async function privateHome(home?: Home) {
  const own = home ?? (await household());
  const { members } = own;
  const ben = own.as(members.ben);
  const phone = davClient(own, { ...members.ben, role: "adult" } as never);
  const device = await tablet(own);
  const keyOf = (memberId: string | null): Caller => {
    const { key } = own.createKey({ memberId });
    return { call: (method, path, request = {}) => own.call(method, path, { ...request, key }) };
  };
  const anna = own.as(members.anna);
  const nobodysKey = keyOf(null);
  const keys = { annasKey: keyOf(members.anna.id), nobodysKey };
  const others: Record<string, Caller> = { anna, mia: own.as(members.mia), ...keys, tablet: device.for(members.ben) };
  const owners: Record<string, Caller> = { ben, bensKey: keyOf(members.ben.id) };

  /** Stores a calendar object from Ben's phone. */
  async function put(name: string, text: string, key = "family"): Promise<void> {
    const { status, body } = await phone.put(phone.at(key, `${name}.ics`), text);
    if (status > 204) throw new Error(`${name}: ${status} ${body}`);
  }

  /** Stores private objects of each kind, and changes and deletes some of them. */
  async function plant(): Promise<void> {
    await put("single", single("CLASS:PRIVATE"));
    await put("confidential", event("confidential@phone", ...details, "CLASS:CONFIDENTIAL"), members.ben.id);
    await put("series", series(...details, "CLASS:PRIVATE", ...override(...details, "CLASS:PRIVATE")));
    await put("unrolled", unrolled);
    await put("cancelled", cancelled);
    const [first] = await eventsOf(ben);
    await ben.patch(`/v1/events/${first.id}`, { notes: "QxChanged" });
    await ben.delete(`/v1/events/${first.id}`);
    await put("single", single("CLASS:PRIVATE"));
  }

  return { home: own, ben, anna, phone, others, owners, keys, put, plant };
}
