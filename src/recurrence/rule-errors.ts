/** Refusals of recurrence rules, worded alike wherever a rule may stand. Pure. */
import { unprocessable } from "../errors.ts";
import { RuleError } from "./rule.ts";
import type { Series } from "./series.ts";

/** Runs what reads a rule. @throws ApiError 422 `recurrenceRule: …`, with the reason, for a rule that is none. */
export function withRuleErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RuleError) throw unprocessable("recurrenceRule", error.message);
    throw error;
  }
}

/** `start` is the field that says where it starts. @throws ApiError 422 for a series whose rule by itself gives nothing. */
export function requireSlots(series: Series | null, start: "startsAt" | "startDate"): void {
  if (series?.givesNothing()) throw unprocessable("recurrenceRule", `gives no instance between ${start} and 2200`);
}
