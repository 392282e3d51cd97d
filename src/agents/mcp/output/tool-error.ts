import { type ApiError, EntryError, type ErrorCode, MissingScopeError } from "#lib/errors.ts";
import { firstOf } from "./format.ts";

/** Error that a tool returns as a result. `message` says what is wrong, and `repair` how to correct the call. */
export class ToolError extends Error {
  constructor(
    readonly code: ErrorCode,
    /** Name of the field in the REST API, or of the tool's parameter. */
    readonly field: string | null,
    message: string,
    readonly repair: string | null = null,
    /** HTTP status of the REST API's refusal. Null if the error comes from the tool itself. */
    readonly status: number | null = null,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  /** Further errors of the same call. */
  others: readonly ToolError[] = [];
  /** Parameter that names the record, if the record does not exist: then there is no `field`, as in the REST API. */
  parameter: string | null = null;

  withRepair(repair: string): ToolError {
    const error = new ToolError(this.code, this.field, this.message, repair, this.status, this.retryAfterSeconds);
    error.parameter = this.parameter;
    return error;
  }
}

export function toToolError(refusal: ApiError): ToolError {
  const { code, field, message, status, headers } = refusal;
  const { "Retry-After": retryAfter } = headers;
  const reason = refusal instanceof EntryError ? refusal.cause : refusal;
  const repair = reason instanceof MissingScopeError ? scopeRepair(reason.scope) : null;
  const error = new ToolError(
    code,
    field,
    message,
    repair,
    status,
    retryAfter === undefined ? null : Number(retryAfter),
  );
  error.cause = refusal;
  return error;
}

const scopeRepair = (scope: string) =>
  `This key may not do that. A member can create a key with the scope ${scope} in the app's settings.`;

/** Returns an error about a parameter. `repair` says what to do with the parameter `at`: `leave it out`. */
export function wrongParameter(
  parameter: string,
  reason: string,
  repair: string,
  { code = "invalid_value", at = parameter }: { code?: ErrorCode; at?: string } = {},
): ToolError {
  return new ToolError(code, parameter, `${parameter}: ${reason}`, `Parameter ${at}: ${repair}`);
}

/** Returns an error about parameters of which only one can be sent. `repair` is a whole sentence about them. */
export const wrongChoice = (parameter: string, reason: string, repair: string, code: ErrorCode = "invalid_value") =>
  new ToolError(code, parameter, `${parameter}: ${reason}`, repair);

/** Names of a tool's parameters by field of the REST API: `{ memberId: "member" }`. */
export type ParameterNames = Readonly<Record<string, string>>;

/**
 * Advice on how to repair a refused call. The keys are error codes, or a code and a field of the REST API, such as
 * `"no_such_reference recipeId"`.
 */
export type Repairs = Readonly<Partial<Record<ErrorCode | `${ErrorCode} ${string}`, string>>>;

const pathIds: readonly (string | null)[] = ["id", "listId"];

export function repairOf(error: ToolError, names: ParameterNames, repairs: Repairs): string | null {
  if (error.repair !== null) return error.repair;
  const { code, field, message } = error;
  const known = repairs[`${code} ${field}`] ?? repairs[code] ?? generalRepair(error);
  if (known !== null) return known;
  if (field === null || code === "not_found") return null;
  if (field === "X-Agent-Name")
    return "The client's header X-Agent-Name is invalid; no parameter of this tool can fix it.";
  // An invalid id gets the repair of an unknown one.
  if (code === "invalid_value" && pathIds.includes(field) && repairs.not_found) return repairs.not_found;
  const parameter = field === "Idempotency-Key" ? "idempotencyKey" : toParameterPath(names, field);
  return `Parameter ${parameter}: ${reasonIn(message, field)}${code === "out_of_range" ? outOfRange : ""}. Correct it and call again.`;
}

const outOfRange = "; send a value within these bounds";

export function reasonIn(message: string, field: string): string {
  return message.slice(`${field}: `.length);
}

const planRepair =
  "The household's plan does not allow API keys at present. Once a member changes it, the same call works again.";

const generalRepairs: Repairs = {
  subscription_required: planRepair,
  api_plan_required: planRepair,
  adults_only: "This key belongs to a child or guest, who may not do that. Ask an adult of the household to do it.",
  invalid_cursor: "Parameter cursor: send nextCursor exactly as returned, or leave it out to start again.",
  key_reused: "Parameter idempotencyKey: use a new one for another request, or send the first request again unchanged.",
  in_progress: "The first call is still running: wait a second, then send the same call again.",
};

function generalRepair({ code, status, retryAfterSeconds }: ToolError): string | null {
  if (code === "rate_limited") return waitText(retryAfterSeconds ?? 1, "send the same call again");
  return (
    generalRepairs[code] ?? (status !== null && status >= 500 ? "Nothing was changed. Try once more later." : null)
  );
}

export function waitText(seconds: number, then: string): string {
  return `Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then ${then}.`;
}

/** Converts a path of the REST API such as `operations[3].content` to the path of the tool's parameter. */
export function toParameterPath(names: ParameterNames, place: string): string {
  return place
    .split(".")
    .map((part) => part.replace(/^[\w-]+/, (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)))
    .filter((part) => part !== "")
    .join(".");
}

const maxErrors = 40;

export function combineErrors([first, ...more]: readonly [ToolError, ...ToolError[]]): ToolError {
  const all = [first.others, ...more.flatMap((each) => [[each], each.others])].flat();
  const byMessage = new Map(all.map((each) => [each.message, each]));
  byMessage.delete(first.message);
  first.others = [...byMessage.values()];
  return first;
}

type Steps<Results extends readonly unknown[]> = {
  readonly [Index in keyof Results]: () => Results[Index] | Promise<Results[Index]>;
};

/** Runs all steps in order and returns their results. @throws ToolError with the errors of all steps */
export async function runAll<Results extends readonly unknown[]>(...steps: Steps<Results>): Promise<Results> {
  const results: unknown[] = [];
  const errors: ToolError[] = [];
  for (const step of steps) {
    try {
      results.push(await step());
    } catch (error) {
      if (error instanceof ToolError) errors.push(error);
      else if (errors.length === 0) throw error;
      // Errors from the REST API, such as a rate limit, concern the whole call.
      if (!(error instanceof ToolError) || error.status !== null || errors.length === maxErrors) break;
    }
  }
  const [first, ...others] = errors;
  if (first) throw combineErrors([first, ...others]);
  return results as unknown as Results;
}

export function runEach<Item, Result>(
  items: readonly Item[],
  step: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  return runAll<Result[]>(...items.map((item, index) => () => step(item, index)));
}

const maxLines = 10;
const maxPlaces = 5;

/** Formats further errors: `Also tasks[1].due: “soon” is not a date. Send …` Equal ones take one line. */
export function otherErrorLines(
  others: readonly ToolError[],
  names: ParameterNames,
  repairOf: (fault: ToolError) => string | null,
): string[] {
  const faults = others.map((fault) => {
    const { place, ...parts } = partsOf(fault);
    const parameter = toParameterPath(names, place);
    return { ...parts, place: parameter, repair: withoutPlace(repairOf(fault), parameter) };
  });
  const alike = [...Map.groupBy(faults, ({ name, reason }) => `${name} ${reason}`).values()];
  const lines = alike.slice(0, maxLines).map((same) => {
    const places = same.map(({ place }) => place);
    const [{ reason, repair } = { reason: "", repair: null }] = same;
    const where = places[0] === "" ? "" : ` ${firstOf(places, maxPlaces)}`;
    return `Also${where}: ${reason}.${repair === null ? "" : ` ${repair}`}`;
  });
  const left = alike.slice(maxLines).flat().length;
  return left === 0 ? lines : [...lines, `And ${left} more.`];
}

function partsOf({ field, parameter, message }: ToolError) {
  const place = field ?? parameter ?? message.slice(0, Math.max(0, message.indexOf(": ")));
  return { place, name: place.replaceAll(/\[\d+\]/g, "[]"), reason: withoutStart(message, `${place}: `) };
}

/** Removes the name of the parameter `place` from a text, because the line already begins with it. */
function withoutPlace(repair: string | null, place: string): string | null {
  if (repair === null) return null;
  const text = withoutStart(repair, `Parameter ${place}: `);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}
