/** Checks and corrects the JSON-RPC messages of a request before the protocol's library gets them. */
import { codes } from "./codes.ts";

/** A JSON-RPC message that has not been validated. */
export type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly _meta?: Record<string, unknown> };
};

type Fields = { readonly [name: string]: unknown };

/** In one batch, which only older revisions have. */
const maxMessages = 50;

/** The messages in a body, which is one message or a batch. */
export function messagesOf(body: unknown): Message[] {
  return (Array.isArray(body) ? body : [body]).filter((each) => typeof each === "object" && each !== null);
}

/** The JSON-RPC error for a body that must not reach the library; null for a good one. */
export function findFault(body: unknown): { code: number; message: string } | null {
  if (Array.isArray(body)) {
    if (body.length > maxMessages) {
      return { code: codes.invalidRequest, message: `Send at most ${maxMessages} messages at once` };
    }
    const ids = messagesOf(body).flatMap(({ id, method }) => (isId(id) && method !== undefined ? [id] : []));
    const isRepeated = new Set(ids).size < ids.length;
    return isRepeated ? { code: codes.invalidRequest, message: "Two messages have one id" } : null;
  }
  const { method, params, id } = (body ?? {}) as Message;
  if (typeof method !== "string" || !isId(id)) return null;
  const fault = paramsFault(method, (params ?? {}) as Fields);
  return fault === null ? null : { code: codes.invalidParams, message: `${method}: ${fault}` };
}

const isId = (id: unknown) => typeof id === "string" || typeof id === "number";
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What is wrong with the parameters of a method. The library would answer most of it with −32603 instead of −32602, and all of
 * it with a dump of its validator's findings.
 */
function paramsFault(method: string, params: Fields): string | null {
  const isText = (value: unknown) => typeof value === "string";
  const isTextOrAbsent = (value: unknown) => value === undefined || isText(value);
  switch (method) {
    case "tools/call":
      if (!isText(params.name)) return "name must be text";
      return isFields(params.arguments ?? {}) ? null : "arguments must be a JSON object";
    case "tools/list":
    case "prompts/list":
    case "resources/list":
    case "resources/templates/list":
      return isTextOrAbsent(params.cursor) ? null : "cursor must be text";
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

/**
 * The body that the library gets: without cancellations, which cannot reach another request from here, and with
 * `arguments: null`, which some clients send, as an empty object. Undefined where no message is left.
 */
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
