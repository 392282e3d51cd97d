import type { ErrorCode } from "#lib/errors.ts";

/** The server refused the request. */
export class Failure extends Error {
  override readonly name = "Failure";

  constructor(
    readonly status: number,
    /** In English; `errorText` translates. */
    message: string,
    /** Null if the server gives none. */
    readonly retryAfterMs: number | null,
    /** Null if the failure does not come from the server. */
    readonly code: ErrorCode | null = null,
    /** The path of the field at fault, such as `operations[1].blockId`; null unless it is a single one. */
    readonly field: string | null = null,
    readonly details: string | null = null,
  ) {
    super(message);
  }

  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500 || this.code === "in_progress";
  }
}

/** No response. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof Failure && error.status === 401;
}

export function toFailure(error: unknown, reply: { status: number; headers: unknown } | null): Failure | Unreachable {
  const status = reply?.status ?? 0;
  if (!reply || status < 200 || isFromProxy(error, status)) return new Unreachable("The server does not answer");
  const headers = new Headers(reply.headers as HeadersInit);
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const code = headers.get("x-error-code") as ErrorCode | null;
  const field = headers.get("x-error-field");
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : null;
  return new Failure(
    status,
    messageOf(error),
    wait,
    code,
    field === null ? null : decodeURIComponent(field),
    headers.get("x-error-details"),
  );
}

/** A proxy that cannot reach the server responds without our body. */
function isFromProxy(error: unknown, status: number): boolean {
  return [502, 503, 504].includes(status) && messageOf(error) === unknownFailure;
}

const unknownFailure = "Something went wrong";

function messageOf(error: unknown): string {
  const value = typeof error === "object" && error !== null && "value" in error ? error.value : null;
  const text = typeof value === "object" && value !== null && "error" in value ? value.error : null;
  return typeof text === "string" ? text : unknownFailure;
}
