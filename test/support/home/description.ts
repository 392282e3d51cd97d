/** Validates responses against the server's own OpenAPI descriptions, with Ajv in strict mode. */

// OpenAPI 3.0 takes its keywords from the JSON Schema draft between 4 and 6. In strict mode, Ajv rejects every keyword
// that it does not know. It also rejects `nullable` without a `type`, as OpenAPI 3.0.3 demands.
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import type { AnyElysia } from "elysia";
import { encodeField, errorCodes } from "#lib/errors.ts";
import { RouteTable } from "#platform/http/route-table.ts";
import { describeApi } from "#platform/openapi/document.ts";

/** Operation that is described in `/openapi.json` (`api`) or `/app/openapi.json` (`app`). */
export type Described = {
  readonly document: "api" | "app";
  readonly id: string;
  readonly method: string;
  /** Path with the placeholders of the router: `/v1/tasks/:id`. */
  readonly path: string;
  /** Documented statuses of the operation, ascending. */
  readonly statuses: readonly number[];
};

type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };
type Response = {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
};
type Operation = { readonly operationId: string; readonly responses: Readonly<Record<string, Response>> };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Place = { readonly document: Described["document"]; readonly operation: Operation };

/** Texts of refusals that do not name the field. Only a header names it. */
const withoutField = ["Invalid cursor", "Instance not found", "Photo not found"];

/**
 * Checks the code and field of a response.
 * @throws Error for a refusal without a code that belongs to its status, for a code on any other response, and for a
 * field that is not the one at the start of the text
 */
function requireCode(request: string, { status, body, headers }: Answer): void {
  const code = headers.get("X-Error-Code");
  const field = headers.get("X-Error-Field");
  const known: readonly (string | null)[] = errorCodes[status as keyof typeof errorCodes] ?? [];
  const isRight = status < 400 ? code === null && field === null : known.includes(code);
  if (!isRight) throw new Error(`${request} answers ${status} with the code ${code} and the field ${field}`);
  const text = (body as { error?: unknown } | null)?.error;
  if (typeof text !== "string" || withoutField.includes(text)) return;
  const isSame = field === null ? !/^\S+: /.test(text) : encodeField(text.slice(0, text.indexOf(": "))) === field;
  const isHeader = field === null || /^[!-~]{1,120}$/.test(field);
  if (!isSame || !isHeader) throw new Error(`${request} answers ${status} “${text}” with the field ${field}`);
}

/** Reads the OpenAPI descriptions of an app's routes. Returns the operations, and a function that checks responses. */
export async function readDescriptions(features: AnyElysia) {
  const table = new RouteTable(features);
  const ajv = new Ajv({ strict: true, allErrors: true });
  addFormats(ajv);
  ajv.addKeyword("components");
  const places = new Map<string, Place>();
  for (const document of ["api", "app"] as const) {
    const { components, paths } = forAjv(await describeApi(features, document), document);
    ajv.addSchema({ components }, document);
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      places.set(operation.operationId, { document, operation });
    }
  }
  const routes = table.routes.filter(({ policy }) => !policy.isHidden);
  const operations = routes.map(({ method, path, policy: { id } }): Described => {
    const place = places.get(id);
    if (!place) throw new Error(`${method} ${path} is in neither description`);
    const statuses = Object.keys(place.operation.responses).map(Number);
    return { document: place.document, id, method, path, statuses };
  });
  const byRoute = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));

  /** Returns the operation that serves a request. Null if no route matches, or if the route is not described. */
  function operationOf(method: string, path: string): Described | null {
    const route = table.bestMatches(path).find((each) => each.method === method);
    return (route && byRoute.get(`${route.method} ${route.path}`)) ?? null;
  }

  /**
   * Checks a response against the description of its operation.
   * @throws Error if the description lacks the status of the response, or describes another body
   */
  function requireDescribed(method: string, path: string, { status, body, headers }: Answer): void {
    requireCode(`${method} ${path}`, { status, body, headers });
    const operation = method === "HEAD" ? null : operationOf(method, path);
    const place = operation && places.get(operation.id);
    if (!place) return;
    const what = `The answer ${status} of ${method} ${path} (${JSON.stringify(body)?.slice(0, 200)})`;
    const response = place.operation.responses[status];
    if (!response) throw new Error(`${what} is not described`);
    if (!response.content) {
      if (body !== "") throw new Error(`${what} has a body, and the description has none`);
      return;
    }
    const type = (headers.get("Content-Type") ?? "").split(";", 1)[0] ?? "";
    const schema = response.content[type]?.schema;
    if (!schema) throw new Error(`${what} is described, but not as ${type}`);
    const validate = ajv.compile(schema); // Ajv caches by the schema's identity.
    const isExact = [401, 403, 404].includes(status);
    const { error } = body as { error?: string };
    if (isExact && !response.description.split("; or ").includes(error ?? "")) {
      throw new Error(`${what} has a text that its description lacks`);
    }
    if (!validate(body)) throw new Error(`${what} is not as described: ${ajv.errorsText(validate.errors)}`);
  }

  return { operations, requireDescribed };
}

/**
 * Returns a description in the form that Ajv reads: references point to the document with this name. Examples are
 * removed, because Ajv would take an `id` in them for the id of a schema.
 */
function forAjv(description: object, name: string): { components: object; paths: Paths } {
  const text = JSON.stringify(description, (key, value) => (key === "example" ? undefined : value));
  return JSON.parse(text.replaceAll('"$ref":"#/', `"$ref":"${name}#/`));
}
