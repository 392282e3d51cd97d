/** The messages of a request, looked at before the protocol's library sees them. */
import { codes } from "./protocol.ts";

/** A message, as far as it is what it should be. */
export type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly _meta?: Record<string, unknown> };
};

type Fields = { readonly [name: string]: unknown };

/** Of older clients, which may send several messages at once. */
const mostMessages = 50;

/** The messages in a body, one or several. */
export function messagesOf(body: unknown): Message[] {
  return (Array.isArray(body) ? body : [body]).filter((each) => typeof each === "object" && each !== null);
}

/** Why a body is none, as a JSON-RPC error's code and words; null: it is one. */
export function faultOf(body: unknown): { code: number; message: string } | null {
  if (Array.isArray(body)) {
    if (body.length > mostMessages) {
      return { code: codes.invalidRequest, message: `Send at most ${mostMessages} messages at once` };
    }
    const ids = messagesOf(body).flatMap(({ id, method }) => (isId(id) && method !== undefined ? [id] : []));
    const isRepeated = new Set(ids).size < ids.length;
    return isRepeated ? { code: codes.invalidRequest, message: "Two messages have one id" } : null;
  }
  const { method, params, id } = (body ?? {}) as Message;
  if (typeof method !== "string" || !isId(id)) return null;
  const wish = wishOf(method, (params ?? {}) as Fields);
  return wish === null ? null : { code: codes.invalidParams, message: `${method}: ${wish}` };
}

const isId = (id: unknown) => typeof id === "string" || typeof id === "number";
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What the parameters of a method lack, in a sentence; null: nothing that the library would not tell better. */
function wishOf(method: string, params: Fields): string | null {
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
 * What the library is to see: without cancellations, since nothing of another request is held here that could be ended, and
 * with `arguments: null`, which some clients send, as none. Undefined: nothing is left.
 */
export function tidied(body: unknown): unknown {
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
