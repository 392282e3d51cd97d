/**
 * A revision is a counter with random low bits, so that copies of a database that change independently do not reach the
 * same revision.
 */
const randomBits = 24;
const unit = 2 ** randomBits;

/** The SQL expression of the next revision. 536 million changes stay below 2^53. */
export const nextRevision = `(((revision >> ${randomBits}) + 1) << ${randomBits}) | (random() & ${unit - 1})`;

export function countRevisions(before: number, after: number): number {
  return Math.floor(after / unit) - Math.floor(before / unit);
}
