import { invalid } from "#lib/errors.ts";
import type { CheckIn, CheckInPatch, NewCheckIn } from "./model.ts";
import { defaultFaces, defaultName, type Face, questionOf } from "./presets.ts";

/** Sorts lists, removes duplicates, and makes an empty label null. @throws ApiError 400 if a time is given twice. */
export function normalizeInput<Input extends CheckInPatch>(input: Input) {
  const { assigneeIds, daysOfWeek, times } = input;
  return {
    ...input,
    ...(assigneeIds && { assigneeIds: [...new Set(assigneeIds)] }),
    ...(daysOfWeek && { daysOfWeek: [...new Set(daysOfWeek)].sort((one, other) => one - other) }),
    ...(times && { times: timesInOrder(times) }),
  };
}

function timesInOrder(times: NewCheckIn["times"]): CheckIn["times"] {
  const known = new Set<string>();
  for (const [index, { time }] of times.entries()) {
    if (known.has(time)) throw invalid(`times[${index}].time`, "is given twice");
    known.add(time);
  }
  return times
    .map(({ time, label }) => ({ time, label: label || null }))
    .sort((one, other) => (one.time < other.time ? -1 : 1));
}

export function newCheckIn(input: NewCheckIn): CheckIn {
  return withDefaults({ name: null, notify: true, active: true, faces: null, ...normalizeInput(input) });
}

/** The name and faces that were set for a check-in. Null means that the value of the preset is used. */
export type Overrides = { readonly name: string | null; readonly faces: Face[] | null };

/**
 * Returns a check-in with a patch applied. If the patch has a new preset, the check-in gets the question, name and
 * faces of that preset, except those in `overrides` or in the patch. The preset `custom` has no question, so the
 * check-in keeps its own.
 */
export function applyPatch(before: CheckIn, overrides: Overrides, patch: ReturnType<typeof normalizeInput>): CheckIn {
  const isSamePreset = (patch.presetKey ?? before.presetKey) === before.presetKey;
  const faces = patch.faces === undefined ? overrides.faces : patch.faces;
  // If only the question changes, the name stays, even if it was derived from the old question.
  return withDefaults({ ...before, name: isSamePreset ? before.name : overrides.name, ...patch, faces });
}

/**
 * Returns the name and faces of a check-in that differ from the preset's. A value that does not differ is null, and
 * changes together with the preset.
 */
export function overridesOf({ presetKey, question, name, faces }: CheckIn): Overrides {
  return {
    name: name === defaultName(presetKey, question) ? null : name,
    faces: Bun.deepEquals(faces, defaultFaces(presetKey)) ? null : faces,
  };
}

export function withDefaults(input: Omit<CheckIn, "name" | "faces"> & Overrides): CheckIn {
  const { presetKey, assigneeIds, daysOfWeek, times, notify, active, pause } = input;
  const question = questionOf(presetKey, input.question);
  const name = input.name ?? defaultName(presetKey, question);
  const faces = input.faces ?? defaultFaces(presetKey);
  return { name, presetKey, question, assigneeIds, daysOfWeek, times, notify, active, faces, ...(pause && { pause }) };
}
