/**
 * A choir that meets weekly from October to April, across both clock changes; all expected answers are written by hand.
 */
import { describe, expect, test } from "bun:test";
import { household } from "../../support/home/home.ts";

/** Tuesdays 19:00 to 20:30 in Berlin: two hours ahead of UTC until 25 October, one hour until 28 March. */
const asPlanned = [
  "2026-10-06T17:00Z 18:30 Choir",
  "2026-10-13T17:00Z 18:30 Choir",
  "2026-10-20T17:00Z 18:30 Choir",
  "2026-10-27T18:00Z 19:30 Choir",
  "2026-11-03T18:00Z 19:30 Choir",
  "2026-11-10T18:00Z 19:30 Choir",
  "2026-11-17T18:00Z 19:30 Choir",
  "2026-11-24T18:00Z 19:30 Choir",
  "2026-12-01T18:00Z 19:30 Choir",
  "2026-12-08T18:00Z 19:30 Choir",
  "2026-12-15T18:00Z 19:30 Choir",
  "2026-12-22T18:00Z 19:30 Choir",
  "2026-12-29T18:00Z 19:30 Choir",
  "2027-01-05T18:00Z 19:30 Choir",
  "2027-01-12T18:00Z 19:30 Choir",
  "2027-01-19T18:00Z 19:30 Choir",
  "2027-01-26T18:00Z 19:30 Choir",
  "2027-02-02T18:00Z 19:30 Choir",
  "2027-02-09T18:00Z 19:30 Choir",
  "2027-02-16T18:00Z 19:30 Choir",
  "2027-02-23T18:00Z 19:30 Choir",
  "2027-03-02T18:00Z 19:30 Choir",
  "2027-03-09T18:00Z 19:30 Choir",
  "2027-03-16T18:00Z 19:30 Choir",
  "2027-03-23T18:00Z 19:30 Choir",
  "2027-03-30T17:00Z 18:30 Choir",
  "2027-04-06T17:00Z 18:30 Choir",
  "2027-04-13T17:00Z 18:30 Choir",
];

/**
 * Expected pages: 24 November moved to the 25th at 20:00, and from 12 January on Thursdays 18:30 to 20:00 in the hall.
 */
const pagesBackward = [
  [
    "2026-10-27T18:00Z 19:30 Choir",
    "2026-11-03T18:00Z 19:30 Choir",
    "2026-11-10T18:00Z 19:30 Choir",
    "2026-11-17T18:00Z 19:30 Choir",
    "2026-11-25T19:00Z 20:30 Choir",
  ],
  ["2026-10-06T17:00Z 18:30 Choir", "2026-10-13T17:00Z 18:30 Choir", "2026-10-20T17:00Z 18:30 Choir"],
];
const pagesForward = [
  [
    "2026-12-01T18:00Z 19:30 Choir",
    "2026-12-08T18:00Z 19:30 Choir",
    "2026-12-15T18:00Z 19:30 Choir",
    "2026-12-22T18:00Z 19:30 Choir",
    "2026-12-29T18:00Z 19:30 Choir",
  ],
  [
    "2027-01-05T18:00Z 19:30 Choir",
    "2027-01-14T17:30Z 19:00 Choir in the hall",
    "2027-01-21T17:30Z 19:00 Choir in the hall",
    "2027-01-28T17:30Z 19:00 Choir in the hall",
    "2027-02-04T17:30Z 19:00 Choir in the hall",
  ],
  [
    "2027-02-18T17:30Z 19:00 Choir in the hall",
    "2027-02-25T17:30Z 19:00 Choir in the hall",
    "2027-03-04T17:30Z 19:00 Choir in the hall",
    "2027-03-11T17:30Z 19:00 Choir in the hall",
    "2027-03-18T17:30Z 19:00 Choir in the hall",
  ],
  [
    "2027-03-25T17:30Z 19:00 Choir in the hall",
    "2027-04-01T16:30Z 18:00 Choir in the hall",
    "2027-04-08T16:30Z 18:00 Choir in the hall",
    "2027-04-15T16:30Z 18:00 Choir in the hall",
  ],
];

type Listed = { startsAt: string; endsAt: string; title: string };

const short = ({ startsAt, endsAt, title }: Listed) => `${startsAt.slice(0, 16)}Z ${endsAt.slice(11, 16)} ${title}`;
const partsOf = (rule: string) => rule.split(";").sort();

describe("a weekly event across both clock changes", () => {
  test("A weekly event across clock changes gives the results that were calculated by hand", async () => {
    const home = await household({ scopes: ["calendar.read", "calendar.write"] });
    const agent = { headers: { "X-Agent-Name": "Choir agent" } };
    const winter = "/v1/events?from=2026-09-01T00:00:00Z&to=2027-07-01T00:00:00Z";
    const list = async () => (await home.get(winter, agent)).body.events;

    const created = await home.post(
      "/v1/events",
      {
        title: "Choir",
        startsAt: "2026-10-06T19:00:00+02:00",
        endsAt: "2026-10-06T20:30:00+02:00",
        recurrenceRule: "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=28",
      },
      agent,
    );
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      startsAt: "2026-10-06T17:00:00.000Z",
      endsAt: "2026-10-06T18:30:00.000Z",
      allDay: false,
      recurrenceRule: "FREQ=WEEKLY;BYDAY=TU;COUNT=28",
      timeZone: "Europe/Berlin",
      memberIds: [],
      isGeneral: true,
      exceptions: [],
      createdBy: { kind: "api_key", name: "Test key", agentName: "Choir agent" },
    });
    expect((await list()).map(short)).toEqual(asPlanned);
    const path = `/v1/events/${created.body.id}`;

    const moved = await home.patch(
      path,
      {
        editScope: "this",
        instanceStartsAt: "2026-11-24T19:00:00+01:00",
        startsAt: "2026-11-25T20:00:00+01:00",
        endsAt: "2026-11-25T21:30:00+01:00",
      },
      agent,
    );
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject({
      id: created.body.id,
      title: "Choir",
      startsAt: "2026-11-25T19:00:00.000Z",
      endsAt: "2026-11-25T20:30:00.000Z",
      instanceStartsAt: "2026-11-24T18:00:00.000Z",
      recurring: true,
      isException: true,
    });
    expect((await list()).map(short)).toEqual(
      asPlanned.map((line) => line.replace("2026-11-24T18:00Z 19:30", "2026-11-25T19:00Z 20:30")),
    );

    const split = await home.patch(
      path,
      { editScope: "this_and_future", instanceStartsAt: "2027-01-12T18:00:00Z", title: "Choir in the hall" },
      agent,
    );
    expect(split.status).toBe(200);
    expect(split.body.id).not.toBe(created.body.id);
    expect(split.body).toMatchObject({
      title: "Choir in the hall",
      startsAt: "2027-01-12T18:00:00.000Z",
      endsAt: "2027-01-12T19:30:00.000Z",
      exceptions: [],
    });
    expect(partsOf(split.body.recurrenceRule)).toEqual(["BYDAY=TU", "COUNT=14", "FREQ=WEEKLY"]);
    const old = await home.get(path, agent);
    expect(old.body).toMatchObject({
      title: "Choir",
      startsAt: "2026-10-06T17:00:00.000Z",
      exceptions: [
        {
          instanceStartsAt: "2026-11-24T18:00:00.000Z",
          cancelled: false,
          startsAt: "2026-11-25T19:00:00.000Z",
          endsAt: "2026-11-25T20:30:00.000Z",
        },
      ],
    });
    expect(partsOf(old.body.recurrenceRule)).toEqual(["BYDAY=TU", "COUNT=14", "FREQ=WEEKLY"]);
    expect((await list()).length).toBe(28);

    const shifted = await home.patch(
      `/v1/events/${split.body.id}`,
      {
        editScope: "all",
        instanceStartsAt: "2027-01-19T18:00:00Z",
        startsAt: "2027-01-21T18:30:00+01:00",
        endsAt: "2027-01-21T20:00:00+01:00",
      },
      agent,
    );
    expect(shifted.status).toBe(200);
    expect(shifted.body).toMatchObject({
      id: split.body.id,
      startsAt: "2027-01-14T17:30:00.000Z",
      endsAt: "2027-01-14T19:00:00.000Z",
      exceptions: [],
    });
    expect(partsOf(shifted.body.recurrenceRule)).toEqual(["BYDAY=TH", "COUNT=14", "FREQ=WEEKLY"]);

    const deleted = await home.delete(
      `/v1/events/${split.body.id}?scope=this&instanceStartsAt=2027-02-11T17:30:00Z`,
      agent,
    );
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ id: split.body.id, deleted: true });
    expect((await home.get(`/v1/events/${split.body.id}`, agent)).body.exceptions).toEqual([
      { instanceStartsAt: "2027-02-11T17:30:00.000Z", cancelled: true },
    ]);

    const page = async (query: string): Promise<string[][]> => {
      const { status, body } = await home.get(`/v1/events?limit=5&${query}`, agent);
      expect(status).toBe(200);
      return [body.events.map(short), ...(body.nextCursor ? await page(`cursor=${body.nextCursor}`) : [])];
    };
    const anchor = "anchor=2026-11-27T09:00:00Z";
    expect(await page(`${anchor}&direction=forward`)).toEqual(pagesForward);
    expect(await page(`${anchor}&direction=backward`)).toEqual(pagesBackward);
    const together = [...[...pagesBackward].reverse(), ...pagesForward].flat();
    expect((await list()).map(short)).toEqual(together);

    const entries = home.entries().filter(({ subject }) => subject.type === "event");
    expect(entries.length).toBe(5);
    for (const { actor } of entries) expect(actor).toMatchObject({ kind: "api_key", agentName: "Choir agent" });
  });
});
