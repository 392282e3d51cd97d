/** All routes of an app with their policies: for 404 and 405, and for the description. Elysia alone finds the route to run. */
import type { AnyElysia } from "elysia";
import { Memoirist } from "memoirist";
import { ApiError } from "../errors.ts";
import type { RoutePolicy } from "./route-policy.ts";

/** One route of an app. `path` has its placeholders: `/v1/tasks/:id`. */
export type Route = {
  readonly method: string;
  readonly path: string;
  readonly policy: RoutePolicy;
  /** The description, as OpenAPI has it. */
  readonly detail: object;
};

/** All routes of an app. */
export class RouteTable {
  readonly routes: readonly Route[];
  private readonly tree = new Memoirist<Route>();
  private readonly methods: readonly string[];

  /** @throws Error where a route does not say who may call it: nothing is reachable by oversight. */
  constructor(app: AnyElysia) {
    this.routes = app.routes.map(({ method, path, hooks }) => {
      return { method, path, policy: policyOf(method, path, hooks), detail: hooks.detail };
    });
    for (const route of this.routes) this.tree.add(route.method, route.path, route);
    this.methods = [...new Set(this.routes.map(({ method }) => method))];
  }

  /** The routes that a path means, one for each method: those with the fewest placeholders. */
  bestMatches(path: string): Route[] {
    const known = this.methods.flatMap((method) => this.tree.find(method, path)?.store ?? []);
    const fewest = Math.min(...known.map(placeholders));
    return known.filter((route) => placeholders(route) === fewest);
  }

  /** The refusal of a request that no route takes: 405 with `Allow` where the path knows other methods, else 404. */
  errorFor(path: string): ApiError {
    const allowed = this.bestMatches(path).map(({ method }) => method);
    if (allowed.length === 0) return new ApiError(404, "Not found");
    if (allowed.includes("GET")) allowed.push("HEAD");
    return new ApiError(405, "Method not allowed", { Allow: allowed.sort().join(", ") });
  }

  /**
   * Refuses a word in the place of an id that is an address of its own under other methods: `GET /v1/lists/reorder`.
   * @throws ApiError 405
   */
  requireIntendedRoute(route: string, path: string): void {
    if (route === path || endsWithId(path)) return;
    if (this.bestMatches(path).every((each) => placeholders(each) < route.split("/:").length))
      throw this.errorFor(path);
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

function policyOf(method: string, path: string, hooks: { policy?: RoutePolicy }): RoutePolicy {
  if (hooks.policy) return hooks.policy;
  throw new Error(`${method} ${path} does not say who may call it: declare it with operation()`);
}
