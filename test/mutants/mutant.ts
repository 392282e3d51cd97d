/** A fault that is planted in a copy of the product, to prove that a test finds it. */
export type Mutant = {
  /** What the product does wrong with it. */
  readonly fault: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The files of tests of which at least one test must fail. */
  readonly tests: readonly string[];
};
