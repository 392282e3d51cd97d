import type { checkIns as english } from "../en/check-ins.ts";

export const checkIns: typeof english = {
  title: "Wie geht’s?",
  answered: "Danke für deine Antwort",
  answer: "Das ist meine Antwort",
  change: "Antwort ändern",
  pickOne: "Such dir zuerst ein Gesicht aus.",
  note: "Magst du noch etwas sagen?",
  noteHint: "Nur wenn du willst. Du und die Erwachsenen können es lesen.",
};
