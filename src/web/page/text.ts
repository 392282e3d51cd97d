import { createText } from "#web/i18n/catalogue.ts";
import { preferences } from "./preferences.ts";

/** Functions that load and return the texts of this page in the chosen language. */
export const pageText = createText(preferences);

export const { startText, chooseLanguage, chosenLanguage, bringText, currentText, typedWords } = pageText;

/**
 * Stores the chosen clock and date format as attributes of the document. `time/format.ts` reads these attributes. Call
 * this before rendering.
 */
export function startFormats(): void {
  const { dataset } = document.documentElement;
  dataset.clock = preferences.getPreference("clock") ?? "";
  dataset.dateFormat = preferences.getPreference("date-format") ?? "";
}
