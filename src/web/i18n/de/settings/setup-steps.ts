import type { setupSteps as english } from "../../en/settings/setup-steps.ts";

export const setupSteps: typeof english = {
  othersTitle: "Wer wohnt noch hier?",
  othersLead:
    "Füge alle hinzu, die im Haushalt mithelfen oder Termine haben. Anmelden müssen sie sich dafür nicht; einladen kannst du sie später.",
  othersAdded: "Schon dabei",
  addPerson: "Hinzufügen",
  skip: "Überspringen",
  doneTitle: "Euer Haushalt ist bereit",
  doneLead: "Mach gleich weiter oder ein andermal: alles davon steht in den Einstellungen.",
  goOn: "Zu „Heute“",
  next: {
    list: "Die erste Liste anlegen",
    listHint: "Zum Beispiel für den Einkauf.",
    invite: "Die anderen einladen",
    inviteHint: "Alle bekommen einen Link, um ein Passwort zu setzen.",
    tablet: "Ein Tablet aufhängen",
    tabletHint: "Es wird mit einem Code aus sechs Ziffern gekoppelt.",
    agent: "Einen Agenten verbinden",
    agentHint: "Lass dir helfen, so weit du es erlaubst.",
  },
};
