/** Answers that Google would not give. */
import { afterAll, describe, expect, test } from "bun:test";
import { createGoogleCalendar, listOfferedCalendars } from "#calendar/external/google/calendar.ts";
import { createGoogle, GoogleApi } from "#calendar/external/google/requests.ts";
import { systemTimers } from "#lib/timers.ts";
import { googleEvent, never } from "../../../support/google/account.ts";

const seen: string[] = [];
const host = { answer: (_: Request): Response => new Response() };
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    seen.push(new URL(request.url).pathname);
    return host.answer(request);
  },
});
const origin = `http://127.0.0.1:${server.port}`;
const google = createGoogle({ googleBaseUrl: origin }, () => new Date("2026-11-20T08:00:00Z"), systemTimers);
const api = new GoogleApi(google, async () => "planted-access-token");
const calendarOf = (calendarId: string) => createGoogleCalendar({ api, calendarId, baseOf: () => null });
const calendar = calendarOf("anna@example.org");

afterAll(() => server.stop(true));

function answer(reply: () => Response): void {
  seen.length = 0;
  host.answer = reply;
}

describe("a listing", () => {
  test("A request to Google follows no redirect, so that no other server gets the access token", async () => {
    answer(() => new Response(null, { status: 302, headers: { Location: `${origin}/elsewhere` } }));
    await expect(calendar.list(null, never)).rejects.toThrow("no_answer (status 302)");
    expect(seen).toEqual(["/calendar/v3/calendars/anna%40example.org/events"]);
  });

  test.each<[string, () => Response, string]>([
    ["a page", () => new Response("<html>"), "no_calendar (no JSON)"],
    ["a list", () => Response.json([]), "no_calendar (no JSON)"],
    ["no sync token", () => Response.json({ items: [] }), "no_calendar (no sync token)"],
    ["a page as an error", () => new Response("<html>", { status: 403 }), "denied (status 403)"],
    ["endless pages", () => Response.json({ nextPageToken: "more" }), "too_large (pages)"],
    ["21 MB", () => new Response(new Uint8Array(21 * 1_048_576)), "too_large (size)"],
  ])("A list of events from Google with this fault is refused: %s", async (_, reply, expected) => {
    answer(reply);
    await expect(calendar.list(null, never)).rejects.toThrow(expected);
  });

  test("Items with unexpected content are left out of a list of events from Google", async () => {
    const items = [null, 7, "x", [], {}, { id: 7 }, { id: ".." }, { id: "a b" }, { id: "empty" }, googleEvent("fine")];
    answer(() => Response.json({ items, nextSyncToken: "next", timeZone: "Nowhere/City" }));
    const { heads, state } = await calendar.list(null, never);
    expect(heads.map(({ id }) => id)).toEqual(["fine"]);
    expect(state).toBe("next");
  });

  test("The error about a refused Google request does not contain the access token", async () => {
    const error = { message: "planted-access-token", errors: [{ reason: "planted access token" }] };
    answer(() => Response.json({ error }, { status: 403 }));
    const failure = await calendar.list(null, never).catch((reason: unknown) => `${reason}`);
    expect(failure).toBe("Error: denied (status 403)");
  });

  test("A refused Google request reports the time to wait that Google names", async () => {
    answer(() => new Response("{}", { status: 429, headers: { "Retry-After": "120" } }));
    const failure = await calendar.list(null, never).catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ code: "busy", retryAfterMs: 120_000 });
  });
});

test("A Google calendar id with special characters stays one segment of the request's path", async () => {
  answer(() => Response.json({ nextSyncToken: "next" }));
  await calendarOf("../../token?a=b#c").list(null, never);
  expect(seen[0]).toBe("/calendar/v3/calendars/..%2F..%2Ftoken%3Fa%3Db%23c/events");
});

test("An endless list of Google calendars is cut off at 1,000 calendars", async () => {
  answer(() => Response.json({ items: [{ id: "one", accessRole: "owner" }], nextPageToken: "more" }));
  const { calendars } = await listOfferedCalendars(api, never);
  expect(calendars).toHaveLength(1_000);
});

test("Writing an event fails if Google's response contains no usable event", async () => {
  answer(() => Response.json({}));
  const text = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "DTSTART:20270105T090000Z", "END:VEVENT", "END:VCALENDAR"];
  const outgoing = { id: "abcde", etag: null, base: null, text: text.join("\r\n") };
  await expect(calendar.put(outgoing, never)).rejects.toThrow("no_calendar (no event)");
  await expect(calendar.put({ ...outgoing, text: "x" }, never)).rejects.toThrow("refused (no master)");
});
