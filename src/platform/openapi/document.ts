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

/** Returns the OpenAPI document. The version in the document is that of the API, not of the build. */
export function describeApi(features: AnyElysia, which: keyof typeof apps): Json {
  const { title, description: text, has } = apps[which];
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const { method, path, policy, detail } of new RouteTable(features).routes) {
    if (!detail || !has(path)) continue;
    const name = publicPath(path, policy);
    paths[name] = { ...paths[name], [method.toLowerCase()]: describeOperation({ method, policy, detail }, schemas) };
  }
  const written = JSON.stringify(paths);
  const isUsed = (kind: string) => (name: string) => written.includes(`"#/components/${kind}/${name}"`);
  const isRequired = (scheme: string) => written.includes(`"security":[{"${scheme}":[]}]`);
  const only = (all: Json, has: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => has(name)));
  return {
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
}

/** Returns the path with the public names of parameters, which `namedUuid` declares. */
function publicPath(path: string, { params }: RoutePolicy): string {
  return path.replaceAll(/:([^/]+)/g, (_, name) => `{${params?.properties[name]?.["x-name"] ?? name}}`);
}
