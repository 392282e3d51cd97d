/** Texts of the service worker, which cannot load the texts of the app. */
import type { Language } from "./loaders.ts";

type Texts = Readonly<Record<"openApp" | "kept" | "notKept" | "refused", string>>;

export const workerTexts: Readonly<Record<Language, Texts>> = {
  en: {
    openApp: "Open the app",
    kept: "Kept. It will be sent as soon as the server answers.",
    notKept: "Not sent: the server does not answer. Open the app.",
    refused: "This can no longer be done from here. Open the app.",
  },
  de: {
    openApp: "Öffne die App",
    kept: "Gemerkt. Es wird gesendet, sobald der Server antwortet.",
    notKept: "Nicht gesendet: Der Server antwortet nicht. Öffne die App.",
    refused: "Das geht von hier aus nicht mehr. Öffne die App.",
  },
};
