import { parseRule } from "./rule.ts";

const units = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" } as const;

/** `, every 2 weeks`; empty without a rule. */
export function spokenRule({ recurrenceRule }: { readonly recurrenceRule: string | null }): string {
  if (recurrenceRule === null) return "";
  const { freq, interval } = parseRule(recurrenceRule);
  return interval === 1 ? `, every ${units[freq]}` : `, every ${interval} ${units[freq]}s`;
}
