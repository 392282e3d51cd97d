import type { ErrorCode } from "#lib/errors.ts";

/** Functions take the field's translated name; null if it has none. */
export type ErrorSentence = string | ((field: string | null) => string);
export type ErrorSentences<Key extends string = ErrorCode> = { readonly [Each in Key]?: ErrorSentence };
/** Requires a sentence for each code that `First` lacks. */
export type OtherErrors<First> = { readonly [Code in Exclude<ErrorCode, keyof First>]: ErrorSentence };
