/**
 * Texts of the service worker. The worker imports this module as a macro: the bundler runs it and puts only these texts
 * into the worker, because the worker cannot load the texts of the app.
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
