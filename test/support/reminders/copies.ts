/** Crash of the server, with the deliveries that were being sent at the time. */
export type Crash = { readonly sending: ReadonlySet<string> };

/**
 * Returns the deliveries that arrived more often than the crashes allow, as sentences. A delivery may arrive once, and
 * once more for each crash at which the database said that it was being sent. The lives of the server in which messages
 * arrive are not compared, because a message of a killed server may be read only during the next life.
 */
export function unexplainedCopies(countsByDelivery: ReadonlyMap<string, number>, crashes: readonly Crash[]): string[] {
  return [...countsByDelivery].flatMap(([delivery, count]) => {
    const allowed = 1 + crashes.filter(({ sending }) => sending.has(delivery)).length;
    return count > allowed ? [`${delivery} arrived ${count} times instead of at most ${allowed}`] : [];
  });
}
