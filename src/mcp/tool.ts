/**
 * What a tool is. To add one, write it with {@link tool} in `tools/<group>.ts`, whose array `catalogue.ts` puts in order:
 *
 *     export const createTask = tool({
 *       name: "create_task",                       // snake_case, at most 30 characters
 *       title: "Add a task",
 *       group: "tasks", profile: "core",           // profile: the smallest one that has it
 *       does: "adds",                              // → the four hints: reads, adds, changes or deletes
 *       scopes: ["tasks.write"],                   // all of them; `anyScope` for at least one
 *       description: "…",                          // when to take it, and what it answers; static text alone
 *       input: closed({ label: Text(1, 300, { description: "What is to be done" }), … }),
 *       output: closed({ id: Uuid, … }),           // of `data`; keep it short
 *       names: { memberId: "member" },             // REST's names for this tool's parameters, where they differ
 *       repairs: { not_found: "…" },               // second texts for refusals that only this tool understands
 *       async run(context, input) { … return { text, data }; },
 *     });
 *
 * `input` is published as it is: closed, every parameter described, every string bounded, no unions, no defaults. What tools
 * share is in `kinds.ts`, so that it is spelt alike. Of a call, everything but the length of `Text` is held against `input`
 * before `run`: lengths are REST's to refuse, in REST's words. So let what is `Text` go to REST, or bound it yourself.
 *
 * `run` gets a {@link Context}. It lets REST's refusals pass, and throws a ToolError for its own. It answers `text`, short lines
 * for a person with every id that may be needed next, and `data`, the same as fields. Of a write that is `id`, `activityId` and
 * what was saved. Texts of the household go through `lines.ts`, names through `names.ts`, times through `times.ts`, long lists
 * through `paging.ts`, deletes through `context.confirm`. `catalogue.test.ts` holds every tool to all this by itself.
 */

import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { Static, TObject } from "@sinclair/typebox";
import type { Scope } from "../auth/scopes.ts";
import type { Household, Now } from "../households/model.ts";
import type { Member } from "../members/model.ts";
import type { Names, Repairs } from "./output/tool-error.ts";
import type { Rest } from "./rest-client.ts";

/** What a client may narrow the tools to, from fewest to all; each holds the one before it. */
export const profiles = ["core", "standard", "full"] as const;
/** See {@link profiles}. */
export type Profile = (typeof profiles)[number];

/** What a client may pick instead: the tools of one matter. */
export const groups = ["calendar", "tasks", "lists", "meals", "activity", "chores", "checkins"] as const;
/** See {@link groups}. */
export type Group = (typeof groups)[number];

/** The household as `GET /v1/households/me` has it. */
export type Present = { readonly household: Household; readonly now: Now };

/** What a tool may use of the request that it runs in. Reads are made once for a request, and cost no token. */
export type Context = {
  readonly rest: Rest;
  /** The household and its present time. */
  present(): Promise<Present>;
  /** All members in display order. */
  members(): Promise<readonly Member[]>;
  /**
   * The id behind a member's name or id. An id that nobody bears is passed on, for REST to refuse.
   * @throws ToolError for an unknown or ambiguous name, listing the valid ones. `parameter` is what the tool calls it.
   */
  memberId(nameOrId: string, parameter?: string): Promise<string>;
  /**
   * Goes on only where the person agreed: by `given` (the parameter `confirm`), or asked through the client, where that can.
   * `what` is a phrase such as `delete “Water the plants”`; `id` is that of what it is done to.
   * @throws ToolError that asks for `confirm: true`; AskPerson where the client is to ask first.
   */
  confirm(given: boolean | undefined, what: string, id: string): void;
  /** The protocol's own side of the request, for progress and the like. */
  readonly protocol: ServerContext;
};

/** What a tool answers: lines for a reader, and the same as fields, which `output` describes. */
export type ToolAnswer = { readonly text: string; readonly data: Readonly<Record<string, unknown>> };

/** True for what a tool told, not for a result in the protocol's own shape. */
export const isToolAnswer = (answer: ToolAnswer | RawResult): answer is ToolAnswer => "data" in answer;

/** A result in the protocol's own shape, for what {@link ToolAnswer} can't say: pictures, questions. */
export type RawResult = CallToolResult | InputRequiredResult;

/** What a tool does to the household, for the hints of its annotations. */
export type Does = "reads" | "adds" | "changes" | "deletes";

type Declared<Input extends TObject> = {
  readonly name: string;
  readonly title: string;
  /** Null: in profiles alone. `always`: beside any group. */
  readonly group: Group | "always" | null;
  readonly profile: Profile;
  readonly does: Does;
  /** True where the same call again changes nothing more, though it adds. */
  readonly isIdempotent?: boolean;
  /** True where it reaches beyond the household: the photo search. */
  readonly isOpenWorld?: boolean;
  /** The key needs all of them. */
  readonly scopes: readonly Scope[];
  /** And at least one of these, where there are any. */
  readonly anyScope?: readonly Scope[];
  readonly description: string;
  readonly input: Input;
  /** Null only where it answers in the protocol's own shape. */
  readonly output: TObject | null;
  readonly names?: Names;
  readonly repairs?: Repairs;
  run(context: Context, input: Static<Input>): ToolAnswer | RawResult | Promise<ToolAnswer | RawResult>;
};

/** A tool, whatever it takes. */
export type Tool = Omit<Declared<TObject>, "run"> & {
  run(context: Context, input: never): ToolAnswer | RawResult | Promise<ToolAnswer | RawResult>;
};

/** Declares a tool; `run` is typed by `input`. */
export function tool<Input extends TObject>(declared: Declared<Input>): Tool {
  return declared;
}
