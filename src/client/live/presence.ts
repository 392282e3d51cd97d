/** Counts the open apps of each household. */
export class Presence {
  private readonly counts = new Map<string, number>();

  add(householdId: string): void {
    this.counts.set(householdId, (this.counts.get(householdId) ?? 0) + 1);
  }

  remove(householdId: string): void {
    const left = (this.counts.get(householdId) ?? 0) - 1;
    if (left > 0) this.counts.set(householdId, left);
    else this.counts.delete(householdId);
  }

  has(householdId: string): boolean {
    return this.counts.has(householdId);
  }
}
