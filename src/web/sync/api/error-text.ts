import type { Catalogue, Texts } from "#web/i18n/catalogue.ts";
import type { ErrorSentence } from "#web/i18n/error-sentences.ts";
import { Failure } from "./failures.ts";

/**
 * Returns the sentence that describes an error. `text` must contain the texts that are loaded at the start. Texts that
 * are loaded later are optional.
 */
export function errorText(failure: unknown, text: Texts["first"] & Partial<Catalogue>): string {
  const { common, errors, moreErrors, laterErrors } = text;
  if (!(failure instanceof Failure)) return common.needsServer;
  const { code, field, message, retryAfterMs, status } = failure;
  if (status === 429) return errors.wait(Math.max(1, Math.ceil((retryAfterMs ?? 60_000) / 1_000)));
  const name = /([\w-]+)(\[\d+\])*$/.exec(field ?? "")?.[1] ?? "";
  const sentence =
    own(moreErrors?.byField, `${code} ${name}`) ??
    own<ErrorSentence>({ ...errors.byCode, ...moreErrors?.byCode, ...laterErrors }, code);
  if (sentence === undefined) return errors.unknown(message);
  return typeof sentence === "string" ? sentence : sentence(own(moreErrors?.fields, name) ?? null);
}

/**
 * Returns the value of a key in a table, such as the sentence for an error code. Returns undefined if the table lacks
 * the key, because a newer server may send codes that this version of the app does not know.
 */
function own<Value extends ErrorSentence>(
  table: { readonly [key: string]: Value | undefined } = {},
  key: string | null,
): Value | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}
