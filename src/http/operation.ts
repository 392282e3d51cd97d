/** How a feature declares an operation: who may call it, what it takes, what it answers, and how it is described. */
import type { TObject, TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Scope } from "../auth/scopes.ts";
import { closed, ErrorAnswer } from "../schema.ts";
import { callOf } from "./call.ts";
import type { RouteDetail } from "./routes.ts";

/** Gives the handlers of a feature their `call`; each feature `.use`s it. */
export const context = new Elysia({ name: "context" }).derive({ as: "scoped" }, ({ request }) => ({
  call: callOf(request),
}));

type Declaration<Params, Query, Body, Answer> = {
  /** Unique, camelCase: `listTasks`. */
  readonly id: string;
  readonly tag: string;
  /** A few words, for lists of operations. */
  readonly summary: string;
  /** What a caller has to know beyond the schema. */
  readonly description?: string;
  /** Nothing (`public`), any valid key (`any`), or a key with these scopes. */
  readonly access: "public" | "any" | Scope | readonly Scope[];
  /** True where the answer depends on the present instant: it carries no ETag. */
  readonly isVolatile?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** A whole body that would be accepted, for the description. */
  readonly example?: Body extends TSchema ? Body["static"] : never;
  /** Refusals of its own, by status, beside those that its shape brings by itself: `{404: "Task not found"}`. */
  readonly refusals?: Readonly<Record<number, string>>;
};

/**
 * The Elysia hook of an operation. What its shape implies is added here: an empty query where it takes none, so that an
 * unknown parameter is refused; the refusals of authentication, limits, body and idempotency; the texts for the description.
 */
export function operation<
  Answer extends TSchema,
  Params extends TObject | undefined = undefined,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema | undefined = undefined,
>(declared: Declaration<Params, Query, Body, Answer>) {
  const { access, params, body, query } = declared;
  const isPublic = access === "public";
  const scopes: readonly Scope[] = isPublic || access === "any" ? [] : typeof access === "string" ? [access] : access;
  const detail: RouteDetail & Record<string, unknown> = {
    operationId: declared.id,
    tags: [declared.tag],
    summary: declared.summary,
    description: [declared.description ?? declared.summary, scopeSentence(isPublic, scopes)]
      .filter(Boolean)
      .join("\n\n"),
    security: isPublic ? [] : [{ apiKey: [] }],
    responses: responsesOf(declared.answer, refusalsOf(declared)),
    ...(isPublic ? {} : { "x-required-scopes": scopes }),
    ...(declared.isVolatile ? { "x-volatile": true } : {}),
    ...(declared.example ? { "x-example": declared.example } : {}),
  };
  return {
    ...((params ? { params } : {}) as Params extends TObject ? { params: Params } : Record<never, never>),
    ...((isPublic ? {} : { query: query ?? closed({}) }) as { query: Query }),
    // The pipeline has read the body by then.
    ...((body ? { body, parse: "none" } : {}) as Body extends TSchema ? { body: Body } : Record<never, never>),
    // For types alone: tests hold every answer against its schema, and production need not pay for it at each request.
    ...({} as { response: { 200: Answer } }),
    detail,
  };
}

function scopeSentence(isPublic: boolean, scopes: readonly Scope[]): string {
  if (isPublic) return "";
  if (scopes.length === 0) return "Open to every valid key.";
  return `Needs ${scopes.map((scope) => `\`${scope}\``).join(" and ")}.`;
}

/** In the shape of OpenAPI, but for the schemas, which are still TypeBox's. */
function responsesOf(answer: TSchema, refusals: Record<number, string>) {
  const refused = Object.entries(refusals).map(([status, text]) => [
    status,
    { description: text, content: { "application/json": { schema: ErrorAnswer } } },
  ]);
  return {
    200: { description: "Done", content: { "application/json": { schema: answer } } },
    ...Object.fromEntries(refused),
  };
}

function refusalsOf({
  access,
  params,
  query,
  body,
  refusals,
}: Declaration<unknown, unknown, unknown, unknown>): Record<number, string> {
  if (access === "public") return { 405: "Method not allowed", ...refusals };
  const texts: Record<number, string> = {
    401: "Missing API key, Invalid API key, or API key expired",
    403: "Missing scope, subscription_required, or api_plan_required",
    429: "Rate limit exceeded",
    500: "Internal error",
  };
  if (body || params || query) texts[400] = "Malformed JSON, or `<field>: <what was expected>`";
  if (body) {
    texts[413] = "Request body is larger than 1 MB";
    texts[415] = "Expected application/json";
  }
  return { ...texts, ...refusals };
}
