/** Runs before the protocol library. */
import { codes, currentRevision } from "./codes.ts";

/** Not validated. */
export type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly _meta?: Record<string, unknown> };
};

type Fields = { readonly [name: string]: unknown };

const maxMessages = 50;

const lastRevisionWithBatches = "2025-03-26";

export function messagesOf(body: unknown): Message[] {
  return (Array.isArray(body) ? body : [body]).filter((each) => typeof each === "object" && each !== null);
}

/** `revision` is the header's. Null if the library may get the body. */
export function findFault(body: unknown, revision: string | null): { code: number; message: string } | null {
  if (Array.isArray(body)) {
    if (revision !== null && revision > lastRevisionWithBatches) {
      const message = `Send each message alone: the protocol has no batches after ${lastRevisionWithBatches}`;
      return { code: codes.invalidRequest, message };
    }
    if (body.length > maxMessages) {
      return { code: codes.invalidRequest, message: `Send at most ${maxMessages} messages at once` };
    }
    const ids = messagesOf(body).flatMap(({ id, method }) => (isId(id) && method !== undefined ? [id] : []));
    const isRepeated = new Set(ids).size < ids.length;
    return isRepeated ? { code: codes.invalidRequest, message: "Two messages have the same id" } : null;
  }
  const { method, params, id } = (body ?? {}) as Message;
  if (typeof method !== "string" || !isId(id)) return null;
  if (method === "initialize" && revision === currentRevision) return null;
  const fault = paramsFault(method, (params ?? {}) as Fields);
  return fault === null ? null : { code: codes.invalidParams, message: `${method}: ${fault}` };
}

const isId = (id: unknown) => typeof id === "string" || typeof id === "number";
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The library would return −32603 with a validator dump. */
function paramsFault(method: string, params: Fields): string | null {
  const isText = (value: unknown) => typeof value === "string";
  switch (method) {
    case "tools/call":
      if (!isText(params.name)) return "name must be text";
      return isFields(params.arguments ?? {}) ? null : "arguments must be a JSON object";
    case "tools/list":
    case "prompts/list":
    case "resources/list":
    case "resources/templates/list":
      if (params.cursor === undefined) return null;
      return isText(params.cursor)
        ? "cursor is unknown: leave it out, since the list has one page"
        : "cursor must be text";
    case "initialize": {
      const { protocolVersion, capabilities, clientInfo } = params;
      const isWhole = isText(protocolVersion) && isFields(capabilities) && isFields(clientInfo);
      const isNamed = isFields(clientInfo) && isText(clientInfo.name) && isText(clientInfo.version);
      return isWhole && isNamed
        ? null
        : "params must have protocolVersion, capabilities, and clientInfo with name and version";
    }
    case "resources/read":
      return isText(params.uri) ? null : "uri must be text";
    case "prompts/get": {
      if (!isText(params.name)) return "name must be text";
      const given = params.arguments ?? {};
      return isFields(given) && Object.values(given).every(isText) ? null : "arguments must be a JSON object of texts";
    }
    case "completion/complete": {
      const { ref, argument } = params;
      if (!isFields(ref) || !isText(ref.type)) return "ref must name a prompt or a resource template";
      const isWhole = isFields(argument) && isText(argument.name) && isText(argument.value);
      return isWhole ? null : "argument must have a name and a value, both text";
    }
    default:
      return null;
  }
}

/** Cancellations cannot reach another request. Some clients send `arguments: null`. */
export function normalize(body: unknown): unknown {
  if (Array.isArray(body)) {
    const left = body.filter((each) => each?.method !== "notifications/cancelled").map(withArguments);
    return left.length === 0 && body.length > 0 ? undefined : left;
  }
  return (body as Message | null)?.method === "notifications/cancelled" ? undefined : withArguments(body);
}

function withArguments(message: unknown): unknown {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown };
  if (method !== "tools/call" || !isFields(params) || params.arguments !== null) return message;
  return { ...(message as Fields), params: { ...params, arguments: {} } };
}
