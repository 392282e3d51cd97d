/** Why a tool did not do it: what is wrong, in REST's words where REST refused, and how the caller repairs it. */

/** A refusal that becomes a tool result with `isError`: `message` is its first text, `repair` its second. */
export class ToolError extends Error {
  constructor(
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
}

/** How parameters of a tool are called where REST calls them otherwise: `{ memberId: "member" }`. */
export type Names = Readonly<Record<string, string>>;

/**
 * The second text of a refusal. A repair of its own wins; then one that the tool keeps for exactly this text; else it is made
 * of the place that REST names, in the tool's words, or of the status.
 */
export function repairOf(error: ToolError, names: Names, repairs: Readonly<Record<string, string>>): string | null {
  if (error.repair !== null) return error.repair;
  const own = Object.hasOwn(repairs, error.message) ? repairs[error.message] : undefined;
  if (own !== undefined) return own;
  const general = generalRepair(error);
  if (general !== null) return general;
  const [, place, expected] = /^([\w.[\]-]+): ([\s\S]+)$/.exec(error.message) ?? [];
  if (place === undefined || expected === undefined) return null;
  if (place === "X-Agent-Name")
    return "The client's header X-Agent-Name is set wrong; no parameter of this tool mends it.";
  const parameter = place === "Idempotency-Key" ? "idempotencyKey" : placeIn(names, place);
  const wrongId = expected === "must be a UUID" ? idRepair(parameter, repairs) : null;
  if (wrongId !== null) return wrongId;
  // Tools take no null: fields are emptied by `clear`.
  const rule = expected.replace(/ or null$/, "");
  return `Parameter ${parameter}: ${rule}${howTo(rule)}. Correct it and call again.`;
}

/** What is no id at all is repaired as an id that nothing has: by taking one from where they are listed. */
function idRepair(parameter: string, repairs: Readonly<Record<string, string>>): string | null {
  const found = Object.entries(repairs).find(
    ([text, repair]) => text.endsWith("not found") && repair.startsWith(`Parameter ${parameter}:`),
  );
  return found?.[1] ?? null;
}

/** What a rule leaves unsaid of how to meet it. REST does not tell what it was sent. */
function howTo(rule: string): string {
  if (/^must be at most \d+ characters$/.test(rule)) return "; shorten it";
  if (/^must be [1-9]\d* to \d+ characters$/.test(rule)) return "; it is empty or longer";
  if (/^must be a whole number from /.test(rule)) return "; take the nearest of these";
  return rule.startsWith("must be one of ") ? "; send one of these words alone" : "";
}

function generalRepair({ message, status, retryAfterSeconds }: ToolError): string | null {
  const scope = /^Missing scope: (.+)$/.exec(message)?.[1];
  if (scope) return `This key may not do that. A member can make a key with the scope ${scope} in the app's settings.`;
  if (message === "subscription_required" || message === "api_plan_required") {
    return "The household's plan does not let keys in at present. Once a member changes it, the same call works again.";
  }
  if (status === 429)
    return `Wait ${retryAfterSeconds === 1 ? "a second" : `${retryAfterSeconds ?? 1} seconds`}, then send the same call again.`;
  if (message === "Idempotency key was used for another request") {
    return "Parameter idempotencyKey: take a new one for another request, or send exactly the first request again.";
  }
  if (status === 409 && message.startsWith("A request with this idempotency key")) {
    return "The first call is still running: wait a second, then send the same call again.";
  }
  return status !== null && status >= 500 ? "Nothing was changed. Try once more later." : null;
}

/** A place such as `operations[3].content` with the names that the tool has for its parts. */
function placeIn(names: Names, place: string): string {
  return place
    .split(".")
    .map((part) => part.replace(/^[\w-]+/, (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)))
    .filter((part) => part !== "")
    .join(".");
}
