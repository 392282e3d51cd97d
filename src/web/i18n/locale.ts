import { memoize } from "#web/lib/memoize.ts";
import { type Language, languageCodes, languages } from "./languages.ts";

/** Stores the language and the text direction of the page as attributes of its document. */
export function setLanguage(language: Language, direction: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

/** Returns the language of the page. */
function currentLanguage(): Language {
  const shown = document.documentElement.lang;
  return languageCodes.find((each) => each === shown) ?? "en";
}

/** Returns the language in which the server writes texts, amounts and plurals for a reader of the shown language. */
export function currentServerLanguage() {
  return languages[currentLanguage()].server;
}

/**
 * Returns a language tag for `Intl`. If the browser has a variant of the shown language, such as `en-GB`, the tag names
 * this variant. Otherwise, the tag names the language itself.
 */
export function currentLocale(): string {
  const language = currentLanguage();
  return navigator.languages.find((tag) => tag.slice(0, 2) === language && isTag(tag)) ?? language;
}

/** Whether `Intl` accepts a language tag. Some browsers report tags that `Intl` rejects, such as `en-US@posix`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const formatOf = memoize((locale: string) => new Intl.NumberFormat(locale));
const rulesOf = memoize((locale: string) => new Intl.PluralRules(locale));

export function number(value: number): string {
  return formatOf(currentLocale()).format(value);
}

/** Forms of a text for the plural categories of CLDR. `#` in a form is replaced by the number. */
type Forms = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

export function plural(count: number, forms: Forms): string {
  return (forms[rulesOf(currentLocale()).select(count)] ?? forms.other).replace("#", number(count));
}
