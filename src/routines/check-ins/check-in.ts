import { invalid } from "#lib/errors.ts";
import { defaultFaces, defaultName, type Face, type PresetKey, questionOf } from "./presets.ts";

export type CheckInTime = { readonly time: string; readonly label: string | null };

export type CheckIn = {
  readonly name: string;
  readonly presetKey: PresetKey;
  readonly question: string;
  /** Ids in the given order; empty if all assignees were removed. */
  readonly assigneeIds: string[];
  /** ISO weekdays, 1 to 7, ascending. */
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

/** Sorts lists, removes repeats, and turns an empty label into null. @throws ApiError 400 if a time is given twice. */
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

/** Own name and faces of a check-in. Null if the preset's apply. */
export type Overrides = { readonly name: string | null; readonly faces: Face[] | null };

/**
 * Applies a patch. A new preset brings its question, name and faces, except overridden or patched ones. The preset
 * `custom` keeps the present question.
 */
export function applyPatch(before: CheckIn, overrides: Overrides, patch: Partial<Normalized<NewCheckIn>>): CheckIn {
  const isSamePreset = (patch.presetKey ?? before.presetKey) === before.presetKey;
  const faces = patch.faces === undefined ? overrides.faces : patch.faces;
  // Changing only the question keeps a name that was derived from the old question.
  return withDefaults({ ...before, name: isSamePreset ? before.name : overrides.name, ...patch, faces });
}

/** Returns the name and faces that differ from the preset's; equal ones change with the preset. */
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
