import { forbidden } from "#lib/errors.ts";

export const plans = ["none", "base", "api"] as const;

/** Plan of a household. `planEndsAt` is null if it has no end, `trialEndsAt` if the household never had a trial. */
export type Plan = {
  readonly plan: (typeof plans)[number];
  readonly planEndsAt: string | null;
  readonly trialEndsAt: string | null;
};

export function entitlement(plan: Plan, now: Date): "full" | "api_plan_required" | "subscription_required" {
  if (plan.trialEndsAt !== null && isAhead(plan.trialEndsAt, now)) return "full";
  const isRunning = plan.planEndsAt === null || isAhead(plan.planEndsAt, now);
  if (isRunning && plan.plan === "api") return "full";
  if (isRunning && plan.plan === "base") return "api_plan_required";
  return "subscription_required";
}

export function requirePlan(plan: Plan, now: Date): void {
  const found = entitlement(plan, now);
  if (found !== "full") throw forbidden(found, found);
}

/** Requires a plan or a trial, which is enough to create API keys, but not always to use them. @throws ApiError 403 */
export function requireAnyPlan(plan: Plan, now: Date): void {
  if (entitlement(plan, now) === "subscription_required") throw forbidden("upgrade_required", "upgrade_required");
}

export const keyStatuses = ["active", "expired", "revoked", "subscription_lapsed", "api_plan_required"] as const;

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
