import type { search as english, shortcuts as englishShortcuts } from "../en/search.ts";
import { number } from "../locale.ts";

export const search: typeof english = {
  title: "Suche",
  field: "Alles durchsuchen oder eine Ansicht öffnen",
  placeholder: "Zahnarzt, Pfannkuchen, morgen …",
  clear: "Suche leeren",
  toDay: (day) => `Kalender: ${day}`,
  hint: "Tipp ein Wort: einen Namen, einen Ort, eine Zutat. Oder einen Tag, oder die Ansicht, die du öffnen willst.",
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
  offline:
    "Zum Suchen braucht es euren Server, der gerade nicht antwortet. Tage und Ansichten kannst du trotzdem öffnen.",
  searching: "Suche läuft …",
  found: (count) => `${number(count)} Treffer`,
};

export const shortcuts: typeof englishShortcuts = {
  title: "Tastenkürzel",
  names: {
    Ctrl: "Strg",
    Shift: "Umschalt",
    Alt: "Alt",
    Space: "Leertaste",
    Enter: "Eingabe",
    Esc: "Esc",
    Tab: "Tab",
  },
  groups: [
    {
      name: "Überall",
      keys: [
        ["N", "Etwas eintragen"],
        ["Ctrl+K", "Suchen"],
        ["Ctrl+Z", "Deine letzte Änderung zurücknehmen"],
        ["Ctrl+Shift+Z", "Sie wieder ausführen"],
        ["?", "Diese Liste zeigen"],
        ["Esc", "Schließen, was offen ist"],
      ],
    },
    {
      name: "Kalender",
      keys: [
        ["1 2 3 4", "Tag, Woche, Monat, Liste"],
        ["← →", "Früher, später"],
        ["T", "Heute"],
        ["G", "Zu einem Datum springen"],
        ["Enter", "Den gewählten Termin öffnen"],
        ["Alt+Shift+↑ Alt+Shift+↓", "Sein Ende verschieben"],
      ],
    },
    {
      name: "Was sich ziehen lässt",
      keys: [
        ["Space", "Aufheben und ablegen"],
        ["↑ ↓ ← →", "Aufgehobenes bewegen"],
        ["Alt+↑ Alt+↓ Alt+← Alt+→", "Gleich bewegen"],
        ["Esc", "Lassen, wo es war"],
      ],
    },
    {
      name: "Eine Liste schreiben",
      keys: [
        ["Enter", "Nächster Eintrag"],
        ["Tab Shift+Tab", "Einrücken, ausrücken"],
        ["Alt+↑ Alt+↓", "Den Eintrag verschieben"],
        ["Esc", "Getipptes verwerfen"],
      ],
    },
    { name: "Kochen", keys: [["← →", "Voriger, nächster Schritt"]] },
  ],
};
