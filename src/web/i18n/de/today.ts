import type { today as english } from "../en/today.ts";

const called = (name: string | null) => (name === null ? "" : `, ${name}`);

export const today: typeof english = {
  greetings: {
    morning: (name) => `Guten Morgen${called(name)}`,
    afternoon: (name) => `Hallo${called(name)}`,
    evening: (name) => `Guten Abend${called(name)}`,
    night: (name) => `Noch wach${called(name)}?`,
  },
  whose: "Wessen Tag",
  agenda: "Heute steht an",
  now: "Jetzt",
  allDay: "ganzer Tag",
  until: (time) => `bis ${time}`,
  nothingOn: "Heute steht nichts an.",
  nothingPlanned: "Noch nichts geplant.",
  nothingDue: "Nichts fällig. 🌿",
  noChores: "Heute gibt es keine Ämtchen.",
  dinner: "Heute Abend gibt es",
  noDinner: "Für heute Abend ist nichts geplant.",
  planDinner: "Essen planen",
  askedAt: (time, name) => `${time}: ${name}`,
  answerAs: (person, name) => `${person} antwortet: ${name}`,
  whoAreYou: "Wer bist du?",
  whoDidIt: "Wer hat es gemacht?",
  onlyFor: (names) => `Das können nur ${names} oder Erwachsene abhaken.`,
  steps: {
    title: "So fangt ihr an",
    hint: "Was ihr eintragt, erscheint hier an seinem Tag.",
    event: { title: "Etwas in den Kalender eintragen", hint: "Schule, Fußball, Zahnarzt" },
    task: { title: "Eine Aufgabe notieren", hint: "Was niemand vergessen darf" },
    chore: { title: "Ein Ämtchen verteilen", hint: "Wer macht was, an welchen Tagen, für wie viele Sterne" },
    member: { title: "Die Familie dazuholen", hint: "Jede und jeder mit Farbe und Gesicht" },
  },
};
