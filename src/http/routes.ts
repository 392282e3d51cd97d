/** Which operation an address and method mean, and what it demands of its caller: read off the running app. */
import type { TObject, TSchema } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { Memoirist } from "memoirist";
import type { Scope } from "../auth/scopes.ts";
import { methodNotAllowed, unknownAddress } from "../errors.ts";
import type { Upload } from "./multipart.ts";

/**
 * Who may call a route: everybody (`public`); people in the app who need not be signed in, and no API key (`visitor`); any
 * valid credentials (`api`); people who are signed in to the app, and no API key (`app`); API keys alone (`key`: the route
 * itself checks plan, scopes and rate limit).
 */
export type Access = "public" | "visitor" | "api" | "app" | "key";

/** One operation, as its feature declared it. */
export type Route = {
  readonly method: string;
  /** With placeholders: `/v1/tasks/:id`. */
  readonly path: string;
  readonly access: Access;
  /** What an API key needs; all of them. */
  readonly scopes: readonly Scope[];
  /** True where children, guests and devices are refused. */
  readonly adultsOnly: boolean;
  /** The fields of the body that a device may send; null: it may not write here. */
  readonly deviceFields: readonly string[] | null;
  readonly body: TSchema | null;
  /** The file that it takes in place of JSON. */
  readonly upload: Upload | null;
  readonly query: TObject | null;
  readonly params: TObject | null;
  /** What tests hold the answer against. */
  readonly answer: TSchema | null;
  /** True where the answer depends on the present instant, so that it can't be kept. */
  readonly isVolatile: boolean;
  /** True where a POST may be repeated under an `Idempotency-Key`. */
  readonly isIdempotent: boolean;
  /** True where the request is to become a WebSocket. */
  readonly isSocket: boolean;
};

/** What `operation()` leaves for the pipeline in a route's `detail`; the names appear in the API's description. */
export type RouteDetail = {
  readonly "x-access": Access;
  readonly "x-required-scopes"?: readonly Scope[];
  readonly "x-adults-only"?: boolean;
  readonly "x-device-fields"?: readonly string[];
  readonly "x-volatile"?: boolean;
  readonly "x-repeatable"?: boolean;
  readonly "x-socket"?: boolean;
  readonly "x-upload"?: Upload;
  readonly security: { [scheme: string]: string[] }[];
};

/** All operations of an app. */
export class RouteTable {
  readonly routes: readonly Route[];
  /** Paths without placeholders, by method and path: found at once. */
  private readonly fixed = new Map<string, Route>();
  private readonly tree = new Memoirist<Route>();
  private readonly methods: readonly string[];

  /** @throws Error where a route does not say who may call it: nothing is reachable by oversight. */
  constructor(app: AnyElysia) {
    this.routes = app.routes.map(({ method, path, hooks }) => toRoute(method, path, hooks));
    for (const route of this.routes) {
      this.tree.add(route.method, route.path, route);
      if (!route.path.includes(":")) this.fixed.set(`${route.method} ${route.path}`, route);
    }
    this.methods = [...new Set(this.routes.map(({ method }) => method))];
  }

  /**
   * The operation behind a method and path; HEAD is served by GET.
   * @throws ApiError 404 `Not found`, or 405 with `Allow` where the path knows other methods.
   */
  find(method: string, path: string): Route {
    const served = method === "HEAD" ? "GET" : method;
    const fixed = this.fixed.get(`${served} ${path}`) ?? this.fixed.get(`ALL ${path}`);
    if (fixed) return fixed;
    const found = this.tree.find(served, path)?.store;
    if (found && endsWithId(path)) return found;
    // A word that other methods know by itself, such as `reorder`, is no id here.
    const known = this.methods.flatMap((each) => this.tree.find(each, path)?.store ?? []);
    const fewest = Math.min(...known.map(placeholders));
    const meant = known.filter((route) => placeholders(route) === fewest);
    if (found && meant.includes(found)) return found;
    const allowed = meant.map(({ method: each }) => each);
    if (allowed.length === 0) throw unknownAddress();
    if (allowed.includes("GET")) allowed.push("HEAD");
    throw methodNotAllowed(allowed.sort().join(", "));
  }
}

/** The length of a UUID with the slash before it: no such segment stands for itself. */
const idLength = 37;

function endsWithId(path: string): boolean {
  return path.length - path.lastIndexOf("/") === idLength;
}

function placeholders({ path }: Route): number {
  return path.split("/:").length;
}

type Responses = { 200: { content: { "application/json": { schema: TSchema } } } };

function toRoute(method: string, path: string, hooks: Record<string, unknown>): Route {
  const detail = hooks.detail as RouteDetail | undefined;
  if (!detail?.["x-access"])
    throw new Error(`${method} ${path} does not say who may call it: declare it with operation()`);
  return {
    method,
    path,
    access: detail["x-access"],
    scopes: detail["x-required-scopes"] ?? [],
    adultsOnly: detail["x-adults-only"] === true,
    deviceFields: detail["x-device-fields"] ?? null,
    body: (hooks.body as TSchema | undefined) ?? null,
    upload: detail["x-upload"] ?? null,
    query: (hooks.query as TObject | undefined) ?? null,
    params: (hooks.params as TObject | undefined) ?? null,
    answer: (detail as { responses?: Responses }).responses?.[200].content["application/json"].schema ?? null,
    isVolatile: detail["x-volatile"] === true,
    isIdempotent: method === "POST" && (isRepeatableInApi(path) || detail["x-repeatable"] === true),
    isSocket: detail["x-socket"] === true,
  };
}

/** All of the API, but for what answers a secret. */
function isRepeatableInApi(path: string): boolean {
  return path.startsWith("/v1/") && path !== "/v1/api-keys";
}
