import type { ErrorCode } from "#lib/errors.ts";

/** Sentence about an error. A function gets the translated name of the field, or null if the error has no field. */
export type ErrorSentence = string | ((field: string | null) => string);
export type ErrorSentences<Key extends string = ErrorCode> = { readonly [Each in Key]?: ErrorSentence };
/** Sentences for all error codes that are missing in `First`. */
export type OtherErrors<First> = { readonly [Code in Exclude<ErrorCode, keyof First>]: ErrorSentence };
