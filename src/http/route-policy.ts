/** What a route demands of its callers and its input. It belongs to the route object that Elysia runs. */
import type { TObject, TSchema } from "@sinclair/typebox";
import type { Scope } from "../auth/scopes.ts";
import type { Upload } from "./multipart.ts";

/**
 * Who may call a route: everybody (`public`); everybody without an API key (`visitor`); any valid credentials (`api`); people
 * signed in to the app (`app`); API keys alone (`key`: the route itself checks plan, scopes and rate limit).
 */
export type Access = "public" | "visitor" | "api" | "app" | "key";

/** Made by `operation()` and `hidden()` alone. */
export type RoutePolicy = {
  /** The operation's id; a hidden route has its own. */
  readonly id: string;
  /** True for what the API description leaves out, such as files. */
  readonly isHidden: boolean;
  readonly access: Access;
  /** What an API key needs; all of them. */
  readonly scopes: readonly Scope[];
  /** True where children, guests and devices are refused. */
  readonly adultsOnly: boolean;
  /** The fields of the body that a device may send; null: it may not write here. */
  readonly deviceFields: readonly string[] | null;
  readonly params: TObject | null;
  /** Null: not checked. */
  readonly query: TObject | null;
  readonly body: TSchema | null;
  /** The file that the route takes in place of JSON. */
  readonly upload: Upload | null;
  /** Null for files. */
  readonly answer: TSchema | null;
  /** True where the answer depends on the present instant, so that it cannot be cached. */
  readonly isVolatile: boolean;
  /** True where a POST may be repeated under an `Idempotency-Key`. */
  readonly isRepeatable: boolean;
  /** True where the request is to become a WebSocket. */
  readonly isSocket: boolean;
};
