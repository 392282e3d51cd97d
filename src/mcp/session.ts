import type { ServerContext } from "@modelcontextprotocol/server";
import type { KeyCaller } from "../auth/callers.ts";
import { requirePlan } from "../auth/plan.ts";
import { ApiError } from "../errors.ts";
import type { Household } from "../households/model.ts";
import type { Log } from "../http/log.ts";
import { clockIn } from "../lib/time.ts";
import type { Member } from "../members/model.ts";
import { resolveId } from "./input/names.ts";
import { ToolError, toToolError } from "./output/tool-error.ts";
import { createConfirm } from "./protocol/confirm.ts";
import type { StateSigner } from "./protocol/signed-state.ts";
import type { Toolset } from "./protocol/toolsets.ts";
import type { Rest } from "./rest-client.ts";
import type { Context } from "./tool.ts";

export type Directory = { readonly household: Household; readonly members: readonly Member[] };

export type Session = {
  readonly caller: KeyCaller;
  readonly now: Date;
  readonly rest: Rest;
  /** @throws ApiError for an invalid agent name. */
  readonly directory: () => Directory;
  readonly toolset: Toolset;
  /** False if the rate limit is reached. */
  readonly isAllowed: boolean;
  readonly retryInSeconds: number;
  readonly stateSigner: StateSigner;
  readonly log: Log;
  readonly requestId: string;
};

/** Checks in REST's order. @throws ToolError. */
export function requireAccess({ caller, now, isAllowed, retryInSeconds }: Session): void {
  withToolErrors(() => requirePlan(caller.plan, now));
  if (!isAllowed)
    throw new ToolError("rate_limited", null, "Rate limit exceeded", null, 429, Math.max(1, retryInSeconds));
}

function withToolErrors<Answer>(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) throw toToolError(error);
    throw error;
  }
}

export function contextOf(
  session: Session,
  name: string,
  protocol: ServerContext,
  note: (sentence: string) => void = () => {},
): Context {
  const { rest, now } = session;
  let read: Directory | undefined;
  const directory = () => {
    read ??= withToolErrors(session.directory);
    return read;
  };
  const context: Context = {
    rest,
    protocol,
    note,
    async present() {
      const { household } = directory();
      return { household, now: clockIn(household.timeZone, now) };
    },
    members: async () => directory().members,
    async memberId(nameOrId, parameter = "member") {
      return resolveId(await context.members(), nameOrId, "member", parameter);
    },
    confirm: createConfirm(session, name, protocol),
  };
  return context;
}
