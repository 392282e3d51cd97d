/**
 * The number of random bits in a revision. A revision is a counter with random low bits. Two copies of a database that
 * change independently thus get different revisions.
 */
const randomBits = 24;
const unit = 2 ** randomBits;

/** The SQL expression of the next revision. The revision stays below 2^53 for 536 million changes. */
export const nextRevision = `(((revision >> ${randomBits}) + 1) << ${randomBits}) | (random() & ${unit - 1})`;

export function countRevisions(before: number, after: number): number {
  return Math.floor(after / unit) - Math.floor(before / unit);
}
