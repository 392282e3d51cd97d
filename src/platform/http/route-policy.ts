import type { TObject, TSchema } from "@sinclair/typebox";
import type { Scope } from "../auth/scopes.ts";
import type { Upload } from "./multipart.ts";

/**
 * The callers of a route. `visitor`: everyone except API keys. `api`: every valid credential. `app`: people who are
 * signed in. `device`: tablets that act for a member. `key`: API keys, which the route itself checks. `dav`: app
 * passwords.
 */
export type Access = "public" | "visitor" | "api" | "app" | "device" | "key" | "dav";

export type RoutePolicy = {
  readonly id: string;
  readonly isHidden: boolean;
  readonly access: Access;
  readonly scopes: readonly Scope[];
  readonly isForAdults: boolean;
  readonly isForOwners: boolean;
  readonly deviceFields: readonly string[] | null;
  readonly params: TObject | null;
  readonly query: TObject | null;
  readonly body: TSchema | null;
  readonly upload: Upload | null;
  readonly answer: TSchema | null;
  readonly isVolatile: boolean;
  readonly isRepeatable: boolean;
  readonly isSocket: boolean;
};
