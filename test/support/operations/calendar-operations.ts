/**
 * Sample calls for the operations of calendars that are shared, followed and imported. `operations.ts` includes them.
 */

import { sampleOrigin, schoolCalendar } from "../calendar/sample-calendar.ts";
import type { Home } from "../home/home.ts";
import { upload } from "../home/multipart.ts";
import type { Sample } from "./operations.ts";
import { eventId, weekly } from "./sample-records.ts";

export const newFeed = { name: "On my phone", parts: ["events", "meals", "tasks"] };

/** Creates a calendar feed of Anna's household. Returns the body of the response. */
export async function feed(home: Home, input: object = newFeed) {
  return (await home.as(home.members.anna).post("/app/calendar-feeds", input)).body;
}

/** Uploads a calendar file as Anna. Returns the preview of its import. */
export async function preview(home: Home, text: string | Uint8Array = schoolCalendar, name = "school.ics") {
  const { headers, raw } = upload(Buffer.from(text as string), name, "text/calendar");
  return home.as(home.members.anna).call("POST", "/app/calendar-imports", { headers, raw });
}

/** Creates an app password of Anna's. Returns the body of the response. */
export async function calendarApp(home: Home, input: object = {}) {
  const body = { name: "Anna's iPhone", access: "write", calendars: null, ...input };
  return (await home.as(home.members.anna).post("/app/calendar-apps", body)).body;
}

const newSubscription = { url: sampleOrigin, name: "Holidays", color: "leaf", memberIds: [], isGeneral: true };

const subscriptionId = async (home: Home): Promise<string> =>
  (await home.as(home.members.anna).post("/app/subscriptions", newSubscription)).body.id;

const newAccount = { name: "Anna's cloud", url: `${sampleOrigin}/dav/`, username: "anna", password: "sample" };

const accountId = async (home: Home): Promise<string> =>
  (await home.as(home.members.anna).post("/app/calendar-accounts", newAccount)).body.id;

const accountCalendar = async (home: Home): Promise<string> => {
  const path = `/app/calendar-accounts/${await accountId(home)}/calendars`;
  const { body } = await home.as(home.members.anna).get(path);
  return `${path}/${body.calendars[0].key}`;
};

/** Returns the address to which Google redirects after the sign-in. */
async function googleAddress(home: Home): Promise<string> {
  const anna = home.as(home.members.anna);
  await anna.call("PUT", "/app/google/client", { body: newClient });
  const { body } = await anna.call("POST", "/app/google/authorization");
  const { searchParams } = new URL(body.url);
  return `${searchParams.get("redirect_uri")}?code=sample&state=${searchParams.get("state")}`;
}

const newClient = { clientId: "sample.apps.example", clientSecret: "sample" };

const importId = async (home: Home): Promise<string> => (await preview(home)).body.id;

/** Properties of sample calls about records that other adults can see but may not change. */
const ofItsMember = { statusForOthers: 403, isSeenByAdultsOnly: true } as const;

export const calendarSamples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  deleteEvents: async (home) => {
    const single = () => eventId(home, { ...weekly, recurrenceRule: null });
    return { path: "/v1/events/batch/delete", body: { events: [{ id: await single() }, { id: await single() }] } };
  },
  listCalendars: () => ({ path: "/v1/calendars" }),
  exportEvent: async (home) => ({ path: `/v1/events/${await eventId(home)}/ics` }),
  listCalendarFeeds: () => ({ path: "/app/calendar-feeds" }),
  createCalendarFeed: ({ members: { mia } }) => ({
    path: "/app/calendar-feeds",
    body: { ...newFeed, memberId: mia.id, calendarIds: [], detail: "full", alarms: true },
  }),
  updateCalendarFeed: async (home) => ({
    path: `/app/calendar-feeds/${(await feed(home)).id}`,
    body: { memberId: home.members.ben.id },
  }),
  deleteCalendarFeed: async (home) => ({ path: `/app/calendar-feeds/${(await feed(home)).id}` }),
  listCalendarApps: () => ({ path: "/app/calendar-apps" }),
  createCalendarApp: ({ members: { mia } }) => ({
    path: "/app/calendar-apps",
    body: { name: "Anna's iPhone", access: "read", calendars: ["family", mia.id] },
  }),
  revokeCalendarApp: async (home) => ({
    path: `/app/calendar-apps/${(await calendarApp(home)).id}`,
    statusForOthers: 404,
  }),
  previewCalendarImport: () => ({ path: "/app/calendar-imports", file: Buffer.from(schoolCalendar), entries: 0 }),
  importCalendar: async (home) => ({
    path: `/app/calendar-imports/${await importId(home)}`,
    body: { memberIds: [home.members.anna.id], isGeneral: false, known: "skip" },
  }),
  readCalendarImport: async (home) => ({
    path: `/app/calendar-imports/${await importId(home)}`,
    isSeenByAdultsOnly: true,
  }),
  cancelCalendarImport: async (home) => ({
    path: `/app/calendar-imports/${await importId(home)}`,
    entries: 0,
  }),
  listCalendarAccounts: () => ({ path: "/app/calendar-accounts" }),
  addCalendarAccount: () => ({ path: "/app/calendar-accounts", body: newAccount }),
  updateCalendarAccount: async (home) => ({
    path: `/app/calendar-accounts/${await accountId(home)}`,
    body: { name: "Cloud" },
    ...ofItsMember,
  }),
  deleteCalendarAccount: async (home) => ({
    path: `/app/calendar-accounts/${await accountId(home)}?events=keep`,
    isSeenByAdultsOnly: true,
  }),
  listAccountCalendars: async (home) => ({
    path: `/app/calendar-accounts/${await accountId(home)}/calendars`,
    isSeenByAdultsOnly: true,
  }),
  setAccountCalendar: async (home) => ({
    path: await accountCalendar(home),
    body: { mode: "both", privacy: "full", isDefault: true },
    ...ofItsMember,
  }),
  acceptAccountCalendar: async (home) => {
    const path = await accountCalendar(home);
    await home.as(home.members.anna).call("PUT", path, { body: { mode: "in" } });
    const since = "2026-11-27T08:30:00.000Z";
    const held = JSON.stringify({ since, keys: [], count: 0 });
    const accounts = async () => (await home.as(home.members.anna).get("/app/calendar-accounts")).body.accounts;
    while ((await accounts()).some((each: any) => each.isSyncing)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    home.db.$client.run("UPDATE external_calendar SET held = ?", [held]);
    return { path: `${path}/accept`, body: { since }, entries: 0, ...ofItsMember };
  },
  syncCalendarAccount: async (home) => ({
    path: `/app/calendar-accounts/${await accountId(home)}/sync`,
    entries: 0,
    ...ofItsMember,
  }),
  readGoogleClient: () => ({ path: "/app/google/client" }),
  setGoogleClient: () => ({ path: "/app/google/client", body: newClient }),
  beginGoogleSignIn: async (home) => {
    await home.as(home.members.anna).call("PUT", "/app/google/client", { body: newClient });
    return { path: "/app/google/authorization", entries: 0 };
  },
  finishGoogleSignIn: async (home) => ({
    path: "/app/google/done",
    body: { address: await googleAddress(home) },
    statusForOthers: 422,
  }),
  listSubscriptions: () => ({ path: "/app/subscriptions" }),
  previewSubscription: () => ({ path: "/app/subscriptions/preview", body: { url: sampleOrigin }, entries: 0 }),
  addSubscription: () => ({ path: "/app/subscriptions", body: newSubscription }),
  updateSubscription: async (home) => ({
    path: `/app/subscriptions/${await subscriptionId(home)}`,
    body: { memberIds: [home.members.ben.id], everyHours: 24 },
  }),
  deleteSubscription: async (home) => ({ path: `/app/subscriptions/${await subscriptionId(home)}` }),
  acceptSubscription: async (home) => {
    const id = await subscriptionId(home);
    const since = "2026-11-27T08:30:00.000Z";
    const held = JSON.stringify({ since, keys: [], count: 0 });
    home.db.$client.run("UPDATE external_calendar SET held = ? WHERE id = ?", [held, id]);
    return { path: `/app/subscriptions/${id}/accept`, body: { since }, entries: 0 };
  },
  refreshSubscription: async (home) => ({
    path: `/app/subscriptions/${await subscriptionId(home)}/refresh`,
    entries: 0,
  }),
};
