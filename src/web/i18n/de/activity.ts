import type { Sentence } from "../../features/activity/source.ts";
import type { activity as english } from "../en/activity.ts";

const things: Record<Sentence["subject"]["type"], string> = {
  event: "den Termin",
  task: "die Aufgabe",
  chore: "die Aufgabe im Haushalt",
  check_in: "die Frage",
  section: "den Bereich",
  list: "die Liste",
  block: "den Eintrag",
  list_template: "die Vorlage",
  recipe: "das Rezept",
  meal: "das Essen",
  member: "das Mitglied",
  household: "den Haushalt",
  device: "das Gerät",
  api_key: "den Schlüssel",
};

const acts: Record<Sentence["action"], string> = {
  created: "angelegt",
  updated: "geändert",
  deleted: "gelöscht",
  completed: "erledigt",
  reopened: "wieder geöffnet",
  archived: "archiviert",
  moved: "verschoben",
  reordered: "neu geordnet",
  converted: "umgewandelt",
  answered: "beantwortet",
  revoked: "widerrufen",
  undone: "in den Stand von vorher gebracht",
};

export const activity: typeof english = {
  title: "Verlauf",
  sub: "Wer was geändert hat, und wie ihr es zurücknehmt",
  all: "Alle",
  agentsOnly: "Nur Agenten",
  older: "Ältere zeigen",
  end: "Hier hat alles angefangen.",
  emptyTitle: "Noch ist nichts passiert",
  empty: "Was jemand hinzufügt, ändert oder abhakt, steht hier, von Menschen wie von Agenten.",
  noAgentsTitle: "Noch hat hier kein Agent etwas getan",
  noAgents: "Was ein Agent mit einem eurer Schlüssel tut, bekommt ein Funkeln und lässt sich zurücknehmen.",
  toIntegrations: "Einen Agenten verbinden",
  system: "Inglenook",
  agent: (agent, key) => `${agent}, mit dem Schlüssel „${key}“`,
  key: (key) => `mit dem Schlüssel „${key}“`,
  sentence: ({ action, subject: { type, label } }) => `hat ${things[type]} „${label}“ ${acts[action]}`,
  open: "Öffnen",
  undo: "Rückgängig",
  undoOf: (sentence) => `Rückgängig machen: ${sentence}`,
  more: (sentence) => `Mehr zu: ${sentence}`,
  revoke: "Diesen Schlüssel widerrufen",
  revokeTitle: (key) => `„${key}“ widerrufen?`,
  revokeHint:
    "Wer ihn benutzt, kann hier ab sofort nichts mehr tun. Was damit getan wurde, bleibt. Das lässt sich nicht rückgängig machen.",
  revoked: (key) => `„${key}“ widerrufen`,
};
