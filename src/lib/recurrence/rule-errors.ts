import { unprocessable } from "../errors.ts";
import { RuleError } from "./rule.ts";
import type { Series } from "./series.ts";

/** Runs a function and returns the result. @throws ApiError 422 if the function throws a `RuleError` */
export function withRuleErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RuleError) throw unprocessable("recurrenceRule", error.message);
    throw error;
  }
}

/** Requires that a recurrence rule matches at least one date. @throws ApiError 422 */
export function requireSlots(series: Series | null, start: "startsAt" | "startDate"): void {
  if (series?.isEmpty())
    throw unprocessable("recurrenceRule", `must give at least one instance between ${start} and 2200`);
}
