/** Validates and cleans messages before the protocol library reads them. */
import { isRecord } from "#lib/values.ts";
import { codes, metaKeys } from "./codes.ts";

/** JSON-RPC message whose fields are not validated yet. */
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

/** Finds an error that the protocol library would report unhelpfully, or null. `revision` is from the header. */
export function findMessageError(body: unknown, revision: string | null): { code: number; message: string } | null {
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
  if (typeof method !== "string" || !isId(id) || (method === "initialize" && !isLegacyInitialize(body))) return null;
  const failed = checks.get(method)?.find(([isValid]) => !isValid((params ?? {}) as Fields));
  return failed ? { code: codes.invalidParams, message: `${method}: ${failed[1]}` } : null;
}

export const isId = (id: unknown) => typeof id === "string" || typeof id === "number";

type Check = readonly [isValid: (params: Fields) => boolean, fault: string];

const isText = (value: unknown) => typeof value === "string";
const hasName: Check = [({ name }) => isText(name), "name must be text"];
const isWhole: readonly Check[] = [
  [({ cursor = "" }) => isText(cursor), "cursor must be text"],
  [({ cursor }) => cursor === undefined, "cursor is unknown: leave it out, since the list has one page"],
];

const hasUri: readonly Check[] = [[({ uri }) => isText(uri), "uri must be text"]];

/** Checks of parameters by method. The protocol library would report code −32603 and a validator dump. */
const checks = new Map<unknown, readonly Check[]>([
  ["tools/call", [hasName, [(params) => isRecord(params.arguments ?? {}), "arguments must be a JSON object"]]],
  ["tools/list", isWhole],
  ["prompts/list", isWhole],
  ["resources/list", isWhole],
  ["resources/templates/list", isWhole],
  [
    "initialize",
    [[isInitialization, "params must have protocolVersion, capabilities, and clientInfo with name and version"]],
  ],
  ["resources/read", hasUri],
  ["skills/list", isWhole],
  ["skills/get", hasUri],
  [
    "prompts/get",
    [hasName, [(params) => hasTexts(params.arguments ?? {}), "arguments must be a JSON object of texts"]],
  ],
  [
    "completion/complete",
    [
      [({ ref }) => isRecord(ref) && isText(ref.type), "ref must name a prompt or a resource template"],
      [({ argument }) => isNamedValue(argument), "argument must have a name and a value, both text"],
    ],
  ],
]);

function isInitialization({ protocolVersion, capabilities, clientInfo }: Fields): boolean {
  const isNamed = isRecord(clientInfo) && isText(clientInfo.name) && isText(clientInfo.version);
  return isText(protocolVersion) && isRecord(capabilities) && isNamed;
}

const hasTexts = (given: unknown) => isRecord(given) && Object.values(given).every(isText);
const isNamedValue = (given: unknown) => isRecord(given) && isText(given.name) && isText(given.value);

/** Whether the body is an older `initialize`. Ignores the header, because no version has been agreed on yet. */
export function isLegacyInitialize(body: unknown): boolean {
  const { method, params } = (body ?? {}) as Message;
  return method === "initialize" && params?._meta?.[metaKeys.protocolVersion] === undefined;
}

/** Removes cancellations, which cannot reach the request's HTTP exchange. Returns undefined if nothing is left. */
export function withoutCancellations(body: unknown): unknown {
  const isCancellation = (each: unknown) => (each as Message | null)?.method === "notifications/cancelled";
  if (!Array.isArray(body)) return isCancellation(body) ? undefined : body;
  const left = body.filter((each) => !isCancellation(each));
  return left.length === 0 && body.length > 0 ? undefined : left;
}

/** Removes null parameters. Keeps null arguments of tools, because the tool's schema decides about these. */
export function withoutNulls(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutNulls);
  if (!isRecord(body)) return body;
  const { params, ...message } = body;
  if (params === undefined || params === null) return message;
  if (!isRecord(params) || body.method !== "tools/call") return { ...message, params: dropNulls(params) };
  const { arguments: input, ...others } = params;
  return { ...message, params: { ...(dropNulls(others) as Fields), ...(input === null ? {} : { arguments: input }) } };
}

const maxDepth = 8;

function dropNulls(value: unknown, depth = maxDepth): unknown {
  if (!isRecord(value) || depth === 0) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, dropNulls(field, depth - 1)]));
}
