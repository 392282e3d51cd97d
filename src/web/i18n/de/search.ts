import type { search as english } from "../en/search.ts";
import { number } from "../plural.ts";

export const search: typeof english = {
  title: "Suche",
  field: "Alles durchsuchen oder irgendwohin gehen",
  placeholder: "Zahnarzt, Pfannkuchen, Kalender …",
  hint: "Tipp ein Wort: einen Namen, einen Ort, eine Zutat. Oder wohin du willst.",
  goTo: "Gehe zu",
  doNow: "Gleich tun",
  newEvent: "Neuer Termin",
  newTask: "Neue Aufgabe",
  newList: "Neue Liste",
  newChore: "Neues Ämtchen",
  newRecipe: "Neues Rezept",
  types: {
    event: "Termine",
    task: "Aufgaben",
    chore: "Ämtchen",
    check_in: "Wie geht’s?",
    list: "Listen",
    block: "Auf Listen",
    recipe: "Rezepte",
    meal: "Mahlzeiten",
    member: "Menschen",
  },
  none: (query) => `Nichts heißt „${query}“`,
  noneHint: "Versuch ein anderes Wort oder nur den Anfang davon.",
  offline: "Zum Suchen braucht es euren Server, der gerade nicht antwortet. Irgendwohin gehen klappt trotzdem.",
  searching: "Suche läuft …",
  found: (count) => `${number(count)} Treffer`,
  keys: "↑ ↓ zum Wählen, Enter zum Öffnen",
};
