import {
  type CacheHint,
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  type RequestTypeMap,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { missingScope } from "../errors.ts";
import { minute } from "../lib/time.ts";
import { version } from "../version.ts";
import { type Catalogue, type Entry, missingScopeFor, toResult } from "./catalogue.ts";
import { resolveIds } from "./input/records.ts";
import { misfitRepair, validateInput } from "./input/validate-input.ts";
import { instructions } from "./instructions.ts";
import { repairOf, scopeRepair, ToolError, toParameterPath, toToolError } from "./output/tool-error.ts";
import { isAvailable, promptMessages } from "./prompts/index.ts";
import { codes } from "./protocol/codes.ts";
import { complete } from "./protocol/completions.ts";
import { ConfirmationNeeded } from "./protocol/confirm.ts";
import { messagesOf } from "./protocol/messages.ts";
import { isInToolset } from "./protocol/toolsets.ts";
import { readResource } from "./resources/index.ts";
import { contextOf, requireAccess, type Session } from "./session.ts";
import { isToolAnswer, type RawResult, type Tool } from "./tool.ts";

export const serverInfo = { name: "inglenook", title: "Inglenook", version };

/** Lists depend only on the key. Contents are never cached. */
const fiveMinutes: CacheHint = { ttlMs: 5 * minute, cacheScope: "private" };
const never: CacheHint = { ttlMs: 0, cacheScope: "private" };

const options = {
  instructions,
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
    prompts: { listChanged: false },
    completions: {},
  },
  cacheHints: {
    "server/discover": fiveMinutes,
    "tools/list": fiveMinutes,
    "prompts/list": fiveMinutes,
    "resources/list": fiveMinutes,
    "resources/templates/list": fiveMinutes,
    "resources/read": never,
  },
  // No schema is validated, but the default is slow to construct.
  jsonSchemaValidator: {
    getValidator: () => {
      throw new Error("No schema is validated here");
    },
  },
};

export class Engine {
  constructor(private readonly catalogue: Catalogue) {}

  async answer(request: Request, body: unknown, session: Session): Promise<Response> {
    if (isListenRequest(body) && !(await isLegacyRequest(request, body)) && hasMethodHeader(request, body.method)) {
      return methodNotFound(body.id);
    }
    const response = await this.serve(request, body, session);
    return isToolListing(body)
      ? withTools(response, visibleEntries(this.catalogue, session), session.toolset.isStructured)
      : response;
  }

  /** A new server per request costs 4 µs and prevents shared state. */
  private async serve(request: Request, body: unknown, session: Session): Promise<Response> {
    const accepts = request.headers.get("accept") ?? "";
    if (!accepts.includes("text/event-stream") && (await isLegacyRequest(request, body))) {
      return this.serveWithoutStream(request, body, session);
    }
    const sent = accepts.includes("application/json") ? request : withAccept(request, accepts);
    const handler = createMcpHandler(() => createServer(this.catalogue, session), { maxSubscriptions: 0 });
    return handler.fetch(sent, { parsedBody: body });
  }

  private async serveWithoutStream(request: Request, body: unknown, session: Session): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = createServer(this.catalogue, session);
    await server.connect(transport);
    try {
      return await transport.handleRequest(withAccept(request, ""), { parsedBody: body });
    } finally {
      await server.close();
    }
  }
}

const isToolListing = (body: unknown) => messagesOf(body).some(({ method }) => method === "tools/list");

function visibleEntries({ entries }: Catalogue, { toolset, caller: { scopes } }: Session): readonly Entry[] {
  return entries.filter(({ tool }) => isInToolset(tool, toolset) && missingScopeFor(tool, scopes) === null);
}

const noTools = '"result":{"tools":[]';

/** Inserts ready JSON: the library would serialise 50 KB for each request. Client text cannot match: JSON escapes quotation marks. */
async function withTools(response: Response, shown: readonly Entry[], isStructured: boolean): Promise<Response> {
  const text = await response.text();
  const tools = `"result":{"tools":[${shown.map((each) => (isStructured ? each.structuredJson : each.json)).join(",")}]`;
  const { status, headers } = response;
  return new Response(text === "" ? null : text.replaceAll(noTools, () => tools), { status, headers });
}

type ListenRequest = { readonly method: "subscriptions/listen"; readonly id: string | number };

/** Only servers that announce changes need this stream. */
function isListenRequest(body: unknown): body is ListenRequest {
  const { jsonrpc, method, id } = (body ?? {}) as Record<string, unknown>;
  return jsonrpc === "2.0" && method === "subscriptions/listen" && (typeof id === "string" || typeof id === "number");
}

/** The library refuses requests without it. */
function hasMethodHeader({ headers }: Request, method: string): boolean {
  return headers.get("mcp-method") === method;
}

function methodNotFound(id: string | number): Response {
  return Response.json(
    { jsonrpc: "2.0", id, error: { code: codes.methodNotFound, message: "Method not found" } },
    { status: 404 },
  );
}

/** Clients must accept both formats, but some do not say so. */
function withAccept(request: Request, accepts: string): Request {
  const headers = new Headers(request.headers);
  headers.set("Accept", [accepts, "application/json, text/event-stream"].filter((each) => each !== "").join(", "));
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function createServer(catalogue: Catalogue, session: Session): Server {
  const server = new Server(serverInfo, options);
  const { resources, prompts } = catalogue;
  const shownPrompts = () => {
    const shown = new Set(visibleEntries(catalogue, session).map(({ tool }) => tool.name));
    return prompts.filter((prompt) => isAvailable(prompt, shown));
  };
  server.setRequestHandler("tools/list", () => ({ tools: [] }));
  server.setRequestHandler("tools/call", ({ params }, protocol) => callTool(catalogue, session, params, protocol));
  server.setRequestHandler("resources/list", () => ({
    resources: resources.flatMap((each) => (each.isTemplate ? [] : [each.listed])),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resources.flatMap((each) => (each.isTemplate ? [each.listed] : [])),
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }, protocol) =>
    withAccess(session, async () => {
      const answer = await readResource(resources, uri, contextOf(session, uri, protocol));
      if (answer === null) throw new ProtocolError(codes.invalidParams, "Resource not found", { uri });
      return answer;
    }),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: shownPrompts().map(({ listed }) => listed) }));
  server.setRequestHandler("prompts/get", ({ params }, protocol) =>
    withAccess(session, () => {
      const prompt = shownPrompts().find(({ listed }) => listed.name === params.name);
      if (!prompt) throw new ProtocolError(codes.invalidParams, `Unknown prompt: ${params.name}`);
      return promptMessages(prompt, params.arguments ?? {}, contextOf(session, params.name, protocol));
    }),
  );
  server.setRequestHandler("completion/complete", ({ params }, protocol) =>
    withAccess(session, () => complete(catalogue, params, contextOf(session, "completion", protocol))),
  );
  return server;
}

/** Only tools return refusals as results. */
async function withAccess<Answer>(session: Session, answer: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    requireAccess(session);
    return await answer();
  } catch (error) {
    if (error instanceof ToolError) throw new ProtocolError(codes.refused, error.message);
    if (error instanceof ProtocolError) throw error;
    throw internalError(session, error);
  }
}

function internalError({ log, requestId }: Session, error: unknown): ProtocolError {
  log.error(error instanceof Error ? error.stack || error.message : String(error), requestId);
  return new ProtocolError(codes.internal, "Internal error");
}

type CallParams = RequestTypeMap["tools/call"]["params"];

async function callTool(
  { byName }: Catalogue,
  session: Session,
  { name, arguments: input }: CallParams,
  protocol: ServerContext,
): Promise<RawResult> {
  const entry = byName.get(name);
  if (!entry || !isInToolset(entry.tool, session.toolset))
    throw new ProtocolError(codes.invalidParams, `Unknown tool: ${name}`);
  const { tool, shape } = entry;
  try {
    requireAccess(session);
    const missing = missingScopeFor(tool, session.caller.scopes);
    if (missing) throw toToolError(missingScope(missing), scopeRepair(missing));
    const context = contextOf(session, name, protocol);
    const valid = resolveIds(context, tool.input, validateInput(shape, input, context.note));
    const answer = await tool.run(context, valid as never);
    return isToolAnswer(answer) ? toResult(answer, context.notes, session.toolset.isStructured) : answer;
  } catch (error) {
    if (error instanceof ToolError) return errorResult(error, entry, input);
    if (error instanceof ConfirmationNeeded) return error.question;
    if (error instanceof ProtocolError) throw error;
    return errorResult(new ToolError("internal", null, internalError(session, error).message, null, 500), entry, input);
  }
}

function errorResult(error: ToolError, { tool }: Entry, input: unknown): CallToolResult {
  const { code, field, message } = error;
  const texts = [message, repairText(error, tool, input)].filter((text) => text !== null);
  const content = texts.map((text) => ({ type: "text" as const, text }));
  return { content, isError: true, _meta: field === null ? { code } : { code, field } };
}

/** REST checks lengths; the tool's schema knows the repair. */
function repairText(
  error: ToolError,
  { input: schema, names = {}, repairs = {} }: Tool,
  input: unknown,
): string | null {
  const { code, field } = error;
  const isOwn = error.repair !== null || repairs[`${code} ${field}`] !== undefined;
  const own =
    code === "out_of_range" && field !== null && !isOwn
      ? misfitRepair(schema, input, toParameterPath(names, field))
      : null;
  return own ?? repairOf(error, names, repairs);
}
