import type { ErrorCode } from "#lib/errors.ts";

/** Error of a request that the server refused. */
export class Failure extends Error {
  override readonly name = "Failure";

  constructor(
    readonly status: number,
    /** Error message of the server in English. The app usually shows the sentence of `errorText` instead. */
    message: string,
    /** Milliseconds to wait before a retry. Null if the server gives no time. */
    readonly retryAfterMs: number | null,
    /** Error code of the server. Null if the failure does not come from the server. */
    readonly code: ErrorCode | null = null,
    /** Path of the invalid field, such as `operations[1].blockId`. Null if no field or more than one is invalid. */
    readonly field: string | null = null,
    readonly details: string | null = null,
  ) {
    super(message);
  }

  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500 || this.code === "in_progress";
  }
}

/**
 * Returns the details that the server sent with a refusal. The caller uses the details to decide what to do. Returns an
 * empty object if the failure has no details, or if the details cannot be read because a proxy has changed them.
 */
export function detailsOf<Details extends object>(failure: unknown): Partial<Details> {
  if (!(failure instanceof Failure) || failure.details === null) return {};
  try {
    return JSON.parse(decodeURIComponent(failure.details)) as Partial<Details>;
  } catch {
    return {};
  }
}

/** Error of a request that got no response. */
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

/** Whether a response comes from a proxy that cannot reach the server. Such a response lacks the server's JSON body. */
function isFromProxy(error: unknown, status: number): boolean {
  return [502, 503, 504].includes(status) && messageOf(error) === unknownFailure;
}

const unknownFailure = "Something went wrong";

function messageOf(error: unknown): string {
  const value = typeof error === "object" && error !== null && "value" in error ? error.value : null;
  const text = typeof value === "object" && value !== null && "error" in value ? value.error : null;
  return typeof text === "string" ? text : unknownFailure;
}
