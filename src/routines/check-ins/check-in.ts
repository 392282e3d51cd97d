import { invalid } from "#lib/errors.ts";
import { defaultFaces, defaultName, type Face, type PresetKey, questionOf } from "./presets.ts";

export type CheckInTime = { readonly time: string; readonly label: string | null };

export type CheckIn = {
  readonly name: string;
  readonly presetKey: PresetKey;
  readonly question: string;
  /** Ids of the assignees in the given order. Empty if all assignees were removed. */
  readonly assigneeIds: string[];
  /** The weekdays as ISO numbers from 1 to 7, in ascending order. */
  readonly daysOfWeek: number[];
  readonly times: CheckInTime[];
  readonly notify: boolean;
  readonly active: boolean;
  readonly faces: Face[];
};

export type NewCheckIn = {
  readonly presetKey: PresetKey;
  readonly question: string;
  readonly assigneeIds: string[];
  readonly daysOfWeek: number[];
  readonly times: { readonly time: string; readonly label?: string | null }[];
  readonly name?: string;
  readonly notify?: boolean;
  readonly active?: boolean;
  readonly faces?: Face[] | null;
};

/**
 * Normalises the properties of a check-in: sorts lists, removes duplicates, and turns an empty label into null.
 * @throws ApiError 400 if a time is given twice.
 */
export function normalizeInput<Input extends Partial<NewCheckIn>>(input: Input) {
  const { assigneeIds, daysOfWeek, times } = input;
  return {
    ...input,
    ...(assigneeIds && { assigneeIds: [...new Set(assigneeIds)] }),
    ...(daysOfWeek && { daysOfWeek: [...new Set(daysOfWeek)].sort((one, other) => one - other) }),
    ...(times && { times: timesInOrder(times) }),
  };
}

function timesInOrder(times: NewCheckIn["times"]): CheckInTime[] {
  const known = new Set<string>();
  for (const [index, { time }] of times.entries()) {
    if (known.has(time)) throw invalid(`times[${index}].time`, "is given twice");
    known.add(time);
  }
  return times
    .map(({ time, label }) => ({ time, label: label || null }))
    .sort((one, other) => (one.time < other.time ? -1 : 1));
}

export type Normalized<Input extends Partial<NewCheckIn>> = ReturnType<typeof normalizeInput<Input>>;

export function newCheckIn(input: Normalized<NewCheckIn>): CheckIn {
  const { notify = true, active = true } = input;
  return withDefaults({ ...input, name: input.name ?? null, faces: input.faces ?? null, notify, active });
}

/** The name and faces that were set for a check-in. Null means that the value of the preset is used. */
export type Overrides = { readonly name: string | null; readonly faces: Face[] | null };

/**
 * Returns a check-in with a patch applied. If the patch has a new preset, the check-in gets the question, name and
 * faces of that preset, except those in `overrides` or in the patch. The preset `custom` has no question, so the
 * check-in keeps its own.
 */
export function applyPatch(before: CheckIn, overrides: Overrides, patch: Partial<Normalized<NewCheckIn>>): CheckIn {
  const isSamePreset = (patch.presetKey ?? before.presetKey) === before.presetKey;
  const faces = patch.faces === undefined ? overrides.faces : patch.faces;
  // If only the question changes, the name stays, even if it was derived from the old question.
  return withDefaults({ ...before, name: isSamePreset ? before.name : overrides.name, ...patch, faces });
}

/**
 * Returns the name and faces of a check-in that differ from those of its preset. Null stands for a value that equals
 * the preset's value. Such a value changes together with the preset.
 */
export function overridesOf({ presetKey, question, name, faces }: CheckIn): Overrides {
  return {
    name: name === defaultName(presetKey, question) ? null : name,
    faces: Bun.deepEquals(faces, defaultFaces(presetKey)) ? null : faces,
  };
}

export function withDefaults(input: Omit<CheckIn, "name" | "faces"> & Overrides): CheckIn {
  const { presetKey, assigneeIds, daysOfWeek, times, notify, active } = input;
  const question = questionOf(presetKey, input.question);
  const name = input.name ?? defaultName(presetKey, question);
  const faces = input.faces ?? defaultFaces(presetKey);
  return { name, presetKey, question, assigneeIds, daysOfWeek, times, notify, active, faces };
}
