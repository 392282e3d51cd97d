import type { TObject, TSchema, TUndefined, TUnsafe } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import type { Scope } from "../auth/scopes.ts";
import type { Upload } from "./multipart.ts";
import type { Access, RoutePolicy } from "./route-policy.ts";

export { context } from "./route-hooks.ts";

export type Refusals = Readonly<Record<number, readonly string[]>>;

export type DeclaredAccess =
  | "public"
  | "visitor"
  | "any"
  | "app"
  | "adult"
  | "owner"
  | "device"
  | Scope
  | readonly Scope[];

type Declaration<Caller, Params, Query, Body, File, Answer> = {
  readonly id: string;
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
  /** Whether `Idempotency-Key` is accepted. Must be false for a secret answer, because answers are stored for a day. */
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
  /** Error responses of this operation besides those of every operation, such as `{404: ["Task not found"]}`. */
  readonly refusals?: Refusals;
};

/** The part of a declaration that only the API description uses. */
export type OperationDetail = {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly description: string;
  readonly access: DeclaredAccess;
  readonly isForAdults: boolean;
  readonly writes: boolean;
  readonly mediaType: string;
  readonly example: unknown;
  readonly refusals: Refusals;
};

type Hooks<Caller> = Caller extends "public" | "visitor" ? { visited: RoutePolicy } : { admitted: RoutePolicy };

type Types<Params, Query, Body, File, Answer> = (Params extends TObject ? { params: Params } : Record<never, never>) &
  (Body extends TSchema ? { body: Body } : { body: File extends Upload ? TUnsafe<Uint8Array> : TUndefined }) & {
    query: Query;
    response: { 200: Answer };
  };

/** Returns the function that declares operations with one tag of the API description. */
export function operationsOf(tag: string) {
  return <
    Answer extends TSchema,
    const Caller extends DeclaredAccess,
    Params extends TObject | undefined = undefined,
    Query extends TObject = TObject<Record<never, never>>,
    Body extends TSchema | undefined = undefined,
    File extends Upload | undefined = undefined,
  >(
    declared: Declaration<Caller, Params, Query, Body, File, Answer>,
  ) => {
    const { access, params, body, query, upload } = declared;
    const policy: RoutePolicy = {
      isHidden: false,
      isSocket: false,
      id: declared.id,
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
    const { id, summary, description = summary, isForAdults = false, writes = false } = declared;
    const { mediaType = "application/json", example, refusals = {} } = declared;
    const shown = { operationId: id, tags: [tag], summary, description };
    const detail: OperationDetail = { ...shown, access, isForAdults, writes, mediaType, example, refusals };
    return { ...hooksOf(policy), parse: "none", detail } as unknown as Hooks<Caller> &
      Types<Params, Query, Body, File, Answer> & { detail: typeof detail };
  };
}

export function hidden<const Kind extends Access>(access: Kind, more: Partial<RoutePolicy> & { readonly id: string }) {
  const nothing = { params: null, query: null, body: null, upload: null, answer: null, deviceFields: null };
  const never = { isForAdults: false, isForOwners: false, isRepeatable: false, isSocket: false };
  const policy: RoutePolicy = { ...nothing, ...never, isHidden: true, isVolatile: true, access, scopes: [], ...more };
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

export function scopesOf(access: DeclaredAccess): readonly Scope[] {
  if (typeof access !== "string") return access;
  if (access === "public" || access === "visitor" || access === "any" || isOfApp(access)) return [];
  return [access];
}

export function isForApp(access: DeclaredAccess): access is "app" | "adult" | "owner" {
  return access === "app" || access === "adult" || access === "owner";
}

/** Whether an operation belongs to the app, so that API keys cannot call it. */
function isOfApp(access: DeclaredAccess): access is "app" | "adult" | "owner" | "device" {
  return isForApp(access) || access === "device";
}
