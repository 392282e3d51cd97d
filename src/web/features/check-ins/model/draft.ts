/** A check-in while it is made or changed. Pure. */
import type { CheckIn, Face } from "./source.ts";
import type { CheckInFields } from "./writes.ts";

/** What the form holds. `times` may be unfinished. */
export type Draft = CheckInFields;

/** What is wrong, by the field that has to say it. */
export type Problem = "question" | "faces" | "people" | "days" | "times";

/** A new one, that asks the household's own question every evening. */
export function emptyDraft(template: Pick<Draft, "presetKey" | "name" | "question" | "faces">): Draft {
  return {
    ...template,
    assigneeIds: [],
    daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
    times: [{ time: "18:30", label: null }],
    active: true,
  };
}

/** What there is of one. */
export function draftOf(checkIn: CheckIn): Draft {
  const { presetKey, name, question, assigneeIds, daysOfWeek, times, faces, active } = checkIn;
  return { presetKey, name, question, assigneeIds, daysOfWeek, times, faces, active };
}

/** As it is sent: trimmed and in order, called by its question where it has no name. */
export function finished(draft: Draft): Draft {
  const question = draft.question.trim();
  const name = draft.name.trim() || [...question].slice(0, 100).join("");
  return {
    ...draft,
    question,
    name,
    faces: draft.faces.map(({ emoji, label }) => ({ emoji: emoji.trim(), label: label.trim() })),
    daysOfWeek: [...draft.daysOfWeek].sort((a, b) => a - b),
    times: draft.times
      .map(({ time, label }) => ({ time, label: label?.trim() || null }))
      .sort((a, b) => a.time.localeCompare(b.time)),
  };
}

/** All that keeps it from being saved, in the order of the form. */
export function problemsOf(draft: Draft): Problem[] {
  const { question, faces, assigneeIds, daysOfWeek, times } = finished(draft);
  const isFace = ({ emoji, label }: Face) => emoji !== "" && label !== "";
  const found: Record<Problem, boolean> = {
    question: question === "",
    faces: faces.length < 2 || !faces.every(isFace),
    people: assigneeIds.length === 0,
    days: daysOfWeek.length === 0,
    times:
      times.length === 0 || times.some(({ time }) => time === "") || new Set(times.map(timeOf)).size < times.length,
  };
  return (Object.keys(found) as Problem[]).filter((each) => found[each]);
}

/** What has changed, to be sent alone. A preset that is made one's own comes whole, or it would lose its faces. */
export function changesOf(before: Draft, after: Draft): Partial<Draft> {
  const keys = Object.keys(after) as (keyof Draft)[];
  const isOwnNow = before.presetKey !== after.presetKey;
  const own: ReadonlySet<string> = new Set(isOwnNow ? ["name", "question", "faces"] : []);
  const changed = keys.filter((key) => own.has(key) || JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}

function timeOf({ time }: { time: string }): string {
  return time;
}
