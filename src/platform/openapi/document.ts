import type { AnyElysia } from "elysia";
import type { RoutePolicy } from "../http/route-policy.ts";
import { RouteTable } from "../http/route-table.ts";
import { securitySchemes, sharedHeaders, sharedParameters } from "./components.ts";
import { describeOperation } from "./operations.ts";
import type { Json } from "./schemas.ts";

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

export type Extract = {
  /** Whether to leave out examples and refusals, which are four fifths of the document. */
  readonly isLean: boolean;
  /** The only tag whose operations are described. Null for all operations. */
  readonly tag: string | null;
};

const whole: Extract = { isLean: false, tag: null };

/** Returns the tags of the operations, in the order of the document. */
export function tagsOf(features: AnyElysia, which: keyof typeof apps): readonly string[] {
  const used = new Set(
    new RouteTable(features).routes.flatMap(({ path, detail }) => (detail && apps[which].has(path) ? detail.tags : [])),
  );
  return tags.map(({ name }) => name).filter((name) => used.has(name));
}

/** Returns the OpenAPI document. The version in the document is that of the API, not of the build. */
export function describeApi(features: AnyElysia, which: keyof typeof apps, { isLean, tag }: Extract = whole): Json {
  const { title, description: text, has } = apps[which];
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const { method, path, policy, detail } of new RouteTable(features).routes) {
    if (!detail || !has(path) || !(tag === null || detail.tags.includes(tag))) continue;
    const name = publicPath(path, policy);
    paths[name] = { ...paths[name], [method.toLowerCase()]: describeOperation({ method, policy, detail }, schemas) };
  }
  const written = JSON.stringify(paths);
  const isUsed = (kind: string) => (name: string) => written.includes(`"#/components/${kind}/${name}"`);
  const isRequired = (scheme: string) => written.includes(`"security":[{"${scheme}":[]}]`);
  const only = (all: Json, has: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => has(name)));
  const document = {
    openapi: "3.0.3",
    info: {
      title,
      description: text,
      version: "1.0.0",
      contact: { name: "The Inglenook project" },
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/", description: "This server" }],
    paths,
    components: {
      schemas,
      securitySchemes: only(securitySchemes, isRequired),
      parameters: only(sharedParameters, isUsed("parameters")),
      headers: sharedHeaders,
    },
    tags: tags.filter(({ name }) => written.includes(`"tags":["${name}"]`)),
  };
  return isLean ? leanDocument(document) : document;
}

/**
 * Leaves out examples, refusals, headers, and what repeats: the scopes are in the descriptions, and the key that most
 * operations need is named once.
 */
function leanDocument({
  components,
  paths,
  info,
  openapi,
  tags: used,
}: Json & { components: Json; paths: Record<string, Json>; info: Json }): Json {
  const security = usualSecurity(paths);
  const lean = Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, each]) => [method, leanOperation(each as Json, security)]),
      ),
    ]),
  );
  const { parameters: _, headers: __, schemas, ...shown } = components;
  const { Error: ___, ...answers } = schemas as Json;
  const about = `${info.description}\n\n${leanDescription}`;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods) as Json[]);
  const bodies = JSON.stringify(operations.map(({ requestBody }) => requestBody));
  const answered = Object.entries(answers).map(([name, schema]) => {
    return [name, withoutExamples(schema, { isAnswer: !bodies.includes(`/schemas/${name}"`) })];
  });
  const { title, version } = info;
  return {
    openapi,
    info: { title, version, description: about },
    tags: used,
    security,
    paths: lean,
    components: { schemas: Object.fromEntries(answered), ...shown },
  };
}

function usualSecurity(paths: Record<string, Json>): unknown {
  const all = Object.values(paths).flatMap((operations) => Object.values(operations) as Json[]);
  return all.find(({ security }) => Array.isArray(security) && security.length > 0)?.security ?? [];
}

function leanOperation({ responses, parameters, security, ...operation }: Json, usual: unknown): unknown {
  const { 200: done } = responses as { readonly 200: Json };
  const { headers: _, ...answer } = done;
  const own = (parameters as Json[])
    .filter((parameter) => !("$ref" in parameter))
    .map(({ required, ...parameter }) => (required ? { ...parameter, required } : parameter));
  const described = Object.entries(operation).filter(([name]) => !name.startsWith("x-"));
  const { summary, description } = operation as { readonly summary: string; readonly description: string };
  const isRepeated = description === summary || description.startsWith(`${summary}\n`);
  return {
    ...(withoutExamples({
      ...Object.fromEntries(described),
      description: isRepeated ? description.slice(summary.length).trim() : description,
      ...(JSON.stringify(security) !== JSON.stringify(usual) && { security }),
      ...(own.length > 0 && { parameters: own }),
    }) as Json),
    responses: { 200: withoutExamples(answer, { isAnswer: true }) },
  };
}

const leanDescription = `This is the short form, without examples, refusals and headers. Objects have only the fields named: requests with
others are refused. Answers have all of them, unless the schema names required ones.`;

type Part = { readonly isProperties?: boolean; readonly isAnswer?: boolean };

/**
 * Leaves out examples, that objects are closed, and the required fields of an answer if these are all. Keeps properties
 * with these names.
 */
function withoutExamples(value: unknown, { isProperties = false, isAnswer = false }: Part = {}): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutExamples(each, { isAnswer }));
  if (typeof value !== "object" || value === null) return value;
  const { required, properties } = value as { readonly required?: readonly string[]; readonly properties?: Json };
  const isWhole = isAnswer && Array.isArray(required) && required.length === Object.keys(properties ?? {}).length;
  const isLeft = (name: string, field: unknown) =>
    name === "example" || (name === "additionalProperties" && field === false) || (name === "required" && isWhole);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => isProperties || !isLeft(name, field))
      .map(([name, field]) => [
        name,
        withoutExamples(field, { isProperties: name === "properties" && !isProperties, isAnswer }),
      ]),
  );
}

/** Returns the path with the public names of parameters, which `namedUuid` declares. */
function publicPath(path: string, { params }: RoutePolicy): string {
  return path.replaceAll(/:([^/]+)/g, (_, name) => `{${params?.properties[name]?.["x-name"] ?? name}}`);
}
