import {
  type CacheHint,
  type CallToolResult,
  type CompleteResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  type RequestTypeMap,
  Server,
  SERVER_INFO_META_KEY as serverInfoKey,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { missingScope } from "#lib/errors.ts";
import { minute } from "#lib/time.ts";
import { isRecord } from "#lib/values.ts";
import { adultsOnlyError } from "#platform/auth/role.ts";
import { version } from "#platform/version.ts";
import { type Catalogue, type CatalogueEntry, findMissingScope, isForRole, toResult } from "./catalogue.ts";
import { repairForParameter, runTool } from "./input/validate-input.ts";
import { visible, visibleIn } from "./output/format.ts";
import { otherErrorLines, repairOf, ToolError, toParameterPath, toToolError } from "./output/tool-error.ts";
import { isAvailable, promptMessages } from "./prompts.ts";
import { codes } from "./protocol/codes.ts";
import { ConfirmationNeeded } from "./protocol/confirm.ts";
import { type DirectRequest, directResponse, readDirect } from "./protocol/direct.ts";
import { isId, messagesOf } from "./protocol/messages.ts";
import {
  findSimilarTool,
  instructionsFor,
  isInToolset,
  omitHiddenTools,
  omitHiddenToolsInDescriptions,
  type Toolset,
  type VisibleTools,
} from "./protocol/visible-tools.ts";
import { listResources, readResource } from "./resources.ts";
import { contextOf, dryRunContext, requireAccess, type Session } from "./session.ts";
import { findSkill, skillCache, skillContents, skills } from "./skills.ts";
import { type Context, isToolAnswer, type Protocol, type RawResult, type Tool } from "./tool.ts";

export const serverInfo = { name: "inglenook", title: "Inglenook", version };

/** Cache hint for lists, which depend only on the key and its role. Results and texts are never cached. */
const fiveMinutes: CacheHint = { ttlMs: 5 * minute, cacheScope: "private" };
const neverCached: CacheHint = { ttlMs: 0, cacheScope: "private" };

const options = {
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
    "resources/list": neverCached,
    "resources/templates/list": fiveMinutes,
    "resources/read": neverCached,
  },
  // No schema is validated, but the default is slow to construct.
  jsonSchemaValidator: {
    getValidator: () => {
      throw new Error("No schema is validated here");
    },
  },
};

const completeResult = { resultType: "complete", _meta: { [serverInfoKey]: serverInfo } };
const toolsListEnd = `,${JSON.stringify({ ...fiveMinutes, ...completeResult }).slice(1, -1)}`;

/** Adds the fields that each complete result of the current revision has. */
function completed(result: RawResult): object {
  return { ...result, resultType: "complete", _meta: { ...result._meta, [serverInfoKey]: serverInfo } };
}

type View = VisibleTools & {
  readonly entries: readonly CatalogueEntry[];
  readonly instructions: string;
  /** JSON in ASCII: a single other character makes the encoding of the list take 25 µs instead of 3 µs. */
  readonly toolsJson: string;
};

const maxViews = 100;

export class Engine {
  private readonly views = new BoundedCache<string, View>({ eviction: "fifo", maxSize: maxViews });
  private readonly all: ReadonlySet<string>;

  constructor(private readonly catalogue: Catalogue) {
    this.all = new Set(catalogue.byName.keys());
  }

  async answer(request: Request, body: unknown, session: Session): Promise<Response> {
    const direct = readDirect(request, body);
    const answered = direct && (await this.answerDirectly(direct, session));
    if (answered) return answered;
    const { jsonrpc, method, id } = isRecord(body) ? body : {};
    // The server does not offer the stream of changes. The protocol library refuses requests whose headers do not name
    // the method.
    const isListen = jsonrpc === "2.0" && method === "subscriptions/listen" && isId(id);
    if (isListen && !(await isLegacyRequest(request, body)) && request.headers.get("mcp-method") === method) {
      const error = { code: codes.methodNotFound, message: "Method not found" };
      return Response.json({ jsonrpc, id, error }, { status: 404 });
    }
    const response = await this.serve(request, body, session);
    const isToolListing = messagesOf(body).some((each) => each.method === "tools/list");
    return isToolListing ? withTools(response, this.viewOf(session).toolsJson) : response;
  }

  /** Returns null if the protocol library has to answer: for an unknown tool, and where the tool might ask the person. */
  private async answerDirectly(direct: DirectRequest, session: Session): Promise<Response | null> {
    const { call, isModern, canAsk, protocol } = direct;
    const view = this.viewOf(session);
    if (call === null) {
      return directResponse(direct, `{"tools":[${view.toolsJson}]${isModern ? toolsListEnd : ""}}`);
    }
    const tool = this.catalogue.byName.get(call.name)?.tool;
    const isUsual =
      tool && isInToolset(tool, session.toolset) && tool.output !== null && (tool.does === "reads" || !canAsk);
    if (!isUsual) return null;
    const result = await callTool(this.catalogue, session, view, call, protocol);
    return directResponse(direct, JSON.stringify(isModern ? completed(result) : result));
  }

  private viewOf({ toolset, caller }: Session): View {
    const { scopes, role } = caller;
    const key = [[...toolset.names].sort(), toolset.isReadOnly, toolset.isStructured, scopes, role].join(" ");
    const known = this.views.get(key);
    if (known) return known;
    const view = createView(this.catalogue, this.all, toolset, caller);
    this.views.set(key, view);
    return view;
  }

  /** Handles a request with a new protocol server, which costs 4 µs and prevents shared state. */
  private async serve(request: Request, body: unknown, session: Session): Promise<Response> {
    const accepts = request.headers.get("accept") ?? "";
    if (!accepts.includes("text/event-stream") && (await isLegacyRequest(request, body))) {
      return this.serveWithoutStream(request, body, session);
    }
    const sent = accepts.includes("application/json") ? request : withAccept(request, accepts);
    const create = ({ era }: { readonly era: "modern" | "legacy" }) =>
      createServer(this.catalogue, session, this.viewOf(session), {
        isModern: era === "modern",
        isGreeting: isGreeting(body),
      });
    return createMcpHandler(create, { maxSubscriptions: 0 }).fetch(sent, { parsedBody: body });
  }

  private async serveWithoutStream(request: Request, body: unknown, session: Session): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const kind = { isModern: false, isGreeting: isGreeting(body) };
    const server = createServer(this.catalogue, session, this.viewOf(session), kind);
    await server.connect(transport);
    try {
      return await transport.handleRequest(withAccept(request, ""), { parsedBody: body });
    } finally {
      await server.close();
    }
  }
}

function createView(
  catalogue: Catalogue,
  all: View["all"],
  toolset: Toolset,
  { scopes, role }: Session["caller"],
): View {
  const entries = catalogue.entries.filter(
    ({ tool }) => isInToolset(tool, toolset) && findMissingScope(tool, scopes) === null && isForRole(tool, role),
  );
  const visibleTools = { names: new Set(entries.map(({ tool }) => tool.name)), all };
  const shown = entries.map(({ listed, outputSchema }) => {
    const fitting = omitHiddenToolsInDescriptions(listed, visibleTools);
    return JSON.stringify(toolset.isStructured && outputSchema ? { ...fitting, outputSchema } : fitting);
  });
  const toolsJson = toAscii(shown.join(","));
  return { ...visibleTools, entries, instructions: instructionsFor(visibleTools), toolsJson };
}

const toAscii = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Replaces the placeholder by the serialised list of tools, 50 KB. No text in JSON can be equal to the placeholder. */
async function withTools(response: Response, toolsJson: string): Promise<Response> {
  const text = await response.text();
  const tools = `"result":{"tools":[${toolsJson}]`;
  const { status, headers } = response;
  return new Response(text === "" ? null : text.replaceAll('"result":{"tools":[]', () => tools), { status, headers });
}

/** Adds all response formats to the header `Accept`. Every client must name all of them there, but some do not. */
function withAccept(request: Request, accepts: string): Request {
  const headers = new Headers(request.headers);
  headers.set("Accept", [accepts, "application/json, text/event-stream"].filter((each) => each !== "").join(", "));
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

const skillsExtension = { extensions: { "io.modelcontextprotocol/skills": {} } };

/** Whether the client asks who the server is. Only then the answer has icons, although each one names the server. */
const isGreeting = (body: unknown) =>
  messagesOf(body).some(({ method }) => method === "initialize" || method === "server/discover");

function createServer(
  catalogue: Catalogue,
  session: Session,
  view: View,
  { isModern, isGreeting }: { readonly isModern: boolean; readonly isGreeting: boolean },
): Server {
  const capabilities = { ...options.capabilities, ...(isModern && skillsExtension) };
  const info = isGreeting ? { ...serverInfo, icons: session.icons() } : serverInfo;
  const server = new Server(info, { ...options, capabilities, instructions: view.instructions });
  if (isModern) serveSkills(server);
  const { resources, prompts } = catalogue;
  const shownPrompts = () => prompts.filter((prompt) => isAvailable(prompt, view.names));
  server.setRequestHandler("tools/list", () => ({ tools: [] }));
  server.setRequestHandler("tools/call", ({ params }, protocol) =>
    callTool(catalogue, session, view, params, protocol),
  );
  server.setRequestHandler("resources/list", (_, protocol) =>
    withProtocolErrors(session, async () => ({
      resources: [
        ...(await listResources(resources, contextOf(session, "resources", protocol))),
        ...(isModern ? [] : skills.map(({ listed }) => listed)),
      ],
    })),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resources.flatMap((each) => (each.isTemplate ? [each.listed] : [])),
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }, protocol) =>
    withAccess(session, async () => {
      const skill = findSkill(uri);
      if (skill) return { ...skillContents(skill), ...(isModern && skillCache) };
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
      return promptMessages(prompt, params.arguments ?? {}, contextOf(session, params.name, protocol), view.names);
    }),
  );
  server.setRequestHandler("completion/complete", ({ params }, protocol) =>
    withAccess(session, () => complete(catalogue, params, contextOf(session, "completion", protocol))),
  );
  return server;
}

const unchecked = {
  "~standard": { version: 1 as const, vendor: "inglenook", validate: (value: unknown) => ({ value }) },
};

/** Serves the skills extension, which exists from the revision 2026-07-28 on. Older clients read skills as resources. */
function serveSkills(server: Server): void {
  server.setRequestHandler("skills/list", { params: unchecked }, () => ({
    skills: skills.map(({ entry }) => entry),
    ...skillCache,
  }));
  server.setRequestHandler("skills/get", { params: unchecked }, (params) => {
    const uri = isRecord(params) ? params.uri : undefined;
    const skill = findSkill(uri);
    if (!skill) throw new ProtocolError(codes.invalidParams, "Skill not found", { uri });
    return { skill: skill.entry, ...skillCache };
  });
}

function withAccess<Answer>(session: Session, answer: () => Answer | Promise<Answer>): Promise<Answer> {
  return withProtocolErrors(session, () => {
    requireAccess(session);
    return answer();
  });
}

/** Runs a request that is no tool call. Only tools may return an error as a result, so others throw it. */
async function withProtocolErrors<Answer>(session: Session, answer: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return visibleIn(await answer());
  } catch (error) {
    if (error instanceof ToolError) throw toProtocolError(error);
    if (error instanceof ProtocolError) throw error;
    throw internalError(session, error);
  }
}

/** Converts a tool's error to a protocol error. The error has a status if the REST API refused the request. */
function toProtocolError(error: ToolError): ProtocolError {
  const { code, status, message } = error;
  const text = code === "rate_limited" ? `${message}. ${repairOf(error, {}, {})}` : message;
  return new ProtocolError(status === null ? codes.invalidParams : codes.refused, visible(text));
}

function internalError({ log, requestId }: Session, error: unknown): ProtocolError {
  log.error(error instanceof Error ? error.stack || error.message : String(error), requestId);
  return new ProtocolError(codes.internal, "Internal error");
}

type CallParams = RequestTypeMap["tools/call"]["params"];

async function callTool(
  { byName }: Catalogue,
  session: Session,
  view: View,
  { name, arguments: input }: CallParams,
  protocol: Protocol,
): Promise<RawResult> {
  const entry = byName.get(name);
  if (!entry || !isInToolset(entry.tool, session.toolset))
    throw new ProtocolError(codes.invalidParams, unknownToolText(name, view));
  const { tool } = entry;
  try {
    requireAccess(session);
    const { scopes, role } = session.caller;
    const missing = findMissingScope(tool, scopes);
    if (missing) throw toToolError(missingScope(missing));
    if (!isForRole(tool, role)) throw toToolError(adultsOnlyError());
    const context = contextOf(session, name, protocol);
    const answer = await runTool(entry, context, () => dryRunContext(context), input);
    return visibleIn(isToolAnswer(answer) ? toResult(answer, context.notes, session.toolset.isStructured) : answer);
  } catch (error) {
    if (error instanceof ToolError) return errorResult(error, entry, input, view);
    if (error instanceof ConfirmationNeeded) return visibleIn(error.question);
    if (error instanceof ProtocolError) throw error;
    const internal = new ToolError("internal", null, internalError(session, error).message, null, 500);
    return errorResult(internal, entry, input, view);
  }
}

function unknownToolText(name: string, { names }: View): string {
  const near = findSimilarTool(name, names);
  return `Unknown tool: ${name.slice(0, 100)}${near === null ? "" : `. Did you mean ${near}?`}`;
}

function errorResult(error: ToolError, { tool }: CatalogueEntry, input: unknown, tools: VisibleTools): CallToolResult {
  const { code, field, message } = error;
  const repair = repairText(error, tool, input);
  const others = otherErrorLines(error.others, tool.names ?? {}, (each) => repairText(each, tool, input));
  const end = others.length > 0 && tool.does !== "reads" ? ["Nothing was changed."] : [];
  const lines = [repair ?? [], others].flat().map((line) => omitHiddenTools(line, tools, otherRepair));
  const more = [...lines, ...end].join("\n");
  const texts = more === "" ? [message] : [message, more];
  const content = texts.map((text) => ({ type: "text" as const, text: visible(text) }));
  return { content, isError: true, _meta: field === null ? { code } : { code, field } };
}

const otherRepair = "Take what an earlier answer returned.";

/** Returns how to correct the call, or null. For a value out of range, makes the sentence from the tool's schema. */
function repairText(
  error: ToolError,
  { input: schema, names = {}, repairs = {} }: Tool,
  input: unknown,
): string | null {
  const { code, field } = error;
  const isOwn = error.repair !== null || repairs[`${code} ${field}`] !== undefined;
  const own =
    code === "out_of_range" && field !== null && !isOwn
      ? repairForParameter(schema, input, toParameterPath(names, field))
      : null;
  return own ?? repairOf(error, names, repairs);
}

const maxValues = 100;

type CompletionParams = RequestTypeMap["completion/complete"]["params"];

/** Returns completions for an argument. @throws ProtocolError if the prompt or the resource template is unknown */
export async function complete(
  { prompts, resources }: Catalogue,
  params: CompletionParams,
  context: Context,
): Promise<CompleteResult> {
  const { ref, argument } = params;
  const found =
    ref.type === "ref/prompt"
      ? prompts.find(({ listed }) => listed.name === ref.name)
      : resources.find((each) => each.isTemplate && each.listed.uriTemplate === ref.uri);
  if (!found) throw new ProtocolError(codes.invalidParams, "ref: there is no such prompt or resource template");
  const completions = "complete" in found ? (found.complete ?? {}) : {};
  const completion = Object.hasOwn(completions, argument.name) ? completions[argument.name] : undefined;
  const values = completion ? await completion(context, argument.value) : [];
  const shown = values.slice(0, maxValues);
  return { completion: { values: [...shown], total: values.length, hasMore: shown.length < values.length } };
}
