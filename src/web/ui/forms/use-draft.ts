import { useEffect, useRef, useState } from "preact/hooks";
import { errorText } from "../../sync/api/error-text.ts";
import { Failure } from "../../sync/api/failures.ts";
import type { Handle } from "../../sync/outbox.ts";
import { toasts } from "../overlay/toast-store.ts";
import { arrival } from "./arrival.ts";
import { useRequest } from "./use-request.ts";

/** `form` has errors that belong to no field. */
export type Errors<Field extends string> = { readonly [field in Field | "form"]?: string | null | undefined };

export type FormState = {
  readonly errors: Errors<string>;
  readonly isBusy: boolean;
  /** Each one focuses the first field at fault. */
  readonly failedTries: number;
};

type Options<Draft, Field extends string> = {
  readonly validate: (draft: Draft) => Errors<Field>;
  /** Maps the server's field names to the form's. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Validates from the start. */
  readonly isLive?: boolean;
};

/** `Extra` are fields without a key in the draft. */
type FieldOf<Draft, Extra> = (keyof Draft & string) | Extra;

export function useDraft<Draft extends object, Extra extends string = never>(
  initial: Draft | (() => Draft),
  { validate, fields, isLive = false }: Options<Draft, FieldOf<Draft, NoInfer<Extra>>>,
) {
  type Field = FieldOf<Draft, Extra>;
  const [draft, setDraft] = useState(initial);
  const [isTried, setTried] = useState(isLive);
  const [failedTries, setFailedTries] = useState(0);
  const request = useRequest();
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );

  /** "form" if the refusal names no field. */
  const refused = (failure: unknown): Field | "form" => {
    const name = (failure instanceof Failure && failure.field?.split(/[.[]/, 1)[0]) || "form";
    return fields?.[name] ?? (name in draft ? (name as Field) : "form");
  };
  const refusal = request.failure === null ? null : refused(request.failure);
  const errors: Errors<Field> = {
    ...(refusal && { [refusal]: errorText(request.failure) }),
    // The pending write's own effect must not look like an error.
    ...(isTried && !request.isBusy && found(validate(draft))),
  };

  const change = (patch: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    // A refusal stays until its field changes; one without a key in the draft, until any field does.
    if (refusal && (!(refusal in draft) || refusal in patch)) request.clear();
  };
  const check = (): boolean => {
    const isRight = Object.keys(found(validate(draft))).length === 0;
    setTried(isLive || !isRight);
    if (!isRight) setFailedTries((count) => count + 1);
    return isRight;
  };
  /** Never queued. Null if it failed. */
  const send = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | null> => {
    const answer = await request.send(ask);
    if (answer === null) setFailedTries((count) => count + 1);
    return answer;
  };
  /**
   * Resolves to the responses; to an empty list if the writes are still queued; to null if one was refused or the form was
   * closed.
   */
  const submit = async <Answer>(perform: () => Handle<Answer> | readonly Handle<Answer>[]) => {
    const sent = await send(async () => {
      const handles = [perform()].flat() as readonly Handle<Answer>[];
      try {
        return (await arrival(Promise.all(handles.map(({ done }) => done)))) ?? [];
      } catch (error) {
        // The open form shows the refusal itself.
        if (isShown.current) toasts.dismissTopics(handles.map(({ id }) => id));
        throw error;
      }
    });
    return isShown.current && sent ? sent.map(({ answer }) => answer) : null;
  };
  const reset = (next: Draft) => {
    setDraft(next);
    setTried(isLive);
    request.clear();
  };
  const { isBusy, failure } = request;
  return { draft, errors, failure, failedTries, isBusy, change, check, send, submit, reset };
}

function found<Field extends string>(errors: Errors<Field>): Errors<Field> {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as Errors<Field>;
}
