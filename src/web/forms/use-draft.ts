import { useEffect, useRef, useState } from "preact/hooks";
import { toasts } from "#web/page/toasts.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Command } from "#web/sync/command.ts";
import type { Handle } from "#web/sync/outbox.ts";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { useCommand } from "./use-command.ts";
import type { Edited, Merging } from "./use-open-record.tsx";
import { waitForResponse } from "./wait-for-response.ts";

/** Error messages by field. The key `form` has the error that belongs to no field. */
export type Errors<Field extends string> = { readonly [field in Field | "form"]?: FieldError };

export type FormState = {
  readonly errors: Errors<string>;
  readonly isBusy: boolean;
  /** Number of failed attempts to save. Each increase moves the focus to the first invalid field. */
  readonly failedTries: number;
  /** Whether somebody deleted the record while the form was open. The draft can then only be saved as a new record. */
  readonly isDeleted: boolean;
  /** Stops merging changes of the record into the draft. Call this before the form itself deletes the record. */
  readonly freeze: () => void;
};

type Options<Draft, Field extends string> = Merging<Draft> & {
  readonly validate: (draft: Draft) => Errors<Field>;
  /** Maps the server's names of fields to the names in the form. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Whether the form shows errors before the first attempt to save. */
  readonly isLive?: boolean;
  /**
   * Record that is edited. The form merges other people's changes of the record into the draft. Null for a new record.
   */
  readonly edited?: Edited<Draft> | null;
};

export type Performed<Answer> = Handle<Answer> | readonly Handle<Answer>[];

/** Name of a field in the form. `Extra` are names of fields that are not in the draft. */
type FieldOf<Draft, Extra> = (keyof Draft & string) | Extra;

export function useDraft<Draft extends object, Extra extends string = never>(
  initial: Draft | (() => Draft),
  options: Options<Draft, FieldOf<Draft, NoInfer<Extra>>>,
) {
  type Field = FieldOf<Draft, Extra>;
  const { validate, fields, isLive = false, edited = null } = options;
  const [versions, setVersions] = useState(() => {
    const draft = edited?.value ?? (initial instanceof Function ? initial() : initial);
    return { base: draft, draft };
  });
  const [isTried, setTried] = useState(isLive);
  const [failedTries, setFailedTries] = useState(0);
  /** Error of a save that failed because the record had been deleted. Null if no save failed for this reason. */
  const [loss, setLoss] = useState<unknown>(null);
  const request = useCommand();
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  /**
   * Version of the record that the form showed when it began to save. Null while the form is not saving. The form uses
   * this version instead of the current one, so that its own change does not look like somebody else's.
   */
  const frozen = useRef<Edited<Draft> | null>(null);
  const record = frozen.current ?? edited;
  const isDeleted = record !== null && (record.isDeleted || loss !== null);
  const merged = (from: typeof versions) => record?.merging.merge(from, record.value, options) ?? from;
  const { base, draft } = merged(versions);
  const questions: Errors<Field> =
    record && !isDeleted
      ? (record.merging.questions(versions, record.value, options, setVersions) as Errors<Field>)
      : {};

  /** Returns the field that the server's error names, or "form" if the error names no field. */
  const refused = (failure: unknown): Field | "form" => {
    const name = (failure instanceof Failure && failure.field?.split(/[.[]/, 1)[0]) || "form";
    return fields?.[name] ?? (name in draft ? (name as Field) : "form");
  };
  const refusal = request.failure === null || request.failure === loss ? null : refused(request.failure);
  const errors: Errors<Field> = {
    ...(refusal && { [refusal]: request.error ?? undefined }),
    // The effect of the pending write itself must not look like an error.
    ...(isTried && !request.isBusy && found(validate(draft))),
    ...questions,
  };

  const change = (patch: Partial<Draft>) => {
    if (!request.isBusy) frozen.current = null;
    setVersions((now) => {
      const known = merged(now);
      return { base: known.base, draft: { ...known.draft, ...patch } };
    });
    // A refusal is shown until its field changes. If that field has no key in the draft, until any field changes.
    if (refusal && (!(refusal in draft) || refusal in patch)) request.clear();
  };
  const check = (): boolean => {
    const isRight = Object.keys({ ...questions, ...found(validate(draft)) }).length === 0;
    setTried(isLive || !isRight);
    if (!isRight) setFailedTries((count) => count + 1);
    return isRight;
  };
  const freeze = () => {
    frozen.current = record;
  };
  /** Runs a command that changes the record. Resolves to null if the command failed. */
  const run = async <Variables, Answer>(
    command: Command<Variables, Answer>,
    variables: Variables,
  ): Promise<Answer | null> => {
    freeze();
    const send: typeof command.send = async (...args) => {
      try {
        return await command.send(...args);
      } catch (error) {
        if (edited && !isDeleted && isOfRecord(error, refused(error))) setLoss(error);
        throw error;
      }
    };
    const answer = await request.run({ ...command, send }, variables);
    if (answer !== null) return answer;
    frozen.current = null;
    setFailedTries((count) => count + 1);
    return null;
  };
  const send = <Answer>(ask: () => Promise<Answer>) => run({ send: ask }, null);
  /**
   * Performs writes. Resolves to the responses; to an empty list if the writes are still queued; to null if a write
   * failed or the form was closed.
   */
  const submit = async <Answer>(perform: () => Performed<Answer>) => {
    const sent = await send(async () => {
      const handles = [perform()].flat() as readonly Handle<Answer>[];
      try {
        return (await waitForResponse(Promise.all(handles.map(({ done }) => done)))) ?? [];
      } catch (error) {
        // The open form shows the refusal itself.
        if (isShown.current) toasts.dismissTopics(handles.map(({ id }) => id));
        throw error;
      }
    });
    return isShown.current && sent ? sent.map(({ answer }) => answer) : null;
  };
  /** Resets the draft to `next`. If `next` is missing, resets the draft to the record. */
  const reset = (next?: Draft) => {
    frozen.current = null;
    const draft = next ?? edited?.value ?? base;
    setVersions({ base: draft, draft });
    setTried(isLive);
    request.clear();
  };
  /** Returns the properties that connect a control to a field of the draft. */
  const field = <Name extends keyof Draft & string>(name: Name) => ({
    value: draft[name],
    onChange: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
    error: errors[name],
  });
  /** Returns the properties that connect a switch or a checkbox to a field of the draft. */
  const toggle = <Name extends keyof Draft & string>(name: Name) => ({
    checked: draft[name] === true,
    onChange: (isOn: boolean) => change({ [name]: isOn } as unknown as Partial<Draft>),
  });
  const { isBusy, failure, share } = request;
  const state = { base, draft, errors, failure, failedTries, isBusy, share, isDeleted, units: options.units };
  return { ...state, change, field, toggle, check, run, send, submit, reset, freeze };
}

/**
 * Whether the error means that the edited record does not exist. False if the error means that a record to which a
 * field refers does not exist.
 */
function isOfRecord(error: unknown, field: string): boolean {
  return error instanceof Failure && error.status === 404 && field === "form";
}

function found<Field extends string>(errors: Errors<Field>): Errors<Field> {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as Errors<Field>;
}
