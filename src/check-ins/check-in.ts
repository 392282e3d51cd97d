/** What a check-in is, apart from its rows and its answers: what a caller may leave out, filled in. Pure. */
import { invalid } from "../errors.ts";
import { defaultFaces, defaultName, type Face, type PresetKey, questionOf } from "./presets.ts";

/** A time of the day at which it is asked (household wall time, `HH:MM`); a null label: none. */
export type Time = { readonly time: string; readonly label: string | null };

/** Everything of a check-in that a caller decides, as answered. */
export type CheckIn = {
  readonly name: string;
  readonly presetKey: PresetKey;
  readonly question: string;
  /** In the order given; empty where all of them have left the household. */
  readonly assigneeIds: string[];
  /** ISO weekdays, 1 to 7, ascending. */
  readonly daysOfWeek: number[];
  /** By time. */
  readonly times: Time[];
  readonly notify: boolean;
  readonly active: boolean;
  readonly faces: Face[];
};

/** A check-in as it comes in a body. */
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
 * A body with its lists in the order they are kept in. Repeated assignees and weekdays are folded, and a label that says nothing
 * is none (our choice: the specification is silent).
 * @throws ApiError 400 `times: …` where a time is given twice.
 */
export function inOrder<Input extends Partial<NewCheckIn>>(input: Input) {
  const { assigneeIds, daysOfWeek, times } = input;
  return {
    ...input,
    ...(assigneeIds && { assigneeIds: [...new Set(assigneeIds)] }),
    ...(daysOfWeek && { daysOfWeek: [...new Set(daysOfWeek)].sort((one, other) => one - other) }),
    ...(times && { times: timesInOrder(times) }),
  };
}

function timesInOrder(times: NewCheckIn["times"]): Time[] {
  const known = new Set<string>();
  for (const [index, { time }] of times.entries()) {
    if (known.has(time)) throw invalid(`times[${index}].time`, "is given twice");
    known.add(time);
  }
  return times
    .map(({ time, label }) => ({ time, label: label || null }))
    .sort((one, other) => (one.time < other.time ? -1 : 1));
}

/** A body that {@link inOrder} has put in order. */
export type Ordered<Input extends Partial<NewCheckIn>> = ReturnType<typeof inOrder<Input>>;

/** The check-in that a body makes. */
export function made(input: Ordered<NewCheckIn>): CheckIn {
  const { notify = true, active = true } = input;
  return withDefaults({ ...input, name: input.name ?? null, faces: input.faces ?? null, notify, active });
}

/** What is a check-in's own; null: as its preset has it. */
export type Overrides = { readonly name: string | null; readonly faces: Face[] | null };

/**
 * The check-in that it becomes by a PATCH. Another preset brings its question, name and faces but for what is `own`, or given
 * along. `custom` has no question to bring: without one given, the present one stays, as omitted fields do.
 */
export function patched(before: CheckIn, own: Overrides, patch: Partial<Ordered<NewCheckIn>>): CheckIn {
  const isSamePreset = (patch.presetKey ?? before.presetKey) === before.presetKey;
  const faces = patch.faces === undefined ? own.faces : patch.faces;
  // Another question alone does not rename what was called by the start of the last one: an omitted name stays.
  return withDefaults({ ...before, name: isSamePreset ? before.name : own.name, ...patch, faces });
}

/** A name or faces that are the preset's own override nothing: they go along when the preset changes (our choice). */
export function overridesOf({ presetKey, question, name, faces }: CheckIn): Overrides {
  return {
    name: name === defaultName(presetKey, question) ? null : name,
    faces: Bun.deepEquals(faces, defaultFaces(presetKey)) ? null : faces,
  };
}

/** A check-in as answered, from one whose name and faces may be left to its preset. */
export function withDefaults(it: Omit<CheckIn, "name" | "faces"> & Overrides): CheckIn {
  const { presetKey, assigneeIds, daysOfWeek, times, notify, active } = it;
  const question = questionOf(presetKey, it.question);
  const name = it.name ?? defaultName(presetKey, question);
  const faces = it.faces ?? defaultFaces(presetKey);
  return { name, presetKey, question, assigneeIds, daysOfWeek, times, notify, active, faces };
}
