/** Declares a tool of MCP. `docs/extending.md` explains how to add one. */

import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { Static, TObject } from "@sinclair/typebox";
import type { Household, Now } from "#accounts/households/model.ts";
import type { Member } from "#accounts/members/model.ts";
import type { IdKind } from "#lib/short-ids.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import type { Bounds, Page, Shown } from "./output/paging.ts";
import type { Names, Repairs } from "./output/tool-error.ts";
import type { Rest } from "./rest-client.ts";

/** Each profile contains the previous one. */
export const profiles = ["core", "standard", "full"] as const;
export type Profile = (typeof profiles)[number];

export const groups = ["calendar", "tasks", "lists", "meals", "activity", "chores", "checkins"] as const;
export type Group = (typeof groups)[number];

/** To delete more items at once is large. */
export const maxSmallDelete = 10;

export type Present = { readonly household: Household; readonly now: Now };

export type Viewer = {
  readonly members: readonly Member[];
  readonly timeZone: string;
  shortId(kind: IdKind, id: string): string;
};

/** Reads are made once per request and cost no rate-limit token. */
export type Context = {
  readonly rest: Rest;
  present(): Promise<Present>;
  members(): Promise<readonly Member[]>;
  readonly keyId: string;
  /** The member who made the key. */
  actsFor(): Promise<Member | null>;
  viewer(): Promise<Viewer>;
  readonly shortId: Viewer["shortId"];
  /** Null if no id ends with the text. Returns a UUID unchanged. @throws ToolError if several ids do. */
  findId(kind: IdKind, text: string, parameter: string): string | null;
  /** `cursor` is the last id of the previous page. @throws ToolError. */
  page<Item extends { readonly id: string }>(
    items: readonly Item[],
    cursor: string | undefined,
    emptyText: string,
    show: (item: Item) => Shown,
    bounds?: Bounds<Item>,
  ): Page;
  tokensOf(row: Shown): number;
  /** Adds a line to the answer, once; for example how an input was understood. */
  note(line: string): void;
  readonly notes: readonly string[];
  /** REST refuses unknown ids. @throws ToolError for an unknown name. */
  memberId(nameOrId: string, parameter?: string): Promise<string>;
  /**
   * A client that can ask does so about what is large even if `given` is true.
   * @throws ToolError, or ConfirmationNeeded if the client can ask the person.
   */
  confirm(given: boolean | undefined, what: string, id: string, size?: { readonly isLarge: boolean }): void;
  readonly protocol: ServerContext;
};

export type ToolAnswer = { readonly text: string; readonly data: Readonly<Record<string, unknown>> };

export const isToolAnswer = (answer: ToolAnswer | RawResult): answer is ToolAnswer => "data" in answer;

export type RawResult = CallToolResult | InputRequiredResult;

export type Does = "reads" | "adds" | "changes" | "deletes";

type Declared<Input extends TObject> = {
  readonly name: string;
  readonly title: string;
  /** Null: only in profiles. `always`: offered with every group. */
  readonly group: Group | "always" | null;
  readonly profile: Profile;
  readonly does: Does;
  readonly isIdempotent?: boolean;
  /** True if it reaches beyond the household. */
  readonly isOpenWorld?: boolean;
  readonly scopes: readonly Scope[];
  /** The key needs at least one. */
  readonly anyScope?: readonly Scope[];
  /** REST refuses children and guests. */
  readonly isForAdults?: boolean;
  readonly description: string;
  readonly input: Input;
  readonly output: TObject | null;
  readonly names?: Names;
  readonly repairs?: Repairs;
  run(context: Context, input: Static<Input>): ToolAnswer | RawResult | Promise<ToolAnswer | RawResult>;
};

export type Tool = Omit<Declared<TObject>, "run"> & {
  run(context: Context, input: never): ToolAnswer | RawResult | Promise<ToolAnswer | RawResult>;
};

export function tool<Input extends TObject>(declared: Declared<Input>): Tool {
  return declared;
}
