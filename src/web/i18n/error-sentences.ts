import type { ErrorCode } from "../../errors.ts";

/** Functions take the field's name in the language; null where it has none. */
export type ErrorSentence = string | ((field: string | null) => string);
export type ErrorSentences<Key extends string = ErrorCode> = { readonly [Each in Key]?: ErrorSentence };
/** Requires a sentence for each code that `First` lacks. */
export type OtherErrors<First> = { readonly [Code in Exclude<ErrorCode, keyof First>]: ErrorSentence };
