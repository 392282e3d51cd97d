/**
 * What the places and acts are called in each of the app's languages, besides other words that people look for them by: a
 * family has two languages more often than one. By the ids of `use-groups.tsx`.
 */
export const otherNames: Readonly<Record<string, string>> = {
  today: "today home start heute",
  calendar: "calendar events appointments kalender termine",
  tasks: "tasks todo aufgaben erledigen",
  chores: "chores stars ämtchen aemtchen haushalt putzen sterne",
  checkIns: "check-ins mood how are you wie geht’s stimmung befinden",
  lists: "lists shopping groceries listen einkauf einkaufen",
  meals: "meals dinner menu essen mahlzeiten speiseplan",
  recipes: "recipes cook rezepte kochen",
  activity: "activity feed history verlauf",
  settings: "settings members keys language einstellungen mitglieder schlüssel sprache",
  newEvent: "new event appointment neuer termin",
  newTask: "new task todo neue aufgabe",
  newList: "new list neue liste",
  newChore: "new chore neues ämtchen aemtchen",
  newRecipe: "new recipe neues rezept",
};
