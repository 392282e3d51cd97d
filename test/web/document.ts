/**
 * Defines the parts of a page that the app's texts need: the language of the document and of the browser, which are
 * English.
 */
Object.assign(globalThis, { document: { documentElement: { lang: "en", dataset: {} } } });
Object.defineProperty(navigator, "languages", { value: ["en"], configurable: true });
