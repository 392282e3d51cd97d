/** A fault that is planted in a copy of the product, to prove that a test finds it. */
export type Mutant = {
  /** A sentence that says what the product then does wrong. */
  readonly fault: string;
  readonly file: string;
  /** The text to replace, which occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The files of tests of which at least one test must fail. */
  readonly tests: readonly string[];
};
