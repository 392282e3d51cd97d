import type { ErrorCode } from "#lib/errors.ts";

/** Sentence of an error. A function takes the field's translated name, or null if it has none. */
export type ErrorSentence = string | ((field: string | null) => string);
export type ErrorSentences<Key extends string = ErrorCode> = { readonly [Each in Key]?: ErrorSentence };
/** Sentences for every code that `First` lacks. */
export type OtherErrors<First> = { readonly [Code in Exclude<ErrorCode, keyof First>]: ErrorSentence };
