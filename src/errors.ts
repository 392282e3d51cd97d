export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export const invalid = (message: string) => new ApiError(400, message);
export const malformedRequest = () => new ApiError(400, "Malformed request");
/** RFC 9110 §11.6.1. */
export const unauthorized = (message: string) => new ApiError(401, message, { "WWW-Authenticate": "Bearer" });
export const forbidden = (message: string) => new ApiError(403, message);
/** RFC 6750 §3. */
export const missingScope = (scope: string) =>
  new ApiError(403, `Missing scope: ${scope}`, {
    "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
  });
export const notFound = (thing: string) => new ApiError(404, `${thing} not found`);
export const conflict = (message: string) => new ApiError(409, message);
export const unprocessable = (message: string) => new ApiError(422, message);
/** For ids in the body or query: `memberId: no such member`. */
export const noSuch = (path: string, thing: string) => unprocessable(`${path}: no such ${thing}`);

/** Prefixes errors with an item's path: `events[1].memberIds: no such member`. */
export function within<Result>(place: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 409, 422].includes(error.status)) throw error;
    const isOfField = /^[a-z][\w.[\]]*: /.test(error.message);
    throw new ApiError(error.status, `${place}${isOfField ? "." : ": "}${error.message}`, error.headers);
  }
}

export type ErrorBody = { error: string; statusCode: number };

/** A quota or file limit appears as a failed write. */
const storageTexts: Readonly<Record<string, string>> = {
  SQLITE_FULL: "Disk is full",
  SQLITE_IOERR_WRITE: "Disk is full",
  DATA_GONE: "The data folder is gone",
};

/** Null for a bug. */
export function toApiError(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  const text = Object.hasOwn(storageTexts, code) ? storageTexts[code] : undefined;
  return text === undefined ? null : new ApiError(507, text);
}
