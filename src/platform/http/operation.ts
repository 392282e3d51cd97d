import type { TObject, TSchema, TUndefined, TUnsafe } from "@sinclair/typebox";
import { closed, ErrorAnswer } from "#lib/wire.ts";
import type { Scope } from "../auth/scopes.ts";
import type { Upload } from "./multipart.ts";
import type { Access, RoutePolicy } from "./route-policy.ts";

export { context } from "./route-hooks.ts";

export type Refusals = Readonly<Record<number, readonly string[]>>;

type DeclaredAccess = "public" | "visitor" | "any" | "app" | "adult" | "owner" | "device" | Scope | readonly Scope[];

type Declaration<Caller, Params, Query, Body, File, Answer> = {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * The callers that are admitted. `any`: every API key and everyone who is signed in. `visitor`: everyone except API
   * keys. A list of scopes: API keys that have all of them, and everyone who is signed in.
   */
  readonly access: Caller;
  /** Whether children, guests and devices are refused. */
  readonly isForAdults?: boolean;
  /** Fields of the body that a device may send. Devices may not write if this is omitted. */
  readonly deviceFields?: readonly string[];
  /** Whether the answer also depends on the current time. Such an answer gets no ETag. */
  readonly isVolatile?: boolean;
  /**
   * Whether the operation accepts `Idempotency-Key`. Must be false if the answer contains a secret, because the answers
   * are stored for a day.
   */
  readonly isRepeatable?: boolean;
  /** Whether the operation changes data although it has no body. */
  readonly writes?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly upload?: File;
  readonly answer: Answer;
  /** The media type of an answer that is not JSON. The handler returns such an answer as a `Response`. */
  readonly mediaType?: "text/calendar";
  readonly example?: Body extends TSchema ? Body["static"] : never;
  /**
   * Error responses that this operation can have in addition to those of every operation, such as `{404: ["Task not
   * found"]}`.
   */
  readonly refusals?: Refusals;
};

type Hooks<Caller> = Caller extends "public" | "visitor" ? { visited: RoutePolicy } : { admitted: RoutePolicy };

type Types<Params, Query, Body, File, Answer> = (Params extends TObject ? { params: Params } : Record<never, never>) &
  (Body extends TSchema ? { body: Body } : { body: File extends Upload ? TUnsafe<Uint8Array> : TUndefined }) & {
    query: Query;
    response: { 200: Answer };
  };

export function operation<
  Answer extends TSchema,
  const Caller extends DeclaredAccess,
  Params extends TObject | undefined = undefined,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema | undefined = undefined,
  File extends Upload | undefined = undefined,
>(declared: Declaration<Caller, Params, Query, Body, File, Answer>) {
  const { access, params, body, query, upload } = declared;
  const policy: RoutePolicy = {
    id: declared.id,
    isHidden: false,
    isSocket: false,
    access: kindOf(access),
    scopes: scopesOf(access),
    isForAdults: access === "adult" || access === "owner" || declared.isForAdults === true,
    isForOwners: access === "owner",
    deviceFields: declared.deviceFields ?? null,
    params: params ?? null,
    query: query ?? closed({}),
    body: body ?? null,
    upload: upload ?? null,
    answer: declared.answer,
    isVolatile: declared.isVolatile === true,
    isRepeatable: declared.isRepeatable ?? kindOf(access) === "api",
  };
  const detail = {
    operationId: declared.id,
    tags: [declared.tag],
    summary: declared.summary,
    description: [declared.description ?? declared.summary, accessSentence(access, policy)]
      .filter(Boolean)
      .join("\n\n"),
    responses: responsesOf(declared.answer, declared.mediaType ?? "application/json", refusalsOf(declared)),
    ...permissionOf(policy),
    ...(declared.example ? { "x-example": declared.example } : {}),
  };
  return { ...hooksOf(policy), parse: "none", detail } as unknown as Hooks<Caller> &
    Types<Params, Query, Body, File, Answer> & { detail: typeof detail };
}

/** Returns {@link operation} for the routes of one tag. */
export function operationsOf(tag: string) {
  return <
    Answer extends TSchema,
    const Caller extends DeclaredAccess,
    Params extends TObject | undefined = undefined,
    Query extends TObject = TObject<Record<never, never>>,
    Body extends TSchema | undefined = undefined,
    File extends Upload | undefined = undefined,
  >(
    declared: Omit<Declaration<Caller, Params, Query, Body, File, Answer>, "tag">,
  ) => operation<Answer, Caller, Params, Query, Body, File>({ ...declared, tag });
}

export function hidden<const Kind extends Access>(access: Kind, more: Partial<RoutePolicy> & { readonly id: string }) {
  const policy: RoutePolicy = {
    isHidden: true,
    access,
    scopes: [],
    isForAdults: false,
    isForOwners: false,
    deviceFields: null,
    isVolatile: true,
    params: null,
    query: null,
    body: null,
    upload: null,
    answer: null,
    isRepeatable: false,
    isSocket: false,
    ...more,
  };
  return { ...hooksOf(policy), parse: "none", detail: { hide: true } } as unknown as (Kind extends "key"
    ? { keyed: RoutePolicy }
    : Kind extends "dav"
      ? { withPassword: RoutePolicy }
      : Kind extends "app"
        ? { admitted: RoutePolicy }
        : { visited: RoutePolicy }) & { detail: { hide: true } };
}

function hooksOf(policy: RoutePolicy) {
  const { access } = policy;
  if (access === "key") return { keyed: policy };
  if (access === "dav") return { withPassword: policy };
  return access === "public" || access === "visitor" ? { visited: policy } : { admitted: policy };
}

function kindOf(access: DeclaredAccess): Access {
  if (access === "public" || access === "visitor" || access === "device") return access;
  return isForApp(access) ? "app" : "api";
}

function permissionOf({ access, scopes, isForAdults, ...policy }: RoutePolicy) {
  const security: { [scheme: string]: string[] }[] = [];
  if (access === "app") security.push({ cookie: [] });
  if (access === "device") security.push({ device: [] });
  if (access === "api") security.push({ apiKey: [] });
  return {
    "x-access": access,
    ...(access === "api" ? { "x-required-scopes": scopes } : {}),
    ...(isForAdults ? { "x-adults-only": true } : {}),
    ...(policy.isForOwners ? { "x-owners-only": true } : {}),
    ...(policy.deviceFields ? { "x-device-fields": policy.deviceFields } : {}),
    ...(policy.isVolatile ? { "x-volatile": true } : {}),
    ...(access !== "api" && policy.isRepeatable ? { "x-repeatable": true } : {}),
    ...(policy.upload ? { "x-upload": policy.upload } : {}),
    security,
  };
}

function scopesOf(access: DeclaredAccess): readonly Scope[] {
  if (typeof access !== "string") return access;
  if (access === "public" || access === "visitor" || access === "any" || isOfApp(access)) return [];
  return [access];
}

function accessSentence(access: DeclaredAccess, { isForAdults, deviceFields }: RoutePolicy): string {
  if (access === "public") return "";
  if (access === "visitor") return "Needs no sign-in; not for API keys.";
  if (access === "any") return "Open to every valid key.";
  if (access === "app") {
    return `For members who are signed in${deviceFields ? ", and for tablets that act for one" : ""}; not for API keys.`;
  }
  if (access === "device") {
    return "For paired tablets that name the acting member in `X-Acting-Member`; not for people's sign-ins or API keys.";
  }
  if (access === "adult") return "For owners and adults who are signed in; not for API keys.";
  if (access === "owner") return "For owners who are signed in; not for API keys.";
  return `Needs ${scopesOf(access)
    .map((scope) => `\`${scope}\``)
    .join(" and ")}${isForAdults ? ", and the role of an owner or adult" : ""}.`;
}

function responsesOf(answer: TSchema, mediaType: string, refusals: Refusals) {
  const refused = Object.entries(refusals).map(([status, texts]) => [
    status,
    { description: texts.join("; or "), content: { "application/json": { schema: ErrorAnswer } }, "x-texts": texts },
  ]);
  return {
    200: { description: "Done", content: { [mediaType]: { schema: answer } } },
    ...Object.fromEntries(refused),
  };
}

function refusalsOf(
  declared: Declaration<DeclaredAccess, unknown, unknown, unknown, Upload | undefined, unknown>,
): Refusals {
  const { access, body, upload, refusals = {} } = declared;
  const texts: Record<number, readonly string[]> = {};
  const isWrite = body !== undefined || upload !== undefined || declared.writes === true;
  texts[400] = ["label: must be 1 to 300 characters"];
  if (access === "visitor") {
    texts[401] = keyFaults;
    texts[403] = [appOnly, ...(isWrite ? [otherOrigin] : [])];
    texts[429] = ["Rate limit exceeded"];
  } else if (access !== "public") {
    texts[401] = isOfApp(access) ? ["Not signed in", ...keyFaults] : keyFaults;
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
    texts[400] = [`file: ${upload.expectedFile}`];
    texts[413] = [upload.tooLargeMessage];
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
const ownersOnly = "Only an owner can do this";
const appOnly = "Only the app can do this";
const devicesOnly = "Only a paired tablet can do this";
const otherOrigin = "Origin does not match";

function isForApp(access: DeclaredAccess): access is "app" | "adult" | "owner" {
  return access === "app" || access === "adult" || access === "owner";
}

/** Whether an operation belongs to the app, so that API keys cannot call it. */
function isOfApp(access: DeclaredAccess): access is "app" | "adult" | "owner" | "device" {
  return isForApp(access) || access === "device";
}

function forbiddenTexts(access: DeclaredAccess, isWrite: boolean): readonly string[] {
  if (access === "device") return [appOnly, devicesOnly, otherOrigin, "subscription_required", "api_plan_required"];
  const ofKeys = isForApp(access) ? [appOnly] : scopesOf(access).map((scope) => `Missing scope: ${scope}`);
  const ofMembers = [...(isWrite || isForApp(access) ? [adultsOnly] : []), ...(isWrite ? [otherOrigin] : [])];
  const ofAdults = access === "owner" ? [ownersOnly] : [];
  return [...ofKeys, ...ofMembers, ...ofAdults, "subscription_required", "api_plan_required"];
}
