import type { Catalogue } from "#web/i18n/catalogue.ts";
import { errorText } from "./api/error-text.ts";
import { isSignedOut } from "./api/failures.ts";
import type { Operations } from "./api/operations.ts";
import type { Cache } from "./cache.ts";
import type { Environment } from "./environment.ts";
import type { Kind, Source } from "./source.ts";

/**
 * A request that changes something. The app sends it at once and never queues it, because it contains a secret, needs
 * its response at once, or would make no sense later. All other changes are declared by `write()`.
 */
export type Command<Variables, Answer> = {
  /**
   * Sends the request. If the command uploads or reads something step by step, it calls `report` with the finished
   * fraction, from 0 to 1. @throws Failure, Unreachable
   */
  readonly send: (variables: Variables, api: Operations, report: (share: number) => void) => Promise<Answer>;
  /** Kinds of records to refetch after the request has succeeded. If missing, no kinds are refetched. */
  readonly invalidates?: readonly Kind[];
  /** Whether to refetch the records after a failure, too, because the server may have changed some of them. */
  readonly mayChangeAnyway?: boolean;
  /**
   * Sources to refetch after success, in addition to the kinds in `invalidates`. They are named here because their
   * records have no kind.
   */
  readonly refetches?: readonly Pick<Source<never, unknown>, "name">[];
  /** Returns the message of the toast after success. If the message is null, there is no toast. */
  readonly done?: (text: Catalogue, variables: Variables, answer: Answer) => string | null;
  /** Returns the message for an expected refusal. If the message is null, the app shows `errorText`. */
  readonly errorMessage?: (text: Catalogue, variables: Variables, failure: unknown) => string | null;
};

/** Declares a command. */
export function command<Variables, Answer>(declared: Command<Variables, Answer>): Command<Variables, Answer> {
  return declared;
}

export function createCommands(
  { messages, text }: Environment,
  api: Operations,
  { invalidate, recheckSession, refetchSource }: Cache,
) {
  /**
   * Sends a command. After success, refetches the changed data and shows the toast of the command.
   * @throws Failure, Unreachable
   */
  async function run<Variables, Answer>(
    { send, invalidates = [], mayChangeAnyway, refetches = [], done }: Command<Variables, Answer>,
    variables: Variables,
    report: (share: number) => void = () => {},
  ): Promise<Answer> {
    const refetchAll = () => {
      if (invalidates.length > 0) invalidate(invalidates);
      for (const { name } of refetches) refetchSource(name);
    };
    const answer = await send(variables, api, report).catch((error: unknown) => {
      if (isSignedOut(error)) recheckSession();
      if (mayChangeAnyway) refetchAll();
      throw error;
    });
    refetchAll();
    const message = done?.(text(), variables, answer) ?? null;
    if (message !== null) messages.show({ message });
    return answer;
  }

  /** Returns the message that explains why a command failed. */
  function commandError<Variables>(
    { errorMessage }: Pick<Command<Variables, never>, "errorMessage">,
    variables: Variables,
    failure: unknown,
  ): string {
    return errorMessage?.(text(), variables, failure) ?? errorText(failure, text());
  }

  return { run, commandError };
}

export type Commands = ReturnType<typeof createCommands>;
