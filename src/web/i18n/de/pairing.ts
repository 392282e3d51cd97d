import type { pairing as english } from "../en/pairing.ts";

export const pairing: typeof english = {
  title: "Das wird eure Familienwand",
  lead: "Ein Tablet an der Wand gehört allen: es zeigt den Tag, und jede und jeder hakt mit einem Tippen ab.",
  code: (digits) => `Code: ${digits}`,
  remaining: (time) => `Gilt noch ${time}`,
  steps: [
    "Öffne Inglenook auf deinem eigenen Handy oder Computer.",
    "Geh zu „Einstellungen“ → „Tablets“ und wähle „Tablet koppeln“.",
    "Tippe diesen Code ein. Gleich darauf ist die Wand hier.",
  ],
  signsOut: (name) => `${name} wird dann in diesem Browser abgemeldet.`,
  signInstead: "Lieber als Person anmelden",
  failed: "Gerade gibt es keinen Code",
};
