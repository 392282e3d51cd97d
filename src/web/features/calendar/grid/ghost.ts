/** What is being dragged, or waits for an answer about it: drawn over the calendar until it is dropped for good. */
import { createStore } from "../../../sync/store.ts";
import type { Span } from "../model/span.ts";

/** See above. */
export type Ghost = {
  /** Of the occurrence that it stands for; null for something new. */
  readonly key: string | null;
  readonly title: string;
  readonly span: Span;
  readonly memberIds: readonly string[];
  readonly isGeneral: boolean;
};

/** The one there is. */
export const ghost = createStore<Ghost | null>(null);
