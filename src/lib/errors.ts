/** Codes of errors by status. `docs/errors.md` explains each code. Codes that were released never change. */
export const errorCodes = {
  400: [
    "malformed_request",
    "malformed_json",
    "required",
    "unknown_field",
    "out_of_range",
    "invalid_cursor",
    "invalid_value",
  ],
  401: ["missing_key", "invalid_key", "expired_key", "not_signed_in", "wrong_login"],
  403: [
    "missing_scope",
    "subscription_required",
    "api_plan_required",
    "upgrade_required",
    "app_only",
    "adults_only",
    "owners_only",
    "not_yours",
    "origin_mismatch",
    "invalid_link",
    "forbidden",
    "object_too_large",
  ],
  404: ["not_found"],
  405: ["method_not_allowed"],
  408: ["too_slow"],
  409: ["slot_taken", "meal_full", "in_progress", "conflict"],
  413: ["too_large"],
  415: ["unsupported_type"],
  422: [
    "no_such_reference",
    "name_taken",
    "email_taken",
    "key_reused",
    "limit_reached",
    "last_owner",
    "not_empty",
    "ends_before_start",
    "series_only",
    "rule_required",
    "not_movable",
    "read_only",
    "no_calendar",
    "not_https",
    "has_password",
    "home_network",
    "no_answer",
    "already_followed",
    "wrong_password",
    "no_page",
    "page_closed",
    "page_too_large",
    "no_recipe",
    "other_origin",
    "changed_since",
    "already_undone",
    "not_undoable",
    "unprocessable",
  ],
  426: ["websocket_required"],
  429: ["rate_limited"],
  500: ["internal"],
  502: ["upstream_failed"],
  503: ["turned_off", "not_ready"],
  507: ["disk_full", "data_gone", "calendar_full"],
} as const;

type CodesByStatus = typeof errorCodes;
export type ErrorCode = CodesByStatus[keyof CodesByStatus][number];
type CodeOf<Status extends keyof CodesByStatus> = CodesByStatus[Status][number];

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    /** The path of the wrong field, such as `meals[1].recipeId`. Null if the error is not about a single field. */
    readonly field: string | null,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Error 403 whose challenge names the missing scope (RFC 6750 §3). */
export class MissingScopeError extends ApiError {
  constructor(readonly scope: string) {
    super(403, "missing_scope", null, `Missing scope: ${scope}`, {
      "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  }
}

export const missingScope = (scope: string) => new MissingScopeError(scope);

/** Error of one of several entries of activity that are undone together. `cause` is the error without the entry. */
export class EntryError extends ApiError {
  constructor(
    readonly entryId: string,
    override readonly cause: ApiError,
  ) {
    super(cause.status, cause.code, cause.field, `Entry ${entryId}: ${cause.message}`, cause.headers);
  }
}

type RefusedEntry = { readonly id: string; readonly cause: ApiError };

const maxNamedEntries = 8;

/** Error of several entries of activity that are undone together, if some of them cannot be undone. */
export class EntriesError extends ApiError {
  constructor(
    readonly entries: readonly [RefusedEntry, ...RefusedEntry[]],
    readonly total: number,
  ) {
    const [{ cause }] = entries;
    const named = entries.map(({ id, cause: { message } }) => `Entry ${id}: ${message}`);
    super(cause.status, cause.code, cause.field, EntriesError.textOf(named, total), cause.headers);
  }

  /** Returns the sentence about entries, each described by one text: `3 of 25 stand in the way: …` */
  static textOf(entries: readonly string[], total: number): string {
    const [count, left] = [entries.length, total - entries.length];
    const more = count > maxNamedEntries ? `; and ${count - maxNamedEntries} more` : "";
    const shown = entries.slice(0, maxNamedEntries).join("; ") + more;
    const others = left === 0 ? "" : `. For the other ${left} send partly: true`;
    return `${count} of ${total} ${count === 1 ? "stands" : "stand"} in the way: ${shown}. Nothing was undone${others}`;
  }
}

export const invalid = (field: string, reason: string, code: CodeOf<400> = "invalid_value") =>
  new ApiError(400, code, field, `${field}: ${reason}`);
export const invalidCursor = () => new ApiError(400, "invalid_cursor", "cursor", "Invalid cursor");
export const malformedRequest = (message = "Malformed request") =>
  new ApiError(400, "malformed_request", null, message);
/** Returns an error 401 with the required challenge (RFC 9110 §11.6.1). */
export const unauthorized = (code: CodeOf<401>, message: string) =>
  new ApiError(401, code, null, message, { "WWW-Authenticate": "Bearer" });
/** Returns an error 401. Its challenge has the message (RFC 6750 §3): some MCP clients show only the challenge. */
export const invalidToken = ({ code, message }: ApiError) =>
  new ApiError(401, code, null, message, {
    "WWW-Authenticate": `Bearer error="invalid_token", error_description="${message}"`,
  });
export const missingKey = () => unauthorized("missing_key", "Missing API key");
export const forbidden = (code: CodeOf<403>, message: string) => new ApiError(403, code, null, message);
export const appOnly = () => forbidden("app_only", "Only the app can do this");
export const devicesOnly = () => forbidden("forbidden", "Only a paired tablet can do this");
export const originMismatch = () => forbidden("origin_mismatch", "Origin does not match");
/** Returns an error 404. `thing` is capitalised, such as `Task`. `field` is null if the id is in the path. */
export const notFound = (thing: string, field: string | null = null) =>
  new ApiError(404, "not_found", field, `${thing} not found`);
export const unknownAddress = () => new ApiError(404, "not_found", null, "Not found");
export const methodNotAllowed = (allow: string) =>
  new ApiError(405, "method_not_allowed", null, "Method not allowed", { Allow: allow });
export const conflict = (code: CodeOf<409>, message: string) => new ApiError(409, code, null, message);
export const tooLarge = (message: string) => new ApiError(413, "too_large", null, message);
export const unsupportedType = (message: string) => new ApiError(415, "unsupported_type", null, message);
export const unprocessable = (field: string | null, reason: string, code: CodeOf<422> = "unprocessable") =>
  new ApiError(422, code, field, field === null ? reason : `${field}: ${reason}`);
/** Returns an error 422 such as `memberId: no such member`. */
export const noSuch = (field: string, thing: string) => unprocessable(field, `no such ${thing}`, "no_such_reference");
export const limitReached = (message: string) => unprocessable(null, message, "limit_reached");
export const rateLimited = (retryInSeconds: number, message = "Rate limit exceeded") =>
  new ApiError(429, "rate_limited", null, message, { "Retry-After": String(retryInSeconds) });
export const notReady = (message: string) => new ApiError(503, "not_ready", null, message);
export const diskFull = () => new ApiError(507, "disk_full", null, "Disk is full");
export const calendarFull = () => new ApiError(507, "calendar_full", null, "The calendar is full");
const dataGone = () => new ApiError(507, "data_gone", null, "The data folder is gone");

/** Runs `run`, and adds the path of an item to the errors that it throws: `events[1].memberIds: no such member`. */
export function withFieldPath<Result>(place: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 409, 422].includes(error.status)) throw error;
    const { status, code, field, message, headers } = error;
    if (field === null) throw new ApiError(status, code, place, `${place}: ${message}`, headers);
    throw new ApiError(status, code, `${place}.${field}`, `${place}.${message}`, headers);
  }
}

/** Runs `run` for each item, like {@link withFieldPath} with the field and the index of the item: `events[1]`. */
export function mapWithFieldPath<Item, Result>(
  field: string,
  items: readonly Item[],
  run: (item: Item, index: number) => Result,
): Result[] {
  return items.map((item, index) => withFieldPath(`${field}[${index}]`, () => run(item, index)));
}

/** Throws an error where an expression is needed: `row ?? raise(notFound("List"))`. */
export function raise(error: Error): never {
  throw error;
}

export type ErrorBody = { error: string; statusCode: number };

export const codeHeader = "X-Error-Code";
export const fieldHeader = "X-Error-Field";
/** The header with details of an error. Its value is percent-encoded JSON. */
const errorDetailsHeader = "X-Error-Details";

export type BlockingChange = {
  readonly activityId: string;
  /** The label of the record that was changed. Long labels are shortened. */
  readonly label: string;
  readonly by: { readonly kind: "member" | "api_key" | "system"; readonly name: string };
  readonly at: string;
  /** The date of the change in the household's zone. */
  readonly date: string;
  readonly time: string;
  readonly isDeleted: boolean;
};

/** Why a sign-in to an account failed, if the code of the error does not say it. */
export type SignInReason = "unknown" | "declined" | "scope" | "client" | "used" | "other" | "noClient" | "appPassword";

/** Details of a failed sign-in. `origin` is another server, which the member must confirm. */
export type SignInDetails = { readonly reason?: SignInReason; readonly origin?: string };

/** Adds details to an error, on which programs can act. */
export function withDetails({ status, code, field, message, headers }: ApiError, details: object): ApiError {
  const encoded = encodeURIComponent(JSON.stringify(details).toWellFormed());
  return new ApiError(status, code, field, message, { ...headers, [errorDetailsHeader]: encoded });
}

/** Returns the change that stands in the way of an undo, or null if the error does not name it. */
export function blockingChangeOf({ code, headers }: Pick<ApiError, "code" | "headers">): BlockingChange | null {
  const details = headers[errorDetailsHeader];
  return code === "changed_since" && details !== undefined ? JSON.parse(decodeURIComponent(details)) : null;
}

const maxFieldLength = 120;

export function errorHeaders({ code, field }: Pick<ApiError, "code" | "field">): Record<string, string> {
  return field === null ? { [codeHeader]: code } : { [codeHeader]: code, [fieldHeader]: encodeField(field) };
}

/** Percent-encodes all characters except visible ASCII. If the text is too long, cuts it between characters. */
export function encodeField(field: string): string {
  let encoded = "";
  for (const character of field.toWellFormed()) {
    const next = /[!-$&-~]/.test(character) ? character : encodeURIComponent(character);
    if (encoded.length + next.length > maxFieldLength) break;
    encoded += next;
  }
  return encoded;
}

/** Error codes that mean a full disk. An exceeded quota or file size limit appears as a failed write. */
const fullCodes = ["SQLITE_FULL", "SQLITE_IOERR_WRITE", "ENOSPC", "EDQUOT", "EFBIG"];

export function isDiskFull(thrown: unknown): boolean {
  return fullCodes.includes(codeOf(thrown));
}

/** Returns the API error for a thrown value. Null for an unexpected value, which is a bug. */
export function toApiError(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown;
  if (isDiskFull(thrown)) return diskFull();
  return codeOf(thrown) === "DATA_GONE" ? dataGone() : null;
}

export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
