/** The one error of the product, its constructors, and how any failure becomes an answer. */

/** A refusal with the status and the exact text that the caller is to read (contract section 2, Errors). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Extra headers of the answer, such as `Allow` or `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** 400: the request does not fit the schema. `message` is `<path>: <what was expected>`. */
export const invalid = (message: string) => new ApiError(400, message);
/** 400: the request's address can't be read. */
export const malformedRequest = () => new ApiError(400, "Malformed request");
/** 401, with the challenge that RFC 9110 §11.6.1 demands. */
export const unauthorized = (message: string) => new ApiError(401, message, { "WWW-Authenticate": "Bearer" });
/** 403. */
export const forbidden = (message: string) => new ApiError(403, message);
/** 403 for a key without a scope, with the challenge of RFC 6750 §3. */
export const missingScope = (scope: string) =>
  new ApiError(403, `Missing scope: ${scope}`, {
    "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
  });
/** 404: the id in the path names nothing that the caller may see. `thing` is capitalised: `Task`. */
export const notFound = (thing: string) => new ApiError(404, `${thing} not found`);
/** 409: the place is taken, or the thing is done already. */
export const conflict = (message: string) => new ApiError(409, message);
/** 422: well-formed, but it means nothing here. */
export const unprocessable = (message: string) => new ApiError(422, message);
/** 422: an id in the body or query that names nothing the caller may see: `memberId: no such member`. */
export const noSuch = (path: string, thing: string) => unprocessable(`${path}: no such ${thing}`);

/**
 * Runs what is to be done with one item of a list that was sent; a refusal of its values names the item:
 * `events[1].memberIds: no such member`, `meals[0]: Dinner is full`. Refusals of the caller stay as they are.
 */
export function within<Result>(place: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 409, 422].includes(error.status)) throw error;
    const isOfField = /^[a-z][\w.[\]]*: /.test(error.message);
    throw new ApiError(error.status, `${place}${isOfField ? "." : ": "}${error.message}`, error.headers);
  }
}

/** The body of every error answer (interface §7). */
export type ErrorBody = { error: string; statusCode: number };

/** What a refusal of the storage answers, by its code. A quota or a file limit shows as a failed write. */
const storageTexts: Readonly<Record<string, string>> = {
  SQLITE_FULL: "Disk is full",
  SQLITE_IOERR_WRITE: "Disk is full",
  DATA_GONE: "The data folder is gone",
};

/**
 * Turns anything thrown into an {@link ApiError}: itself, or 507 where the storage refused the write. Null for a fault of
 * ours, to be logged and answered with 500.
 */
export function toApiError(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  const text = Object.hasOwn(storageTexts, code) ? storageTexts[code] : undefined;
  return text === undefined ? null : new ApiError(507, text);
}
