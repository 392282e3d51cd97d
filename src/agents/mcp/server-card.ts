/** Serves the public server card (SEP-2127) and its catalogue. */
import { Elysia } from "elysia";
import type { Config } from "#platform/config.ts";
import { context, hidden } from "#platform/http/operation.ts";
import { version } from "#platform/version.ts";
import { currentRevision, olderRevisions } from "./protocol/codes.ts";

/** Name of the server in reverse DNS notation, as cards require. The project owns no domain. */
const cardName = "home.inglenook/household";
const cardType = "application/mcp-server-card+json";

const isOpen = hidden("public", { id: "serveCard" });

export function serverCards(config: Config) {
  return new Elysia()
    .use(context)
    .get("/mcp/server-card", ({ request }) => send(cardAt(originOf(config, request)), cardType), isOpen)
    .get(
      "/.well-known/mcp/catalog.json",
      ({ request }) => send(catalogueAt(originOf(config, request)), "application/json"),
      isOpen,
    );
}

/** Returns the origin at which clients reach the server. */
export function originOf(config: Pick<Config, "tls" | "baseUrl">, { url }: Pick<Request, "url">): string {
  const scheme = config.tls === null ? "http" : "https";
  return config.baseUrl ?? new URL(url).origin.replace(/^http:/, `${scheme}:`);
}

/** Returns the icons of the server, for clients that show them. */
export function iconsAt(origin: string) {
  return [
    { src: `${origin}/icons/icon-192.png`, mimeType: "image/png", sizes: ["192x192"] },
    { src: `${origin}/icons/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] },
  ];
}

function cardAt(base: string) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: cardName,
    title: "Inglenook",
    version,
    description: "A household's calendar, tasks, lists and meals, for agents that its members let in.",
    icons: iconsAt(base),
    remotes: [
      {
        type: "streamable-http",
        url: `${base}/mcp`,
        supportedProtocolVersions: [currentRevision, ...olderRevisions],
        headers: [
          {
            name: "Authorization",
            description: "Bearer and an API key of the household, made in the app",
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

function catalogueAt(base: string) {
  return {
    specVersion: "draft",
    entries: [
      {
        identifier: "urn:air:inglenook.home:household",
        displayName: "Inglenook",
        type: cardType,
        url: `${base}/mcp/server-card`,
      },
    ],
  };
}

function send(body: object, type: string): Response {
  return new Response(JSON.stringify(body), {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=3600",
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET",
      "Access-Control-Allow-Headers": "Content-Type",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
