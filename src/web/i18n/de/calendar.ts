import type { calendar as english } from "../en/calendar.ts";
import { number, plural } from "../locale.ts";

export const calendar: typeof english = {
  view: "Ansicht",
  views: { day: "Tag", week: "Woche", month: "Monat", agenda: "Liste" },
  before: { day: "Vorheriger Tag", week: "Vorherige Woche", month: "Vorheriger Monat", agenda: "Vorheriger Monat" },
  after: { day: "Nächster Tag", week: "Nächste Woche", month: "Nächster Monat", agenda: "Nächster Monat" },
  goToDay: "Zu einem Datum springen",
  day: "Datum",
  go: "Hin",
  add: "Neuer Termin",
  newEvent: "Neuer Termin",
  resizeHelp: "Mit Umschalt verschieben die Pfeiltasten sein Ende.",
  editEvent: "Termin bearbeiten",
  duplicate: "Kopieren",
  filter: "Wessen Termine zu sehen sind",
  everybody: "Alle",
  columnOf: (name, count) => `${name}, ${plural(count, { one: "ein Termin", other: "# Termine" })}`,
  week: (number) => `KW ${number}`,
  openDay: (day) => `${day} öffnen`,
  moreOn: (count, day) => `${number(count)} weitere am ${day}`,
  range: (from, to) => `${from} – ${to}`,
  from: (time) => `ab ${time}`,
  until: (time) => `bis ${time}`,
  allDay: "Ganztägig",
  allDayShort: "Ganzer Tag",
  repeating: "wiederholt sich",
  nothing: "Nichts geplant",
  nothingFor: (names) => `Nichts geplant für ${names}`,
  nothingHint: "Tippe auf eine Stunde, zieh über mehrere, oder tippe auf +, um einen Termin einzutragen.",
  nothingInMonth: "In diesem Monat ist nichts geplant",
  nothingOnDay: "Nichts geplant",
  earlier: "Früher",
  later: "Später",
  gone: "Diesen Termin gibt es nicht mehr",
  title: "Titel",
  when: "Wann",
  who: "Wer",
  startDay: "Beginnt",
  startTime: "Beginn um",
  endDay: "Endet",
  endTime: "Ende um",
  forEverybody: "Niemand ausgewählt: Der Termin ist für alle.",
  alsoEverybody: "Auch für den ganzen Haushalt",
  alsoEverybodyHint: "Steht immer im Kalender, auch wenn er nur die Termine einzelner Personen zeigt.",
  location: "Ort",
  notes: "Notizen",
  source: "Woher er kommt",
  busy: "Beschäftigt",
  othersPrivate: "Privat. Nur wem er gehört, sieht mehr und kann ihn ändern.",
  comesFrom: (name) => `aus ${name}`,
  followedFrom: (name) => `Aus ${name} · wird dort geändert`,
  cameFrom: (name) => `Aus ${name}`,
  lockedFrom: (name) => `Aus ${name}. Er hat Gäste oder ist von besonderer Art. In ${name} ändern.`,
  copies: "Kopien in anderen Kalendern",
  copiedTo: (name, state) => `Kopie in ${name}: ${state}`,
  changesFor: (name, state) => `Änderungen für ${name}: ${state}`,
  targets: {
    pending: "wird noch gesendet",
    synced: (ago) => `gesendet ${ago}`.trim(),
    failed: (reason) => `gescheitert. ${reason}`,
    not_connected: "nicht verbunden",
  },
  alsoIn: "Auch in",
  isFromThere: "Der Termin kommt von dort. Um ihn dort zu entfernen, lösche ihn.",
  lostCalendar: (member) => `ein Kalender von ${member}`,
  irregular: "Wiederholt sich so, dass es hier nicht geht: in der Kalender-App ändern, aus der es kam.",
  onlySilent: (name) => `Nur ${name}, schon länger ohne Antwort`,
  silent: "Schon länger ohne Antwort: vielleicht nicht mehr aktuell.",
  exportFile: "Als Kalenderdatei exportieren",
  byAgent: (name) => `Von ${name} eingetragen`,
  isOwn: "Nur dieser eine Termin der Serie wurde geändert.",
  reminders: "Erinnerung",
  defaultReminder: (when) => (when === null ? "Wie im Haushalt üblich" : `Wie üblich (${when})`),
  noReminder: "Keine Erinnerung",
  addReminder: "Noch eine",
  ahead: (minutes) => {
    if (minutes === 0) return "Zu Beginn";
    if (minutes % 10_080 === 0) return `${plural(minutes / 10_080, { one: "# Woche", other: "# Wochen" })} vorher`;
    if (minutes % 1_440 === 0) return `${plural(minutes / 1_440, { one: "# Tag", other: "# Tage" })} vorher`;
    if (minutes % 60 === 0) return `${plural(minutes / 60, { one: "# Stunde", other: "# Stunden" })} vorher`;
    return `${plural(minutes, { one: "# Minute", other: "# Minuten" })} vorher`;
  },
  aheadDays: (days, time, isEvening) => {
    if (days === 0) return "Um Mitternacht, wenn der Tag beginnt";
    if (days === 1) return isEvening ? `Am Abend davor um ${time}` : `Am Tag davor um ${time}`;
    if (days === 7) return `Eine Woche vorher um ${time}`;
    return `${number(days)} Tage vorher um ${time}`;
  },
  clash: (names, count, title, when) =>
    `${names} ${plural(count, { one: "hat", other: "haben" })} da schon „${title}“ (${when})`,
  moreClashes: (count) =>
    `und ${plural(count, { one: "ein weiterer Termin", other: "# weitere Termine" })} zur selben Zeit`,
  repeats: "Wiederholung",
  series: {
    howMuch: "Welche Termine der Serie",
    changeTitle: (title) => `„${title}“ ändern`,
    deleteTitle: (title) => `„${title}“ löschen`,
    change: "Ändern",
    scopes: { this: "Nur diesen", this_and_future: "Diesen und spätere", all: "Alle" },
    changing: {
      this: (date) => `Nur ${date} ändert sich. Alle anderen Termine bleiben, wie sie sind.`,
      this_and_future: (date) => `Ab ${date} ändern sich alle Termine. Frühere bleiben, wie sie sind.`,
      all: () => "Alle Termine ändern sich, auch vergangene.",
    },
    deleting: {
      this: (date) => `Nur ${date} fällt aus. Alle anderen Termine bleiben.`,
      this_and_future: (date, changed) =>
        `Ab ${date} fallen alle Termine weg${changed > 0 ? `, darunter ${plural(changed, { one: "ein geänderter", other: "# geänderte" })}` : ""}. Frühere bleiben.`,
      all: (_, changed) =>
        `Alle Termine fallen weg, auch vergangene${changed > 0 ? ` und ${plural(changed, { one: "ein geänderter", other: "# geänderte" })}` : ""}.`,
    },
    kept: (count) => {
      if (count === 0) return "";
      return plural(count, {
        one: "Ein geänderter Termin bleibt erhalten.",
        other: "# geänderte Termine bleiben erhalten.",
      });
    },
    keptWhereFitting: "Geänderte Termine bleiben, wo sie noch zur Serie passen.",
    endsAll: "Nur der erste Termin bleibt, alle anderen fallen weg.",
    endsHere: (date) => `Der Termin findet am ${date} noch statt, dann nicht mehr. Frühere bleiben.`,
  },
  toasts: {
    added: (title, when) => `„${title}“ eingetragen · ${when}`,
    moved: (title, when) => `„${title}“ verschoben · ${when}`,
    changed: (title, when) => `„${title}“ geändert · ${when}`,
    deleted: (title) => `„${title}“ gelöscht`,
    deletedOne: (title) => `„${title}“ fällt dieses eine Mal aus`,
  },
  errors: {
    noTitle: "Gib dem Termin einen Titel",
    long: (most) => `Höchstens ${number(most)} Zeichen`,
    year: "Wähle einen Tag zwischen 1900 und 2200",
    endFirst: "Das Ende darf nicht vor dem Beginn liegen",
  },
};
