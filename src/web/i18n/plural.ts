let format = new Intl.NumberFormat("en");
let rules = new Intl.PluralRules("en");

/** Sets the locale for formatting numbers. `catalogue.ts` calls this function before showing a language. */
export function setNumberLocale(locale: string): void {
  format = new Intl.NumberFormat(locale);
  rules = new Intl.PluralRules(locale);
}

export function number(value: number): string {
  return format.format(value);
}

/** Forms of a text by plural category (CLDR). `#` in a form is replaced by the number. */
type Forms = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

export function plural(count: number, forms: Forms): string {
  return (forms[rules.select(count)] ?? forms.other).replace("#", number(count));
}
