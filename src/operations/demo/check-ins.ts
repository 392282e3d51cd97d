import { minute } from "#lib/time.ts";
import { answerCheckIn } from "#routines/check-ins/answers.store.ts";
import type { PresetKey } from "#routines/check-ins/presets.ts";
import { createCheckIn } from "#routines/check-ins/store.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

/** Answers of a member. Each of the last 15 days has one character: the index of the face, or `.` without an answer. */
type FaceIndexes = string;

type DemoCheckIn = {
  readonly presetKey: PresetKey;
  readonly name?: string;
  readonly by: string;
  readonly time: { readonly time: string; readonly label: string };
  readonly picks: Readonly<Record<string, FaceIndexes>>;
  readonly notes: Readonly<Record<string, Readonly<Record<number, string>>>>;
};

const demoCheckIns: readonly DemoCheckIn[] = [
  {
    presetKey: "happiness",
    name: "Evening mood",
    by: "Anna",
    time: { time: "18:30", label: "After supper" },
    picks: { Mia: "110121013021010", Leo: "001100214.01001" },
    notes: {
      Mia: { 6: "Lina is ill and I miss her", 1: "I can play the piano piece by heart" },
      Leo: { 6: "We lost", 2: "Only three more weeks!" },
    },
  },
  {
    presetKey: "sleep",
    by: "Ben",
    time: { time: "07:15", label: "At breakfast" },
    picks: { Anna: "12.1321.1211.11", Ben: "212..2113.21.1.", Mia: "011012.1011021.", Leo: "10010130100.0.." },
    notes: { Anna: { 10: "Storm all night" }, Leo: { 8: "I dreamt of frogs", 4: "Frogs again" } },
  },
];

export function checkInSteps(demo: DemoContext): DemoStep[] {
  return demoCheckIns.flatMap((checkIn) => stepsOf(demo, checkIn));
}

function stepsOf(demo: DemoContext, { presetKey, name, by, time, picks, notes }: DemoCheckIn): DemoStep[] {
  const people = Object.keys(picks);
  let id = "";
  const added = demo.step(new Date(demo.at(-15, "20:15")), by, (work) => {
    id = createCheckIn(work, {
      presetKey,
      question: "How are you?", // The preset's question replaces it.
      assigneeIds: demo.ids(...people),
      daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
      times: [time],
      ...(name !== undefined && { name }),
    }).id;
  });
  const answered = (who: string, seat: number, daysAgo: number, faceIndex: number): DemoStep => {
    const [memberId = ""] = demo.ids(who);
    const note = notes[who]?.[daysAgo] ?? null;
    const minutesLater = 4 * seat + 9 * (daysAgo % 3);
    const at = new Date(Date.parse(demo.at(-daysAgo, time.time)) + minutesLater * minute);
    const answer = { date: demo.date(-daysAgo), time: time.time, memberId, faceIndex, note };
    return demo.step(at, who, (work) => answerCheckIn(work, id, answer));
  };
  const answers = people.flatMap((who, seat) =>
    [...(picks[who] ?? "")].flatMap((pick, day) => (pick === "." ? [] : answered(who, seat, 14 - day, Number(pick)))),
  );
  return [added, ...answers.filter(({ at }) => at < demo.now)];
}
