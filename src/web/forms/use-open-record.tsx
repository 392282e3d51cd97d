import { useRef } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { queryClient } from "#web/page/sync.ts";
import { currentText } from "#web/page/text.ts";
import { membersSource } from "#web/sync/session.ts";
import { formatDay, formatNames } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import type { Question } from "#web/ui/controls/field.tsx";
import { type Comparable, merge as mergeVersions, settled, type Units, type Versions } from "./merge.ts";
import type { Performed } from "./use-draft.ts";

export type OpenRecord<Value> = { readonly value: Value; readonly isDeleted: boolean };

/**
 * Returns the current version of the record in an open sheet. `key` is the record's id, or null while no sheet is open.
 * `found` is the record in the current data, if the data have the record. If the record is deleted while the sheet is
 * open, returns the last version of the record, so that the sheet keeps the user's input. Returns null if no sheet is
 * open, or if the record has not been found yet.
 */
export function useOpenRecord<Value>(key: string | null, found: Value | null | undefined): OpenRecord<Value> | null {
  const last = useRef<{ readonly key: string; readonly value: Value } | null>(null);
  if (key === null) last.current = null;
  else if (found) last.current = { key, value: found };
  return last.current?.key === key ? { value: last.current.value, isDeleted: !found } : null;
}

/** Returns the open record from a list, as {@link useOpenRecord} does. `id` is null while no sheet is open. */
export function useOpenRecordOf<Value extends { readonly id: string }>(
  list: readonly Value[],
  id: string | null,
): OpenRecord<Value> | null {
  return useOpenRecord(
    id,
    list.find((each) => each.id === id),
  );
}

/**
 * Record together with the functions that merge changes. The functions are part of this object, so that `useDraft` need
 * not import them. The pages before the sign-in use `useDraft` but never merge, so they load less code.
 */
export type Edited<Draft> = OpenRecord<Draft> & { readonly merging: typeof merging };

/** Converts the value of an open record to a draft. Returns the open record with the draft as `value`. */
export function edited<Value, Draft>(record: OpenRecord<Value>, draftOf: (value: Value) => Draft): Edited<Draft> {
  return editedAs(draftOf(record.value), record.isDeleted);
}

export function editedAs<Draft>(value: Draft, isDeleted = false): Edited<Draft> {
  return { value, isDeleted, merging };
}

/** Options for merging other people's changes into the draft of a form. */
export type Merging<Draft> = {
  readonly units?: Units<Draft>;
  readonly comparable?: Comparable<Draft>;
  /**
   * Functions that return a short text for the value of a field. The question about a conflict shows this text. Fields
   * without such a function get their text from `describeValue`.
   */
  readonly describe?: { readonly [Field in keyof Draft]?: (draft: Draft) => string };
  /**
   * Maps a field with a conflict to the field beside which the question about the conflict appears. By default, the
   * question appears beside the field itself.
   */
  readonly shownAt?: { readonly [Field in keyof Draft]?: string };
};

const merging = {
  merge: <Draft extends object>(versions: Versions<Draft>, record: Draft, { units, comparable }: Merging<Draft>) =>
    mergeVersions(versions, record, units, comparable),

  /**
   * Returns a question for each conflict. The question asks whether to keep the user's value or to take the new value
   * of the record. The keys of the result are the fields beside which the questions appear. When the user answers,
   * `onAnswer` gets a function that applies the answer to the versions.
   */
  questions<Draft extends object>(
    versions: Versions<Draft>,
    record: Draft,
    options: Merging<Draft>,
    onAnswer: (next: (now: Versions<Draft>) => Versions<Draft>) => void,
  ): Record<string, Question> {
    const merge = (from: Versions<Draft>) => merging.merge(from, record, options);
    const { units = [], shownAt, describe } = options;
    const asked = merge(versions).clashes.map((field): [string, Question] => {
      const value = describe?.[field]?.(record) ?? describeValue(field, record[field]);
      const answer = (takes: boolean) => onAnswer((now) => settled(merge(now), record, { field, takes, units }));
      const message = currentText().editing.changedByOthers(value);
      return [shownAt?.[field] ?? field, { message, answers: <Answers onAnswer={answer} /> }];
    });
    return Object.fromEntries(asked);
  },
};

function Answers({ onAnswer }: { onAnswer: (takes: boolean) => void }) {
  const { editing } = useText();
  const button = (label: string, takes: boolean) => (
    <Button
      size="s"
      onClick={({ currentTarget }) => {
        // The button disappears with its question, so the focus moves to the field.
        currentTarget.closest(".field")?.querySelector<HTMLElement>("input, select, textarea")?.focus();
        onAnswer(takes);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className="field-answers">
      {button(editing.keepMine, false)}
      {button(editing.takeTheirs, true)}
    </div>
  );
}

/** Returns a short text for a value. Returns null if the value has no short text. */
function describeValue(field: string, value: unknown): string | null {
  if (Array.isArray(value)) {
    const all = value.flatMap((each) => describeValue(field, each) ?? []);
    return all.length < value.length ? null : formatNames(all);
  }
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return value === null ? "" : null;
  const { setup } = currentText();
  if (field.startsWith("color")) return (setup.colors as Record<string, string>)[value] ?? value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value, "long");
  return memberName(value) ?? value.trim();
}

function memberName(id: string): string | undefined {
  const known = queryClient.getQueryData<Awaited<ReturnType<typeof membersSource.fetch>>>([membersSource.name, {}]);
  return known?.members.find((member) => member.id === id)?.name;
}

type Submitting = {
  readonly isDeleted: boolean;
  readonly submit: <Answer>(perform: () => Performed<Answer>) => Promise<readonly Answer[] | null>;
};

/**
 * Saves a record by `submit` of `useDraft`, and resolves to the same values. If `update` is null or the record was
 * deleted, creates a record. Otherwise, updates the record. If `patch` is null, there is nothing to update: sends
 * nothing and resolves to an empty list.
 */
export async function store<Patch, Created, Updated>(
  { isDeleted, submit }: Submitting,
  patch: Patch | null,
  { create, update }: { create: () => Performed<Created>; update: ((patch: Patch) => Performed<Updated>) | null },
): Promise<readonly (Created | Updated)[] | null> {
  if (!update || isDeleted) return submit(create);
  return patch === null ? [] : submit(() => update(patch));
}
