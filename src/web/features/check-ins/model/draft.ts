import { patchOf as differing } from "#web/forms/merge.ts";
import type { Errors } from "#web/forms/use-draft.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import type { CheckIn, Face } from "./source.ts";
import type { CheckInFields } from "./writes.ts";

/** Draft of a check-in. Its `times` may be incomplete while the user types. */
export type Draft = CheckInFields;

export function emptyDraft(template: Pick<Draft, "presetKey" | "name" | "question" | "faces">): Draft {
  return {
    ...template,
    assigneeIds: [],
    daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
    times: [{ time: "18:30", label: null }],
    notify: true,
    active: true,
  };
}

export function draftOf(checkIn: CheckIn): Draft {
  const { presetKey, name, question, assigneeIds, daysOfWeek, times, faces, notify, active } = checkIn;
  return { presetKey, name, question, assigneeIds, daysOfWeek, times, faces, notify, active };
}

/** Returns the body of the request that creates a check-in. If the name is empty, the question becomes the name. */
export function inputOf(draft: Draft): Draft {
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

export function errorsOf(draft: Draft, { checkInScreen: { errors } }: Catalogue): Errors<keyof Draft> {
  const { question, faces, assigneeIds, daysOfWeek, times } = inputOf(draft);
  const isFace = ({ emoji, label }: Face) => emoji !== "" && label !== "";
  const isTwice = new Set(times.map(({ time }) => time)).size < times.length;
  return {
    question: question === "" ? errors.question : null,
    faces: faces.length < 2 || !faces.every(isFace) ? errors.faces : null,
    assigneeIds: assigneeIds.length === 0 ? errors.people : null,
    daysOfWeek: daysOfWeek.length === 0 ? errors.days : null,
    times: times.length === 0 || times.some(({ time }) => time === "") || isTwice ? errors.times : null,
  };
}

/**
 * Returns the changed fields, or null if no field has changed. If the preset changes, the result always includes the
 * name, the question and the faces. Without these fields, a check-in that no longer has a preset would lose the faces
 * of its former preset, because the server would set its default faces.
 */
export function patchOf(before: Draft, after: Draft): Partial<Draft> | null {
  const { name, question, faces } = after;
  const patch = differing(before, after);
  return patch?.presetKey === undefined ? patch : { ...patch, name, question, faces };
}
