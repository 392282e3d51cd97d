/** Answers MCP requests of both eras, from a catalogue and the session of each request. */
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
import { type Catalogue, type Entry, missingFor, toResult } from "./catalogue.ts";
import { complete } from "./completions.ts";
import { AskPerson } from "./confirm.ts";
import { instructions } from "./instructions.ts";
import { isOffered, promptMessages } from "./prompts.ts";
import { codes } from "./protocol.ts";
import { repairOf, ToolError } from "./refusal.ts";
import { readResource } from "./resources.ts";
import { contextOf, requireTerms, type Session } from "./session.ts";
import { readInput } from "./shape.ts";
import { isTold, type RawResult } from "./tool.ts";
import { isInToolset } from "./toolsets.ts";

/** As clients see it: in `server/discover`, `initialize` and the server card. */
export const serverInfo = { name: "inglenook", title: "Inglenook", version };

/** What a key may see can change with the key, never with the household: five minutes. Contents are never kept. */
const shortly: CacheHint = { ttlMs: 5 * minute, cacheScope: "private" };
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
    "server/discover": shortly,
    "tools/list": shortly,
    "prompts/list": shortly,
    "resources/list": shortly,
    "resources/templates/list": shortly,
    "resources/read": never,
  },
  // Only needed to check what a client's forms bring, which we look at ourselves; the usual one is made anew each time.
  jsonSchemaValidator: {
    getValidator: () => {
      throw new Error("No schema is validated here");
    },
  },
};

/** The protocol over HTTP for one catalogue. `body` is the request's JSON, read before. */
export class Engine {
  private readonly sessions = new WeakMap<Request, Session>();
  private readonly handler;

  constructor(private readonly catalogue: Catalogue) {
    this.handler = createMcpHandler(({ requestInfo }) => this.serverFor(requestInfo), { maxSubscriptions: 0 });
  }

  /** Answers one request. */
  async answer(request: Request, body: unknown, session: Session): Promise<Response> {
    if (isListening(body) && !(await isLegacyRequest(request, body)) && isNamed(request, body.method)) {
      return methodNotFound(body.id);
    }
    const accepts = request.headers.get("accept") ?? "";
    if (!accepts.includes("text/event-stream") && (await isLegacyRequest(request, body))) {
      return this.answerWhole(request, body, session);
    }
    const sent = accepts.includes("application/json") ? request : withAccept(request, accepts);
    this.sessions.set(sent, session);
    return this.handler.fetch(sent, { parsedBody: body });
  }

  /** An older client that does not take a stream is answered in plain JSON. */
  private async answerWhole(request: Request, body: unknown, session: Session): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = createServer(this.catalogue, session);
    await server.connect(transport);
    try {
      return await transport.handleRequest(withAccept(request, ""), { parsedBody: body });
    } finally {
      await server.close();
    }
  }

  private serverFor(request: Request | undefined): Server {
    const session = request && this.sessions.get(request);
    if (!session) throw new Error("The request has no session");
    return createServer(this.catalogue, session);
  }
}

type Listening = { readonly method: "subscriptions/listen"; readonly id: string | number };

/** A stream of changes, which a server has to offer only where it says so: nothing here is ever told to have changed. */
function isListening(body: unknown): body is Listening {
  const { jsonrpc, method, id } = (body ?? {}) as Record<string, unknown>;
  return jsonrpc === "2.0" && method === "subscriptions/listen" && (typeof id === "string" || typeof id === "number");
}

/** Whether the request's header says the same of its method; the library refuses one that does not. */
function isNamed({ headers }: Request, method: string): boolean {
  return headers.get("mcp-method") === method;
}

function methodNotFound(id: string | number): Response {
  return Response.json(
    { jsonrpc: "2.0", id, error: { code: codes.methodNotFound, message: "Method not found" } },
    { status: 404 },
  );
}

/** The same request, taking both forms that the protocol has for answers, which it obliges clients to take. */
function withAccept(request: Request, accepts: string): Request {
  const headers = new Headers(request.headers);
  headers.set("Accept", [accepts, "application/json, text/event-stream"].filter((each) => each !== "").join(", "));
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

/** One for each request: it holds nothing but its handlers. */
function createServer(catalogue: Catalogue, session: Session): Server {
  const server = new Server(serverInfo, options);
  const { entries, resources, prompts } = catalogue;
  const { scopes } = session.caller;
  const isShown = ({ tool }: Entry) => isInToolset(tool, session.toolset) && missingFor(tool, scopes) === null;
  const shownPrompts = () => {
    const shown = new Set(entries.filter(isShown).map(({ tool }) => tool.name));
    return prompts.filter((prompt) => isOffered(prompt, shown));
  };
  server.setRequestHandler("tools/list", () => ({ tools: entries.filter(isShown).map(({ listed }) => listed) }));
  server.setRequestHandler("tools/call", ({ params }, protocol) => callTool(catalogue, session, params, protocol));
  server.setRequestHandler("resources/list", () => ({
    resources: resources.flatMap((each) => (each.isTemplate ? [] : [each.listed])),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resources.flatMap((each) => (each.isTemplate ? [each.listed] : [])),
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }, protocol) =>
    underTerms(session, async () => {
      const answer = await readResource(resources, uri, contextOf(session, uri, protocol));
      if (answer === null) throw new ProtocolError(codes.invalidParams, "Resource not found", { uri });
      return answer;
    }),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: shownPrompts().map(({ listed }) => listed) }));
  server.setRequestHandler("prompts/get", ({ params }, protocol) =>
    underTerms(session, () => {
      const prompt = shownPrompts().find(({ listed }) => listed.name === params.name);
      if (!prompt) throw new ProtocolError(codes.invalidParams, `Unknown prompt: ${params.name}`);
      return promptMessages(prompt, params.arguments ?? {}, contextOf(session, params.name, protocol));
    }),
  );
  server.setRequestHandler("completion/complete", ({ params }, protocol) =>
    underTerms(session, () => complete(catalogue, params, contextOf(session, "completion", protocol))),
  );
  return server;
}

/** Of anything but a tool, a refusal is an error of the protocol. */
async function underTerms<Answer>(session: Session, answer: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    requireTerms(session);
    return await answer();
  } catch (error) {
    if (error instanceof ToolError) throw new ProtocolError(codes.refused, error.message);
    if (error instanceof ProtocolError) throw error;
    throw fault(session, error);
  }
}

/** Not the caller's: its cause goes to the log alone. */
function fault({ log, requestId }: Session, error: unknown): ProtocolError {
  log.error(error instanceof Error ? error.stack || error.message : String(error), requestId);
  return new ProtocolError(codes.internal, "Internal error");
}

type Called = RequestTypeMap["tools/call"]["params"];

async function callTool(
  { byName }: Catalogue,
  session: Session,
  { name, arguments: input }: Called,
  protocol: ServerContext,
): Promise<RawResult> {
  const entry = byName.get(name);
  if (!entry || !isInToolset(entry.tool, session.toolset))
    throw new ProtocolError(codes.invalidParams, `Unknown tool: ${name}`);
  const { tool, shape } = entry;
  try {
    requireTerms(session);
    const missing = missingFor(tool, session.caller.scopes);
    if (missing) throw new ToolError(missingScope(missing).message, null, 403);
    const answer = await tool.run(contextOf(session, name, protocol), readInput(shape, input) as never);
    return isTold(answer) ? toResult(answer) : answer;
  } catch (error) {
    if (error instanceof ToolError) return refused(error, entry);
    if (error instanceof AskPerson) return error.question;
    if (error instanceof ProtocolError) throw error;
    return refused(new ToolError(fault(session, error).message, null, 500), entry);
  }
}

function refused(error: ToolError, { tool: { names = {}, repairs = {} } }: Entry): CallToolResult {
  const texts = [error.message, repairOf(error, names, repairs)].filter((text) => text !== null);
  return { content: texts.map((text) => ({ type: "text", text })), isError: true };
}
