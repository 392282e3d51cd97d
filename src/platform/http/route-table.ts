/**
 * Table of all routes. The errors 404 and 405 and the API description are made from this table. Elysia itself routes
 * the requests.
 */
import type { AnyElysia } from "elysia";
import { Memoirist } from "memoirist";
import { type ApiError, methodNotAllowed, unknownAddress } from "#lib/errors.ts";
import type { OperationDetail } from "./operation.ts";
import type { RoutePolicy } from "./route-policy.ts";

export type Route = {
  readonly method: string;
  readonly path: string;
  readonly policy: RoutePolicy;
  /** The description of the route. Null if the API description leaves out the route. */
  readonly detail: OperationDetail | null;
};

export class RouteTable {
  readonly routes: readonly Route[];
  private readonly tree = new Memoirist<Route>();
  private readonly methods: readonly string[];

  /** Reads the routes of an application. @throws Error if a route has no policy */
  constructor(app: AnyElysia) {
    this.routes = app.routes.map(({ method, path, hooks }) => {
      return {
        method,
        path,
        policy: policyOf(method, path, hooks),
        detail: hooks.detail?.operationId ? hooks.detail : null,
      };
    });
    for (const route of this.routes) this.tree.add(route.method, route.path, route);
    this.methods = [...new Set(this.routes.map(({ method }) => method))];
  }

  bestMatches(path: string): Route[] {
    const known = this.methods.flatMap((method) => this.tree.find(method, path)?.store ?? []);
    const fewest = Math.min(...known.map(placeholders));
    return known.filter((route) => placeholders(route) === fewest);
  }

  errorFor(path: string): ApiError {
    const allowed = this.bestMatches(path).map(({ method }) => method);
    if (allowed.length === 0) return unknownAddress();
    if (allowed.includes("GET")) allowed.push("HEAD");
    return methodNotAllowed(allowed.sort().join(", "));
  }

  /** Refuses a request such as `GET /v1/lists/reorder`, which Elysia would treat as `/v1/lists/:id`. */
  requireIntendedRoute(route: string, path: string): void {
    if (route === path || endsWithId(path)) return;
    if (this.bestMatches(path).every((each) => placeholders(each) < route.split("/:").length))
      throw this.errorFor(path);
  }
}

const uuidSegmentLength = 37;

function endsWithId(path: string): boolean {
  return path.length - path.lastIndexOf("/") === uuidSegmentLength;
}

function placeholders({ path }: Route): number {
  return path.split("/:").length;
}

function policyOf(method: string, path: string, hooks: { policy?: RoutePolicy }): RoutePolicy {
  if (hooks.policy) return hooks.policy;
  throw new Error(`${method} ${path} does not say who may call it: declare it with operationsOf(tag)`);
}
