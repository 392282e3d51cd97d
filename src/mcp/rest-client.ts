/** A tool's way to the household: REST operations, in this process. Scopes, plan, attribution and activity hold as for anybody. */
import type { Allowance } from "../auth/rate-limit.ts";
import { codeHeader, type ErrorCode, fieldHeader } from "../errors.ts";
import { InternalRequest } from "../http/internal-request.ts";
import { scopeRepair, ToolError } from "./output/tool-error.ts";

/** What an operation answered. */
export type RestAnswer<Body> = {
  readonly body: Body;
  /** The feed's entry about the change; null where nothing changed, and for a read. */
  readonly activityId: string | null;
  /** True where it is the first answer again, by its idempotency key. */
  readonly isReplay: boolean;
};

/**
 * Calls an operation: `rest<Task>("POST", "/v1/tasks", { label })`. The path is written with its query.
 * @throws ToolError with REST's text and status where it refuses.
 */
export type Rest = <Body = unknown>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  options?: { readonly idempotencyKey?: string | undefined },
) => Promise<RestAnswer<Body>>;

/** On whose behalf. */
export type Origin = {
  readonly authorization: string;
  /** As the header is to be sent. */
  readonly agentName: string;
  readonly address: string;
  /** What was taken for the MCP request: operations take no further token. */
  readonly allowance: Allowance;
};

/** The scope that the challenge of a refused key asks for. */
const challengedScope = /scope="([^"]+)"/;

/** The operations of a server, on behalf of one MCP request. `handle` is the server itself. */
export function createRest(handle: (request: Request) => Promise<Response>, origin: Origin): Rest {
  const { authorization, agentName, address, allowance } = origin;
  return async <Body>(
    method: string,
    path: string,
    body?: object,
    options: { idempotencyKey?: string | undefined } = {},
  ) => {
    const headers = new Headers({ Authorization: authorization, "X-Agent-Name": agentName });
    if (body !== undefined) headers.set("Content-Type", "application/json");
    if (options.idempotencyKey !== undefined) setIdempotencyKey(headers, options.idempotencyKey);
    const sent = body === undefined ? null : JSON.stringify(body);
    const init = { method, headers, body: sent };
    const response = await handle(new InternalRequest(`http://localhost${path}`, init, { address, allowance }));
    const answer = (await response.json()) as Body & { error?: string };
    if (response.status !== 200) {
      const retryAfter = response.headers.get("retry-after");
      const field = response.headers.get(fieldHeader);
      const scope = challengedScope.exec(response.headers.get("www-authenticate") ?? "")?.[1];
      throw new ToolError(
        (response.headers.get(codeHeader) ?? "internal") as ErrorCode,
        field === null ? null : decodeURIComponent(field),
        answer.error ?? "Internal error",
        scope === undefined ? null : scopeRepair(scope),
        response.status,
        retryAfter ? Number(retryAfter) : null,
      );
    }
    return {
      body: answer,
      activityId: response.headers.get("x-activity-id"),
      isReplay: response.headers.get("idempotency-replayed") === "true",
    };
  };
}

/** @throws ToolError in REST's words for a key that no header can carry. */
function setIdempotencyKey(headers: Headers, key: string): void {
  if (!/^[\x20-\x7e]{1,255}$/.test(key) || key.trim() === "") {
    throw new ToolError(
      "invalid_value",
      "Idempotency-Key",
      "Idempotency-Key: must be 1 to 255 printable ASCII characters",
      "Parameter idempotencyKey: must be 1 to 255 printable ASCII characters. A UUID will do.",
    );
  }
  headers.set("Idempotency-Key", key);
}

/** What was read; null for a key that may write but not read, where that will do. */
export async function ifReadable<Read>(reading: Promise<Read>): Promise<Read | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ToolError && error.status === 403) return null;
    throw error;
  }
}

/**
 * A record by its path. A key that may write but not read gets it as the answer of an empty PATCH, sent to `writable` where that
 * is not the same path.
 */
export async function readRecord<Stored>(
  { rest }: { readonly rest: Rest },
  path: string,
  writable = path,
): Promise<Stored> {
  const read = await ifReadable(rest<Stored>("GET", path));
  return (read ?? (await rest<Stored>("PATCH", writable, {}))).body;
}
