import type { search as english } from "../en/search.ts";
import { number } from "../plural.ts";

export const search: typeof english = {
  title: "Suche",
  field: "Alles durchsuchen oder eine Ansicht öffnen",
  placeholder: "Zahnarzt, Pfannkuchen, Kalender …",
  hint: "Tipp ein Wort: einen Namen, einen Ort, eine Zutat. Oder die Ansicht, die du öffnen willst.",
  goTo: "Gehe zu",
  doNow: "Neu anlegen",
  newEvent: "Neuer Termin",
  newTask: "Neue Aufgabe",
  newList: "Neue Liste",
  newChore: "Neue Aufgabe im Haushalt",
  newRecipe: "Neues Rezept",
  types: {
    event: "Termine",
    task: "Aufgaben",
    chore: "Aufgaben im Haushalt",
    check_in: "Wie geht’s?",
    list: "Listen",
    block: "Einträge auf Listen",
    recipe: "Rezepte",
    meal: "Mahlzeiten",
    member: "Mitglieder",
  },
  none: (query) => `Nichts gefunden zu „${query}“`,
  noneHint: "Versuch ein anderes Wort oder nur den Anfang davon.",
  offline: "Zum Suchen braucht es euren Server, der gerade nicht antwortet. Eine Ansicht öffnen kannst du trotzdem.",
  searching: "Suche läuft …",
  found: (count) => `${number(count)} Treffer`,
  keys: "↑ ↓ zum Wählen, Enter zum Öffnen",
};
