/** What a household's plan allows its keys (contract section 3, Plan), and the status of a key that follows. */
import { ApiError, forbidden } from "../errors.ts";

/** The plans there are. */
export const plans = ["none", "base", "api"] as const;

/** The household's plan columns. A null end: none; a null trial: never had one. */
export type Plan = {
  readonly plan: (typeof plans)[number];
  readonly planEndsAt: string | null;
  readonly trialEndsAt: string | null;
};

/** Whether keys work, or the code they are refused with. First match: trial or `api`; `base`; else lapsed. */
export function entitlement(plan: Plan, now: Date): "full" | "api_plan_required" | "subscription_required" {
  if (plan.trialEndsAt !== null && isAhead(plan.trialEndsAt, now)) return "full";
  const isRunning = plan.planEndsAt === null || isAhead(plan.planEndsAt, now);
  if (isRunning && plan.plan === "api") return "full";
  if (isRunning && plan.plan === "base") return "api_plan_required";
  return "subscription_required";
}

/**
 * Refuses a key whose household has no plan for it.
 * @throws ApiError 403 `subscription_required` or `api_plan_required`.
 */
export function requirePlan(plan: Plan, now: Date): void {
  const found = entitlement(plan, now);
  if (found !== "full") throw forbidden(found);
}

/**
 * Refuses to make a key where there is no entitlement at all (interface §5.5). One on the base plan may be made; it waits.
 * @throws ApiError 403 `upgrade_required`.
 */
export function requireAnyPlan(plan: Plan, now: Date): void {
  if (entitlement(plan, now) === "subscription_required") throw new ApiError(403, "upgrade_required");
}

/** The states of a key (interface §3). */
export const keyStatuses = ["active", "expired", "revoked", "subscription_lapsed", "api_plan_required"] as const;

/** The state of a key; revoked wins over expired, and expired over what the plan says. */
export function keyStatus(
  key: { readonly revokedAt: string | null; readonly expiresAt: string | null },
  plan: Plan,
  now: Date,
): (typeof keyStatuses)[number] {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && !isAhead(key.expiresAt, now)) return "expired";
  const found = entitlement(plan, now);
  if (found === "full") return "active";
  return found === "subscription_required" ? "subscription_lapsed" : found;
}

function isAhead(instant: string, now: Date): boolean {
  return instant > now.toISOString();
}
