import { second } from "#lib/time.ts";
import type { Outcome } from "./outcome.ts";

const timeoutsBeforeProbe = 3;
const probeMs = 30 * second;

type DeliverySlot = { readonly householdId: string; readonly target: string };

/**
 * Limits how many deliveries run at the same time, for each household and for each target. A target is a service that
 * receives messages, such as a mail server. A slow target thus delays only its own deliveries.
 */
export class DeliveryLimits {
  private readonly households = new Map<string, number>();
  private readonly targets = new Map<string, number>();
  private readonly timeouts = new Map<string, { count: number; at: number }>();
  private readonly pausedUntil = new Map<string, number>();

  constructor(private readonly perHousehold: number) {}

  /**
   * Tries to start a delivery. Returns null if it may start, or the time in milliseconds at which the pause of the
   * target ends. If a limit is reached, returns the name of the limit: the caller must wait until another delivery
   * ends. `parallel` is the limit of the target.
   */
  acquire(
    { householdId, target }: DeliverySlot,
    parallel: number,
    now: number,
  ): null | number | "household" | "target" {
    const pausedUntil = this.pausedUntil.get(target) ?? 0;
    if (pausedUntil > now) return pausedUntil;
    if (this.countFree(target, parallel, now) <= 0) return "target";
    if ((this.households.get(householdId) ?? 0) >= this.perHousehold) return "household";
    add(this.households, householdId, 1);
    add(this.targets, target, 1);
    return null;
  }

  countFree(target: string, parallel: number, now: number): number {
    const { count, at } = this.timeouts.get(target) ?? { count: 0, at: 0 };
    const isProbing = count >= timeoutsBeforeProbe && now - at < probeMs;
    return (isProbing ? 1 : parallel) - (this.targets.get(target) ?? 0);
  }

  /** Counts a delivery as ended. If the target cannot be used now (outcome `down`), pauses the target for `downMs`. */
  release({ householdId, target }: DeliverySlot, outcome?: Outcome, now = 0, downMs = 0): void {
    add(this.households, householdId, -1);
    add(this.targets, target, -1);
    if (outcome?.kind === "ok") {
      this.timeouts.delete(target);
      this.pausedUntil.delete(target);
    }
    if (outcome?.kind === "down") this.pausedUntil.set(target, now + downMs);
  }

  recordTimeout(target: string, now: number): void {
    this.timeouts.set(target, { count: (this.timeouts.get(target)?.count ?? 0) + 1, at: now });
  }
}

function add(counts: Map<string, number>, key: string, difference: number): void {
  const count = (counts.get(key) ?? 0) + difference;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
