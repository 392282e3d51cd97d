/** Numbers in the sentences of the shown language. */

let format = new Intl.NumberFormat("en");
let rules = new Intl.PluralRules("en");

/** Follows a language; `catalogue.ts` calls it before it shows one. */
export function setNumberLocale(locale: string): void {
  format = new Intl.NumberFormat(locale);
  rules = new Intl.PluralRules(locale);
}

export function number(value: number): string {
  return format.format(value);
}

/** Sentences by plural category (CLDR); `#` is where the number goes. */
type Forms = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

export function plural(count: number, forms: Forms): string {
  return (forms[rules.select(count)] ?? forms.other).replace("#", number(count));
}
