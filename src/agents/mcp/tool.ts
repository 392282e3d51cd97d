/** Types of MCP tools. docs/extending.md explains how to add a tool. */

import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { Static, TObject } from "@sinclair/typebox";
import type { Household, Now } from "#accounts/households/model.ts";
import type { Member } from "#accounts/members/model.ts";
import { KeyedMutex } from "#lib/concurrency.ts";
import type { IdKind } from "#lib/short-ids.ts";
import { isScope, type Scope } from "#platform/auth/scopes.ts";
import type { Clock } from "./input/times.ts";
import type { Bounds, Page, RowView } from "./output/answers.ts";
import type { ParameterNames, Repairs } from "./output/tool-error.ts";
import type { Rest } from "./rest-client.ts";

/** Profiles of tools. Each profile contains the tools of the previous one. */
export const profiles = ["core", "standard", "full"] as const;
type Profile = (typeof profiles)[number];

export const groups = ["calendar", "tasks", "lists", "meals", "activity", "chores", "checkins"] as const;
export type Group = (typeof groups)[number];

/** Maximum number of items in a small deletion. A larger deletion needs the person's confirmation. */
export const maxSmallDelete = 10;

export type Viewer = {
  readonly timeZone: string;
  shortId(kind: IdKind, id: string): string;
  /** Returns the name of a member, even of one who has left the household. */
  nameOf(memberId: string): string;
};

/** Mutex for calls of tools that read and then write. Prevents duplicates from concurrent calls of a household. */
export const householdMutex = new KeyedMutex();

/** Data for tools. Each read is made at most once per request, and takes no token of the rate limit. */
export type Context = Viewer & {
  readonly rest: Rest;
  readonly household: Household;
  readonly now: Now;
  readonly clock: Clock;
  readonly members: readonly Member[];
  readonly keyId: string;
  /** The member who owns the API key, or null if the API key belongs to no member. */
  readonly keyOwner: Member | null;
  /**
   * Returns the id that ends with the text, or null if no id does. Returns a UUID unchanged.
   * @throws ToolError if several ids end with the text
   */
  findId(kind: IdKind, text: string, parameter: string): string | null;
  /** Returns the page after `cursor`, the last id of the previous page. @throws ToolError if the cursor is unknown */
  page<Item extends { readonly id: string }>(
    items: readonly Item[],
    cursor: string | undefined,
    emptyText: string,
    show: (item: Item, viewer: Viewer) => RowView,
    bounds?: Bounds<Item>,
  ): Page;
  tokensOf(row: RowView): number;
  /** Adds a line to the result, for example about how an input was understood. Adds an equal line only once. */
  note(line: string): void;
  readonly notes: readonly string[];
  /** Returns a member's id from a name or id. The REST API checks ids. @throws ToolError if the name is unknown */
  memberId(nameOrId: string, parameter?: string): Promise<string>;
  /**
   * Requires the person's consent. `given` is true if the agent reports that the person agreed. Such a report is enough
   * for a small change. For a large change, the person is also asked directly if the client supports this.
   * @throws ToolError, or ConfirmationNeeded if the client can ask the person
   */
  confirm(given: boolean | undefined, what: string, id: string, size?: { readonly isLarge: boolean }): void;
  readonly protocol: Protocol;
};

/** The parts of a request of the protocol that tools use. */
export type Protocol = {
  readonly mcpReq: Pick<ServerContext["mcpReq"], "envelope" | "requestState" | "inputResponses">;
};

export type ToolAnswer = { readonly text: string; readonly data: Readonly<Record<string, unknown>> };

export const isToolAnswer = (answer: ToolAnswer | RawResult): answer is ToolAnswer => "data" in answer;

export type RawResult = CallToolResult | InputRequiredResult;

export type Does = "reads" | "adds" | "changes" | "deletes";

type ToolDefinition<Input extends TObject> = {
  readonly name: string;
  readonly title: string;
  /** Group of the tool. Null if it belongs only to profiles. `always`: it is offered with every group. */
  readonly group: Group | "always" | null;
  /** Smallest profile with the tool. Default: full. */
  readonly profile: Profile;
  readonly does: Does;
  readonly isIdempotent?: boolean;
  /** Whether the tool contacts services outside the household. */
  readonly isOpenWorld?: boolean;
  /** Scopes of the tool. The API key needs all of them. Default: the group's scope to read or to write. */
  readonly scopes: readonly Scope[];
  /** Scopes of the tool. The API key needs at least one of these scopes. */
  readonly anyScope?: readonly Scope[];
  /** Whether the REST API refuses the tool's requests for children and guests. */
  readonly isForAdults?: boolean;
  readonly description: string;
  readonly input: Input;
  readonly output: TObject | null;
  readonly names?: ParameterNames;
  readonly repairs?: Repairs;
  run(context: Context, input: Static<Input>): ToolAnswer | RawResult | Promise<ToolAnswer | RawResult>;
};

export type Tool = Omit<ToolDefinition<TObject>, "run"> & {
  run(context: Context, input: never): ToolAnswer | RawResult | Promise<ToolAnswer | RawResult>;
};

type Defaults = "group" | "profile" | "scopes";

/** Returns the function that defines the tools of one group. A tool can add to the group's names and repairs. */
export function toolsOf(group: Tool["group"], shared: Pick<Tool, "names" | "repairs"> = {}) {
  return <Input extends TObject>(
    definition: Omit<ToolDefinition<Input>, Defaults> & Partial<Pick<ToolDefinition<Input>, Defaults>>,
  ): Tool => {
    const scopes = [`${group}.${definition.does === "reads" ? "read" : "write"}`].filter(isScope);
    const names = { ...shared.names, ...definition.names };
    const repairs = { ...shared.repairs, ...definition.repairs };
    return { group, profile: "full", scopes, ...definition, names, repairs };
  };
}

/** Defines a tool that belongs to no group, unless it names one. */
export const tool = toolsOf(null);
