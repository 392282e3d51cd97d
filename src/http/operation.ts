/** How a feature declares an operation: who may call it, what it takes, what it answers, and how it is described. */
import type { TObject, TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Scope } from "../auth/scopes.ts";
import { closed, ErrorAnswer } from "../schema.ts";
import { callOf } from "./call.ts";
import type { Upload } from "./multipart.ts";
import type { RouteDetail } from "./routes.ts";

/** Gives the handlers of a feature their `call`; each feature `.use`s it. */
export const context = new Elysia({ name: "context" }).derive({ as: "scoped" }, ({ request }) => ({
  call: callOf(request),
}));

/** The exact texts of refusals, by status. */
export type Refusals = Readonly<Record<number, readonly string[]>>;

type Declaration<Params, Query, Body, Answer> = {
  /** Unique, camelCase: `listTasks`. */
  readonly id: string;
  readonly tag: string;
  /** A few words, for lists of operations. */
  readonly summary: string;
  /** What a caller has to know beyond the schema. */
  readonly description?: string;
  /**
   * Who may call: everybody (`public`); everybody but API keys (`visitor`); any valid key and anyone signed in (`any`); a key
   * with these scopes and anyone signed in; people in the app and no key (`app`); among them only owners and adults (`adult`).
   */
  readonly access: "public" | "visitor" | "any" | "app" | "adult" | Scope | readonly Scope[];
  /** True where, among those who are signed in, only owners and adults may; keys go by their scopes. */
  readonly isForAdults?: boolean;
  /** The fields of the body that a device may send for the member it names; left out: it may not write here. */
  readonly deviceFields?: readonly string[];
  /** True where the answer depends on the present instant: it carries no ETag. */
  readonly isVolatile?: boolean;
  /**
   * True for a POST of the app that may be sent again under an `Idempotency-Key`, as every one of the API may. Not for one that
   * answers a secret: answers are kept for a day.
   */
  readonly isRepeatable?: boolean;
  /** True for a change without a body, such as a delete. */
  readonly writes?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The one file that it takes in place of a JSON body; handlers find it in `call.file`. */
  readonly upload?: Upload;
  readonly answer: Answer;
  /** A whole body that would be accepted, for the description. */
  readonly example?: Body extends TSchema ? Body["static"] : never;
  /** Refusals of its own, by status, beside those that its shape brings by itself: `{404: ["Task not found"]}`. */
  readonly refusals?: Refusals;
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
  const detail: RouteDetail & Record<string, unknown> = {
    operationId: declared.id,
    tags: [declared.tag],
    summary: declared.summary,
    description: [declared.description ?? declared.summary, accessSentence(access, declared.deviceFields !== undefined)]
      .filter(Boolean)
      .join("\n\n"),
    responses: responsesOf(declared.answer, refusalsOf(declared)),
    ...permissionOf(access),
    ...(declared.isForAdults ? { "x-adults-only": true } : {}),
    ...(declared.deviceFields ? { "x-device-fields": declared.deviceFields } : {}),
    ...(declared.isVolatile ? { "x-volatile": true } : {}),
    ...(declared.isRepeatable ? { "x-repeatable": true } : {}),
    ...(declared.example ? { "x-example": declared.example } : {}),
    ...(declared.upload ? { "x-upload": declared.upload } : {}),
  };
  return {
    ...((params ? { params } : {}) as Params extends TObject ? { params: Params } : Record<never, never>),
    query: (query ?? closed({})) as Query,
    ...({ parse: "none" } as Record<never, never>), // The pipeline has read the body by then, where there is to be one.
    ...((body ? { body } : {}) as Body extends TSchema ? { body: Body } : Record<never, never>),
    // For types alone: tests hold every answer against its schema, and production need not pay for it at each request.
    ...({} as { response: { 200: Answer } }),
    detail,
  };
}

type DeclaredAccess = Declaration<unknown, unknown, unknown, unknown>["access"];

function permissionOf(
  access: DeclaredAccess,
): Pick<RouteDetail, "x-access" | "x-required-scopes" | "x-adults-only" | "security"> {
  if (access === "public" || access === "visitor") return { "x-access": access, security: [] };
  if (access === "app" || access === "adult") {
    return { "x-access": "app", ...(access === "adult" ? { "x-adults-only": true } : {}), security: [{ cookie: [] }] };
  }
  return { "x-access": "api", "x-required-scopes": scopesOf(access), security: [{ apiKey: [] }] };
}

function scopesOf(access: DeclaredAccess): readonly Scope[] {
  if (typeof access !== "string") return access;
  return access === "public" || access === "visitor" || access === "any" || isForApp(access) ? [] : [access];
}

function accessSentence(access: DeclaredAccess, isForDevices: boolean): string {
  if (access === "public") return "";
  if (access === "visitor") return "Needs no sign-in; not for API keys.";
  if (access === "any") return "Open to every valid key.";
  if (access === "app") {
    return `For members who are signed in${isForDevices ? ", and for tablets that act for one" : ""}; not for API keys.`;
  }
  if (access === "adult") return "For owners and adults who are signed in; not for API keys.";
  return `Needs ${scopesOf(access)
    .map((scope) => `\`${scope}\``)
    .join(" and ")}.`;
}

/** In the shape of OpenAPI, but for the schemas, which are still TypeBox's; `x-texts` are a refusal's exact texts. */
function responsesOf(answer: TSchema, refusals: Refusals) {
  const refused = Object.entries(refusals).map(([status, texts]) => [
    status,
    { description: texts.join("; or "), content: { "application/json": { schema: ErrorAnswer } }, "x-texts": texts },
  ]);
  return {
    200: { description: "Done", content: { "application/json": { schema: answer } } },
    ...Object.fromEntries(refused),
  };
}

function refusalsOf(declared: Declaration<unknown, unknown, unknown, unknown>): Refusals {
  const { access, body, upload, refusals = {} } = declared;
  const texts: Record<number, readonly string[]> = {};
  const isWrite = body !== undefined || upload !== undefined || declared.writes === true;
  texts[400] = ["label: must be 1 to 300 characters"];
  if (access === "visitor") {
    texts[401] = keyFaults;
    texts[403] = [appOnly, ...(isWrite ? [otherOrigin] : [])];
    texts[429] = ["Rate limit exceeded"];
  } else if (access !== "public") {
    texts[401] = isForApp(access) ? ["Not signed in", ...keyFaults] : keyFaults;
    texts[403] = forbiddenTexts(access, isWrite);
    if (declared.isForAdults) texts[403] = [...new Set([adultsOnly, ...texts[403]])];
    texts[429] = ["Rate limit exceeded"];
  }
  if (body) {
    texts[400] = ["Malformed JSON", "label: must be 1 to 300 characters"];
    texts[413] = ["Request body is larger than 1 MB"];
    texts[415] = ["Expected application/json"];
  }
  if (upload) {
    texts[400] = [`file: ${upload.expected}`];
    texts[413] = [upload.tooLarge];
    texts[415] = ["Expected multipart/form-data"];
  }
  if (body || upload) texts[408] = ["Request body took too long"];
  texts[500] = ["Internal error"];
  if (isWrite) texts[507] = ["Disk is full", "The data folder is gone"];
  for (const [status, own] of Object.entries(refusals))
    texts[Number(status)] = [...new Set([...own, ...(texts[Number(status)] ?? [])])];
  return texts;
}

const keyFaults = ["Missing API key", "Invalid API key", "API key expired"];
const adultsOnly = "Only an owner or adult can do this";
const appOnly = "Only the app can do this";
const otherOrigin = "Origin does not match";

function isForApp(access: DeclaredAccess): access is "app" | "adult" {
  return access === "app" || access === "adult";
}

function forbiddenTexts(access: DeclaredAccess, isWrite: boolean): readonly string[] {
  const ofKeys = isForApp(access) ? [appOnly] : scopesOf(access).map((scope) => `Missing scope: ${scope}`);
  const ofMembers = [...(isWrite || isForApp(access) ? [adultsOnly] : []), ...(isWrite ? [otherOrigin] : [])];
  return [...ofKeys, ...ofMembers, "subscription_required", "api_plan_required"];
}
