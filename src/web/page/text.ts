import { createText } from "#web/i18n/catalogue.ts";
import { preferences } from "./preferences.ts";

/** Texts of this page. */
export const pageText = createText(preferences);

export const { startText, chooseLanguage, chosenLanguage, bringText, currentText, typedWords } = pageText;

/** Sets the chosen clock and date format on the document, which `time/format.ts` reads. Call this before rendering. */
export function startFormats(): void {
  const { dataset } = document.documentElement;
  dataset.clock = preferences.getPreference("clock") ?? "";
  dataset.dateFormat = preferences.getPreference("date-format") ?? "";
}
