import { completeChore } from "#routines/chores/completions.store.ts";
import type { NewChore } from "#routines/chores/model.ts";
import { createChore } from "#routines/chores/store.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

const [monday, wednesday, thursday, friday, saturday] = [1, 3, 4, 5, 6] as const;

/** One completion. `on` is a number of days from today. */
type Completion = readonly [who: string, on: number, time: string];

type DemoChore = {
  readonly by: string;
  /** Time at which the chore was added: the number of days from today, and the local time. */
  readonly added: readonly [on: number, time: string];
  /** First date of the chore, as a number of days from today. */
  readonly from: number;
  readonly chore: Omit<NewChore, "memberIds" | "startDate">;
  readonly who: readonly string[];
  readonly completions: readonly Completion[];
};

const firstDay = -14;

function demoChores(demo: DemoContext): readonly DemoChore[] {
  const lately = (isoWeekday: number) =>
    [-2, -1, 0].map((weeks) => demo.daysTo(isoWeekday, weeks)).filter((on) => on >= firstDay);
  const [bins, ...laterBins] = lately(thursday);
  const [rooms, ...laterRooms] = lately(saturday);
  const floors = [monday, wednesday, friday].flatMap(lately);
  return [
    {
      by: "Anna",
      added: [firstDay, "09:00"],
      from: firstDay,
      chore: {
        name: "Feed the guinea pigs",
        emoji: "🐹",
        stars: 2,
        recurrenceRule: "FREQ=DAILY",
        dueTime: "18:00",
        assignment: "rotate",
      },
      who: ["Mia", "Leo"],
      completions: guineaPigs(),
    },
    {
      by: "Anna",
      added: [firstDay, "09:05"],
      from: rooms ?? 0,
      chore: { name: "Tidy your room", emoji: "🧸", stars: 3, recurrenceRule: "FREQ=WEEKLY;BYDAY=SA" },
      who: ["Mia", "Leo"],
      completions: [rooms ?? 0, ...laterRooms].flatMap((on, week): Completion[] => [
        ["Mia", on, "11:00"],
        ...(week === 0 ? [] : [["Leo", on, "16:20"] as const]),
      ]),
    },
    {
      by: "Ben",
      added: [firstDay, "19:30"],
      from: bins ?? 0,
      chore: {
        name: "Take the bins out",
        emoji: "🗑️",
        recurrenceRule: "FREQ=WEEKLY;BYDAY=TH",
        dueTime: "20:00",
        assignment: "anyone",
      },
      who: ["Anna", "Ben"],
      completions: [bins ?? 0, ...laterBins].map((on, week): Completion => [week === 1 ? "Anna" : "Ben", on, "19:45"]),
    },
    {
      by: "Ben",
      added: [firstDay, "19:35"],
      from: Math.min(...floors),
      chore: {
        name: "Vacuum downstairs",
        emoji: "🧹",
        stars: 4,
        recurrenceRule: "FREQ=WEEKLY;BYDAY=MO,WE,FR",
        assignment: "anyone",
      },
      who: ["Anna", "Ben", "Mia", "Leo"],
      completions: floors.flatMap((on, index): Completion[] => {
        const who = ["Ben", "Mia", "Anna", "Mia"][index % 5];
        return who === undefined ? [] : [[who, on, "17:10"]];
      }),
    },
    {
      by: "Anna",
      added: [-6, "10:15"],
      from: -3,
      chore: { name: "Sweep the balcony", emoji: "🍂", stars: 5, assignment: "anyone" },
      who: ["Ben", "Mia", "Leo"],
      completions: [["Leo", -3, "15:40"]],
    },
    {
      by: "Anna",
      added: [-3, "20:05"],
      from: -1,
      chore: { name: "Wash the car", emoji: "🚗", stars: 10, assignment: "anyone" },
      who: ["Ben", "Mia", "Leo"],
      completions: [],
    },
  ];
}

/**
 * Returns the completions of a chore that members do in turn. On one day, Mia does the chore instead of Leo. On another
 * day, nobody does the chore.
 */
function guineaPigs(): Completion[] {
  const days = Array.from({ length: 14 }, (_, index) => firstDay + index).filter((on) => on !== -6);
  return days.map((on): Completion => {
    const isMias = (on - firstDay) % 2 === 0 || on === -3;
    return [isMias ? "Mia" : "Leo", on, isMias ? "17:30" : "18:05"];
  });
}

export function choreSteps(demo: DemoContext): DemoStep[] {
  return demoChores(demo).flatMap((chore) => stepsOf(demo, chore));
}

function stepsOf(demo: DemoContext, { by, added, from, chore, who, completions }: DemoChore): DemoStep[] {
  let id = "";
  const [addedOn, addedAt] = added;
  const add = demo.step(new Date(demo.at(addedOn, addedAt)), by, (work) => {
    id = createChore(work, { ...chore, memberIds: demo.ids(...who), startDate: demo.date(from) }).id;
  });
  const done = completions.map(([completedBy, on, time]) =>
    demo.step(new Date(demo.at(on, time)), completedBy, (work) =>
      completeChore(work, id, { memberId: demo.ids(completedBy)[0] ?? "", date: demo.date(on) }),
    ),
  );
  return [add, ...done.filter(({ at }) => at > add.at && at <= demo.now)];
}
