/** Transcripts of ambiguous or wrong days and times. */
import { expect } from "bun:test";
import { calendar, dayIn } from "../../../support/mcp/read-household.ts";
import type { Transcript } from "../../../support/mcp/transcript.ts";

/** Wrong weekdays, days on which the clocks change, dates far from UTC, and series. */
export const days: Transcript[] = [
  {
    fault: "wrong weekday",
    said: "Dentist on Friday the 3rd of December at four",
    steps: [
      {
        ...{ use: "create_event", with: { title: "Dentist", starts: "2026-12-03T16:00", weekday: "friday" } },
        refused: "weekday: 2026-12-03 is a Thursday, not a Friday. Nothing was saved",
        repair: /Parameter starts: say 2026-11-27T16:00 \(Fri .*\) or 2026-12-04T16:00 \(Fri .*\); or correct weekday/,
      },
      {
        use: "create_event",
        with: ({ repair }) => ({
          ...{ title: "Dentist", weekday: "friday" },
          starts: / or (\S+) /.exec(repair)?.[1],
        }),
        ...{ answered: /^Added: “Dentist” · Fri 4 Dec 2026, 16:00–17:00 \(Europe\/Berlin\)/, entries: 1 },
      },
    ],
    ...{
      state: (stage) => calendar(stage),
      has: [["Dentist", "2026-12-04T15:00:00.000Z", "2026-12-04T16:00:00.000Z"]],
    },
  },
  {
    fault: "the day on which an hour is skipped",
    said: "Night train on 28 March at half past two",
    steps: [
      {
        ...{ use: "create_event", with: { title: "Train", starts: "2027-03-28T02:30", ends: "2027-03-28T05:00" } },
        ...{ answered: /Sun 28 Mar 2027, 03:30–05:00 \(Europe\/Berlin\)/, entries: 1 },
        data: { starts: "2027-03-28T03:30", ends: "2027-03-28T05:00" },
      },
    ],
    ...{ state: (stage) => calendar(stage), has: [["Train", "2027-03-28T01:30:00.000Z", "2027-03-28T03:00:00.000Z"]] },
  },
  {
    fault: "the day on which an hour comes twice",
    said: "Feed the baby on 31 October at half past two, and breakfast at eight every day from the 30th",
    steps: [
      {
        ...{ use: "create_event", with: { title: "Feed", starts: "2027-10-31T02:30" } },
        ...{ answered: /Sun 31 Oct 2027, 02:30/, data: { starts: "2027-10-31T02:30" }, entries: 1 },
      },
      {
        ...{ use: "create_event", with: { title: "Breakfast", starts: "2027-10-30T08:00", repeat: "daily" } },
        ...{ answered: "Added: “Breakfast”", entries: 1 },
      },
      {
        ...{ use: "list_events", with: { from: "2027-10-31", to: "2027-10-31" } },
        answered: /Sun 31 Oct 2027, 08:00–09:00 \(Europe\/Berlin\)/,
      },
    ],
    state: (stage) => calendar(stage, "from=2027-10-30T00:00:00Z&to=2027-10-31T20:00:00Z"),
    has: [
      ["Breakfast", "2027-10-30T06:00:00.000Z", "2027-10-30T07:00:00.000Z"],
      ["Feed", "2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"],
      ["Breakfast", "2027-10-31T07:00:00.000Z", "2027-10-31T08:00:00.000Z"],
    ],
  },
  {
    fault: "all-day west of UTC",
    said: "We are at the lake from the 24th to the 26th of December",
    steps: [
      {
        meanwhile: "the household lives in Los Angeles",
        async happens({ as, members }) {
          const { status } = await as(members.anna).patch("/app/household", { timeZone: "America/Los_Angeles" });
          expect(status).toBe(200);
          return {};
        },
      },
      {
        ...{ use: "create_event", with: { title: "Lake", starts: "2026-12-24", ends: "2026-12-26", allDay: true } },
        ...{ answered: /Thu 24 Dec 2026 – Sat 26 Dec 2026, all day/, entries: 1 },
        data: { starts: "2026-12-24", ends: "2026-12-26", allDay: true },
        keep: ({ id }) => ({ eventId: id }),
      },
      ...(
        [
          ["2026-12-23", 0],
          ["2026-12-24", 1],
          ["2026-12-26", 1],
          ["2026-12-27", 0],
        ] as const
      ).map(([day, total]) => ({
        ...{ use: "list_events", with: { from: day, to: day }, data: { total } },
        answered: total === 0 ? "No events" : "- “Lake” · Thu 24 Dec 2026 – Sat 26 Dec 2026, all day",
      })),
      {
        ...{ use: "update_event", with: ({ eventId }) => ({ eventId, starts: "2026-12-31" }) },
        ...{ answered: /Thu 31 Dec 2026 – Sat 2 Jan 2027, all day/, entries: 1 },
      },
    ],
    ...{ state: (stage) => calendar(stage), has: [["Lake", "2026-12-31T00:00:00.000Z", "2027-01-03T00:00:00.000Z"]] },
  },
  ...(["update_event", "delete_event"] as const).map((use): Transcript => {
    const [parameter, what] =
      use === "update_event" ? ["editScope", { title: "Violin" }] : ["scope", { confirm: true }];
    return {
      fault: `recurring without scope: ${use}`,
      said: use === "update_event" ? "Next Tuesday it is violin, not piano" : "There is no piano next Tuesday",
      steps: [
        {
          ...{
            use: "create_event",
            with: { title: "Piano", starts: "2026-12-01T16:00", repeat: "FREQ=WEEKLY;COUNT=3" },
          },
          ...{ answered: "Added: “Piano”", entries: 1, keep: ({ id }) => ({ eventId: id }) },
        },
        {
          ...{ use: "list_events", with: { from: "2026-12-08", to: "2026-12-08" }, answered: "- “Piano”" },
          keep: ({ events: [event] }) => ({ instanceStart: event.instanceStart }),
        },
        {
          ...{ use, with: ({ eventId }) => ({ eventId, ...what }) },
          refused: `${parameter}: must be this, this_and_future or all, since “Piano” repeats. Nothing was changed`,
          repair: new RegExp(`^Parameter ${parameter}: this for one time`),
        },
        {
          use,
          with: ({ eventId, instanceStart, repair }) => ({
            ...{ eventId, instanceStart, ...what },
            [parameter as string]: /: (\w+) for one time/.exec(repair)?.[1],
          }),
          ...{ answered: use === "update_event" ? "Saved: “Violin”" : "Skipped “Piano” on Tue 8 Dec 2026, 16:00" },
          entries: 1,
        },
      ],
      state: async (stage) => (await calendar(stage)).map(([title, at]: string[]) => `${title} ${at?.slice(0, 10)}`),
      has: ["Piano 2026-12-01", ...(use === "update_event" ? ["Violin 2026-12-08"] : []), "Piano 2026-12-15"],
    };
  }),
  {
    fault: "a day that could be two",
    said: "Water the plants this Saturday",
    steps: [
      {
        meanwhile: "the day is known",
        happens: async ({ get }) => ({ today: (await get("/v1/households/me")).body.now.date }),
      },
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Plants", member: "Anna", due: "this saturday" }] } },
        ...{
          refused: "tasks[0].due: “this saturday” could mean more than one day",
          repair: /^Parameter tasks\[0\]\.due: say \S+ \(Sat .*\) or \S+ \(Sat .*\)\.$/,
        },
      },
      {
        ...{
          use: "create_tasks",
          with: ({ repair }) => ({ tasks: [{ label: "Plants", member: "Anna", due: dayIn(repair) }] }),
        },
        ...{ answered: /^Added: “Plants” · Anna · due Sat /, entries: 1 },
      },
    ],
    state: async ({ get }, { today }) => {
      const [{ dueDate }] = (await get("/v1/tasks")).body.tasks;
      return Temporal.PlainDate.from(today).until(dueDate).days <= 7 && Temporal.PlainDate.from(dueDate).dayOfWeek;
    },
    has: 6,
  },
  {
    fault: "a time with an offset",
    said: "The call with Aunt Ada is at nine in the morning, New York time, on 4 December",
    steps: [
      {
        ...{ use: "create_event", with: { title: "Ada", starts: "2026-12-04T09:00:00-05:00" } },
        ...{
          answered: /Added: “Ada” · Fri 4 Dec 2026, 15:00–16:00[\s\S]*\nstarts read as Fri 4 Dec 2026, 15:00\./,
          entries: 1,
        },
      },
    ],
    ...{ state: (stage) => calendar(stage), has: [["Ada", "2026-12-04T14:00:00.000Z", "2026-12-04T15:00:00.000Z"]] },
  },
  {
    fault: "one wrong weekday among many events",
    said: "The matches are on Saturday the 5th and Saturday the 11th of December",
    steps: [
      {
        use: "create_events",
        with: {
          events: ["2026-12-05", "2026-12-11"].map((day) => ({
            ...{ title: "Match", starts: `${day}T10:00`, weekday: "saturday" },
          })),
        },
        refused: "events[1].weekday: 2026-12-11 is a Friday, not a Saturday. Nothing was saved",
        repair: /Parameter events\[1\]\.starts: say 2026-12-05T10:00 \(Sat .*\) or 2026-12-12T10:00 \(Sat .*\)/,
      },
      {
        use: "create_events",
        with: ({ repair }) => ({
          events: ["2026-12-05", dayIn(repair.slice(repair.indexOf(" or ")))].map((day) => ({
            ...{ title: "Match", starts: `${day}T10:00`, weekday: "saturday" },
          })),
        }),
        ...{ answered: /2 events/, entries: 1 },
      },
    ],
    state: async (stage) => (await calendar(stage)).map(([, starts]: string[]) => starts),
    has: ["2026-12-05T09:00:00.000Z", "2026-12-12T09:00:00.000Z"],
  },
];
