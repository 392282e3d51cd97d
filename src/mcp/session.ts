/** One MCP request: who sends it, on what terms, and the household as its tools see it. */
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

/** The household and its members in display order. */
export type Directory = { readonly household: Household; readonly members: readonly Member[] };

/** What one request has to work with. */
export type Session = {
  readonly caller: KeyCaller;
  readonly now: Date;
  readonly rest: Rest;
  /** Reads the directory as it is now. @throws ApiError for a malformed agent name. */
  readonly directory: () => Directory;
  readonly toolset: Toolset;
  /** False where the rate limit has nothing left for it. */
  readonly isAllowed: boolean;
  readonly retryInSeconds: number;
  readonly stateSigner: StateSigner;
  readonly log: Log;
  readonly requestId: string;
};

/**
 * The terms under which a request may touch the household, in REST's order: plan, then the rate limit.
 * @throws ToolError in REST's words.
 */
export function requireAccess({ caller, now, isAllowed, retryInSeconds }: Session): void {
  withToolErrors(() => requirePlan(caller.plan, now));
  if (!isAllowed)
    throw new ToolError("rate_limited", null, "Rate limit exceeded", null, 429, Math.max(1, retryInSeconds));
}

/** @throws ToolError in place of an ApiError. */
function withToolErrors<Answer>(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) throw toToolError(error);
    throw error;
  }
}

/** What a tool called `name` works with in this request. What it reads of the household it reads once. */
export function contextOf(session: Session, name: string, protocol: ServerContext): Context {
  const { rest, now } = session;
  let read: Directory | undefined;
  const directory = () => {
    read ??= withToolErrors(session.directory);
    return read;
  };
  const context: Context = {
    rest,
    protocol,
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
