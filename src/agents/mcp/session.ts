import type { Household } from "#accounts/households/model.ts";
import type { Member } from "#accounts/members/model.ts";
import { foldForSearch } from "#lib/case-folding.ts";
import { ApiError, rateLimited } from "#lib/errors.ts";
import { lazy } from "#lib/lazy.ts";
import type { ShortIds } from "#lib/short-ids.ts";
import { clockIn } from "#lib/time.ts";
import { isUuid } from "#lib/wire.ts";
import type { KeyCaller } from "#platform/auth/callers.ts";
import { requirePlan } from "#platform/auth/plan.ts";
import type { Log } from "#platform/http/log.ts";
import { isMe } from "./input/names.ts";
import { recordId } from "./input/records.ts";
import { pageOf, rowTokens } from "./output/answers.ts";
import { quotedShort } from "./output/format.ts";
import { toToolError, wrongParameter } from "./output/tool-error.ts";
import { createConfirm } from "./protocol/confirm.ts";
import type { StateSigner } from "./protocol/signed-state.ts";
import type { Toolset } from "./protocol/visible-tools.ts";
import type { Rest } from "./rest-client.ts";
import type { iconsAt } from "./server-card.ts";
import type { Context, Protocol } from "./tool.ts";

export type Directory = { readonly household: Household; readonly members: readonly Member[] };

export type Session = {
  readonly caller: KeyCaller;
  readonly now: Date;
  readonly rest: Rest;
  /** Returns the household and its members. @throws ApiError if the agent's name is invalid */
  readonly directory: () => Directory;
  readonly shortIds: ShortIds;
  readonly toolset: Toolset;
  /** Whether the rate limit allows the request. */
  readonly isAllowed: boolean;
  readonly retryInSeconds: number;
  readonly stateSigner: StateSigner;
  readonly icons: () => ReturnType<typeof iconsAt>;
  readonly log: Log;
  readonly requestId: string;
};

/** Requires a plan with the API, and then a request within the rate limit, as the REST API does. @throws ToolError */
export function requireAccess({ caller, now, isAllowed, retryInSeconds }: Session): void {
  withToolErrors(() => requirePlan(caller.plan, now));
  if (!isAllowed) throw toToolError(rateLimited(Math.max(1, retryInSeconds)));
}

function withToolErrors<Answer>(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) throw toToolError(error);
    throw error;
  }
}

export function contextOf(session: Session, name: string, protocol: Protocol): Context {
  const { caller, now, shortIds, toolset } = session;
  const notes: string[] = [];
  const shortId: Context["shortId"] = (kind, id) => shortIds.of(kind, id);
  const directory = lazy(() => withToolErrors(session.directory));
  const rest: Rest = async (...request) => {
    const answer = await session.rest<never>(...request);
    shortIds.expectIdsOf(answer.body);
    const { activityId } = answer;
    return { ...answer, activityId: activityId === null ? null : shortId("activity", activityId) };
  };
  const names = lazy(() => new Map(directory().members.map(({ id, name }) => [id, name])));
  const context: Context = {
    rest,
    protocol,
    get household() {
      return directory().household;
    },
    get now() {
      return clockIn(this.household.timeZone, now);
    },
    get members() {
      return directory().members;
    },
    get timeZone() {
      return this.household.timeZone;
    },
    get clock() {
      const { timeZone, weekStartsOn } = this.household;
      const { date: today, time } = this.now;
      return { today, time, timeZone, weekStartsOn, note: this.note };
    },
    get keyOwner() {
      return this.members.find(({ id }) => id === caller.memberId) ?? null;
    },
    shortId,
    nameOf: (id) => names().get(id) ?? "a former member",
    findId(kind, text, parameter) {
      if (isUuid(text.trim())) return text.trim().toLowerCase();
      const [only = null, another] = shortIds.endingIn(kind, text);
      if (another === undefined) return only;
      const repair = "its short id is longer now. Read it again, or send more of its last characters.";
      throw wrongParameter(parameter, `${quotedShort(text)} ends more than one id`, repair);
    },
    page: (items, cursor, emptyText, show, bounds) =>
      pageOf(items, cursor, emptyText, (item) => show(item, context), context.tokensOf, bounds),
    tokensOf: (row) => rowTokens(row, toolset.isStructured),
    keyId: caller.id,
    notes,
    note(line) {
      if (!notes.includes(line)) notes.push(line);
    },
    async memberId(nameOrId, parameter = "member") {
      if (isMe(nameOrId) && !context.members.some(({ name }) => foldForSearch(name) === foldForSearch(nameOrId))) {
        return requireActingFor(caller, parameter);
      }
      return recordId(context, "member", nameOrId, async () => context.members, parameter);
    },
    confirm: createConfirm(session, name, protocol),
  };
  return context;
}

class DryRunStopped extends Error {}

/** Returns a context for a dry run. With this context, tools write nothing and do not ask the person for consent. */
export function dryRunContext(context: Context): Context {
  const changed: Pick<Context, "rest" | "note" | "confirm"> = {
    rest: async (method, ...request) => {
      if (method !== "GET") throw new DryRunStopped("A dry run writes nothing");
      return context.rest(method, ...request);
    },
    note() {},
    confirm() {},
  };
  return Object.assign(Object.create(context), changed);
}

function requireActingFor({ memberId }: KeyCaller, parameter: string): string {
  if (memberId !== null) return memberId;
  const reason = "this key acts for nobody in particular";
  throw wrongParameter(parameter, reason, "ask who is meant, and send the name.", { code: "no_such_reference" });
}
