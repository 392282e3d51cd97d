import { useEffect, useRef, useState } from "preact/hooks";
import { errorText } from "../../sync/api/error-text.ts";
import { Failure } from "../../sync/api/failures.ts";
import { arrival } from "../../sync/arrival.ts";
import type { Handle } from "../../sync/outbox.ts";
import { toasts } from "../overlay/toast-store.ts";
import { useRequest } from "./use-request.ts";

/** Messages by field; `form` has what belongs to no field. */
export type Errors<Field extends string> = { readonly [field in Field | "form"]?: string | null | undefined };

/** What `FormNotice` shows and where it moves the focus. */
export type FormState = {
  readonly errors: Errors<string>;
  readonly isBusy: boolean;
  /** Counts the tries that failed; each moves the focus to the first field at fault. */
  readonly failedTries: number;
};

type Options<Draft, Field extends string> = {
  readonly validate: (draft: Draft) => Errors<Field>;
  /** The form's names of the server's fields, where they differ. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Shows errors while somebody types, not only after the first try. */
  readonly isLive?: boolean;
};

/** The keys of a draft, and further fields of its form that have no key of their own. */
type FieldOf<Draft, Extra> = (keyof Draft & string) | Extra;

/** A form's values, their errors and their way to the server. What the server refuses is shown at its field. */
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

  /** The form's field that the server refuses; "form" for none. */
  const refused = (failure: unknown): Field | "form" => {
    const name = (failure instanceof Failure && failure.field?.split(/[.[]/, 1)[0]) || "form";
    return fields?.[name] ?? (name in draft ? (name as Field) : "form");
  };
  const refusal = request.failure === null ? null : refused(request.failure);
  const errors: Errors<Field> = {
    ...(refusal && { [refusal]: errorText(request.failure) }),
    // While it is being sent, what the write itself shows at once must not look like an error.
    ...(isTried && !request.isBusy && found(validate(draft))),
  };

  const change = (patch: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    // A message stays until its own field changes; one that has no value of its own in the draft, until anything does.
    if (refusal && (!(refusal in draft) || refusal in patch)) request.clear();
  };
  /** True where nothing is wrong; otherwise shows what is. */
  const check = (): boolean => {
    const isRight = Object.keys(found(validate(draft))).length === 0;
    setTried(isLive || !isRight);
    if (!isRight) setFailedTries((count) => count + 1);
    return isRight;
  };
  /** Sends a request that is never queued. Resolves to null where it failed. */
  const send = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | null> => {
    const answer = await request.send(ask);
    if (answer === null) setFailedTries((count) => count + 1);
    return answer;
  };
  /**
   * Queues writes and waits a moment for them. Resolves to null where the server refuses one, or where the form has been closed
   * in the meantime; to an empty list where the writes still wait; otherwise to the answers.
   */
  const submit = async <Answer>(perform: () => Handle<Answer> | readonly Handle<Answer>[]) => {
    const sent = await send(async () => {
      const handles = [perform()].flat() as readonly Handle<Answer>[];
      try {
        return (await arrival(Promise.all(handles.map(({ done }) => done)))) ?? [];
      } catch (error) {
        // The form shows the refusal itself, unless it has been closed.
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
