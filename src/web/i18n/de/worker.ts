import type { worker as english } from "../en/worker.ts";

export const worker: typeof english = {
  openApp: "Öffne die App",
  kept: "Gemerkt. Es wird gesendet, sobald der Server antwortet.",
  notKept: "Nicht gesendet: Der Server antwortet nicht. Öffne die App.",
  refused: "Das geht von hier aus nicht mehr. Öffne die App.",
};
