/** Sentences by plural category (CLDR); `#` is where the number goes. */
type Forms = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

/** Returns the functions with which a language writes numbers. */
export function numbersIn(tag: string) {
  const rules = new Intl.PluralRules(tag);
  const format = new Intl.NumberFormat(tag);
  const number = (value: number) => format.format(value);
  const plural = (count: number, forms: Forms) =>
    (forms[rules.select(count)] ?? forms.other).replace("#", number(count));
  return { number, plural };
}
