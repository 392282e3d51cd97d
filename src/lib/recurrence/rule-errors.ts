import { unprocessable } from "../errors.ts";
import { RuleError } from "./rule.ts";
import type { Series } from "./series.ts";

/** Runs a function. @throws ApiError 422 if it throws a `RuleError` */
export function withRuleErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RuleError) throw unprocessable("recurrenceRule", error.message);
    throw error;
  }
}

/** Requires that the rule itself has an instance. @throws ApiError 422 */
export function requireSlots(series: Series | null, start: "startsAt" | "startDate"): void {
  if (series?.isEmpty())
    throw unprocessable("recurrenceRule", `must give at least one instance between ${start} and 2200`);
}
