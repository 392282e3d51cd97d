import type { common as english, errors as englishErrors } from "../en/common.ts";
import { number, plural } from "../plural.ts";

export const common: typeof english = {
  appName: "Inglenook",
  skipToContent: "Zum Inhalt springen",
  navigation: "Ansichten",
  nav: {
    today: "Heute",
    calendar: "Kalender",
    tasks: "Aufgaben",
    chores: "Haushalt",
    checkIns: "Wie geht’s?",
    lists: "Listen",
    meals: "Essen",
    recipes: "Rezepte",
    activity: "Verlauf",
    settings: "Einstellungen",
    more: "Mehr",
  },
  choresTitle: "Aufgaben im Haushalt",
  notifications: "Mitteilungen",
  unread: (count) => plural(count, { one: "# neue Mitteilung", other: "# neue Mitteilungen" }),
  loading: "Wird geladen",
  labels: {
    close: "Schließen",
    cancel: "Abbrechen",
    retry: "Noch einmal versuchen",
    dismiss: "Ausblenden",
    remove: "Entfernen",
    none: "Nichts",
    notifications: "Mitteilungen",
    ownEmoji: "Anderes Emoji",
    move: "Verschieben",
    moveHelp:
      "Leertaste nimmt es auf, die Pfeiltasten verschieben es, Leertaste legt es ab, Escape lässt es, wo es war. Alt mit einer Pfeiltaste verschiebt es sofort.",
    drag: {
      lifted: (name) => `${name} ist aufgenommen`,
      over: (name, place) => `${name} ist über ${place}`,
      dropped: (name) => `${name} ist abgelegt`,
      cancelled: (name) => `${name} bleibt, wo es war`,
    },
  },
  save: "Speichern",
  fieldsAtFault: (count) => plural(count, { one: "# Feld stimmt noch nicht.", other: "# Felder stimmen noch nicht." }),
  cancel: "Abbrechen",
  close: "Schließen",
  back: "Zurück",
  next: "Weiter",
  previous: "Zurück",
  add: "Hinzufügen",
  edit: "Bearbeiten",
  delete: "Löschen",
  remove: "Entfernen",
  done: "Fertig",
  undo: "Rückgängig",
  undoneBut: (covers) =>
    plural(covers, {
      one: "Rückgängig gemacht, aber ein Titelbild ist weg.",
      other: "Rückgängig gemacht, aber # Titelbilder sind weg.",
    }),
  undone: (what) => (what === null ? "Rückgängig gemacht" : `Rückgängig gemacht: ${what}`),
  redone: (what) => (what === null ? "Wieder ausgeführt" : `Wieder ausgeführt: ${what}`),
  retry: "Noch einmal versuchen",
  reload: "Neu laden",
  search: "Suchen",
  everybody: "Alle",
  only: (name) => `Nur ${name}`,
  nobody: "Niemand",
  optional: "freiwillig",
  yes: "Ja",
  no: "Nein",
  today: "Heute",
  tomorrow: "Morgen",
  yesterday: "Gestern",
  offline: "Offline: Änderungen werden gespeichert",
  offlineWaiting: (count) =>
    plural(count, { one: "Offline: # Änderung wartet hier", other: "Offline: # Änderungen warten hier" }),
  notHere: "Noch nicht auf diesem Gerät. Es lädt, sobald der Server wieder antwortet.",
  notHereHint: "Bis dahin kannst du nutzen, was schon hier ist, zum Beispiel die nächsten zwei Wochen.",
  outdated: "Es gibt eine neuere Fassung von Inglenook.",
  crashed: "In dieser Ansicht ist etwas schiefgegangen.",
  crashedHint: "Nichts Gespeichertes ist verloren. Versuch es noch einmal; hilft das nicht, lade die Seite neu.",
  couldNotLoad: "Das ließ sich nicht laden.",
  tooManyEvents: "Es gibt zu viele Termine, um alle zu zeigen.",
  notFound: "Hier ist nichts",
  notFoundHint: "Vielleicht wurde es gelöscht oder verschoben.",
  toToday: "Zu „Heute“",
  refused: (reason) => `Nicht gespeichert: ${reason}`,
  unknownChange: "Eine Änderung aus einer älteren Version der App wurde nicht gespeichert: diese kennt sie nicht.",
  goneMeanwhile: (label) =>
    label === null
      ? "Deine Änderung wurde nicht gespeichert: Worum es ging, wurde inzwischen gelöscht."
      : `Deine Änderung an „${label}“ wurde nicht gespeichert: Das wurde inzwischen gelöscht.`,
  refusedMany: (count, reason) => `${number(count)} Änderungen wurden nicht gespeichert: ${reason}`,
  signedOut: "Du wurdest abgemeldet. Melde dich wieder an: was du seither getan hast, ist noch da.",
  needsServer: "Dafür braucht es euren Server, der gerade nicht antwortet. Versuch es gleich noch einmal.",
  signIn: "Anmelden",
};

export const errors: typeof englishErrors = {
  wait: (seconds) =>
    seconds < 90
      ? plural(seconds, {
          one: "Zu viele Versuche. Versuch es in einer Sekunde noch einmal.",
          other: "Zu viele Versuche. Versuch es in # Sekunden noch einmal.",
        })
      : `Zu viele Versuche. Versuch es in ${number(Math.ceil(seconds / 60))} Minuten noch einmal.`,
  unknown: () => "Euer Server hat das abgelehnt. Lade die Seite neu und versuch es noch einmal.",
  changedBy: ({ label, by, date, time, isDeleted }) => {
    const what = label === "" ? "Das" : `„${label}“`;
    const whom = by.kind === "system" ? "automatisch" : `von ${by.name}`;
    const when = `${date} um ${time}`;
    return `${what} wurde am ${when} ${whom} ${isDeleted ? "gelöscht" : "geändert"}. Mach zuerst das rückgängig, oder ändere es von Hand.`;
  },
  undoTooLate: "Du kannst nur deine eigenen Änderungen der letzten 24 Stunden rückgängig machen.",
  byCode: {
    adults_only: "Das können nur Erwachsene. Frag jemanden von ihnen.",
    not_yours: "Das gehört jemand anderem. Bitte sie oder ihn darum.",
    not_found: "Das gibt es nicht mehr. Vielleicht hat es jemand gelöscht.",
    conflict: "Da war jemand schneller. Schau nach, wie es jetzt ist.",
    in_progress: "Das wird schon gespeichert. Warte kurz und schau dann noch einmal.",
    changed_since: "Das wurde danach noch geändert. Ändere es stattdessen von Hand.",
    already_undone: "Das ist schon rückgängig gemacht.",
    not_undoable: "Das lässt sich nicht oder nicht mehr rückgängig machen. Ändere es stattdessen von Hand.",
    unprocessable: "So passt das nicht zusammen. Prüf es und versuch es noch einmal.",
    internal: "Auf eurem Server ist etwas schiefgegangen. Versuch es gleich noch einmal.",
    disk_full: "Die Festplatte eures Servers ist voll. Schaff dort zuerst Platz.",
    data_gone: "Euer Server findet seinen Datenordner nicht. Sieh zuerst dort nach.",
  },
};
