/** Why a tool did not do it: what is wrong, in REST's words where REST refused, and how the caller repairs it. */
import type { ApiError, ErrorCode } from "../../errors.ts";

/** A refusal that becomes a tool result with `isError`: `message` is its first text, `repair` its second. */
export class ToolError extends Error {
  constructor(
    readonly code: ErrorCode,
    /** REST's field where REST refused, else the tool's own parameter. Null unless a single one is at fault. */
    readonly field: string | null,
    message: string,
    /** Names the tool's own parameter, and what to send instead. Null: there is nothing to add. */
    readonly repair: string | null = null,
    /** REST's status; null where the tool itself refused. */
    readonly status: number | null = null,
    /** Whole seconds after which it may be tried again; null: time alone won't help. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  /** The same refusal with another repair. */
  withRepair(repair: string): ToolError {
    return new ToolError(this.code, this.field, this.message, repair, this.status, this.retryAfterSeconds);
  }
}

/** A refusal of REST's as one of a tool's. */
export const toToolError = ({ code, field, message, status }: ApiError, repair: string | null = null) =>
  new ToolError(code, field, message, repair, status);

/** A refusal of the tool itself: `reason` says what it expected of the parameter. */
export const wrongParameter = (
  parameter: string,
  reason: string,
  repair: string | null,
  code: ErrorCode = "invalid_value",
) => new ToolError(code, parameter, `${parameter}: ${reason}`, repair);

/** How parameters of a tool are called where REST calls them otherwise: `{ memberId: "member" }`. */
export type Names = Readonly<Record<string, string>>;

/** Second texts of a tool for REST's refusals, by code, or by code and REST's field: `"no_such_reference recipeId"`. */
export type Repairs = Readonly<Partial<Record<ErrorCode | `${ErrorCode} ${string}`, string>>>;

/** REST's names for the id in a path. */
const pathIds: readonly (string | null)[] = ["id", "listId"];

/**
 * The second text of a refusal. A repair of its own wins; then one that the tool keeps for this code and field, or for this
 * code; else it is made of the code and the field, in the tool's words.
 */
export function repairOf(error: ToolError, names: Names, repairs: Repairs): string | null {
  if (error.repair !== null) return error.repair;
  const { code, field, message } = error;
  const known = repairs[`${code} ${field}`] ?? repairs[code] ?? generalRepair(error);
  if (known !== null) return known;
  if (field === null || code === "not_found") return null;
  if (field === "X-Agent-Name")
    return "The client's header X-Agent-Name is set wrong; no parameter of this tool mends it.";
  // What is no id at all is repaired as an id that nothing has.
  if (code === "invalid_value" && pathIds.includes(field) && repairs.not_found) return repairs.not_found;
  const parameter = field === "Idempotency-Key" ? "idempotencyKey" : toParameterPath(names, field);
  return `Parameter ${parameter}: ${reasonIn(message, field)}${code === "out_of_range" ? outOfRange : ""}. Correct it and call again.`;
}

const outOfRange = "; send a value within these bounds";

/** What REST says of a field: its text names the field first. */
export function reasonIn(message: string, field: string): string {
  return message.slice(`${field}: `.length);
}

/** The repair of a key without a scope. */
export const scopeRepair = (scope: string) =>
  `This key may not do that. A member can make a key with the scope ${scope} in the app's settings.`;

const planRepair =
  "The household's plan does not let keys in at present. Once a member changes it, the same call works again.";

const generalRepairs: Repairs = {
  subscription_required: planRepair,
  api_plan_required: planRepair,
  invalid_cursor: "Parameter cursor: send nextCursor as it was answered, or begin without one.",
  key_reused: "Parameter idempotencyKey: take a new one for another request, or send exactly the first request again.",
  in_progress: "The first call is still running: wait a second, then send the same call again.",
};

function generalRepair({ code, status, retryAfterSeconds }: ToolError): string | null {
  if (code === "rate_limited")
    return `Wait ${retryAfterSeconds === 1 ? "a second" : `${retryAfterSeconds ?? 1} seconds`}, then send the same call again.`;
  return (
    generalRepairs[code] ?? (status !== null && status >= 500 ? "Nothing was changed. Try once more later." : null)
  );
}

/** A place such as `operations[3].content` with the names that the tool has for its parts. */
export function toParameterPath(names: Names, place: string): string {
  return place
    .split(".")
    .map((part) => part.replace(/^[\w-]+/, (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)))
    .filter((part) => part !== "")
    .join(".");
}
