/**
 * Texts of the service worker. The worker cannot load the texts of the app, so it imports this module as a macro. The
 * bundler runs the macro and puts only the worker's texts into the worker.
 */
import { type Catalogue, type Language, languageCodes, languages } from "./languages.ts";

type Texts = Catalogue["worker"];

const load = async (code: Language) => [code, (await languages[code].later()).worker] as const;
const { en, ...others } = Object.fromEntries(await Promise.all(languageCodes.map(load))) as Record<Language, Texts>;

/**
 * Returns the service worker's texts. `en` has the English texts. `others` has a pair for each other language: its code
 * and its texts.
 */
export const workerTexts = () => ({ en, others: Object.entries(others) });
