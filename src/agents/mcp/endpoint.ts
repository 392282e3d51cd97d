/** Serves `POST /mcp`: streamable HTTP without sessions, with authentication by an API key. */

import { isIP } from "node:net";
import { Elysia } from "elysia";
import {
  ApiError,
  codeHeader,
  type ErrorCode,
  errorCodes,
  errorHeaders,
  forbidden,
  malformedRequest,
  methodNotAllowed,
  originMismatch,
  rateLimited,
} from "#lib/errors.ts";
import { lazy } from "#lib/lazy.ts";
import type { ShortIds } from "#lib/short-ids.ts";
import { parseAgentName } from "#platform/auth/agent-name.ts";
import type { Config } from "#platform/config.ts";
import type { Deps } from "#platform/deps.ts";
import { bodyOf, compress, encodingFor } from "#platform/http/encoding.ts";
import { context, hidden } from "#platform/http/operation.ts";
import type { KeyContext } from "#platform/http/request-context.ts";
import { readJson } from "#platform/http/validation.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Engine } from "./engine.ts";
import { guides } from "./guides.ts";
import { waitText } from "./output/tool-error.ts";
import { codes, metaKeys } from "./protocol/codes.ts";
import {
  findMessageError,
  isLegacyInitialize,
  type Message,
  messagesOf,
  withoutCancellations,
  withoutNulls,
} from "./protocol/messages.ts";
import { StateSigner } from "./protocol/signed-state.ts";
import { readToolset, type Toolset } from "./protocol/visible-tools.ts";
import { createRest, ParsedAnswers } from "./rest-client.ts";
import { iconsAt, originOf, serverCards } from "./server-card.ts";
import type { Directory } from "./session.ts";

const fallbackName = "MCP agent";
const maxNameLength = 60;

type Handle = (request: Request) => Promise<Response>;
type Directories = {
  read(householdId: string, now: Date): Directory;
  shortIds(householdId: string): ShortIds;
};

/** Routes of the MCP endpoint. The protocol library loads with the first request, because it loads slowly. */
export function mcp(deps: Deps, handle: Handle, directories: Directories, catalogueForTests: Catalogue | null) {
  const engine = lazy(() => loadEngine(catalogueForTests));
  const shared = { stateSigner: new StateSigner(), parsed: new ParsedAnswers() };
  const answer = async ({ call }: { call: KeyContext }) =>
    compressed(call, withBaseHeaders(call, await handleRequest(deps, engine, shared, handle, directories, call)));
  return new Elysia()
    .use(serverCards(deps.config))
    .use(guides())
    .use(context)
    .all("/mcp", answer, hidden("key", { id: "callTools" }))
    .all("/mcp/", answer, hidden("key", { id: "callToolsAtSlash" }));
}

async function loadEngine(offered: Catalogue | null): Promise<Engine> {
  const [{ Engine: Loaded }, { catalogue }] = await Promise.all([import("./engine.ts"), import("./catalogue.ts")]);
  return new Loaded(offered ?? catalogue);
}

async function handleRequest(
  deps: Deps,
  engine: () => Promise<Engine>,
  { stateSigner, parsed }: { readonly stateSigner: StateSigner; readonly parsed: ParsedAnswers },
  handle: Handle,
  directories: Directories,
  call: KeyContext,
): Promise<Response> {
  const { request } = call;
  requireAllowedOrigin(request.headers, deps.config);
  if (request.method !== "POST") throw methodNotAllowed("POST");
  const sent = await readBody(request);
  if (sent instanceof Response) return sent;
  const body = withoutCancellations(sent);
  if (body === undefined) return new Response(null, { status: 202 });
  const agentName = agentNameOf(request.headers, body);
  call.recordUse(agentName.shown);
  const { allowance, caller } = call;
  const toolset = toolsetOf(request.headers);
  if (toolset instanceof ApiError) return errorResponse(toolset, codes.invalidParams, body);
  const isAllowed = allowance.allowed && takeTokensForBatch(body, call);
  // The engine refuses a single tool call itself.
  if (!isAllowed && !isToolCall(body)) return rateLimitedResponse(body, allowance.retryInSeconds);
  const authorization = request.headers.get("authorization") ?? "";
  const inherited = { address: call.address, allowance };
  const rest = createRest(handle, { ...inherited, authorization, agentName: agentName.sent }, parsed);
  // Reading these through the REST API would take longer than most tools.
  const directory = () => {
    parseAgentName(agentName.sent);
    return directories.read(caller.householdId, call.now);
  };
  const { now, id: requestId } = call;
  const shown = isLegacyInitialize(body) ? withoutVersion(request) : request;
  const response = await (await engine()).answer(shown, body, {
    caller,
    now,
    rest,
    directory,
    shortIds: directories.shortIds(caller.householdId),
    toolset,
    isAllowed,
    stateSigner,
    icons: () => iconsAt(originOf(deps.config, request)),
    retryInSeconds: allowance.retryInSeconds,
    log: deps.log,
    requestId,
  });
  return withErrorCode(response);
}

async function compressed({ request }: KeyContext, response: Response): Promise<Response> {
  if (!request.headers.has("accept-encoding") || !response.headers.get("content-type")?.startsWith("application/json"))
    return response;
  const body = await response.text();
  const encoding = encodingFor(request, body);
  const { status, headers } = response;
  if (encoding === "identity") return new Response(body, { status, headers });
  headers.set("Content-Encoding", encoding);
  return new Response(bodyOf(compress(body, encoding)), { status, headers });
}

function withErrorCode(response: Response): Response {
  if (response.status < 400) return response;
  const codesByStatus: Readonly<Record<number, readonly ErrorCode[]>> = errorCodes;
  response.headers.set(codeHeader, codesByStatus[response.status]?.[0] ?? "malformed_request");
  return response;
}

async function readBody(request: Request): Promise<unknown> {
  try {
    const value = withoutNulls((await readJson(request)).value);
    const fault = findMessageError(value, request.headers.get("mcp-protocol-version"));
    if (!fault) return value;
    return fault.code === codes.invalidParams
      ? Response.json(errorMessage(fault.code, fault.message, value))
      : errorResponse(malformedRequest(fault.message), fault.code, value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return errorResponse(error, error.status === 400 ? codes.unreadable : codes.refused, null);
  }
}

function withoutVersion({ url, method, headers: sent, signal }: Request): Request {
  const headers = new Headers(sent);
  headers.delete("mcp-protocol-version");
  return new Request(url, { method, headers, signal });
}

function withBaseHeaders(call: KeyContext, response: Response): Response {
  for (const [name, value] of Object.entries(call.headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

function toolsetOf(headers: Headers): Toolset | ApiError {
  try {
    return readToolset(headers);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Takes a token for each request of a batch except the first, which has one. Returns false if tokens run out. */
function takeTokensForBatch(body: unknown, call: KeyContext): boolean {
  const requests = messagesOf(body).filter(({ id, method }) => id !== undefined && typeof method === "string");
  return requests.slice(1).every(() => call.takeToken());
}

const isToolCall = (body: unknown) => (body as Message | null)?.method === "tools/call";

function rateLimitedResponse(body: unknown, retryInSeconds: number): Response {
  const { code, message, headers } = rateLimited(Math.max(1, retryInSeconds));
  const wait = waitText(Math.max(1, retryInSeconds), "send it again");
  const content = [message, wait].map((text) => ({ type: "text", text }));
  const refused = { content, isError: true, _meta: { code } };
  const answers = messagesOf(body)
    .filter(({ id }) => id !== undefined)
    .map((each) =>
      isToolCall(each)
        ? { jsonrpc: "2.0", id: each.id, result: refused }
        : { jsonrpc: "2.0", id: each.id, error: { code: codes.refused, message: `${message}. ${wait}` } },
    );
  if (answers.length === 0) return new Response(null, { status: 202, headers });
  return Response.json(Array.isArray(body) ? answers : answers[0], { headers });
}

function errorResponse(error: ApiError, code: number, body: unknown): Response {
  const headers = { ...errorHeaders(error), ...error.headers };
  return Response.json(errorMessage(code, error.message, body), { status: error.status, headers });
}

function errorMessage(code: number, message: string, body: unknown) {
  const id = Array.isArray(body) ? null : (messagesOf(body)[0]?.id ?? null);
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Returns the agent's name. `sent` goes to the REST API, which refuses an invalid name. People see `shown`. */
function agentNameOf(headers: Headers, body: unknown): { sent: string; shown: string | null } {
  const given = headers.get("x-agent-name");
  if (given !== null) return { sent: given, shown: readableName(given) };
  const client = messagesOf(body)[0]?.params?._meta?.[metaKeys.clientInfo] as { name?: unknown } | undefined;
  const name = typeof client?.name === "string" ? [...client.name].slice(0, maxNameLength).join("") : fallbackName;
  const shown = readableName(encodeName(name)) ?? fallbackName;
  return { sent: encodeName(shown), shown };
}

function encodeName(name: string): string {
  return `UTF-8''${encodeURIComponent(name.toWellFormed())}`;
}

function readableName(header: string): string | null {
  try {
    return parseAgentName(header);
  } catch {
    return null;
  }
}

/** Checks the hosts in the headers Host and Origin, ignoring ports. @throws ApiError 403 */
function requireAllowedOrigin(
  headers: Headers,
  config: Pick<Config, "origins" | "allowedHosts" | "corsOrigins">,
): void {
  if (!isAllowedHost(hostNameOf(`http://${headers.get("host") ?? ""}`), config)) {
    throw forbidden("forbidden", "Host is not allowed: name it in ALLOWED_HOSTS");
  }
  const origin = headers.get("origin");
  if (origin === null || config.corsOrigins.includes(origin)) return;
  if (!/^https?:/.test(origin) || !isAllowedHost(hostNameOf(origin), config)) throw originMismatch();
}

function isAllowedHost(
  name: string | null,
  { origins, allowedHosts }: Pick<Config, "origins" | "allowedHosts">,
): boolean {
  if (name === null) return false;
  if (name === "localhost" || name.endsWith(".localhost") || isIP(name.replace(/^\[|\]$/g, "")) !== 0) return true;
  return allowedHosts.includes(name) || origins.some((origin) => hostNameOf(origin) === name);
}

/** Returns the host name without port and final dot. Returns null for an invalid address. */
function hostNameOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  return url.hostname.replace(/\.$/, "");
}
