/** Gives texts the parts of a page that they need: the language of the document and of the browser, English. */
Object.assign(globalThis, { document: { documentElement: { lang: "en", dataset: {} } } });
Object.defineProperty(navigator, "languages", { value: ["en"], configurable: true });
