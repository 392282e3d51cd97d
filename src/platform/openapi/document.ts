import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import { fileBody } from "../http/multipart.ts";
import { RouteTable } from "../http/route-table.ts";
import {
  activityHeader,
  etagHeader,
  rateHeaders,
  refusalHeaders,
  replayedHeader,
  securitySchemes,
  sharedHeaders,
  sharedParameters,
} from "./components.ts";

type Json = { [key: string]: unknown };

const description = `The household organiser that a family runs at home.

Every call takes an API key: \`Authorization: Bearer fam_live_…\`. Errors are always \`{"error", "statusCode"}\`,
with a stable word in \`X-Error-Code\` to act on. Reads carry an \`ETag\`; every POST may be repeated safely with an
\`Idempotency-Key\`; \`X-Agent-Name\` names the agent in the feed.`;

const appDescription = `Operations that only the household's app may call. Every call takes the cookie of a sign-in, or of a paired tablet; API keys are refused.
Writes need an \`Origin\` that matches the server's own address; some may be repeated safely with an \`Idempotency-Key\`. The
WebSocket at \`/app/live\`, which OpenAPI can't describe, reports changes.`;

const tags = [
  { name: "API keys", description: "Keys for agents and scripts" },
  { name: "Activity", description: "Who changed what" },
  { name: "Check-ins", description: "Recurring questions to members, and their answers" },
  { name: "Chores", description: "Recurring household work that earns stars" },
  { name: "Devices", description: "Wall tablets" },
  { name: "Events", description: "The calendar" },
  { name: "Calendars", description: "Calendars that are shared, followed and imported" },
  { name: "Household", description: "The household's settings" },
  { name: "Lists", description: "Lists, their sections, blocks and covers" },
  { name: "Meals", description: "The meal plan, and what to buy for it" },
  { name: "Members", description: "The people of the household" },
  { name: "Notifications", description: "How and when members are reminded" },
  { name: "Overview", description: "The agenda and the search, across all features" },
  { name: "Recipes", description: "Recipes with their ingredients" },
  { name: "Server", description: "Health checks of the server" },
  { name: "Sign-in", description: "Setup, sign-in, passwords and invitations" },
  { name: "Tasks", description: "One-off tasks" },
];

const apps = {
  api: { title: "Inglenook", description, has: (path: string) => !path.startsWith("/app/") },
  app: {
    title: "Inglenook app API",
    description: appDescription,
    has: (path: string) => path.startsWith("/app/"),
  },
};

/** Returns the OpenAPI document. The version in the document is that of the API, not of the build. */
export async function describeApi(features: AnyElysia, which: keyof typeof apps): Promise<Json> {
  const { title, description: text, has } = apps[which];
  const documentation = {
    info: {
      title,
      version: "1.0.0",
      description: text,
      contact: { name: "The Inglenook project" },
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/", description: "This server" }],
  };
  const source = new Elysia().use(
    swagger({ path: "/page", specPath: "/document", excludeStaticFile: false, documentation }),
  );
  for (const { method, path, policy, detail } of new RouteTable(features).routes) {
    const { params, query, body } = policy;
    const schemas = { ...(params && { params }), ...(query && { query }), ...(body && { body }) };
    if (!policy.isHidden) source.route(method, path, () => "", { ...schemas, detail });
  }
  const answer = await source.handle(new Request("http://localhost/document"));
  const document = (await answer.json()) as Json;
  const paths = Object.entries(document.paths as Record<string, Record<string, Json>>)
    .filter(([path]) => has(path))
    .map(([path, operations]) => [publicPath(path, operations), operations]);
  return toStrict({ ...document, paths: Object.fromEntries(paths) });
}

/** Replaces the router's names of parameters by the public names that `namedUuid` declares. */
function publicPath(path: string, operations: Record<string, Json>): string {
  const parameters = Object.values(operations).flatMap((operation) => (operation.parameters ?? []) as Json[]);
  return parameters.reduce<string>((so, each) => so.replace(`{${each.name}}`, `{${nameOf(each)}}`), path);
}

function nameOf({ name, schema }: Json): unknown {
  return (schema as Json)["x-name"] ?? name;
}

/**
 * Converts the plugin's output to OpenAPI 3.0.3: removes null types, moves examples to where 3.0.3 expects them, and
 * names shared schemas.
 */
function toStrict(document: Json): Json {
  const schemas: Json = {};
  const used = { tags: new Set<string>(), schemes: new Set<string>(), parameters: new Set<string>() };
  for (const operations of Object.values(document.paths as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(operations)) {
      const written = toOperation(method, operation, schemas);
      operations[method] = written;
      for (const tag of written.tags as string[]) used.tags.add(tag);
      for (const scheme of written.security as Json[]) for (const name of Object.keys(scheme)) used.schemes.add(name);
      for (const { $ref } of (written.parameters ?? []) as { $ref?: string }[]) {
        if ($ref) used.parameters.add($ref.replace(/.*\//, ""));
      }
    }
  }
  const only = (all: Json, names: Set<string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
  return {
    ...document,
    tags: tags.filter(({ name }) => used.tags.has(name)),
    components: {
      schemas,
      securitySchemes: only(securitySchemes, used.schemes),
      parameters: only(sharedParameters, used.parameters),
      headers: sharedHeaders,
    },
  };
}

function toOperation(method: string, described: Json, schemas: Json): Json {
  const { "x-example": example, "x-upload": upload, "x-repeatable": isRepeatable, ...operation } = described;
  const isKeyed = (operation.security as Json[]).some((scheme) => "apiKey" in scheme);
  const isSignedIn = (operation.security as Json[]).length > 0;
  const responses = operation.responses as Record<string, Json>;
  for (const [status, response] of Object.entries(responses)) {
    responses[status] = toResponse(status, response, schemas);
  }
  const parameters = ((operation.parameters ?? []) as Json[]).map((parameter) => toParameter(parameter, schemas));
  if (isKeyed) parameters.push(reference("parameters", "AgentName"));
  if (isSignedIn) addHeaders(responses, rateHeaders);
  if (isSignedIn && method !== "get") addHeaders(responses, { "X-Activity-Id": activityHeader });
  if (isRepeatable || (isKeyed && method === "post")) {
    parameters.push(reference("parameters", "IdempotencyKey"));
    addHeaders(responses, { "Idempotency-Replayed": replayedHeader });
    addRefusal(responses, 409, "A request with this idempotency key is in progress");
    addRefusal(responses, 422, "Idempotency key was used for another request");
  }
  if (method === "get") responses[304] = { description: "`If-None-Match` names the present state, or is `*`" };
  if (isSignedIn && method === "get" && !operation["x-volatile"]) {
    parameters.push(reference("parameters", "IfNoneMatch"));
    addHeaders(responses, { ETag: etagHeader });
  }
  return {
    ...operation,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses,
    ...(upload ? { requestBody: fileBody } : {}),
    ...(operation.requestBody ? { requestBody: toBody(operation.requestBody as Json, example, schemas) } : {}),
  };
}

function toBody(body: Json, example: unknown, schemas: Json): Json {
  const { schema } = (body.content as Record<string, Json>)["application/json"] as Json;
  return {
    required: true,
    content: { "application/json": { schema: toSchema(schema as Json, schemas), ...(example ? { example } : {}) } },
  };
}

function toResponse(status: string, { "x-texts": texts, ...response }: Json, schemas: Json): Json {
  const [[mediaType, { schema }] = ["application/json", {}]] = Object.entries(response.content as Record<string, Json>);
  const text = response.description as string;
  if (Array.isArray(texts)) {
    schemas.Error ??= toFields(schema as Json, schemas);
    const headers = refusalHeaders[status];
    const described = refusal(text, texts[0], Number(status));
    return headers ? { ...described, headers: { ...errorHeaders, ...headers } } : described;
  }
  const example = exampleOf(schema as Json);
  return { description: text, content: { [mediaType]: { schema: toSchema(schema as Json, schemas), example } } };
}

function addHeaders(responses: Record<string, Json>, headers: Json): void {
  responses[200] = { ...responses[200], headers: { ...(responses[200]?.headers as Json), ...headers } };
}

function addRefusal(responses: Record<string, Json>, status: number, text: string): void {
  const known = responses[status];
  if (known) responses[status] = { ...known, description: `${known.description}; or ${text}` };
  else responses[status] = refusal(text, text, status);
}

const errorHeaders: Json = {
  "X-Error-Code": reference("headers", "ErrorCode"),
  "X-Error-Field": reference("headers", "ErrorField"),
};

function refusal(text: string, error: string, statusCode: number): Json {
  const example = { error, statusCode };
  return {
    description: text,
    headers: errorHeaders,
    content: { "application/json": { schema: reference("schemas", "Error"), example } },
  };
}

function toParameter({ examples, description: text, ...parameter }: Json, schemas: Json): Json {
  const { "x-name": _, ...source } = parameter.schema as Json;
  const schema = toSchema(source, schemas);
  return {
    ...parameter,
    name: nameOf(parameter),
    ...(text ? { description: text } : {}),
    ...(parameter.in === "query" && source.default !== undefined ? { required: false } : {}),
    schema,
    example: exampleOf({ ...source, examples }),
  };
}

/** Converts a schema. An object with a title is moved to the components and replaced by a reference. */
function toSchema(schema: Json, schemas: Json): Json {
  if (schema.type === "object" && typeof schema.title === "string") {
    schemas[schema.title] ??= toFields(schema, schemas);
    return reference("schemas", schema.title);
  }
  return toFields(schema, schemas);
}

function toFields(
  { examples, const: constant, title, patternProperties, "x-tag": _, ...schema }: Json,
  schemas: Json,
): Json {
  const { anyOf, items, properties } = schema as { anyOf?: Json[]; items?: Json; properties?: Record<string, Json> };
  if (anyOf?.some(({ type }) => type === "null")) return toNullable(anyOf[0] as Json, schemas);
  if (anyOf) return { oneOf: anyOf.map((each) => toSchema(each, schemas)) };
  const result: Json = { ...schema };
  if (constant !== undefined) result.enum = [constant];
  if (items) result.items = toSchema(items, schemas);
  if (properties) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, toSchema(field, schemas)]),
    );
  }
  if (patternProperties) result.additionalProperties = toSchema(Object.values(patternProperties)[0] as Json, schemas);
  if (Array.isArray(examples)) result.example = examples[0];
  return result;
}

/**
 * The schema for null where a value is either null or a reference. In OpenAPI 3.0.3, `nullable` does not work with a
 * reference: it applies only to a `type` in the same schema.
 */
const nothing: Json = { type: "object", nullable: true, enum: [null], description: "Null, where there is no object." };

function toNullable(present: Json, schemas: Json): Json {
  const schema = toSchema(present, schemas);
  const variants = "$ref" in schema ? [schema] : (schema.oneOf as Json[] | undefined);
  if (variants) {
    schemas.Null ??= nothing;
    return { oneOf: [...variants, reference("schemas", "Null")] };
  }
  if (Array.isArray(schema.enum)) return { ...schema, nullable: true, enum: [...schema.enum, null] };
  return { ...schema, nullable: true };
}

/** Returns an example for a schema: the schema's own example if it has one, otherwise a constructed one. */
function exampleOf(schema: Json, name = ""): unknown {
  const { examples, default: fallback, const: constant, anyOf, items, properties } = schema as Record<string, Json>;
  if (Array.isArray(examples)) return examples[0];
  if (fallback !== undefined) return fallback;
  if (constant !== undefined) return constant;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Json, name);
  if (items) return [exampleOf(items)];
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, exampleOf(field as Json, key)]));
  }
  if (schema.format === "uuid") return "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
  if (schema.type === "integer") return schema.minimum ?? 1;
  if (schema.type === "boolean") return true;
  return /name$/i.test(name) ? "Anna" : "Water the plants";
}

function reference(kind: "schemas" | "parameters" | "headers", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}
